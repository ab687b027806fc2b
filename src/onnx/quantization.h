// SPDX-License-Identifier: Apache-2.0
// What QuantizeLinear and DequantizeLinear read alike.
#pragma once

#include "onnx/importer.h"
#include "shape/granularity.h"

namespace tenon::onnx {

/// axis and block_size.
Granularity granularityOf(ImportContext& node);
/// An attribute that is a type's number, where 0 stands for none.
std::optional<DType> typeOrNone(ImportContext& node, char const* attribute);
/// x, scale, and the zero point where there is one.
std::vector<TensorId> scaledOperands(ImportContext& node);

} // namespace tenon::onnx
