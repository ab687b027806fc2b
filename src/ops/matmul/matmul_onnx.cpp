// SPDX-License-Identifier: Apache-2.0
// MatMul, and Gemm as a product followed by pointwise steps: alpha * (A * B) + beta * C. The steps become the product's
// epilogue again where a kernel can do them.
#include "kernel/expression.h"
#include "onnx/importer.h"
#include "ops/matmul/matmul.h"

namespace tenon::ops {
namespace matmul {
namespace {

void importMatMul(onnx::ImportContext& node) {
    node.setOut(0, node.emit("matmul", Attributes{}, {node.in(0), node.in(1)}));
}

/// value * factor, as one pointwise step; the value itself when the factor is 1.
TensorId scaled(onnx::ImportContext& node, TensorId value, DType type, double factor) {
    if (factor == 1.0)
        return value;
    Expression e{{type}, {}};
    e.code.push_back({.row = "const", .type = type, .number = factor, .integer = static_cast<int64_t>(factor)});
    e.code.push_back({.row = "mul", .type = type, .args = {0, 1, -1}});
    return node.emit("pointwise", PointwiseAttributes{std::move(e)}, {value});
}

void importGemm(onnx::ImportContext& node) {
    Attributes const attrs{node.integer("transA", 0) != 0, node.integer("transB", 0) != 0};
    DType const type = node.typeOf(node.in(0)).value_or(DType::kF32);
    TensorId out = node.emit("matmul", attrs, {node.in(0), node.in(1)});
    out = scaled(node, out, type, node.number("alpha", 1.0));
    double const beta = node.number("beta", 1.0);
    if (node.has(2) && beta != 0.0) {
        TensorId const c = scaled(node, node.in(2), type, beta);
        Expression add{{type, type}, {{.row = "add", .type = type, .args = {0, 1, -1}}}};
        out = node.emit("pointwise", PointwiseAttributes{std::move(add)}, {out, c});
    }
    node.setOut(0, out);
}

} // namespace
} // namespace matmul

void matmul_onnx(onnx::ImporterTable& table) {
    table.add("", "MatMul", 1, matmul::importMatMul);
    table.add("", "Gemm", 6, matmul::importGemm);
}

} // namespace tenon::ops
