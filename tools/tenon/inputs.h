// SPDX-License-Identifier: Apache-2.0
// The values that a run starts from: files, protobuf folders, random numbers, or the elements that --shapes gives.
#pragma once

#include "args.h"
#include "input_info.h"

#include "kernel/box.h"

#include <vector>

namespace tenon::cli {

/// One value for each input. Throws Error kInputs naming every input without a value, kShapeText, kArrayFile,
/// kFileOpen.
std::vector<Box> gatherInputs(Inputs const& inputs, InputArgs const& args);

/// DIR/input_K.pb for each input, in the model's order.
std::vector<Box> readFolder(std::vector<InputInfo> const& inputs, std::string const& folder);

/// The same numbers for the same seed and name: floating ones in [-1, 1], whole ones and bool 0 or 1 (which fit a mask,
/// an index and a token alike), strings "0" or "1".
Box randomBox(DType type, std::vector<int64_t> const& dims, uint64_t seed, std::string_view name);

} // namespace tenon::cli
