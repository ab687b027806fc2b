// SPDX-License-Identifier: Apache-2.0
// Three generations in one process: this program is of level 10 and links libraries of level 8 and 11. All are compiled
// without optimisation, so that no inline function hides that two of them share a symbol.
#include "use.h"

#include <gtest/gtest.h>
#include <vector>

namespace {

void expectRight(char const* (*use)(char const*, Answer*), uint64_t dimsBytes) {
    Answer a{};
    char const* const failed = use(TENON_HELLO_MODEL, &a);
    ASSERT_EQ(failed, nullptr) << failed;
    EXPECT_EQ(std::vector<float>(a.y, a.y + 4), (std::vector<float>{10, 18, 42, 50}));
    EXPECT_EQ(std::vector<float>(a.parsed, a.parsed + 4), (std::vector<float>{3, 5, 7, 9}));
    EXPECT_EQ(a.extents, 4U);
    EXPECT_EQ(std::vector<int64_t>(a.notified, a.notified + 4), (std::vector<int64_t>{1, 1, 2, 2}));
    EXPECT_EQ(a.dimsBytes, dimsBytes);
    EXPECT_GT(a.layers, 0);
    EXPECT_GT(a.messages, 0);
}

TEST(Levels, EachRunsWithItsOwnDimsInOneProcess) {
    for (int round = 0; round < 2; ++round) {
        expectRight(useLevel8, 36);
        expectRight(useLevel10, 72);
        expectRight(useLevel11, 72);
    }
}

} // namespace
