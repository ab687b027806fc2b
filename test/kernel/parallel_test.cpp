// SPDX-License-Identifier: Apache-2.0
#include "kernel/parallel.h"

#include <atomic>
#include <filesystem>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace tenon {
namespace {

/// Sets the limit for one test.
struct Limit {
    explicit Limit(int count) : before(threads()) { setThreads(count); }
    ~Limit() { setThreads(before); }
    int before;
};

std::ptrdiff_t threadsOfProcess() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
}

/// Every index once, in ranges that begin at multiples of the grain.
bool covers(int64_t n, int64_t grain) {
    std::vector<std::atomic<int>> seen(static_cast<size_t>(n));
    std::atomic<bool> aligned{true};
    parallelFor(n, grain, [&](int64_t begin, int64_t end) {
        if (begin % grain != 0)
            aligned = false;
        for (int64_t i = begin; i < end; ++i)
            ++seen[static_cast<size_t>(i)];
    });
    for (auto const& count : seen)
        if (count != 1)
            return false;
    return aligned;
}

TEST(Parallel, CoversEveryIndexOnce) {
    for (int count : {1, 2, 5}) {
        Limit const limit(count);
        for (int64_t n : {0, 1, 2, 7, 64, 1000, 4097})
            for (int64_t grain : {1, 3, 64, 5000})
                EXPECT_TRUE(covers(n, grain)) << n << " " << grain << " " << count;
    }
}

TEST(Parallel, ManyShortJobsInARow) {
    Limit const limit(4);
    std::atomic<int64_t> total{0};
    for (int i = 0; i < 20000; ++i)
        parallelFor(8, 1, [&](int64_t begin, int64_t end) { total += end - begin; });
    EXPECT_EQ(total, 20000 * 8);
}

TEST(Parallel, InsideParallelWorkRunsOnTheSameThread) {
    Limit const limit(4);
    std::atomic<bool> same{true};
    parallelFor(16, 1, [&](int64_t, int64_t) {
        auto const me = std::this_thread::get_id();
        parallelFor(16, 1, [&](int64_t, int64_t) {
            if (std::this_thread::get_id() != me)
                same = false;
        });
    });
    EXPECT_TRUE(same);
}

TEST(Parallel, ThreadsStayBelowTheLimitForAnyNumberOfCallers) {
    Limit const limit(3);
    std::thread([] {}).join(); // a sanitizer starts a thread of its own with the first one
    auto const before = threadsOfProcess();
    std::atomic<std::ptrdiff_t> most{0};
    std::vector<std::thread> callers;
    for (int c = 0; c < 6; ++c)
        callers.emplace_back([&] {
            for (int i = 0; i < 200; ++i)
                EXPECT_TRUE(covers(100, 1));
            auto now = threadsOfProcess();
            for (auto seen = most.load(); now > seen && !most.compare_exchange_weak(seen, now);) {
            }
        });
    for (auto& caller : callers)
        caller.join();
    EXPECT_LE(most, before + 6 + 2); // the callers, and two workers
}

TEST(Parallel, AForkedChildHasItsOwnWorkers) {
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "ThreadSanitizer does not follow threads that are started after a fork";
#endif
    Limit const limit(3);
    ASSERT_TRUE(covers(1000, 1));
    pid_t const child = fork();
    if (child == 0)
        _exit(covers(1000, 1) && threads() == 3 ? 0 : 1);
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_TRUE(covers(1000, 1));
}

} // namespace
} // namespace tenon
