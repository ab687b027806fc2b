// SPDX-License-Identifier: Apache-2.0
// New weights through recorded expressions: the saved bytes are those of an engine made with the new weights in the
// first place.
#include "plan/codec.h"
#include "plans/make.h"
#include "runtime/context.h"
#include "runtime/ops.h"

#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::runtime;
using test::Maker;

namespace {

Attrs row(std::string_view name) {
    return PointwiseAttributes{rowOf(name, {DType::kF32, DType::kF32})};
}

/// y = x * w where the stored w is a * b + 0.5, and a second weight is c alone, in a blocked layout.
plan::Plan weightedPlan(std::vector<float> a, std::vector<float> b, std::vector<float> c) {
    plan::Plan plan = test::emptyPlan();
    plan.info.refittable = true;
    Maker m(plan);
    Slot const four = m.number(4);
    int32_t const x = m.input("x", DType::kF32, {four}, {{4, 4, 4}});
    std::vector<float> folded(4);
    for (size_t i = 0; i < 4; ++i)
        folded[i] = a[i] * b[0] + 0.5f;
    int32_t const w = m.weight("w", {4}, folded);
    m.weight("blocked", {1, 6}, std::move(c), {{}, {{1, 4}}});
    int32_t const y = m.output("y", DType::kF32, {four});
    m.step("pointwise", row("mul"), {x, w}, {y});
    m.finish();
    auto type = [](int64_t n) { return Type::tensor(DType::kF32, Dims{n}); };
    float const half = 0.5f;
    std::vector<std::byte> literal(4);
    std::copy_n(reinterpret_cast<std::byte const*>(&half), 4, literal.begin());
    plan.expressions = {{"a", type(4), {}, {}, {}, {}, 0},
                        {"b", type(1), {}, {}, {}, {}, 0},
                        {"", type(1), literal, {}, {}, {}, 0},
                        {"", type(4), {}, "pointwise", row("mul").encoded(), {0, 1}, 0},
                        {"", type(4), {}, "pointwise", row("add").encoded(), {3, 2}, 0},
                        {"c", Type::tensor(DType::kF32, Dims{1, 6}), {}, {}, {}, {}, 0}};
    plan.weights[0].expression = 4;
    plan.weights[1].expression = 5;
    return plan;
}

Buffer bytes(std::vector<float> const& v) {
    return Buffer::copy({reinterpret_cast<std::byte const*>(v.data()), v.size() * 4});
}

std::vector<float> const kA{1, 2, 3, 4}, kB{2}, kC{1, 2, 3, 4, 5, 6};

} // namespace

TEST(Refit, EqualsAFreshBuildBitForBit) {
    auto const engine = test::loaded(weightedPlan(kA, kB, kC));
    EXPECT_EQ(engine->sources(), (std::vector<std::string>{"a", "b", "c"}));
    Context context(engine);
    float x[4] = {1, 1, 1, 1}, y[4] = {};
    context.setAddress("x", x);
    context.setAddress("y", y);
    context.run();
    EXPECT_EQ(y[3], 8.5f);
    std::vector<float> const newA{5, 6, 7, 8}, newC{9, 8, 7, 6, 5, 4};
    engine->refit({{"a", bytes(newA)}, {"b", bytes({3})}});
    EXPECT_EQ(plan::encodePlan(engine->plan()), plan::encodePlan(weightedPlan(newA, {3}, kC)));
    context.run(); // the same context takes the new weights
    EXPECT_EQ(y[3], 24.5f);
    engine->refit({{"c", bytes(newC)}});
    EXPECT_EQ(plan::encodePlan(engine->plan()), plan::encodePlan(weightedPlan(newA, {3}, newC)));
}

TEST(Refit, NamesAllThatIsMissingOrUnknown) {
    auto const engine = Engine::make(weightedPlan(kA, kB, kC), test::testTable());
    auto message = [&](std::map<std::string, Buffer> const& sources) {
        try {
            engine->refit(sources);
        } catch (Error const& e) {
            return e.summary();
        }
        return std::string();
    };
    EXPECT_EQ(message({{"a", bytes(kA)}, {"d", bytes(kA)}, {"e", bytes(kA)}}),
              "weights are missing: b; the engine has no weights of these names: d, e");
    EXPECT_EQ(message({{"a", bytes(kA)}}), "weights are missing: b");
    EXPECT_EQ(message({{"a", bytes(kB)}, {"b", bytes(kB)}}), "weight 'a' has another size");
    EXPECT_EQ(message({}), "");
    plan::Plan plain = weightedPlan(kA, kB, kC);
    plain.expressions.clear();
    plain.weights[0].expression = plain.weights[1].expression = -1;
    EXPECT_THROW(Engine::make(plain, test::testTable())->refit({{"a", bytes(kA)}}), Error);
}
