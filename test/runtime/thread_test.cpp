// SPDX-License-Identifier: Apache-2.0
// Contexts and threads: any number of each, one pool, and nothing allocated once shapes are prepared.
#include "kernel/parallel.h"
#include "plans/make.h"
#include "runtime/context.h"
#include "runtime/ops.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#ifdef TENON_COUNTS_ALLOCS
#include "alloc_count.h"
#endif

using namespace tenon;
using namespace tenon::runtime;
using test::Maker;

namespace {

/// x[n] spread over threads, then scaled; n from 1 to 4096.
plan::Plan spreadPlan() {
    plan::Plan plan = test::emptyPlan();
    Maker m(plan);
    Slot const n = m.symbol("n");
    int32_t const x = m.input("x", DType::kF32, {n}, {{1, 64, 4096}});
    m.bind(n, x, 0);
    int32_t const a = m.arena("a", DType::kF32, {n}, 4096 * 4);
    int32_t const y = m.output("y", DType::kF32, {n});
    m.step("test_spread", NoAttrs{}, {x}, {a});
    m.step("test_scale", NoAttrs{}, {a}, {y}, "test_scale.any");
    m.finish();
    return plan;
}

struct User {
    User(std::shared_ptr<Engine> const& engine, int64_t n) : context(engine), x(static_cast<size_t>(n)), y(x.size()) {
        int64_t const dims[] = {n};
        context.setInputShape("x", dims);
        context.setAddress("x", x.data());
        context.setAddress("y", y.data());
    }
    bool once(float value) {
        std::fill(x.begin(), x.end(), value);
        context.run();
        return std::all_of(y.begin(), y.end(), [&](float v) { return v == 2 * value; });
    }
    Context context;
    std::vector<float> x, y;
};

std::ptrdiff_t threadsOfProcess() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator());
}

struct Limit {
    explicit Limit(int count) : before(threads()) { setThreads(count); }
    ~Limit() { setThreads(before); }
    int before;
};

} // namespace

TEST(Threads, ManyContextsOfOneEngine) {
    Limit const limit(3);
    auto const engine = Engine::make(spreadPlan(), test::testTable());
    std::thread([] {}).join(); // a sanitizer starts a thread of its own with the first one
    std::ptrdiff_t const before = threadsOfProcess();
    std::atomic<bool> good{true};
    std::vector<std::ptrdiff_t> seen(4);
    std::vector<std::thread> users;
    for (int t = 0; t < 4; ++t)
        users.emplace_back([&, t] {
            std::vector<std::unique_ptr<User>> runs;
            for (int c = 0; c < 4; ++c)
                runs.push_back(std::make_unique<User>(engine, 100 + 7 * c + t));
            for (int i = 0; i < 200; ++i)
                good = good && runs[static_cast<size_t>(i % 4)]->once(static_cast<float>(i + t));
            seen[static_cast<size_t>(t)] = threadsOfProcess();
        });
    for (std::thread& u : users)
        u.join();
    EXPECT_TRUE(good);
    std::ptrdiff_t most = *std::max_element(seen.begin(), seen.end());
#if defined(__SANITIZE_THREAD__)
    --most; // one of the sanitizer's own, which it starts with the first thread
#endif
    EXPECT_LE(most - before - 4, threads() - 1) << "beyond the threads that call";
}

TEST(Threads, ContextsOnStreams) {
    Limit const limit(2);
    auto const engine = Engine::make(spreadPlan(), test::testTable());
    Stream first(2), second(8);
    User a(engine, 500), b(engine, 700);
    std::fill(a.x.begin(), a.x.end(), 3.0f);
    std::fill(b.x.begin(), b.x.end(), 4.0f);
    for (int i = 0; i < 100; ++i) {
        ASSERT_TRUE(a.context.enqueue(&first));
        ASSERT_TRUE(b.context.enqueue(&second));
        ASSERT_TRUE(a.context.enqueue(&second)); // one context on two streams: its runs take turns
    }
    first.synchronize();
    second.synchronize();
    EXPECT_EQ(a.y[499], 6.0f);
    EXPECT_EQ(b.y[699], 8.0f);
}

TEST(Threads, ContextWaitsForItsQueuedRuns) {
    auto const engine = Engine::make(spreadPlan(), test::testTable());
    Stream stream;
    std::vector<float> x(4096, 1), y(4096);
    {
        Context c(engine);
        int64_t const dims[] = {4096};
        c.setInputShape("x", dims);
        c.setAddress("x", x.data());
        c.setAddress("y", y.data());
        for (int i = 0; i < 30; ++i)
            ASSERT_TRUE(c.enqueue(&stream));
    }
    EXPECT_EQ(y[4095], 2.0f);
}

TEST(Threads, AForkedChildRuns) {
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "TSAN does not follow threads that a forked child starts";
#endif
    Limit const limit(3);
    User r(Engine::make(spreadPlan(), test::testTable()), 3000);
    ASSERT_TRUE(r.once(1));
    pid_t const child = fork();
    if (child == 0) {
        alarm(60); // a child that hangs is a failure, too
        _exit(r.once(5) && r.once(6) ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST(Allocations, NoneOnceShapesArePrepared) {
#ifdef TENON_COUNTS_ALLOCS
    plan::Plan plan = test::emptyPlan();
    Maker m(plan);
    Slot const n = m.symbol("n");
    int32_t const x = m.input("x", DType::kF32, {n}, {{1, 64, 4096}});
    int32_t const go = m.input("go", DType::kBool, {}, {});
    int32_t const trips = m.input("trips", DType::kI64, {}, {});
    m.bind(n, x, 0);
    int32_t const a = m.arena("a", DType::kF32, {n}, 4096 * 4);
    int32_t const b = m.arena("b", DType::kF32, {n}, 4096 * 4);
    int32_t const c = m.arena("c", DType::kF32, {n}, 4096 * 4);
    int32_t const d = m.alias("d", DType::kF32, {n}, c);
    int32_t const y = m.output("y", DType::kF32, {n});
    m.step("test_spread", NoAttrs{}, {x}, {a});
    m.step("test_scale", NoAttrs{}, {a}, {b}, "test_scale.fixed");
    m.control("if", NoAttrs{}, {go, b}, {c}, {1, 2});
    m.control("loop", NoAttrs{}, {trips, go, d}, {y}, {3});
    m.finish();
    for (int branch = 0; branch < 2; ++branch) {
        Maker inner(plan, "branch");
        Slot const k = inner.symbol("k");
        int32_t const p = inner.param("p", DType::kF32, {k});
        inner.bind(k, p, 0);
        inner.block().captures = 1;
        int32_t const q = inner.arena("q", DType::kF32, {k}, 4096 * 4);
        inner.step("test_scale", NoAttrs{}, {p}, {q}, "test_scale.any");
        inner.results({q});
        inner.finish();
    }
    Maker body(plan, "body");
    Slot const k = body.symbol("k");
    body.param("turn", DType::kI64, {});
    int32_t const again = body.param("again", DType::kBool, {});
    int32_t const p = body.param("p", DType::kF32, {k});
    body.bind(k, p, 0);
    int32_t const q = body.arena("q", DType::kF32, {k}, 4096 * 4);
    body.step("test_scale", NoAttrs{}, {p}, {q}, "test_scale.any");
    body.results({again, q});
    body.finish();

    User r(Engine::make(plan, test::testTable()), 100);
    bool yes = true;
    int64_t turns = 3;
    r.context.setAddress("go", &yes);
    r.context.setAddress("trips", &turns);
    std::fill(r.x.begin(), r.x.end(), 1.0f);
    Stream stream(4);
    auto round = [&](int i) {
        yes = i % 2 == 0;
        r.context.setProfiler(i % 3 == 0);
        int64_t const dims[] = {100 - i % 2}; // two shapes, both prepared
        r.context.setInputShape("x", dims);
        ASSERT_TRUE(r.context.enqueue());
        ASSERT_EQ(r.y[0], yes ? 32.0f : 4.0f);
        ASSERT_TRUE(r.context.enqueue(&stream));
        stream.synchronize();
    };
    for (int i = 0; i < 12; ++i)
        round(i);
    cli::startCounting(); // in all threads: the stream's, too
    for (int i = 0; i < 100; ++i)
        round(i);
    auto const counts = cli::stopCounting();
    ASSERT_TRUE(counts);
    EXPECT_EQ(counts->ours, 0u);
    EXPECT_EQ(counts->libraries, 0u);
    cli::startCounting(); // the counter counts
    auto const some = std::make_unique<std::vector<int>>(100);
    EXPECT_EQ(cli::stopCounting()->ours, 2u);
#else
    GTEST_SKIP() << "a sanitizer replaces malloc";
#endif
}
