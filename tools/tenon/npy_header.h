// SPDX-License-Identifier: Apache-2.0
// The header of an .npy file: the text of a Python dict with three entries.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::cli {

struct NpyHeader {
    std::string descr; ///< byte order, kind and size of an element: "<f4"
    bool fortranOrder = false;
    std::vector<int64_t> shape;
};

/// Throws Error kArrayFile. `what` names the file.
NpyHeader parseNpyHeader(std::string_view text, std::string const& what);

} // namespace tenon::cli
