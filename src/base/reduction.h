// SPDX-License-Identifier: Apache-2.0
// How an update meets the element that is there already: the reductions of the scatter operators.
#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

namespace tenon {

enum class Reduction : uint8_t { kNone, kAdd, kMul, kMax, kMin };

inline constexpr std::string_view kReductionNames[] = {"none", "add", "mul", "max", "min"};

inline std::string_view nameOf(Reduction r) noexcept {
    auto const i = static_cast<size_t>(r);
    return i < std::size(kReductionNames) ? kReductionNames[i] : "";
}

inline std::optional<Reduction> reductionFromName(std::string_view name) noexcept {
    for (size_t i = 0; i < std::size(kReductionNames); ++i)
        if (kReductionNames[i] == name)
            return static_cast<Reduction>(i);
    return std::nullopt;
}

/// In the type of the elements; kMax and kMin pass a NaN on.
template <class T>
T meet(Reduction r, T old, T update) noexcept {
    switch (r) {
    case Reduction::kAdd:
        return static_cast<T>(old + update);
    case Reduction::kMul:
        return static_cast<T>(old * update);
    case Reduction::kMax:
        return old < update || update != update ? update : old;
    case Reduction::kMin:
        return update < old || update != update ? update : old;
    case Reduction::kNone:
        break;
    }
    return update;
}

} // namespace tenon
