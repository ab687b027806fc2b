// SPDX-License-Identifier: Apache-2.0
// What loading and settling check of each step, and how kernels are found: a plan that contradicts its operators never
// runs.
#include "plans/make.h"
#include "runtime/context.h"
#include "runtime/ops.h"

#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::runtime;
using test::errorOf;
using test::Maker;

namespace {

/// x[n, 4] -> scale -> scale -> y; n from 1 to 8.
plan::Plan chain(std::string kernel = "test_scale.any") {
    plan::Plan plan = test::emptyPlan();
    Maker m(plan);
    Slot const n = m.symbol("n"), four = m.number(4);
    int32_t const x = m.input("x", DType::kF32, {n, four}, {{1, 4, 8}, {4, 4, 4}});
    m.bind(n, x, 0);
    int32_t const a = m.arena("a", DType::kF32, {n, four}, 128);
    int32_t const y = m.output("y", DType::kF32, {n, four});
    m.step("test_scale", NoAttrs{}, {x}, {a}, kernel);
    m.step("test_scale", NoAttrs{}, {a}, {y}, kernel);
    m.finish();
    return plan;
}

std::shared_ptr<Engine> engineOf(plan::Plan plan) {
    return Engine::make(std::move(plan), test::testTable());
}

Error loadError(plan::Plan plan) {
    return errorOf([&] { engineOf(std::move(plan)); });
}

struct User {
    User(std::shared_ptr<Engine> const& engine, int64_t n)
        : context(engine), x(static_cast<size_t>(n) * 4, 1.5f), y(x.size(), -1) {
        give(n);
    }
    void give(int64_t n) {
        int64_t const dims[] = {n, 4};
        x.resize(static_cast<size_t>(n) * 4, 1.5f);
        y.assign(x.size(), -1);
        context.setInputShape("x", dims);
        context.setAddress("x", x.data());
        context.setAddress("y", y.data());
    }
    void check() const {
        for (float v : y)
            ASSERT_EQ(v, 6.0f);
    }
    Context context;
    std::vector<float> x, y;
};

} // namespace

TEST(Kernels, OneInstanceForAnyShapeOrOneForEach) {
    User any(engineOf(chain()), 2);
    any.context.run();
    any.check();
    int const before = test::fixedMade();
    User fixed(engineOf(chain("test_scale.fixed")), 2);
    for (int64_t n : {2, 3, 2, 3, 8}) {
        fixed.give(n);
        fixed.context.run();
        fixed.check();
    }
    EXPECT_EQ(test::fixedMade() - before, 2 * 3) << "two steps, three shapes";
}

TEST(Kernels, AFallbackTakesThePlaceOfOneThatIsMissing) {
    plan::Plan plan = chain("test_scale.of_the_future");
    Error const refused = loadError(plan);
    EXPECT_EQ(refused.id(), Message::kKernelMissing);
    EXPECT_NE(refused.summary().find("test_scale.of_the_future"), std::string::npos);
    EXPECT_EQ(refused.where().node, "test_scale_0");
    for (plan::Step& s : plan.blocks[0].steps)
        s.choices[0].fallbacks = {"test_scale.fixed", "test_scale.any"};
    auto const engine = engineOf(std::move(plan));
    ASSERT_EQ(engine->warnings().size(), 2u);
    EXPECT_NE(engine->warnings()[0].find("test_scale.fixed"), std::string::npos);
    EXPECT_EQ(engine->steps(0)[0].kernel, "test_scale.fixed");
    User r(engine, 3); // it needs workspace that the plan did not give it
    r.context.run();
    r.check();
}

TEST(Loading, RefusesWhatDoesNotFitTheOperator) {
    std::pair<char const*, std::function<void(plan::Plan&)>> const changes[] = {
        {"operator", [](plan::Plan& p) { p.blocks[0].steps[0].op = "nothing"; }},
        {"kernel of another operator", [](plan::Plan& p) { p.blocks[0].steps[0].choices[0].kernel = "test_fail.ref"; }},
        {"tactic", [](plan::Plan& p) { p.blocks[0].steps[0].choices[0].tactic = 3; }},
        {"attributes", [](plan::Plan& p) { p.blocks[0].steps[0].attrs.resize(5); }},
        {"operands", [](plan::Plan& p) { p.blocks[0].steps[0].inputs = {0, 0}; }},
        {"operand absent", [](plan::Plan& p) { p.blocks[0].steps[0].inputs = {-1}; }},
        {"element type", [](plan::Plan& p) { p.blocks[0].values[0].type.dtype = DType::kI32; }},
        {"result type", [](plan::Plan& p) { p.blocks[0].values[1].type.dtype = DType::kI32; }},
        {"layout", [](plan::Plan& p) { p.blocks[0].values[1].layout = Layout::nhwc(2); }},
        {"epilogue", [](plan::Plan& p) { p.blocks[0].steps[0].epilogue = Epilogue{{{DType::kI32}, {}}, 1}; }},
    };
    for (auto const& [name, change] : changes) {
        plan::Plan plan = chain();
        change(plan);
        EXPECT_NE(loadError(std::move(plan)).id(), Message{}) << name;
    }
}

TEST(Settling, RefusesDimsThatInferDoesNotGive) {
    plan::Plan plan = chain();
    plan.blocks[0].values[1].dims[1] = plan.blocks[0].values[1].dims[0]; // [n, n] where [n, 4] is made
    User r(engineOf(plan), 4);
    r.context.run(); // n = 4: no harm
    r.give(3);
    Error const e = errorOf([&] { r.context.run(); });
    EXPECT_EQ(e.id(), Message::kStepShape);
    EXPECT_EQ(e.wantedText(), "3x3");
    EXPECT_EQ(e.givenText(), "3x4");
}

TEST(Settling, RefusesMemoryThatIsTooSmall) {
    plan::Plan plan = chain();
    plan.profiles[0].arenaBytes = 64;
    User r(engineOf(plan), 4);
    r.context.run(); // 64 bytes
    r.give(5);
    EXPECT_EQ(errorOf([&] { r.context.run(); }).id(), Message::kSizeRange);
}

TEST(Settling, MemoryIsOverwrittenOnlyWhereTheKernelAllows) {
    auto three = [](std::string kernel, int64_t offset) {
        plan::Plan plan = test::emptyPlan();
        Maker m(plan);
        Slot const n = m.number(32);
        int32_t const x = m.input("x", DType::kF32, {n}, {{32, 32, 32}});
        int32_t const a = m.arena("a", DType::kF32, {n}, 128);
        int32_t const b = m.arena("b", DType::kF32, {n}, 128);
        plan.blocks[0].values[static_cast<size_t>(b)].offsets[0] = offset;
        int32_t const y = m.output("y", DType::kF32, {n});
        m.step("test_scale", NoAttrs{}, {x}, {a}, kernel);
        m.step("test_scale", NoAttrs{}, {a}, {b}, kernel);
        m.step("test_scale", NoAttrs{}, {b}, {y}, kernel);
        m.finish();
        Context c(engineOf(plan));
        c.inferShapes();
    };
    EXPECT_NO_THROW(three("test_scale.any", 0));
    EXPECT_EQ(errorOf([&] { three("test_scale.any", 64); }).id(), Message::kStepShape);
    EXPECT_EQ(errorOf([&] { three("test_scale.ref", 0); }).id(), Message::kStepShape);
    EXPECT_NO_THROW(three("test_scale.ref", 128));
}

TEST(Running, AFailureNamesItsStepAndOrigins) {
    plan::Plan plan = test::emptyPlan();
    Maker m(plan);
    int32_t const x = m.input("x", DType::kF32, {m.number(1)}, {{1, 1, 1}});
    int32_t const y = m.output("y", DType::kF32, {0});
    m.step("test_fail", NoAttrs{}, {x}, {y}).origins = {"Conv_3", "Relu_4"};
    m.finish();
    Context c(engineOf(plan));
    float v = 0;
    c.setAddress("x", &v);
    c.setAddress("y", &v);
    for (int i = 0; i < 2; ++i) {
        Stream stream;
        EXPECT_EQ(c.enqueue(i == 0 ? nullptr : &stream), i == 1);
        stream.synchronize();
        std::optional<Error> const e = c.takeError();
        ASSERT_TRUE(e);
        EXPECT_EQ(e->id(), Message::kIndexRange);
        EXPECT_EQ(e->summary(), "index 7 is not there");
        EXPECT_EQ(e->where().node, "test_fail_0 (from Conv_3, Relu_4)");
        EXPECT_EQ(e->where().op, "test_fail");
        EXPECT_FALSE(c.takeError());
    }
}

TEST(Running, StepsAreTimedOnRequest) {
    User r(engineOf(chain()), 2);
    r.context.setProfiler(true);
    r.context.run();
    ASSERT_EQ(r.context.stepTimes().size(), 2u);
    EXPECT_EQ(r.context.stepTimes()[1].step->step->name, "test_scale_1");
    EXPECT_EQ(r.context.stepTimes()[1].kernel, "test_scale.any");
    EXPECT_GT(r.context.stepTimes()[0].microseconds, 0);
}

TEST(Loading, ChecksTheProcessor) {
    plan::Plan plan = chain();
    plan.info.cpuFeatures = {"sse4_1"};
    EXPECT_NO_THROW(engineOf(plan));
    ASSERT_EQ(setenv("TENON_CPU_FEATURES_MASK", "avx2,sse4_1", 1), 0);
    Error const e = loadError(plan);
    EXPECT_EQ(e.id(), Message::kEngineCpu);
    EXPECT_EQ(e.givenText(), "without sse4_1");
    plan.info.portable = true;
    EXPECT_EQ(engineOf(plan)->warnings().size(), 1u);
    unsetenv("TENON_CPU_FEATURES_MASK");
}

TEST(Context, TakesTheCallersArena) {
    auto const engine = engineOf(chain());
    User r(engine, 4);
    std::vector<std::byte> memory(static_cast<size_t>(engine->arenaBytes(0)) + 64);
    void* at = memory.data();
    size_t room = memory.size();
    std::align(64, static_cast<size_t>(engine->arenaBytes(0)), at, room);
    EXPECT_EQ(errorOf([&] { r.context.setArena(at, 10); }).id(), Message::kArenaSize);
    r.context.setArena(at, engine->arenaBytes(0));
    r.context.run();
    r.check();
    r.context.setArena(nullptr, 0);
    r.context.run();
    r.check();
}
