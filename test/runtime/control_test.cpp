// SPDX-License-Identifier: Apache-2.0
// Hand-written plans with blocks: every one is written to bytes and read back before it runs.
#include "kernel/evaluate.h"
#include "plans/make.h"
#include "runtime/context.h"
#include "runtime/ops.h"

#include <cstring>
#include <filesystem>
#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::runtime;
using test::Maker;

namespace {

Type anyTensor(DType type = DType::kF32) {
    return Type::tensor(type, std::nullopt);
}

Box boxOf(std::vector<int64_t> dims, std::vector<float> elements) {
    Box box;
    box.setTensor(DType::kF32, dims);
    if (!elements.empty())
        std::memcpy(box.data(), elements.data(), elements.size() * sizeof(float));
    return box;
}

std::vector<float> floatsOf(Box const& box) {
    auto const* p = reinterpret_cast<float const*>(box.data());
    return {p, p + box.elements()};
}

struct LoopRun {
    explicit LoopRun(std::shared_ptr<Engine> const& engine) : context(engine) {
        context.setAddress("trips", &trips);
        context.setAddress("go", &go);
        context.setAddress("limit", &limit);
        context.setAddress("count", &count);
        context.setInput("start", boxOf({1}, {100}));
    }
    Context context;
    int64_t trips = 3;
    bool go = true;
    float limit = 1e9f, count = -1;
};

} // namespace

TEST(If, BranchesOfUnequalRank) {
    Context c(test::loaded(test::ifPlan(), builtinTable()));
    float x[3] = {1, 2, 3};
    bool condition = true;
    c.setAddress("c", &condition);
    c.setAddress("x", x);
    for (int i = 0; i < 4; ++i) {
        condition = i % 2 == 0;
        c.run();
        Box const& y = c.output("y");
        if (condition) {
            EXPECT_EQ(y.dims, (std::vector<int64_t>{3}));
            EXPECT_EQ(floatsOf(y), (std::vector<float>{2, 4, 6}));
        } else {
            EXPECT_EQ(y.dims, (std::vector<int64_t>{2, 3}));
            EXPECT_EQ(floatsOf(y), (std::vector<float>{1, 2, 3, 1, 2, 3}));
        }
    }
}

TEST(Loop, CarriedValueGrows) {
    LoopRun r(test::loaded(test::loopPlan(true), builtinTable()));
    for (int i = 0; i < 2; ++i) {
        r.context.run();
        EXPECT_EQ(floatsOf(r.context.output("grown")), (std::vector<float>{100, 1, 2, 3}));
        EXPECT_EQ(r.count, 3.0f);
        EXPECT_EQ(r.context.output("all").dims, (std::vector<int64_t>{3, 1}));
        EXPECT_EQ(floatsOf(r.context.output("all")), (std::vector<float>{1, 2, 3}));
    }
    r.trips = 1;
    r.context.run();
    EXPECT_EQ(floatsOf(r.context.output("grown")), (std::vector<float>{100, 1}));
}

TEST(Loop, NoTurns) {
    LoopRun r(test::loaded(test::loopPlan(true), builtinTable()));
    r.trips = 0;
    r.context.run();
    EXPECT_EQ(floatsOf(r.context.output("grown")), (std::vector<float>{100}));
    EXPECT_EQ(r.count, 0.0f);
    EXPECT_EQ(r.context.output("all").dims, (std::vector<int64_t>{0, 1}));
    r.trips = 3;
    r.go = false;
    r.context.run();
    EXPECT_EQ(r.context.output("all").dims, (std::vector<int64_t>{0, 1}));
}

TEST(Loop, ConditionEndsIt) {
    for (bool withTrips : {true, false}) {
        LoopRun r(test::loaded(test::loopPlan(withTrips), builtinTable()));
        r.trips = INT64_MAX;
        r.limit = 1000;
        r.context.run();
        EXPECT_EQ(r.count, 1000.0f);
        EXPECT_EQ(r.context.output("grown").dims, (std::vector<int64_t>{1001}));
        EXPECT_EQ(floatsOf(r.context.output("grown")).back(), 1000.0f);
    }
}

TEST(Loop, CarriedValuesThatChangePlaces) {
    plan::Plan plan = test::emptyPlan();
    Maker m(plan);
    Slot const two = m.number(2);
    int32_t const trips = m.input("trips", DType::kI64, {}, {});
    int32_t const a = m.input("a", DType::kF32, {two}, {{2, 2, 2}});
    int32_t const b = m.input("b", DType::kF32, {two}, {{2, 2, 2}});
    int32_t const x = m.output("x", DType::kF32, {two});
    int32_t const y = m.output("y", DType::kF32, {two});
    m.control("loop", NoAttrs{}, {trips, -1, a, b}, {x, y}, {1});
    m.finish();
    Maker body(plan, "body");
    Slot const n = body.number(2);
    body.param("turn", DType::kI64, {});
    int32_t const condition = body.param("condition", DType::kBool, {});
    int32_t const p = body.param("p", DType::kF32, {n});
    int32_t const q = body.param("q", DType::kF32, {n});
    body.results({condition, q, p});
    body.finish();
    Context c(test::loaded(plan, builtinTable()));
    float av[2] = {1, 2}, bv[2] = {3, 4}, xv[2], yv[2];
    int64_t t = 3;
    c.setAddress("trips", &t);
    c.setAddress("a", av);
    c.setAddress("b", bv);
    c.setAddress("x", xv);
    c.setAddress("y", yv);
    c.run();
    EXPECT_EQ(xv[0], 3);
    EXPECT_EQ(yv[1], 2);
}

TEST(Loop, NothingCarried) {
    plan::Plan plan = test::emptyPlan();
    Maker m(plan);
    int32_t const trips = m.input("trips", DType::kI64, {}, {});
    int32_t const turns = m.box("turns", anyTensor(DType::kI64));
    m.control("loop", NoAttrs{}, {trips, -1}, {turns}, {1});
    m.outputOf("turns", turns);
    m.finish();
    Maker body(plan, "body");
    int32_t const turn = body.param("turn", DType::kI64, {});
    int32_t const condition = body.param("condition", DType::kBool, {});
    body.results({condition, turn});
    body.finish();
    Context c(test::loaded(plan, builtinTable()));
    int64_t t = 5;
    c.setAddress("trips", &t);
    c.run();
    Box const& out = c.output("turns");
    EXPECT_EQ(out.dims, (std::vector<int64_t>{5}));
    auto const* p = reinterpret_cast<int64_t const*>(out.data());
    EXPECT_EQ(std::vector<int64_t>(p, p + 5), (std::vector<int64_t>{0, 1, 2, 3, 4}));
}

TEST(Loop, FailureInsideNamesTheStep) {
    LoopRun r(test::loaded(test::loopPlan(true), builtinTable()));
    r.context.setInput("start", boxOf({1, 1}, {100})); // rank 2 does not join with rank 1
    ASSERT_FALSE(r.context.enqueue());
    std::optional<Error> const e = r.context.takeError();
    ASSERT_TRUE(e);
    EXPECT_EQ(e->where().node, "concat_1");
    EXPECT_EQ(e->where().op, "concat");
    r.context.setInput("start", boxOf({1}, {100}));
    r.context.run();
    EXPECT_EQ(r.count, 3.0f);
}

TEST(Scan, BothDirectionsAndAxes) {
    Context c(test::loaded(test::scanPlan(), builtinTable()));
    float s[2] = {10, 20}, xs[6] = {1, 2, 3, 4, 5, 6}, l[2], out[6];
    c.setAddress("start", s);
    c.setAddress("x", xs);
    c.setAddress("last", l);
    c.setAddress("sums", out);
    c.run();
    EXPECT_EQ(std::vector<float>(l, l + 2), (std::vector<float>{16, 35}));
    // Columns are added from the last to the first, and stand in the order of the columns again.
    EXPECT_EQ(std::vector<float>(out, out + 6), (std::vector<float>{16, 15, 13, 35, 31, 26}));
}

TEST(SequenceMap, MapsEveryElement) {
    Context c(test::loaded(test::sequenceMapPlan(), builtinTable()));
    Box sequence;
    sequence.kind = Kind::kSequence;
    sequence.items.push_back(boxOf({2}, {1, 2}));
    sequence.items.push_back(boxOf({0}, {}));
    c.setInput("list", sequence);
    float tailValue = 9;
    c.setAddress("more", &tailValue);
    for (int i = 0; i < 2; ++i) {
        c.run();
        Box const& y = c.output("out");
        ASSERT_EQ(y.items.size(), 2u);
        EXPECT_EQ(floatsOf(y.items[0]), (std::vector<float>{1, 2, 9}));
        EXPECT_EQ(floatsOf(y.items[1]), (std::vector<float>{9}));
    }
}

TEST(Sequences, WithLoopAndIfFromAFile) {
    std::string const path = testing::TempDir() + "sequence.engine";
    plan::writePlan(test::sequencePlan(), path);
    Context context(Engine::load(path, builtinTable()));
    int64_t trips = 2;
    bool vector = true;
    float x[3] = {1, 2, 3};
    context.setAddress("trips", &trips);
    context.setAddress("c", &vector);
    context.setAddress("x", x);
    context.run();
    EXPECT_EQ(floatsOf(context.output("y")), (std::vector<float>{1, 2, 3, 2, 4, 6, 2, 4, 6}));
    EXPECT_EQ(context.output("y").dims, (std::vector<int64_t>{9}));
    vector = false;
    trips = 1;
    context.run();
    EXPECT_EQ(floatsOf(context.output("y")), (std::vector<float>{1, 2, 3, 2, 4, 6}));
    EXPECT_EQ(context.output("y").dims, (std::vector<int64_t>{2, 3}));
    std::filesystem::remove(path);
}
