// SPDX-License-Identifier: Apache-2.0
// What flags take besides what their types say. Each gives what is wrong with a value, "" where nothing is.
#pragma once

#include <optional>
#include <string>

namespace tenon::cli {

/// A finite number, 0 or more.
std::string toleranceProblem(std::string const& text);
/// Seconds: more than 0 and at most a million, so that no clock overflows.
std::string timeProblem(std::string const& text);
/// A whole number from 0 that fits into 64 bits.
std::string seedProblem(std::string const& text);
/// NAME[:VERSION[:NAMESPACE]]
std::string creatorProblem(std::string const& text);
/// Its parts; absent where the text has none.
struct CreatorText {
    explicit CreatorText(std::string const& text);
    std::string name;
    std::optional<std::string> version, space;
};

} // namespace tenon::cli
