// SPDX-License-Identifier: Apache-2.0
// Softmax and LogSoftmax of the default domain. Before opset 13 the default axis is 1 and the axes from it on are one.
#include "onnx/importer.h"
#include "ops/softmax/softmax.h"

namespace tenon::ops {
namespace softmax {
namespace {

void import(onnx::ImportContext& node) {
    bool const coerced = node.opset() < 13;
    Attributes attrs{node.integer("axis", coerced ? 1 : -1), node.opType() == "LogSoftmax", coerced};
    node.setOut(0, node.emit("softmax", attrs, {node.in(0)}));
}

} // namespace
} // namespace softmax

void softmax_onnx(onnx::ImporterTable& table) {
    table.add("", "Softmax", 1, softmax::import);
    table.add("", "LogSoftmax", 1, softmax::import);
}

} // namespace tenon::ops
