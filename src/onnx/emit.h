// SPDX-License-Identifier: Apache-2.0
// Records of other operators, for importers that compose a node of several: an op's own importer sees no other op's
// attributes.
#pragma once

#include "base/post_transform.h"
#include "onnx/importer.h"
#include "shape/convolution.h"

namespace tenon::onnx {

TensorId emitTranspose(ImportContext& node, TensorId x, std::vector<int64_t> perm);
/// Dims as ONNX's Reshape takes them: 0 keeps a dim, -1 is what is left.
TensorId emitReshape(ImportContext& node, TensorId x, std::vector<int64_t> dims);
TensorId emitMatMul(ImportContext& node, TensorId a, TensorId b, bool transA = false, bool transB = false);

/// (x - zero) * scale, as f32; without zero points where `zero` is kNoTensor. A list of scales goes along `axis`.
TensorId emitDequantize(ImportContext& node, TensorId x, TensorId scale, TensorId zero, int64_t axis = 1);
/// saturate(round(x / scale) + zero), of the type of `zero`; `type` where that is kNoTensor.
TensorId emitQuantize(ImportContext& node, TensorId x, TensorId scale, TensorId zero, DType type = DType::kU8);

/// The element type of a tensor. Throws Error kElementTypeUnknown where it is not known.
DType typeOfTensor(ImportContext& node, TensorId x);
/// A row of the pointwise table over operands in order.
TensorId emitRow(ImportContext& node, std::string_view row, std::vector<TensorId> operands);
TensorId emitCast(ImportContext& node, TensorId x, DType type);
/// Between strings and numbers.
TensorId emitStringCast(ImportContext& node, TensorId x, DType type);
/// An f32 constant of rank 0.
TensorId emitNumber(ImportContext& node, float value);

/// The attribute post_transform of ai.onnx.ml.
PostTransform postTransformOf(ImportContext& node);

/// The attributes that Conv and its kin have.
Convolution convolutionOf(ImportContext& node);

} // namespace tenon::onnx
