// SPDX-License-Identifier: Apache-2.0
// QLinearMatMul and QLinearConv of the default domain, and ONNX Runtime's products of quantised matrices: the exact
// integer product, times the product of the scales, quantised again where the result is to be. Float8 operands are
// dequantised first.
#include "onnx/attributes.h"
#include "onnx/compose.h"

#include <algorithm>

namespace tenon::ops {
namespace qlinear {
namespace {

using namespace onnx;

/// Operand i, or kNoTensor.
TensorId operandOf(ImportContext& node, size_t i) {
    return node.has(i) ? node.in(i) : kNoTensor;
}

/// The elements of a constant or the dims that are known of it; absent where it is computed.
std::optional<int64_t> countOf(ImportContext& node, TensorId id) {
    NetworkTensor const* const constant = node.constant(id);
    if (constant == nullptr || !constant->type->isStatic())
        return std::nullopt;
    return volume(*constant->type->dims).value();
}

/// A scale as f32: of rank 0 where it is one number, and as a column where it is a list for the rows of a matrix.
TensorId scaleOf(ImportContext& node, TensorId scale, bool ofRows) {
    TensorId const real = Compose(node).cast(scale, DType::kF32);
    auto const count = countOf(node, scale);
    if (count == 1 && node.rankOf(scale) != 0)
        return Compose(node).reshape(real, {});
    return ofRows && count && *count != 1 && node.rankOf(scale) == 1 ? Compose(node).reshape(real, {-1, 1}) : real;
}

/// An integer product times both scales.
TensorId scaled(ImportContext& node, TensorId product, TensorId scaleA, TensorId scaleB) {
    return Compose(node).row("mul",
                             {Compose(node).cast(product, DType::kF32), Compose(node).row("mul", {scaleA, scaleB})});
}

bool isInteger8(ImportContext& node, TensorId id) {
    DType const type = Compose(node).typeOf(id);
    return type == DType::kI8 || type == DType::kU8;
}

/// a * b with scales and zero points, in f32.
TensorId realProduct(ImportContext& node, TensorId const (&a)[3], TensorId const (&b)[3]) {
    TensorId const scaleA = scaleOf(node, a[1], true), scaleB = scaleOf(node, b[1], false);
    if (isInteger8(node, a[0]) && isInteger8(node, b[0]))
        return scaled(node, node.emit("matmul_integer", NoAttrs{}, {a[0], b[0], a[2], b[2]}), scaleA, scaleB);
    return Compose(node).matmul(Compose(node).dequantize(a[0], a[1], a[2], 0),
                                Compose(node).dequantize(b[0], b[1], b[2], 1));
}

void importMatMul(ImportContext& node) {
    TensorId const a[] = {node.in(0), node.in(1), node.in(2)}, b[] = {node.in(3), node.in(4), node.in(5)};
    TensorId const scale = scaleOf(node, node.in(6), true);
    node.setOut(0, Compose(node).quantize(realProduct(node, a, b), scale, node.in(7)));
}

/// A list of the output channels of a convolution, as it meets the result; one number as rank 0.
TensorId ofChannels(ImportContext& node, TensorId list, int64_t axes) {
    if (countOf(node, list) == 1)
        return Compose(node).reshape(list, {});
    std::vector<int64_t> dims(static_cast<size_t>(axes) + 1, 1);
    dims[0] = -1;
    return Compose(node).reshape(list, std::move(dims));
}

void importConv(ImportContext& node) {
    if (node.integer("channels_last", 0) != 0)
        node.fail(Message::kNotThereYet, "a quantised convolution with the channels last", "channels_last 0", "1");
    Convolution const attrs = convolutionOf(node);
    int64_t const rank = node.rankOf(node.in(3));
    int64_t const axes = rank > 2 ? rank - 2 : static_cast<int64_t>(attrs.window.kernel.size());
    if (axes == 0)
        node.fail(Message::kRank, "neither the weights nor kernel_shape tell the number of spatial axes",
                  "weights of known rank");
    TensorId sum = node.emit("conv_integer", attrs, {node.in(0), node.in(3), node.in(2), node.in(5)});
    if (node.has(8))
        sum = Compose(node).row("add", {sum, ofChannels(node, node.in(8), axes)});
    TensorId const real = scaled(node, sum, scaleOf(node, node.in(1), false), ofChannels(node, node.in(4), axes));
    node.setOut(0, Compose(node).quantize(real, scaleOf(node, node.in(6), false), node.in(7)));
}

/// com.microsoft::MatMulIntegerToFloat.
void importToFloat(ImportContext& node) {
    TensorId const a[] = {node.in(0), node.in(2), operandOf(node, 4)},
                   b[] = {node.in(1), node.in(3), operandOf(node, 5)};
    TensorId out = realProduct(node, a, b);
    if (node.has(6))
        out = Compose(node).row("add", {out, node.in(6)});
    node.setOut(0, out);
}

/// com.microsoft::DynamicQuantizeMatMul.
void importDynamic(ImportContext& node) {
    TensorId const first = node.emit("dynamic_quantize_linear", NoAttrs{}, {node.in(0)}, 3);
    TensorId const a[] = {first, first + 1, first + 2}, b[] = {node.in(1), node.in(2), operandOf(node, 3)};
    TensorId out = realProduct(node, a, b);
    if (node.has(4))
        out = Compose(node).row("add", {out, node.in(4)});
    node.setOut(0, out);
}

/// com.microsoft::QGemm: C is in units of alpha and both scales.
void importGemm(ImportContext& node) {
    auto oriented = [&](TensorId id, char const* attribute) {
        return node.integer(attribute, 0) != 0 ? Compose(node).transpose(id, {1, 0}) : id;
    };
    TensorId sum = node.emit("matmul_integer", NoAttrs{},
                             {oriented(node.in(0), "transA"), oriented(node.in(3), "transB"), node.in(2), node.in(5)});
    if (node.has(6))
        sum = Compose(node).row("add", {sum, node.in(6)});
    TensorId const alpha = Compose(node).number(DType::kF32, static_cast<float>(node.number("alpha", 1)));
    TensorId const scaleA = Compose(node).row("mul", {scaleOf(node, node.in(1), false), alpha});
    TensorId const real = scaled(node, sum, scaleA, scaleOf(node, node.in(4), false));
    node.setOut(0, node.has(7) ? Compose(node).quantize(real, node.in(7), operandOf(node, 8)) : real);
}

} // namespace
} // namespace qlinear

void qlinear_onnx(onnx::ImporterTable& table) {
    table.add("", "QLinearMatMul", 10, qlinear::importMatMul);
    table.add("", "QLinearConv", 10, qlinear::importConv);
    table.add("com.microsoft", "QLinearConv", 1, qlinear::importConv);
    table.add("com.microsoft", "MatMulIntegerToFloat", 1, qlinear::importToFloat);
    table.add("com.microsoft", "DynamicQuantizeMatMul", 1, qlinear::importDynamic);
    table.add("com.microsoft", "QGemm", 1, qlinear::importGemm);
}

} // namespace tenon::ops
