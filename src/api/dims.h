// SPDX-License-Identifier: Apache-2.0
// Shapes at the edge of the library: at most eight extents, -1 for one that is known only at run time.
#pragma once

#include "NvInferRuntime.h"
#include "base/dtype.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tenon::api {

/// Throws Error kDims when there are not 0 to 8 extents, or one is below -1 (below 0 unless `open`). `what` names the
/// argument.
std::vector<int64_t> toVector(nvinfer1::Dims64 const& dims, char const* what, bool open = true);
/// More than eight extents give nbDims -1, which is how the interface says that there is no shape.
nvinfer1::Dims64 toDims(std::span<int64_t const> dims) noexcept;
inline constexpr nvinfer1::Dims64 kNoDims{-1, {}};
/// "[2, -1, 4]"
std::string text(nvinfer1::Dims64 const& dims);

/// Nothing for types that the interface cannot name (double, strings, unsigned 16 bits, ...).
std::optional<nvinfer1::DataType> toDataType(DType type) noexcept;
/// Throws Error kArgument for a number that is no DataType.
DType toDType(nvinfer1::DataType type, char const* what = "the data type");

} // namespace tenon::api
