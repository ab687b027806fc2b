// SPDX-License-Identifier: Apache-2.0
// BatchNormalization of the default domain, as inference uses it.
#include "onnx/importer.h"
#include "ops/batchnorm/batchnorm.h"

namespace tenon::ops {
namespace batchnorm {
namespace {

void import(onnx::ImportContext& node) {
    if (node.integer("training_mode", 0) != 0)
        node.fail(Message::kNotThereYet, "batch normalisation in training mode", "training_mode = 0",
                  "training_mode = 1");
    if (node.integer("spatial", 1) == 0)
        node.fail(Message::kNotThereYet, "batch normalisation with parameters per element", "spatial = 1",
                  "spatial = 0");
    for (size_t i = 1; i < node.outputs(); ++i)
        if (node.wantsOutput(i))
            node.fail(Message::kNotThereYet, "the running statistics of a batch normalisation as results",
                      "one output");
    Attributes const attrs{node.number("epsilon", 1e-5)};
    node.setOut(0, node.emit("batchnorm", attrs, {node.in(0), node.in(1), node.in(2), node.in(3), node.in(4)}));
}

} // namespace
} // namespace batchnorm

void batchnorm_onnx(onnx::ImporterTable& table) {
    table.add("", "BatchNormalization", 7, batchnorm::import);
}

} // namespace tenon::ops
