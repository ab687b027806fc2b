// SPDX-License-Identifier: Apache-2.0
// Runs one case with the reference and with every other kernel that proposes for it, and compares.
#pragma once

#include "cases/case.h"

#include <string>
#include <vector>

namespace tenon::test {

struct Report {
    int kernels = 0;                   ///< pairs of kernel and signature that were run
    std::vector<std::string> failures; ///< one line each
    std::vector<std::string> refusals; ///< kernel: reason
};

/// What each set of operands (Case::inputs, then Case::more) gives by the reference kernel alone, epilogue included.
/// Throws Error where the reference refuses.
std::vector<std::vector<Box>> referenceResults(KernelTable const& table, Case const& c);

/// The operands of set `set`: 0 is Case::inputs.
std::vector<Box const*> operandsOf(Case const& c, size_t set);

/// Empty when `got` agrees with `wanted` within the case's tolerance, else the first difference.
std::string compare(Case const& c, Box const& got, Box const& wanted);

Report checkKernels(KernelTable const& table, Case const& c);

} // namespace tenon::test
