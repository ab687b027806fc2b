// SPDX-License-Identifier: Apache-2.0
// Who asks for memory is told rightly: this program has the command's malloc, except under sanitizers.
#include "alloc_count.h"

#include <cstdlib>
#include <dnnl.h>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

namespace tenon::cli {
namespace {

/// Keeps the optimiser from leaving an allocation out.
void keep(void* pointer) {
    asm volatile("" : : "g"(pointer) : "memory");
}

template <class F>
AllocationCounts counted(F&& call) {
    startCounting();
    call();
    return stopCounting().value_or(AllocationCounts{});
}

TEST(Allocations, AreSeenOnlyWithTheHook) {
    startCounting();
    EXPECT_EQ(stopCounting().has_value(), hook::linked);
}

TEST(Allocations, OursAreCounted) {
    if (!hook::linked)
        GTEST_SKIP() << "sanitizers bring a malloc of their own";
    EXPECT_EQ(counted([] {}).ours, 0U);
    AllocationCounts const plain = counted([] {
        void* const memory = std::malloc(100);
        keep(memory);
        std::free(memory);
        std::vector<int> numbers(10);
        keep(numbers.data());
        void* const aligned = std::aligned_alloc(64, 128);
        keep(aligned);
        std::free(aligned);
    });
    EXPECT_EQ(plain.ours, 3U);
    EXPECT_EQ(plain.libraries, 0U);
}

TEST(Allocations, WhatTheCppLibraryAllocatesForUsIsOurs) {
    if (!hook::linked)
        GTEST_SKIP() << "sanitizers bring a malloc of their own";
    std::string text(10, 'x');
    AllocationCounts const grown = counted([&] {
        text.append(1000, 'y'); // grows inside libstdc++
        keep(text.data());
    });
    EXPECT_EQ(grown.ours, 1U);
    EXPECT_EQ(grown.libraries, 0U);
    AllocationCounts const other = counted([] { std::thread([] { keep(std::string(100, 'x').data()); }).join(); });
    EXPECT_GE(other.ours, 2U); // the thread's state, and the string in it
}

TEST(Allocations, ThoseOfOneDnnAreNot) {
    if (!hook::linked)
        GTEST_SKIP() << "sanitizers bring a malloc of their own";
    dnnl_engine_t engine = nullptr;
    AllocationCounts const made = counted([&] { ASSERT_EQ(dnnl_engine_create(&engine, dnnl_cpu, 0), dnnl_success); });
    EXPECT_GE(made.libraries, 1U);
    EXPECT_EQ(made.ours, 0U);
    dnnl_engine_destroy(engine);
}

} // namespace
} // namespace tenon::cli
