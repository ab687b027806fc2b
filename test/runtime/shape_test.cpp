// SPDX-License-Identifier: Apache-2.0
// Shapes that come from data: inputs that shapes read, results whose size is known only after their step, bounds,
// outputs without an address of a known size.
#include "plan/codec.h"
#include "plans/make.h"
#include "runtime/context.h"
#include "runtime/ops.h"

#include <functional>
#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::runtime;
using test::errorOf;
using test::loaded;
using test::Maker;

namespace {

/// The even ones of i64 x[n], doubled by an addition whose result has room for `room` elements in the arena.
plan::Plan evensPlan(int64_t room, bool boxed) {
    plan::Plan plan = test::emptyPlan();
    Maker m(plan);
    Slot const n = m.symbol("n"), most = m.number(room);
    int32_t const x = m.input("x", DType::kI64, {n}, {{0, 8, 16}});
    m.bind(n, x, 0);
    m.endStage();
    Slot const k = m.symbol("k");
    int32_t const kept = m.box("kept", Type::tensor(DType::kI64, Dims(1)), {k});
    m.bind(k, kept, 0, false, 1, most);
    int32_t const sum = m.arena("sum", DType::kI64, {k}, 16 * 8);
    m.step("test_evens", NoAttrs{}, {x}, {kept});
    Attrs const add = PointwiseAttributes{rowOf("add", {DType::kI64, DType::kI64})};
    m.step("pointwise", add, {kept, kept}, {sum}, {}, 1);
    if (boxed) {
        m.outputOf("y", kept);
    } else {
        int32_t const y = m.output("y", DType::kI64, {k});
        m.step("pointwise", add, {sum, sum}, {y}, {}, 1);
    }
    m.finish();
    return plan;
}

struct Allocator final : OutputAllocator {
    std::vector<int64_t> memory, dims;
    int calls = 0;
    void* reallocate(std::string_view, void*, int64_t bytes) noexcept override {
        ++calls;
        memory.assign(static_cast<size_t>(bytes) / 8 + 1, -1);
        return memory.data();
    }
    void notifyShape(std::string_view, std::span<int64_t const> given) noexcept override {
        dims.assign(given.begin(), given.end());
    }
};

void setX(Context& c, std::vector<int64_t>& x) {
    int64_t const dims[] = {static_cast<int64_t>(x.size())};
    c.setInputShape("x", dims);
    c.setAddress("x", x.data());
}

} // namespace

TEST(HostInput, ValuesDecideShapes) {
    Context c(loaded(test::reshapePlan()));
    std::vector<float> x(12, 3), y(12);
    int64_t shape[2] = {3, 4};
    c.setAddress("x", x.data());
    EXPECT_EQ(errorOf([&] { c.inferShapes(); }).where().tensor, "shape");
    c.setAddress("shape", shape);
    c.setAddress("y", y.data());
    c.run();
    EXPECT_EQ(c.shape("y"), (std::vector<int64_t>{3, 4}));
    shape[0] = 2; // read anew at each run
    shape[1] = 6;
    c.run();
    EXPECT_EQ(c.shape("y"), (std::vector<int64_t>{2, 6}));
    EXPECT_EQ(c.preparedCount(), 2u);
    shape[1] = 5;
    EXPECT_NE(errorOf([&] { c.run(); }).id(), Message{});
    shape[1] = 13;
    Error const e = errorOf([&] { c.run(); });
    EXPECT_EQ(e.id(), Message::kInputShape);
    EXPECT_EQ(e.wantedText(), "1 to 12");
    int64_t const values[] = {12, 1};
    c.setHostValues("shape", values);
    c.inferShapes();
    EXPECT_EQ(c.shape("y"), (std::vector<int64_t>{12, 1}));
}

TEST(DataDependent, SizesFollowTheData) {
    Context c(loaded(evensPlan(16, false)));
    std::vector<int64_t> x{1, 2, 3, 4, 6, 7}, y(16, -1);
    setX(c, x);
    c.setAddress("y", y.data());
    c.inferShapes();
    EXPECT_EQ(c.shape("y"), std::nullopt);
    c.run();
    EXPECT_EQ(c.shape("y"), (std::vector<int64_t>{3}));
    EXPECT_EQ((std::vector<int64_t>(y.begin(), y.begin() + 4)), (std::vector<int64_t>{8, 16, 24, -1}));
    x = {1, 3, 5, 7, 9, 8};
    c.run();
    EXPECT_EQ(c.shape("y"), (std::vector<int64_t>{1}));
    EXPECT_EQ(y[0], 32);
    x.clear();
    setX(c, x);
    c.run();
    EXPECT_EQ(c.shape("y"), (std::vector<int64_t>{0}));
}

TEST(DataDependent, TooManyAreRefused) {
    Context c(loaded(evensPlan(2, false)));
    std::vector<int64_t> x{2, 4, 6}, y(16);
    setX(c, x);
    c.setAddress("y", y.data());
    Error const e = errorOf([&] { c.run(); });
    EXPECT_EQ(e.id(), Message::kSizeRange);
    EXPECT_EQ(e.wantedText(), "0 to 2");
    EXPECT_EQ(e.givenText(), "3");
    EXPECT_EQ(e.where().tensor, "kept");
    EXPECT_EQ(errorOf([&] { c.run(); }).id(), Message::kSizeRange)
        << "again: nothing is remembered of a run that failed";
    x = {2, 4, 5};
    c.run();
    EXPECT_EQ(y[1], 16);
}

/// A kernel that makes another number of elements than the engine was planned with.
TEST(DataDependent, ABoxOfOtherDimsThanPlannedIsRefused) {
    plan::Plan plan = test::emptyPlan();
    Maker m(plan);
    Slot const n = m.symbol("n");
    int32_t const x = m.input("x", DType::kI64, {n}, {{0, 8, 16}});
    m.bind(n, x, 0);
    int32_t const kept = m.box("kept", Type::tensor(DType::kI64, Dims(1)), {n});
    m.step("test_all_even", NoAttrs{}, {x}, {kept});
    m.outputOf("y", kept);
    m.finish();
    Context c(loaded(plan));
    std::vector<int64_t> even{2, 4, 6}, mixed{2, 3, 4};
    setX(c, even);
    c.run();
    EXPECT_EQ(c.output("y").dims, (std::vector<int64_t>{3}));
    setX(c, mixed);
    Error const e = errorOf([&] { c.run(); });
    EXPECT_EQ(e.id(), Message::kStepShape);
    EXPECT_EQ(e.where().tensor, "kept");
}

TEST(DataDependent, AllocatorGetsTheTrueSize) {
    for (bool boxed : {false, true}) {
        Context c(loaded(evensPlan(16, boxed)));
        Allocator allocator;
        std::vector<int64_t> x{1, 2, 3, 4};
        setX(c, x);
        EXPECT_EQ(c.maxOutputBytes("y"), 16 * 8);
        c.setAllocator("y", &allocator);
        c.run();
        EXPECT_EQ(allocator.dims, (std::vector<int64_t>{2}));
        EXPECT_EQ(allocator.calls, 1);
        EXPECT_EQ(allocator.memory[1], boxed ? 4 : 16);
        if (boxed) {
            EXPECT_EQ(c.output("y").dims, (std::vector<int64_t>{2}));
        }
    }
}

TEST(DataDependent, AnAddressServesAsLongAsThereIsABound) {
    for (bool boxed : {false, true}) {
        Context c(loaded(evensPlan(16, boxed)));
        std::vector<int64_t> x{1, 2, 3, 4}, y(16, -1);
        setX(c, x);
        c.setAddress("y", y.data());
        c.run();
        EXPECT_EQ(c.shape("y"), (std::vector<int64_t>{2}));
        EXPECT_EQ(y[1], boxed ? 4 : 16);
        EXPECT_EQ(y[2], -1);
    }
    plan::Plan plan = evensPlan(16, true);
    plan.blocks[0].symbols[1].upper = -1; // of k
    Context c(loaded(std::move(plan)));
    EXPECT_EQ(errorOf([&] { c.setAddress("y", &c); }).id(), Message::kOutputSize);
}

TEST(Outputs, ThatLieElsewhereAreCopied) {
    plan::Plan plan = test::emptyPlan();
    Maker m(plan);
    Slot const two = m.number(2);
    int32_t const x = m.input("x", DType::kF32, {two}, {{2, 2, 2}});
    int32_t const w = m.weight("w", {3}, {5, 6, 7});
    m.outputOf("same", x);
    m.outputOf("constant", w);
    m.finish();
    Context c(loaded(plan));
    float in[2] = {1, 2}, same[2] = {}, constant[3] = {};
    c.setAddress("x", in);
    c.setAddress("same", same);
    c.setAddress("constant", constant);
    c.run();
    EXPECT_EQ(same[1], 2);
    EXPECT_EQ(constant[2], 7);
}
