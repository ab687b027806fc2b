// SPDX-License-Identifier: Apache-2.0
// Graphs that are nearly what a pass looks for: each keeps its answers, and what must not be merged stays apart.
#include "ops/conv/conv.h"
#include "ops/random/random.h"
#include "ops/reduce/reduce.h"
#include "pass_check.h"

namespace tenon {
namespace {

using namespace test;
using ops::reduce::Kind;

ir::ValueId mean(Builder& b, ir::ValueId v, int64_t axis) {
    return b.node("reduce", ops::reduce::Attributes{Kind::kMean, {axis}, true, false}, {v});
}

/// x - mean over the root of the mean of (x - mean) ^ power
ir::ValueId normalised(Builder& b, ir::ValueId x, int64_t axis, double power) {
    auto const d = b.row("sub", {x, mean(b, x, axis)});
    auto const spread = mean(b, b.row("pow", {d, b.number(power)}), axis);
    return b.row("div", {d, b.row("sqrt", {b.row("add", {spread, b.number(1e-5)})})});
}

TEST(NearPatterns, ANormOfAnotherAxisOrPowerIsNoLayerNorm) {
    for (auto const& [axis, power] : {std::pair<int64_t, double>{0, 2}, {1, 4}}) {
        Builder b;
        auto const x = b.input("x", {6, 6});
        b.output(normalised(b, x, axis, power));
        check(b, {filled({6, 6})}, simplifyPasses());
        EXPECT_EQ(b.count("layernorm"), 0u);
    }
}

TEST(NearPatterns, AnErrorFunctionOfAnotherScaleIsNoGelu) {
    Builder b;
    auto const x = b.input("x", {8});
    auto const sum = b.row("add", {b.row("erf", {b.row("div", {x, b.number(1.5)})}), b.number(1)});
    b.output(b.row("mul", {b.row("mul", {x, sum}), b.number(0.5)}));
    check(b, {filled({8})}, simplifyPasses());
    EXPECT_EQ(b.expressions().find("gelu"), std::string::npos);
}

TEST(NearPatterns, ASigmoidOfAnotherValueIsNoSilu) {
    Builder b;
    auto const x = b.input("x", {8}), y = b.input("y", {8});
    b.output(b.row("mul", {x, b.row("sigmoid", {b.row("neg", {y})})}));
    check(b, {filled({8}), filled({8})}, simplifyPasses());
    EXPECT_EQ(b.expressions().find("silu"), std::string::npos);
}

ir::ValueId convolution(Builder& b, ir::ValueId x) {
    ops::conv::Attributes conv;
    conv.window.kernel = {3, 3};
    return b.node("conv", conv, {x, b.weight("w", {4, 3, 3, 3}, -0.3f, 0.1f)});
}

TEST(NearPatterns, AScaleStaysOutOfAConvolutionThatOthersRead) {
    Builder b;
    auto const y = convolution(b, b.input("x", {1, 3, 5, 5}));
    b.output(b.row("mul", {y, b.number(3)}));
    b.output(b.row("relu", {y}));
    check(b, {filled({1, 3, 5, 5})}, simplifyPasses(), 1e-4f);
    EXPECT_EQ(b.count("conv"), 1u);
    EXPECT_NE(b.expressions().find("mul"), std::string::npos) << b.expressions();
}

TEST(NearPatterns, ANumberThatIsAddedIsNoBias) { // a bias has one element a channel
    Builder b;
    b.output(b.row("add", {convolution(b, b.input("x", {1, 3, 5, 5})), b.number(3)}));
    check(b, {filled({1, 3, 5, 5})}, simplifyPasses(), 1e-4f);
}

TEST(NearPatterns, RandomNumbersAreNoConstant) {
    Builder b;
    ops::draws::Attributes attrs;
    attrs.shape = {4};
    b.output(b.node("random", attrs, {}));
    b.run(one(passes::fold()));
    EXPECT_EQ(b.count("random"), 1u) << ir::print(b.g);
}

TEST(NearPatterns, AConstantThatWouldBeLargeIsNotMade) {
    Builder b;
    auto const small = b.weight("w", {1, 64});
    auto const target = b.g.addLiteral(DType::kI64, {2}, {4096, 64});
    b.output(b.node("expand", NoAttrs{}, {small, target}));
    b.run(one(passes::fold()));
    EXPECT_EQ(b.count("expand"), 1u) << ir::print(b.g);
}

TEST(NearPatterns, AValueThatIsWantedStaysAValue) {
    for (bool absorbs : {false, true}) {
        Builder b;
        auto const x = b.input("x", {1, 3, 5, 5});
        auto const inner = absorbs ? convolution(b, x) : b.row("exp", {x});
        b.g.value(inner).pinned = true; // to be watched, though no output
        b.output(b.row("relu", {inner}));
        check(b, {filled({1, 3, 5, 5})}, one(absorbs ? passes::absorb() : passes::group()), 1e-4f);
        EXPECT_EQ(b.expressions().find("relu(a0)"), absorbs ? 0u : b.expressions().find("relu")) << b.expressions();
        EXPECT_EQ(b.count("pointwise"), absorbs ? 1u : 2u);
    }
}

TEST(NearPatterns, AValueThatTwoReadIsComputedOnce) {
    Builder b;
    auto const e = b.row("exp", {b.input("x", {8})});
    b.output(b.row("relu", {e}));
    b.output(b.row("neg", {e}));
    check(b, {filled({8})}, one(passes::group()), 0);
    EXPECT_EQ(b.count("pointwise"), 3u) << b.expressions();
}

TEST(NearPatterns, AResultThatOthersReadIsNotAbsorbed) {
    Builder b;
    auto const y = convolution(b, b.input("x", {1, 3, 5, 5}));
    b.output(b.row("relu", {y}));
    b.output(b.row("exp", {y}));
    check(b, {filled({1, 3, 5, 5})}, one(passes::absorb()), 1e-4f);
    EXPECT_EQ(b.count("conv"), 1u);
    EXPECT_EQ(b.count("pointwise"), 2u) << b.expressions();
}

TEST(NearPatterns, AResultThatIsBroadcastIsNotAbsorbed) {
    Builder b;
    auto const y = convolution(b, b.input("x", {1, 3, 3, 3})); // one element a channel
    b.output(b.row("add", {y, b.input("z", {1, 4, 5, 5})}));
    check(b, {filled({1, 3, 3, 3}), filled({1, 4, 5, 5})}, one(passes::absorb()), 1e-4f);
    EXPECT_EQ(b.count("pointwise"), 1u);
}

TEST(NearPatterns, WholeNumbersThatAreNotExactStayConstants) {
    Builder b;
    auto const x = b.input("x", {4}, DType::kI64);
    int64_t const big = (int64_t{1} << 60) + 1;
    auto const c = b.g.addConstant(
        Constant::leaf("big", Type::tensor(DType::kI64, Dims{}), Buffer::copy(std::as_bytes(std::span(&big, 1)))),
        "big");
    b.output(b.row("add", {x, c}));
    b.run(one(passes::group()));
    EXPECT_EQ(b.expressions(), "add(a0, a1); ");
}

} // namespace
} // namespace tenon
