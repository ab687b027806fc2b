// SPDX-License-Identifier: Apache-2.0
#include "values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <optional>

namespace tenon::cli {
namespace {

template <class T>
std::optional<T> numberIn(std::string const& text) {
    T value{};
    auto const [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

} // namespace

std::string toleranceProblem(std::string const& text) {
    auto const value = numberIn<double>(text);
    return value && std::isfinite(*value) && *value >= 0
               ? ""
               : fmt::format("'{}' is no tolerance, which is a number of 0 or more", text);
}

std::string timeProblem(std::string const& text) {
    auto const value = numberIn<double>(text);
    return value && *value > 0 && *value <= 1e6
               ? ""
               : fmt::format("'{}' is no time in seconds, which is more than 0 and at most 1000000", text);
}

std::string seedProblem(std::string const& text) {
    return numberIn<uint64_t>(text)
               ? ""
               : fmt::format("'{}' is no seed, which is a whole number from 0 to {}", text, UINT64_MAX);
}

std::string creatorProblem(std::string const& text) {
    bool const good = !text.empty() && text.front() != ':' && std::count(text.begin(), text.end(), ':') <= 2;
    return good ? "" : fmt::format("'{}' is not NAME[:VERSION[:NAMESPACE]]", text);
}

CreatorText::CreatorText(std::string const& text) {
    size_t const first = text.find(':'), second = first == text.npos ? first : text.find(':', first + 1);
    name = text.substr(0, first);
    if (first != text.npos)
        version = text.substr(first + 1, second == text.npos ? second : second - first - 1);
    if (second != text.npos)
        space = text.substr(second + 1);
}

} // namespace tenon::cli
