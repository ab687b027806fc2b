// SPDX-License-Identifier: Apache-2.0
// For importers of operators that are written with many others: each method emits one record and gives its result
// (emit.h has the same as functions). Element types are given where a pointwise function needs them; ranks and dims
// need not be known.
#pragma once

#include "onnx/importer.h"

namespace tenon::onnx {

enum class Sum : uint8_t { kSum, kMean, kMax, kMin };

class Compose {
public:
    explicit Compose(ImportContext& node) : mNode(node) {}

    /// Element type of the node's operand i. Throws Error when it is absent or not known.
    DType type(size_t i) const;

    /// A row of the pointwise table; all operands are of one type.
    TensorId row(std::string_view name, DType type, std::vector<TensorId> operands);
    TensorId select(DType type, TensorId condition, TensorId then, TensorId otherwise);
    /// `from` is the type of `value`; the same tensor where the two are equal.
    TensorId cast(TensorId value, DType from, DType to);
    TensorId number(DType type, double value);         ///< a constant of rank 0
    TensorId numbers(DType type, std::vector<double>); ///< a constant list

    TensorId reshape(TensorId value, TensorId dims);
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
    TensorId matmul(TensorId a, TensorId b);
    /// Random f32 numbers in [0, 1), as many as `value` has elements.
    TensorId uniformLike(TensorId value, std::optional<double> seed);

private:
    TensorId emit(std::string_view op, Attrs attrs, std::vector<TensorId> operands) {
        return mNode.emit(op, std::move(attrs), std::move(operands));
    }
    ImportContext& mNode;
};

} // namespace tenon::onnx
