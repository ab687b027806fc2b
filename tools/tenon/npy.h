// SPDX-License-Identifier: Apache-2.0
// NumPy's array files. Reads .npy 1.0 to 3.0 (either byte order, either axis order, numbers, bool, U and S strings) and
// .npz with stored or deflated members; writes .npy 1.0 and .npz with stored members. Hostile bytes end in Error
// kArrayFile, and allocate no more than the file's size justifies. NumPy has no bfloat16, 8-bit or 4-bit floats: they
// travel as raw bytes (V2, V1), 4-bit elements one a byte.
#pragma once

#include "base/buffer.h"
#include "kernel/box.h"

#include <string>
#include <utility>
#include <vector>

namespace tenon::cli {

/// Names and values, in the order of the file.
using NamedBoxes = std::vector<std::pair<std::string, Box>>;

/// An array whose elements are raw bytes (V1, V2) is read as u8 or u16 with `raw` set.
struct Array {
    Box box;
    bool raw = false;
};

/// `what` names the file in messages.
Array readNpy(std::span<std::byte const> file, std::string const& what);
std::vector<std::byte> writeNpy(Box const& box);

std::vector<std::pair<std::string, Array>> readNpz(Buffer const& file, std::string const& what);
/// Throws Error kFileWrite, and kNotThereYet for a value that is no tensor.
void writeNpz(std::string const& path, NamedBoxes const& arrays);

} // namespace tenon::cli
