// SPDX-License-Identifier: Apache-2.0
// Records of other operators, for importers that compose a node of several: an op's own importer sees no other op's
// attributes. Each method emits one record and gives its result; ranks and dims need not be known.
#pragma once

#include "onnx/importer.h"

namespace tenon::onnx {

enum class Sum : uint8_t { kSum, kMean, kMax, kMin };

class Compose {
public:
    explicit Compose(ImportContext& node) : mNode(node) {}

    /// Element type of the node's operand i. Throws Error when it is absent or not known.
    DType type(size_t i) const;
    /// Element type of any tensor. Throws Error where it is not known.
    DType typeOf(TensorId value) const;

    /// A row of the pointwise table; all operands are of one type.
    TensorId row(std::string_view name, DType type, std::vector<TensorId> operands);
    /// The same of operands of any types, which must be known.
    TensorId row(std::string_view name, std::vector<TensorId> operands);
    TensorId select(DType type, TensorId condition, TensorId then, TensorId otherwise);
    /// `from` is the type of `value`; the same tensor where the two are equal.
    TensorId cast(TensorId value, DType from, DType to);
    TensorId cast(TensorId value, DType to) { return cast(value, typeOf(value), to); }
    TensorId stringCast(TensorId value, DType to);     ///< between strings and numbers
    TensorId number(DType type, double value);         ///< a constant of rank 0
    TensorId numbers(DType type, std::vector<double>); ///< a constant list

    TensorId reshapeTo(TensorId value, TensorId dims);
    TensorId reshape(TensorId value, std::vector<int64_t> dims); ///< 0 copies a dim, -1 takes the rest
    /// Rank 2: the axes before `axis` and those from it on.
    TensorId flatten(TensorId value, int64_t axis);
    TensorId unsqueeze(TensorId value, std::vector<int64_t> axes);
    TensorId squeeze(TensorId value, std::vector<int64_t> axes);
    TensorId transpose(TensorId value, std::vector<int64_t> perm);
    TensorId shapeOf(TensorId value);
    TensorId gather(TensorId data, TensorId indices, int64_t axis);
    TensorId gatherElements(TensorId data, TensorId indices, int64_t axis);
    /// Over all axes where `axes` is empty.
    TensorId reduce(Sum kind, TensorId value, std::vector<int64_t> axes, bool keepDims);
    TensorId softmax(TensorId value, int64_t axis, bool log);
    /// (x - mean) / sqrt(variance + epsilon) over the axes from `axis` on, without scale and bias.
    TensorId normalise(DType type, TensorId value, int64_t axis, double epsilon);
    TensorId matmul(TensorId a, TensorId b, bool transA = false, bool transB = false);
    /// (x - zero) * scale, as f32; without zero points where `zero` is kNoTensor. A list of scales goes along `axis`.
    TensorId dequantize(TensorId value, TensorId scale, TensorId zero, int64_t axis = 1);
    /// saturate(round(x / scale) + zero), of the type of `zero`; `type` where that is kNoTensor.
    TensorId quantize(TensorId value, TensorId scale, TensorId zero, DType type = DType::kU8);
    /// Random f32 numbers in [0, 1), as many as `value` has elements.
    TensorId uniformLike(TensorId value, std::optional<double> seed);

private:
    TensorId emit(std::string_view op, Attrs attrs, std::vector<TensorId> operands) {
        return mNode.emit(op, std::move(attrs), std::move(operands));
    }
    TensorId constant(DType type, Dims dims, std::vector<double> const& values);
    ImportContext& mNode;
};

} // namespace tenon::onnx
