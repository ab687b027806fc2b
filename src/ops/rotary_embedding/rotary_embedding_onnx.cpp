// SPDX-License-Identifier: Apache-2.0
// RotaryEmbedding of the default domain.
#include "onnx/importer.h"
#include "ops/rotary_embedding/rotary_embedding.h"

namespace tenon::ops {
namespace rotary_embedding {
namespace {

void import(onnx::ImportContext& node) {
    Attributes const attrs{node.integer("interleaved", 0) != 0, node.integer("rotary_embedding_dim", 0),
                           node.integer("num_heads", 0)};
    std::vector<TensorId> operands;
    for (size_t i = 0; i < node.inputs(); ++i)
        operands.push_back(node.in(i));
    node.setOut(0, node.emit("rotary_embedding", attrs, std::move(operands)));
}

} // namespace
} // namespace rotary_embedding

void rotary_embedding_onnx(onnx::ImporterTable& table) {
    table.add("", "RotaryEmbedding", 23, rotary_embedding::import);
}

} // namespace tenon::ops
