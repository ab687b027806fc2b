// SPDX-License-Identifier: Apache-2.0
// Every environment variable of Tenon, in one table: `tenon help settings` prints it, and code reads a variable through
// it. A variable that only scripts read stands here too, so that a user finds all of them in one place.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tenon {

struct SettingInfo {
    std::string_view name;     ///< of the environment variable
    std::string_view fallback; ///< what counts when it is unset or empty, in words or as a value
    std::string_view reader;   ///< who reads it
    std::string_view meaning;
};

std::span<SettingInfo const> allSettings() noexcept;

/// The variable's text, "" when it is unset. `name` must be in the table. Reads the environment at each call.
std::string setting(std::string_view name);

/// The folder of TENON_CACHE, else ~/.cache/tenon; "" where there is neither that variable nor HOME.
std::string cacheFolder();

} // namespace tenon
