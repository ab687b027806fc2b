// SPDX-License-Identifier: Apache-2.0
// The instruction sets of the processor that this process runs on, by the names that Linux prints in /proc/cpuinfo.
// TENON_CPU_FEATURES_MASK (names joined by commas) hides some, to test what happens on a lesser machine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tenon {

/// Present and not hidden, from the oldest to the newest. Reads the environment at each call.
std::vector<std::string> cpuFeatures();
/// Those of `wanted` that are absent.
std::vector<std::string> missingCpuFeatures(std::vector<std::string> const& wanted);

} // namespace tenon
