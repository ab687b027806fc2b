// SPDX-License-Identifier: Apache-2.0
// ONNX's numbers for element types (TensorProto.DataType) and Tenon's, in one table.
#pragma once

#include "base/dtype.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tenon::onnx {

std::optional<DType> dtypeOf(int32_t onnxType) noexcept; ///< absent: Tenon has no such type
int32_t onnxTypeOf(DType type) noexcept;
std::string onnxTypeName(int32_t onnxType); ///< "FLOAT"; "99 (unknown)"
/// The types that Tenon reads, for messages.
std::string readableTypes();

} // namespace tenon::onnx
