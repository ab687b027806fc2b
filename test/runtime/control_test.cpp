// SPDX-License-Identifier: Apache-2.0
// Hand-written plans with blocks: every one is written to bytes and read back before it runs.
#include "kernel/evaluate.h"
#include "ops/concat/concat.h"
#include "plan/codec.h"
#include "plans/make.h"
#include "runtime/context.h"

#include <cstring>
#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::runtime;
using test::Maker;

namespace {

std::shared_ptr<Engine> engineOf(plan::Plan const& plan) {
    return Engine::load(Buffer::copy(plan::encodePlan(plan)), builtinTable());
}

Attrs row(std::string_view name, std::vector<DType> types) {
    return PointwiseAttributes{rowOf(name, std::move(types))};
}

Attrs concatAxis0() {
    return ops::concat::Attributes{0};
}

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

/// c, x[3] -> y: then x + x as it is, else x joined to itself and to a scalar's row: ranks differ, so y is a box.
plan::Plan ifPlan() {
    plan::Plan plan = test::emptyPlan();
    Maker m(plan);
    Slot const three = m.number(3);
    int32_t const c = m.input("c", DType::kBool, {}, {});
    int32_t const x = m.input("x", DType::kF32, {three}, {{3, 3, 3}});
    int32_t const y = m.box("y", anyTensor());
    m.control("if", NoAttrs{}, {c, x}, {y}, {1, 2});
    m.outputOf("y", y);
    m.finish();
    {
        Maker then(plan, "then");
        Slot const n = then.number(3);
        int32_t const p = then.param("x", DType::kF32, {n});
        then.block().captures = 1;
        int32_t const sum = then.arena("sum", DType::kF32, {n}, 12);
        then.step("pointwise", row("add", {DType::kF32, DType::kF32}), {p, p}, {sum});
        then.results({sum});
        then.finish();
    }
    Maker other(plan, "else");
    Slot const n = other.number(3);
    int32_t const p = other.param("x", DType::kF32, {n});
    other.block().captures = 1;
    Slot const one = other.number(1);
    int32_t const flat = other.alias("row", DType::kF32, {one, n}, p);
    int32_t const two = other.arena("two", DType::kF32, {other.number(2), n}, 24);
    other.step("concat", concatAxis0(), {flat, flat}, {two});
    other.results({two});
    other.finish();
    return plan;
}

/// Loop over a carried box that grows by `x` at every turn; a second carried value counts; one scan output keeps the
/// count.
plan::Plan loopPlan(bool withTrips) {
    plan::Plan plan = test::emptyPlan();
    Maker m(plan);
    Slot const one = m.number(1);
    int32_t const trips = m.input("trips", DType::kI64, {}, {});
    int32_t const go = m.input("go", DType::kBool, {}, {});
    int32_t const limit = m.input("limit", DType::kF32, {one}, {{1, 1, 1}});
    int32_t const start = m.boxInput("start", anyTensor());
    int32_t const zero = m.weight("zero", {1}, {0});
    int32_t const grown = m.box("grown", anyTensor());
    int32_t const count = m.output("count", DType::kF32, {one});
    int32_t const all = m.box("all", anyTensor());
    m.control("loop", NoAttrs{}, {withTrips ? trips : -1, go, start, zero, limit}, {grown, count, all}, {1});
    m.block().results.clear(); // in the order of the outputs below
    plan.io.pop_back();
    plan.blocks[0].values[static_cast<size_t>(count)].ref = static_cast<int32_t>(plan.io.size());
    m.outputOf("count", count);
    m.outputOf("grown", grown);
    m.outputOf("all", all);
    m.finish();
    Maker body(plan, "body");
    Slot const unit = body.number(1);
    body.param("turn", DType::kI64, {});
    body.param("condition", DType::kBool, {});
    int32_t const held = body.boxParam("held", anyTensor());
    int32_t const counted = body.param("counted", DType::kF32, {unit});
    int32_t const bound = body.param("limit", DType::kF32, {unit});
    body.block().captures = 1;
    int32_t const tick = body.weight("tick", {1}, {1});
    int32_t const next = body.arena("next", DType::kF32, {unit}, 4);
    int32_t const longer = body.box("longer", anyTensor());
    int32_t const again = body.arena("again", DType::kBool, {unit}, 1);
    body.step("pointwise", row("add", {DType::kF32, DType::kF32}), {counted, tick}, {next});
    body.step("concat", concatAxis0(), {held, next}, {longer});
    body.step("pointwise", row("lt", {DType::kF32, DType::kF32}), {next, bound}, {again});
    body.results({again, longer, next, next});
    body.finish();
    return plan;
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
    Context c(engineOf(ifPlan()));
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
    LoopRun r(engineOf(loopPlan(true)));
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
    LoopRun r(engineOf(loopPlan(true)));
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
        LoopRun r(engineOf(loopPlan(withTrips)));
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
    Context c(engineOf(plan));
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
    Context c(engineOf(plan));
    int64_t t = 5;
    c.setAddress("trips", &t);
    c.run();
    Box const& out = c.output("turns");
    EXPECT_EQ(out.dims, (std::vector<int64_t>{5}));
    auto const* p = reinterpret_cast<int64_t const*>(out.data());
    EXPECT_EQ(std::vector<int64_t>(p, p + 5), (std::vector<int64_t>{0, 1, 2, 3, 4}));
}

TEST(Loop, FailureInsideNamesTheStep) {
    LoopRun r(engineOf(loopPlan(true)));
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
    plan::Plan plan = test::emptyPlan();
    Maker m(plan);
    Slot const two = m.number(2), three = m.number(3);
    int32_t const start = m.input("start", DType::kF32, {two}, {{2, 2, 2}});
    int32_t const x = m.input("x", DType::kF32, {two, three}, {{2, 2, 2}, {3, 3, 3}});
    int32_t const last = m.output("last", DType::kF32, {two});
    int32_t const sums = m.output("sums", DType::kF32, {two, three});
    ScanAxes const axes{1, {1}, {1}, {-1}, {1}};
    m.control("scan", axes, {start, x}, {last, sums}, {1});
    m.finish();
    Maker body(plan, "body");
    Slot const n = body.number(2);
    int32_t const held = body.param("held", DType::kF32, {n});
    int32_t const slice = body.param("slice", DType::kF32, {n});
    int32_t const sum = body.arena("sum", DType::kF32, {n}, 8);
    body.step("pointwise", row("add", {DType::kF32, DType::kF32}), {held, slice}, {sum});
    body.results({sum, sum});
    body.finish();
    Context c(engineOf(plan));
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
    plan::Plan plan = test::emptyPlan();
    Maker m(plan);
    int32_t const list = m.boxInput("list", Type::sequence(anyTensor()));
    int32_t const more = m.input("more", DType::kF32, {m.number(1)}, {{1, 1, 1}});
    int32_t const out = m.box("out", Type::sequence(anyTensor()));
    m.control("sequence_map", NoAttrs{}, {list, more}, {out}, {1});
    m.outputOf("out", out);
    m.finish();
    Maker body(plan, "body");
    int32_t const item = body.boxParam("item", anyTensor());
    int32_t const tail = body.param("tail", DType::kF32, {body.number(1)});
    int32_t const joined = body.box("joined", anyTensor());
    body.step("concat", concatAxis0(), {item, tail}, {joined});
    body.results({joined});
    body.finish();
    Context c(engineOf(plan));
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
