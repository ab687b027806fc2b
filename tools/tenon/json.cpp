// SPDX-License-Identifier: Apache-2.0
#include "json.h"

#include <nlohmann/json.hpp>

namespace tenon::cli {
namespace {

constexpr auto kReplace = nlohmann::json::error_handler_t::replace;

} // namespace

std::string quoteJson(std::string_view text) {
    return nlohmann::json(text).dump(-1, ' ', false, kReplace);
}

std::string indentJson(std::string const& text) {
    return nlohmann::ordered_json::parse(text).dump(1);
}

} // namespace tenon::cli
