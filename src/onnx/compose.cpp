// SPDX-License-Identifier: Apache-2.0
#include "onnx/compose.h"

#include "base/half.h"
#include "kernel/expression.h"
#include "ops/dequantize_linear/dequantize_linear.h"
#include "ops/flatten/flatten.h"
#include "ops/gather/gather.h"
#include "ops/gather_elements/gather_elements.h"
#include "ops/layernorm/layernorm.h"
#include "ops/matmul/matmul.h"
#include "ops/quantize_linear/quantize_linear.h"
#include "ops/random/random.h"
#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"
#include "ops/shape/shape.h"
#include "ops/softmax/softmax.h"
#include "ops/string_cast/string_cast.h"
#include "ops/transpose/transpose.h"

#include <fmt/format.h>

namespace tenon::onnx {

DType Compose::type(size_t i) const {
    if (!mNode.has(i))
        mNode.fail(Message::kOperand, fmt::format("operand {} is missing", i));
    std::optional<DType> const type = mNode.typeOf(mNode.in(i));
    if (!type)
        mNode.fail(Message::kElementTypeUnknown, fmt::format("the element type of operand {} is not known", i));
    return *type;
}

DType Compose::typeOf(TensorId value) const {
    std::optional<DType> const type = mNode.typeOf(value);
    if (!type)
        mNode.fail(Message::kElementTypeUnknown, "the element type of an operand is not known");
    return *type;
}

TensorId Compose::row(std::string_view name, std::vector<TensorId> operands) {
    std::vector<DType> types;
    for (TensorId operand : operands)
        types.push_back(typeOf(operand));
    return emit("pointwise", PointwiseAttributes{rowOf(name, std::move(types))}, std::move(operands));
}

TensorId Compose::row(std::string_view name, DType type, std::vector<TensorId> operands) {
    Expression expression = rowOf(name, std::vector<DType>(operands.size(), type));
    return emit("pointwise", PointwiseAttributes{std::move(expression)}, std::move(operands));
}

TensorId Compose::select(DType type, TensorId condition, TensorId then, TensorId otherwise) {
    return emit("pointwise", PointwiseAttributes{rowOf("select", {DType::kBool, type, type})},
                {condition, then, otherwise});
}

TensorId Compose::cast(TensorId value, DType from, DType to) {
    if (from == to)
        return value;
    ExpressionWriter w({from});
    return emit("pointwise", PointwiseAttributes{w.take(w.cast(0, to))}, {value});
}

TensorId Compose::stringCast(TensorId value, DType to) {
    return emit("string_cast", ops::string_cast::Attributes{to}, {value});
}

TensorId Compose::constant(DType type, Dims dims, std::vector<double> const& values) {
    std::byte* data = nullptr;
    Buffer bytes = Buffer::allocate(static_cast<size_t>(bytesFor(type, static_cast<int64_t>(values.size()))), &data);
    withType(type, [&](auto sample) {
        using T = decltype(sample);
        for (size_t i = 0; i < values.size(); ++i)
            if constexpr (std::is_arithmetic_v<T>)
                reinterpret_cast<T*>(data)[i] = static_cast<T>(values[i]);
            else
                reinterpret_cast<T*>(data)[i] = T(static_cast<float>(values[i]));
    });
    return mNode.constant(Type::tensor(type, std::move(dims)), std::move(bytes));
}

TensorId Compose::numbers(DType type, std::vector<double> values) {
    return constant(type, Dims{static_cast<int64_t>(values.size())}, values);
}

TensorId Compose::number(DType type, double value) {
    return constant(type, Dims{}, {value});
}

TensorId Compose::reshapeTo(TensorId value, TensorId dims) {
    return emit("reshape", ops::reshape::Attributes{}, {value, dims});
}

TensorId Compose::reshape(TensorId value, std::vector<int64_t> dims) {
    return reshapeTo(value, mNode.constantOf(std::move(dims)));
}

TensorId Compose::flatten(TensorId value, int64_t axis) {
    return emit("flatten", ops::flatten::Attributes{axis}, {value});
}

TensorId Compose::unsqueeze(TensorId value, std::vector<int64_t> axes) {
    return emit("unsqueeze", {}, {value, mNode.constantOf(std::move(axes))});
}

TensorId Compose::squeeze(TensorId value, std::vector<int64_t> axes) {
    return emit("squeeze", {}, {value, mNode.constantOf(std::move(axes))});
}

TensorId Compose::transpose(TensorId value, std::vector<int64_t> perm) {
    return emit("transpose", ops::transpose::Attributes{std::move(perm)}, {value});
}

TensorId Compose::shapeOf(TensorId value) {
    return emit("shape", ops::shape::Attributes{}, {value});
}

TensorId Compose::gather(TensorId data, TensorId indices, int64_t axis) {
    return emit("gather", ops::gather::Attributes{axis}, {data, indices});
}

TensorId Compose::gatherElements(TensorId data, TensorId indices, int64_t axis) {
    return emit("gather_elements", ops::gather_elements::Attributes{axis}, {data, indices});
}

TensorId Compose::reduce(Sum kind, TensorId value, std::vector<int64_t> axes, bool keepDims) {
    using ops::reduce::Kind;
    constexpr Kind kKinds[] = {Kind::kSum, Kind::kMean, Kind::kMax, Kind::kMin};
    return emit("reduce", ops::reduce::Attributes{kKinds[static_cast<size_t>(kind)], std::move(axes), keepDims},
                {value});
}

TensorId Compose::softmax(TensorId value, int64_t axis, bool log) {
    return emit("softmax", ops::softmax::Attributes{axis, log}, {value});
}

TensorId Compose::normalise(DType type, TensorId value, int64_t axis, double epsilon) {
    return emit("layernorm", ops::layernorm::Attributes{axis, epsilon}, {value, number(type, 1)});
}

TensorId Compose::uniformLike(TensorId value, std::optional<double> seed) {
    return emit("random", ops::draws::Attributes{.seed = seed}, {value});
}

TensorId Compose::matmul(TensorId a, TensorId b, bool transA, bool transB) {
    return emit("matmul", ops::matmul::Attributes{transA, transB}, {a, b});
}

TensorId Compose::dequantize(TensorId value, TensorId scale, TensorId zero, int64_t axis) {
    ops::dequantize_linear::Attributes attrs;
    attrs.granularity.axis = axis;
    attrs.type = DType::kF32;
    std::vector<TensorId> operands{value, scale};
    if (zero != kNoTensor)
        operands.push_back(zero);
    return emit("dequantize_linear", std::move(attrs), std::move(operands));
}

TensorId Compose::quantize(TensorId value, TensorId scale, TensorId zero, DType type) {
    ops::quantize_linear::Attributes attrs;
    std::vector<TensorId> operands{value, scale};
    if (zero != kNoTensor)
        operands.push_back(zero);
    else
        attrs.type = type;
    return emit("quantize_linear", std::move(attrs), std::move(operands));
}

} // namespace tenon::onnx
