// SPDX-License-Identifier: Apache-2.0
#include "api/dims.h"

#include "api/fence.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::api {

using nvinfer1::Dims64;

std::vector<int64_t> toVector(Dims64 const& dims, char const* what, bool open) {
    if (dims.nbDims < 0 || dims.nbDims > Dims64::MAX_DIMS)
        throw Error(Message::kDims, fmt::format("{}: nbDims is {}", what, dims.nbDims))
            .wanted(fmt::format("0 to {} extents", Dims64::MAX_DIMS));
    int64_t const least = open ? -1 : 0;
    if (auto const* end = dims.d + dims.nbDims; std::any_of(dims.d, end, [&](int64_t d) { return d < least; }))
        throw Error(Message::kDims, fmt::format("{}: an extent is negative", what))
            .wanted(open ? "extents from 0 on, or -1 for one that is known only at run time" : "extents from 0 on")
            .given(text(dims));
    return {dims.d, dims.d + dims.nbDims};
}

Dims64 toDims(std::span<int64_t const> dims) noexcept {
    if (dims.size() > static_cast<size_t>(Dims64::MAX_DIMS))
        return kNoDims;
    Dims64 out{static_cast<int32_t>(dims.size()), {}};
    std::copy(dims.begin(), dims.end(), out.d);
    return out;
}

std::string text(Dims64 const& dims) {
    if (dims.nbDims < 0 || dims.nbDims > Dims64::MAX_DIMS)
        return fmt::format("nbDims {}", dims.nbDims);
    return fmt::format("[{}]", fmt::join(dims.d, dims.d + dims.nbDims, ", "));
}

std::optional<nvinfer1::DataType> toDataType(DType type) noexcept {
    auto const number = static_cast<int32_t>(type);
    if (number >= nvinfer1::EnumMax<nvinfer1::DataType>())
        return std::nullopt;
    return static_cast<nvinfer1::DataType>(number);
}

DType toDType(nvinfer1::DataType type, char const* what) {
    return static_cast<DType>(needEnum(type, what, nvinfer1::EnumMax<nvinfer1::DataType>()));
}

} // namespace tenon::api
