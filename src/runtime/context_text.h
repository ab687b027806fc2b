// SPDX-License-Identifier: Apache-2.0
// What the files of Context share: texts of shapes and ranges, elements of host values. Internal to them.
#pragma once

#include "base/half.h"
#include "runtime/context.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::runtime {

inline std::string rangeText(DimRange const& r) {
    return r.isFixed() ? fmt::format("{}", r.min) : fmt::format("{} to {}", r.min, r.max);
}

inline std::string rangesText(std::vector<DimRange> const& ranges) {
    std::string out;
    for (DimRange const& r : ranges)
        out += (out.empty() ? "" : " x ") + rangeText(r);
    return out.empty() ? "scalar" : out;
}

inline Where tensorPlace(plan::IoTensor const& t) {
    return {{}, {}, t.name, {}};
}

inline int64_t elementAt(DType type, void const* data, int64_t index) noexcept {
    int64_t out = 0;
    withType(type, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (std::is_integral_v<T>)
            out = static_cast<int64_t>(static_cast<T const*>(data)[index]);
    });
    return out;
}

inline void putElements(DType type, std::span<int64_t const> from, void* to) noexcept {
    withType(type, [&](auto sample) {
        using T = decltype(sample);
        if constexpr (std::is_integral_v<T>)
            for (size_t i = 0; i < from.size(); ++i)
                static_cast<T*>(to)[i] = static_cast<T>(from[i]);
    });
}

inline int64_t countOf(std::vector<int64_t> const& dims) noexcept {
    int64_t count = 1;
    for (int64_t d : dims)
        count *= d;
    return count;
}

inline std::string shapeText(std::span<int64_t const> dims) {
    return dims.empty() ? "scalar" : fmt::format("{}", fmt::join(dims, "x"));
}

inline bool fits(std::vector<DimRange> const& ranges, std::span<int64_t const> dims) noexcept {
    return std::equal(ranges.begin(), ranges.end(), dims.begin(), dims.end(),
                      [](DimRange const& r, int64_t d) { return r.min <= d && d <= r.max; });
}

} // namespace tenon::runtime
