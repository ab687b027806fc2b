// SPDX-License-Identifier: Apache-2.0
// The generation that an object's creator was compiled for. Enumerators need no translation here: the public headers
// renumber in their inline methods, so the library sees the numbers of level 10 only (include/tenon/nv/level.h). What a
// level still decides is meaning: defaults, and what a call of that generation promises.
#pragma once

#include <cstdint>
#include <optional>

namespace tenon::api {

enum class Level : uint8_t { k8 = 8, k10 = 10, k11 = 11 };

/// From the version that every create function passes: 8601, 101600, 110100. Nothing for a generation that has no
/// headers here.
constexpr std::optional<Level> levelOf(int32_t version) noexcept {
    int32_t const major = version < 10000 ? version / 1000 : version / 10000;
    switch (major) {
    case 8:
        return Level::k8;
    case 10:
        return Level::k10;
    case 11:
        return Level::k11;
    default:
        return std::nullopt;
    }
}

} // namespace tenon::api
