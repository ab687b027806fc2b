// SPDX-License-Identifier: Apache-2.0
// The text of --shapes and its relatives: NAME:1x3x224x224,"a name":4,NAME:scalar. Items are joined by commas; the last
// colon of an item separates the name from the numbers; a name that holds a comma or begins with a quote stands in
// quotes, a quote inside it is doubled. The numbers are dims, or the elements of an input that shapes are computed
// from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::cli {

struct ShapeItem {
    std::string name;
    std::vector<int64_t> numbers; ///< empty: scalar
    size_t begin = 0;             ///< byte of the text where the name stands, counted from 1
    size_t byte = 0;              ///< the same of the first number

    bool isScalar() const noexcept { return numbers.empty(); }
};

/// Throws Error kShapeText with the column (in characters). `flag` is named in the message ("--shapes").
std::vector<ShapeItem> parseShapes(std::string_view text, std::string_view flag);

/// The error of parseShapes, for a number that is read well but cannot be used: points at a byte of the text, counted
/// from 1.
[[noreturn]] void failShapes(std::string_view text, std::string_view flag, size_t byte, std::string const& what,
                             std::string const& wanted = {});

/// A name as the grammar writes it: in quotes where it needs them.
std::string quotedName(std::string_view name);

} // namespace tenon::cli
