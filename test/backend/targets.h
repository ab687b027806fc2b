// SPDX-License-Identifier: Apache-2.0
// Runs a check on every instruction set that this CPU has, and data whose fp32 sums are exact.
#pragma once

#include "backend/cpu/simd_targets.h"
// After the list of targets.
#include <hwy/targets.h>

#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace tenon::test {

/// Calls check() once per instruction set, with the kernels' dispatch fixed to it.
template <class Check>
void onEveryTarget(Check&& check) {
    for (int64_t const target : hwy::SupportedAndGeneratedTargets()) {
        SCOPED_TRACE(hwy::TargetName(target));
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        check();
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

/// Whole numbers from -4 to 4: sums of fewer than a million products are exact in any order, so results are compared
/// with ==.
inline std::vector<float> wholeNumbers(int64_t count, uint32_t seed) {
    std::minstd_rand random(seed + 1);
    std::vector<float> values(static_cast<size_t>(count));
    for (float& value : values)
        value = static_cast<float>(static_cast<int>(random() >> 8) % 9 - 4);
    return values;
}

/// Fails with the first place where two buffers differ.
inline void expectSame(std::vector<float> const& got, std::vector<float> const& wanted) {
    ASSERT_EQ(got.size(), wanted.size());
    for (size_t i = 0; i < got.size(); ++i)
        ASSERT_EQ(got[i], wanted[i]) << "at " << i << " of " << got.size();
}

} // namespace tenon::test
