// SPDX-License-Identifier: Apache-2.0
// Attention as exporters spell it becomes one node that reads its operands where they lie, and the answer stays; what
// is not attention is left alone.
#include "graph_helper.h"
#include "ops/attention/attention.h"
#include "ops/gather/gather.h"
#include "ops/matmul/matmul.h"
#include "ops/reshape/reshape.h"
#include "ops/softmax/softmax.h"
#include "ops/transpose/transpose.h"
#include "passes/passes.h"

#include <cmath>
#include <gtest/gtest.h>

namespace tenon::attention_spelt {
namespace {

using ir::ValueId;

constexpr int64_t kBatch = 2, kLength = 5, kHeads = 3, kSize = 4, kWidth = kHeads * kSize;

Box filled(std::vector<int64_t> dims) {
    Box box;
    box.setTensor(DType::kF32, dims);
    for (int64_t i = 0; i < box.elements(); ++i)
        reinterpret_cast<float*>(box.data())[i] = std::sin(static_cast<float>(i) * 0.7f) * 2;
    return box;
}

struct Spelling : test::Builder {
    std::vector<Box> inputs;

    ValueId operand(std::string name, std::vector<int64_t> dims) {
        inputs.push_back(filled(dims));
        return input(std::move(name), Dims(dims.begin(), dims.end()));
    }
    ValueId shaped(ValueId v, std::vector<double> dims) {
        auto const count = static_cast<int64_t>(dims.size());
        return node("reshape", ops::reshape::Attributes{}, {v, g.addLiteral(DType::kI64, {count}, dims)});
    }
    ValueId turned(ValueId v, std::vector<int64_t> perm) {
        return node("transpose", ops::transpose::Attributes{std::move(perm)}, {v});
    }
    ValueId heads(ValueId v, std::vector<int64_t> perm) { return turned(shaped(v, {0, 0, kHeads, kSize}), perm); }
    ValueId product(ValueId a, ValueId b) { return node("matmul", ops::matmul::Attributes{}, {a, b}); }
    ValueId softmax(ValueId v, int64_t axis = -1) {
        return node("softmax", ops::softmax::Attributes{.axis = axis}, {v});
    }
    void finish(ValueId probabilities, ValueId v, std::vector<int64_t> perm = {0, 2, 1, 3}) {
        output(shaped(turned(product(probabilities, v), std::move(perm)), {kBatch, kLength, kWidth}));
    }
    /// How many nodes of attention there are once the passes have run.
    size_t found() {
        ir::verify(g);
        auto const before = test::interpret(g, inputs);
        std::vector<std::unique_ptr<ir::Pass>> passes;
        passes.push_back(tenon::passes::fold());
        passes.push_back(tenon::passes::recognise());
        run(passes);
        auto const after = test::interpret(g, inputs);
        EXPECT_EQ(before[0].dims, after[0].dims);
        for (int64_t i = 0; i < before[0].elements(); ++i)
            EXPECT_NEAR(reinterpret_cast<float const*>(before[0].data())[i],
                        reinterpret_cast<float const*>(after[0].data())[i], 1e-5f);
        return count("attention");
    }
    ops::attention::Attributes const& attributes() const {
        for (ir::NodeId n : g.regions[0].nodes)
            if (g.node(n).op->name == "attention")
                return g.node(n).attrs.as<ops::attention::Attributes>();
        throw std::logic_error("there is no attention");
    }
};

TEST(Attention, HeadsFromThreeOperandsWithAMask) {
    Spelling s;
    auto q = s.operand("q", {kBatch, kLength, kWidth}), k = s.operand("k", {kBatch, 7, kWidth}),
         v = s.operand("v", {kBatch, 7, kWidth}), mask = s.operand("mask", {kBatch, 1, 1, 7});
    auto scores = s.product(s.heads(q, {0, 2, 1, 3}), s.heads(k, {0, 2, 3, 1}));
    scores = s.row("add", {s.row("div", {scores, s.number(2)}), mask});
    s.finish(s.softmax(scores), s.heads(v, {0, 2, 1, 3}));
    EXPECT_EQ(s.found(), 1u);
    EXPECT_EQ(s.count("transpose") + s.count("matmul") + s.count("softmax") + s.count("pointwise"), 0u);
    EXPECT_EQ(s.attributes().queryHeads, kHeads);
    EXPECT_DOUBLE_EQ(*s.attributes().scale, 0.5);
    EXPECT_FALSE(s.attributes().zeroWithoutKeys);
}

TEST(Attention, ScaledOperandsAndAGuard) {
    Spelling s;
    auto x = s.operand("x", {kBatch, kLength, kWidth});
    auto q = s.row("mul", {s.heads(x, {0, 2, 1, 3}), s.number(0.5)});
    auto joined = s.turned(s.shaped(s.heads(x, {0, 2, 1, 3}), {-1, kLength, kSize}), {0, 2, 1});
    auto k = s.row("mul", {s.shaped(joined, {kBatch, kHeads, kSize, kLength}), s.number(0.25)});
    auto p = s.softmax(s.product(q, k));
    auto guarded = s.row("select", {s.row("isnan", {p}), s.number(0), p});
    s.finish(guarded, s.heads(x, {0, 2, 1, 3}));
    EXPECT_EQ(s.found(), 1u);
    EXPECT_DOUBLE_EQ(*s.attributes().scale, 0.125);
    EXPECT_TRUE(s.attributes().zeroWithoutKeys);
}

TEST(Attention, PartsOfOneProduct) {
    Spelling s;
    auto packed = s.operand("qkv", {kBatch, kLength, 3 * kWidth});
    auto parts = s.turned(s.shaped(packed, {0, 0, 3, kHeads, kSize}), {2, 0, 3, 1, 4});
    auto part = [&](double i) {
        return s.node("gather", ops::gather::Attributes{0}, {parts, s.g.addLiteral(DType::kI64, {}, {i})});
    };
    auto scores = s.product(part(0), s.turned(part(1), {0, 1, 3, 2}));
    s.finish(s.softmax(scores), part(2));
    EXPECT_EQ(s.found(), 1u);
    EXPECT_EQ(s.count("slice"), 3u);
    EXPECT_EQ(s.count("transpose") + s.count("gather"), 0u);
}

TEST(Attention, WhatIsAnotherFunctionStays) {
    auto spelt = [](auto&& change) {
        Spelling s;
        auto x = s.operand("x", {kBatch, kLength, kWidth});
        change(s, x);
        return s.found();
    };
    auto heads = [](Spelling& s, ValueId x) { return s.heads(x, {0, 2, 1, 3}); };
    auto scores = [&](Spelling& s, ValueId x) { return s.product(heads(s, x), s.heads(x, {0, 2, 3, 1})); };
    EXPECT_EQ(spelt([&](Spelling& s, ValueId x) { s.finish(s.softmax(scores(s, x)), heads(s, x)); }), 1u);
    // The softmax goes over the queries.
    EXPECT_EQ(spelt([&](Spelling& s, ValueId x) { s.finish(s.softmax(scores(s, x), 2), heads(s, x)); }), 0u);
    // The scores are multiplied after the mask is added.
    EXPECT_EQ(spelt([&](Spelling& s, ValueId x) {
                  auto masked = s.row("add", {scores(s, x), s.weight("mask", {1, 1, 1, kLength})});
                  s.finish(s.softmax(s.row("mul", {masked, s.number(3)})), heads(s, x));
              }),
              0u);
    // Something else reads the probabilities.
    EXPECT_EQ(spelt([&](Spelling& s, ValueId x) {
                  auto p = s.softmax(scores(s, x));
                  s.finish(p, heads(s, x));
                  s.output(p);
              }),
              0u);
    // The keys are turned another way: length and size change places as well as heads.
    EXPECT_EQ(spelt([&](Spelling& s, ValueId x) {
                  auto turned = s.turned(s.shaped(x, {0, 0, kSize, kHeads}), {0, 3, 2, 1});
                  s.finish(s.softmax(s.product(heads(s, x), turned)), heads(s, x));
              }),
              0u);
    // A mask of one number for every key.
    EXPECT_EQ(spelt([&](Spelling& s, ValueId x) {
                  auto masked = s.row("add", {scores(s, x), s.operand("mask", {kBatch, 1, kLength, 1})});
                  s.finish(s.softmax(masked), heads(s, x));
              }),
              0u);
}

} // namespace
} // namespace tenon::attention_spelt
