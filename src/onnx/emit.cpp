// SPDX-License-Identifier: Apache-2.0
#include "onnx/emit.h"

#include "kernel/expression.h"
#include "ops/dequantize_linear/dequantize_linear.h"
#include "ops/matmul/matmul.h"
#include "ops/quantize_linear/quantize_linear.h"
#include "ops/reshape/reshape.h"
#include "ops/string_cast/string_cast.h"
#include "ops/transpose/transpose.h"

namespace tenon::onnx {

TensorId emitTranspose(ImportContext& node, TensorId x, std::vector<int64_t> perm) {
    return node.emit("transpose", ops::transpose::Attributes{std::move(perm)}, {x});
}

TensorId emitReshape(ImportContext& node, TensorId x, std::vector<int64_t> dims) {
    return node.emit("reshape", ops::reshape::Attributes{}, {x, node.constantOf(std::move(dims))});
}

TensorId emitMatMul(ImportContext& node, TensorId a, TensorId b, bool transA, bool transB) {
    return node.emit("matmul", ops::matmul::Attributes{transA, transB}, {a, b});
}

TensorId emitDequantize(ImportContext& node, TensorId x, TensorId scale, TensorId zero, int64_t axis) {
    ops::dequantize_linear::Attributes attrs;
    attrs.granularity.axis = axis;
    attrs.type = DType::kF32;
    std::vector<TensorId> operands{x, scale};
    if (zero != kNoTensor)
        operands.push_back(zero);
    return node.emit("dequantize_linear", std::move(attrs), std::move(operands));
}

TensorId emitQuantize(ImportContext& node, TensorId x, TensorId scale, TensorId zero, DType type) {
    ops::quantize_linear::Attributes attrs;
    std::vector<TensorId> operands{x, scale};
    if (zero != kNoTensor)
        operands.push_back(zero);
    else
        attrs.type = type;
    return node.emit("quantize_linear", std::move(attrs), std::move(operands));
}

DType typeOfTensor(ImportContext& node, TensorId x) {
    std::optional<DType> const type = node.typeOf(x);
    if (!type)
        node.fail(Message::kElementTypeUnknown, "the element type of an operand is not known");
    return *type;
}

TensorId emitRow(ImportContext& node, std::string_view row, std::vector<TensorId> operands) {
    std::vector<DType> types;
    for (TensorId operand : operands)
        types.push_back(typeOfTensor(node, operand));
    return node.emit("pointwise", PointwiseAttributes{rowOf(row, std::move(types))}, std::move(operands));
}

TensorId emitCast(ImportContext& node, TensorId x, DType type) {
    DType const from = typeOfTensor(node, x);
    if (from == type)
        return x;
    ExpressionWriter w({from});
    return node.emit("pointwise", PointwiseAttributes{w.take(w.cast(0, type))}, {x});
}

TensorId emitStringCast(ImportContext& node, TensorId x, DType type) {
    return node.emit("string_cast", ops::string_cast::Attributes{type}, {x});
}

TensorId emitNumber(ImportContext& node, float value) {
    return node.constant(Type::tensor(DType::kF32, Dims{}), Buffer::copy(std::as_bytes(std::span(&value, 1))));
}

PostTransform postTransformOf(ImportContext& node) {
    std::string const name = node.text("post_transform", "NONE");
    auto const transform = postTransformFromName(name);
    if (!transform)
        node.fail(Message::kAttribute, "post_transform is unknown", "NONE, SOFTMAX, LOGISTIC, SOFTMAX_ZERO or PROBIT",
                  name);
    return *transform;
}

Convolution convolutionOf(ImportContext& node) {
    Convolution out;
    out.window.kernel = node.integers("kernel_shape");
    out.window.strides = node.integers("strides");
    out.window.pads = node.integers("pads");
    out.window.dilations = node.integers("dilations");
    out.window.autoPad = autoPadFromName(node.text("auto_pad", "NOTSET"));
    out.group = node.integer("group", 1);
    return out;
}

} // namespace tenon::onnx
