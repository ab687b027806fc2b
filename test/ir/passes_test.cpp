// SPDX-License-Identifier: Apache-2.0
// Each pass on small graphs: what it makes of them, that the answers stay, and that a second run changes nothing.
#include "ops/batchnorm/batchnorm.h"
#include "ops/conv/conv.h"
#include "ops/dequantize_linear/dequantize_linear.h"
#include "ops/matmul/matmul.h"
#include "ops/quantize_linear/quantize_linear.h"
#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"
#include "ops/shape/shape.h"
#include "pass_check.h"

#include <cmath>
#include <gtest/gtest.h>

namespace tenon {
namespace {

using namespace test;

TEST(Fold, ConstantsStayLazyAndKeepTheirExpression) {
    Builder b;
    auto x = b.input("x", {4});
    auto w = b.row("mul", {b.weight("w", {4}), b.weight("scale", {4}, 2)});
    b.output(b.row("add", {x, w}));
    check(b, {filled({4})}, one(passes::fold()));
    ASSERT_EQ(b.count("pointwise"), 1u);
    ir::Node const& add = b.g.node(b.g.regions[0].nodes[0]);
    ConstantPtr const c = b.g.value(add.operands[1]).constant;
    ASSERT_TRUE(c && !c->isLeaf());
    EXPECT_EQ(c->args()[0]->source(), "w");
    EXPECT_EQ(c->args()[1]->source(), "scale");
}

TEST(Fold, ShapeArithmeticLeavesNothingToRun) {
    Builder b;
    auto x = b.input("x", {-1, 6});
    auto target = b.node("shape", ops::shape::Attributes{}, {x});
    b.output(b.node("reshape", ops::reshape::Attributes{}, {x, target}));
    b.run(one(passes::fold()));
    EXPECT_EQ(b.count("shape"), 0u) << ir::print(b.g);
}

TEST(Recognise, GeluInItsSpellings) {
    auto erfForm = [](int order) {
        Builder b;
        auto x = b.input("x", {2, 8});
        auto sum = b.row("add", {b.row("erf", {b.row("div", {x, b.number(std::sqrt(2.0))})}), b.number(1)});
        if (order == 0)
            b.output(b.row("mul", {b.row("mul", {x, sum}), b.number(0.5)}));
        else if (order == 1)
            b.output(b.row("mul", {b.row("mul", {x, b.number(0.5)}), sum}));
        else
            b.output(b.row("mul", {x, b.row("mul", {sum, b.number(0.5)})}));
        check(b, {filled({2, 8})}, simplifyPasses());
        EXPECT_EQ(b.expressions(), "gelu_erf(a0); ") << order;
    };
    for (int order : {0, 1, 2})
        erfForm(order);
    Builder b;
    auto x = b.input("x", {2, 8});
    auto cube = b.row("pow", {x, b.number(3)});
    auto inner = b.row("add", {x, b.row("mul", {cube, b.number(0.044715)})});
    auto t = b.row("tanh", {b.row("mul", {inner, b.number(std::sqrt(2 / M_PI))})});
    b.output(b.row("mul", {b.row("mul", {x, b.number(0.5)}), b.row("add", {t, b.number(1)})}));
    check(b, {filled({2, 8})}, simplifyPasses());
    EXPECT_EQ(b.expressions(), "gelu_tanh(a0); ");
}

TEST(Recognise, GeluKeepsWhatOthersRead) {
    Builder b;
    auto x = b.input("x", {8});
    auto erf = b.row("erf", {b.row("div", {x, b.number(std::sqrt(2.0))})});
    b.output(erf);
    b.output(b.row("mul", {b.row("mul", {x, b.row("add", {erf, b.number(1)})}), b.number(0.5)}));
    check(b, {filled({8})}, simplifyPasses());
    EXPECT_EQ(b.expressions().find("gelu"), std::string::npos);
}

TEST(Recognise, SiluAndHardSwish) {
    Builder b;
    auto x = b.input("x", {2, 8});
    b.output(b.row("mul", {x, b.row("sigmoid", {x})}));
    auto clip = b.row("clip", {b.row("add", {x, b.number(3)}), b.number(0), b.number(6)});
    b.output(b.row("div", {b.row("mul", {x, clip}), b.number(6)}));
    check(b, {filled({2, 8})}, simplifyPasses());
    EXPECT_EQ(b.expressions(), "silu(a0); hard_swish(a0); ");
}

TEST(Recognise, LayerNormWithAndWithoutScale) {
    for (bool scaled : {true, false}) {
        Builder b;
        auto x = b.input("x", {3, 16});
        auto mean = [&](ir::ValueId v) {
            return b.node("reduce", ops::reduce::Attributes{ops::reduce::Kind::kMean, {-1}, true, false}, {v});
        };
        auto d = b.row("sub", {x, mean(x)});
        auto variance = mean(b.row("pow", {d, b.number(2)}));
        auto y = b.row("div", {d, b.row("sqrt", {b.row("add", {variance, b.number(1e-5)})})});
        if (scaled)
            y = b.row("add", {b.row("mul", {y, b.weight("gamma", {16})}), b.weight("beta", {16})});
        b.output(y);
        check(b, {filled({3, 16})}, simplifyPasses());
        EXPECT_EQ(b.count("layernorm"), 1u);
        EXPECT_EQ(b.count("pointwise"), 0u) << b.expressions();
    }
}

TEST(Recognise, L2NormWithAGuard) {
    Builder b;
    auto x = b.input("x", {3, 16});
    auto norm = b.node("reduce", ops::reduce::Attributes{ops::reduce::Kind::kL2, {1}, true, false}, {x});
    b.output(b.row("div", {x, b.row("max", {norm, b.number(1e-12)})}));
    check(b, {filled({3, 16})}, simplifyPasses());
    EXPECT_EQ(b.count("l2norm"), 1u);
}

/// x / ||x||, bare and with guards whose numbers are part of the expression, as the reader of ONNX writes them.
TEST(Recognise, L2NormInItsSpellings) {
    for (std::string const guard : {"", "max", "clip", "add"}) {
        Builder b;
        auto x = b.input("x", {3, 16});
        auto norm = b.node("reduce", ops::reduce::Attributes{ops::reduce::Kind::kL2, {1}, true, false}, {x});
        if (!guard.empty()) {
            ExpressionWriter w({DType::kF32});
            std::vector<int32_t> args{0, w.number(DType::kF32, 1e-12)};
            if (guard == "clip")
                args.push_back(w.number(DType::kF32, 3.4e38));
            norm = b.node("pointwise", PointwiseAttributes{w.take(w.row(guard, args))}, {norm});
        }
        b.output(b.row("div", {x, norm}));
        check(b, {filled({3, 16})}, simplifyPasses());
        EXPECT_EQ(b.count("l2norm"), 1u) << guard;
        EXPECT_EQ(b.count("pointwise"), 0u) << guard;
    }
}

TEST(Recognise, AClipWithAnUpperBoundIsNoGuard) {
    Builder b;
    auto x = b.input("x", {3, 16});
    auto norm = b.node("reduce", ops::reduce::Attributes{ops::reduce::Kind::kL2, {1}, true, false}, {x});
    ExpressionWriter w({DType::kF32});
    int32_t const least = w.number(DType::kF32, 1e-12), most = w.number(DType::kF32, 2);
    norm = b.node("pointwise", PointwiseAttributes{w.take(w.row("clip", {0, least, most}))}, {norm});
    b.output(b.row("div", {x, norm}));
    check(b, {filled({3, 16})}, simplifyPasses());
    EXPECT_EQ(b.count("l2norm"), 0u);
}

TEST(Recognise, BatchNormGoesIntoTheConvolution) {
    Builder b;
    auto x = b.input("x", {1, 3, 5, 5});
    ops::conv::Attributes conv;
    conv.window.kernel = {3, 3};
    auto y = b.node("conv", conv, {x, b.weight("w", {4, 3, 3, 3}, -0.3f, 0.1f), b.weight("b", {4})});
    y = b.node("batchnorm", ops::batchnorm::Attributes{},
               {y, b.weight("gamma", {4}), b.weight("beta", {4}), b.weight("mean", {4}), b.weight("var", {4}, 1)});
    b.output(b.row("relu", {y}));
    check(b, {filled({1, 3, 5, 5})}, simplifyPasses(), 1e-4f);
    EXPECT_EQ(b.count("batchnorm"), 0u);
    EXPECT_EQ(b.count("conv"), 1u);
    EXPECT_EQ(b.expressions(), "relu(a0); ");
    for (ir::NodeId n : b.g.regions[0].nodes) // the convolution remembers the batch norm that it stands for
        if (b.g.node(n).op->name == "conv") {
            EXPECT_EQ(b.g.node(n).origins.size(), 2u);
        }
}

TEST(Recognise, ALoneBatchNormBecomesScaleAndShift) {
    Builder b;
    auto x = b.input("x", {2, 4, 3});
    b.output(
        b.node("batchnorm", ops::batchnorm::Attributes{},
               {x, b.weight("gamma", {4}), b.weight("beta", {4}), b.weight("mean", {4}), b.weight("var", {4}, 1)}));
    check(b, {filled({2, 4, 3})}, simplifyPasses(), 1e-5f);
    EXPECT_EQ(b.expressions(), "mul(a0, a1); add(a0, a1); ");
}

/// x quantised to u8 and back.
ir::ValueId rounded(Builder& b, ir::ValueId x) {
    auto const scale = b.number(0.05), zero = b.g.addLiteral(DType::kU8, {}, {120});
    auto const q = b.node("quantize_linear", ops::quantize_linear::Attributes{}, {x, scale, zero});
    return b.node("dequantize_linear", ops::dequantize_linear::Attributes{}, {q, scale, zero});
}

/// Dequantised weights, one scale for each index of the axis.
ir::ValueId dequantised(Builder& b, std::vector<int64_t> dims, int64_t axis) {
    std::vector<double> values;
    for (int64_t i = 0; i < std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies<>()); ++i)
        values.push_back(static_cast<double>(i * 37 % 251 - 125));
    auto const scales = b.weight("scales", {dims[static_cast<size_t>(axis)]}, 0.01f, 0.002f);
    ops::dequantize_linear::Attributes attrs;
    attrs.granularity.axis = axis;
    return b.node("dequantize_linear", attrs, {b.g.addLiteral(DType::kI8, dims, values), scales});
}

TEST(Recognise, AProductOfDequantisedOperandsIsOneOfIntegers) {
    for (bool transposed : {false, true}) {
        Builder b;
        auto const x = rounded(b, b.input("x", {3, 8}));
        auto const w = transposed ? dequantised(b, {5, 8}, 0) : dequantised(b, {8, 5}, 1);
        b.output(b.node("matmul", ops::matmul::Attributes{false, transposed}, {x, w}));
        check(b, {filled({3, 8})}, simplifyPasses(), 1e-4f);
        EXPECT_EQ(b.count("matmul") + b.count("dequantize_linear"), 0u);
        EXPECT_EQ(b.count("matmul_integer"), 1u);
    }
}

TEST(Recognise, AConvolutionOfDequantisedOperandsIsOneOfIntegers) {
    Builder b;
    auto const x = rounded(b, b.input("x", {1, 4, 5, 6}));
    Convolution attrs;
    attrs.window.pads = {1, 1, 1, 1};
    b.output(b.node("conv", attrs, {x, dequantised(b, {3, 4, 3, 3}, 0), b.weight("bias", {3})}));
    check(b, {filled({1, 4, 5, 6})}, simplifyPasses(), 1e-4f);
    EXPECT_EQ(b.count("conv") + b.count("dequantize_linear"), 0u);
    EXPECT_EQ(b.count("conv_integer"), 1u);
    EXPECT_EQ(b.expressions(), "add(mul(cast<f32>(a0), a1), a2); ");
}

TEST(Recognise, ScalesAlongTheDepthKeepAProductInFloats) {
    Builder b;
    auto const x = rounded(b, b.input("x", {3, 8}));
    b.output(b.node("matmul", ops::matmul::Attributes{}, {x, dequantised(b, {8, 5}, 0)}));
    check(b, {filled({3, 8})}, simplifyPasses(), 1e-4f);
    EXPECT_EQ(b.count("matmul"), 1u);
}

TEST(Group, ConnectedNodesBecomeOne) {
    Builder b;
    auto x = b.input("x", {2, 8});
    auto y = b.input("y", {2, 8});
    auto sum = b.row("add", {x, y});
    auto scaled = b.row("mul", {sum, b.number(2)});
    b.output(b.row("sub", {b.row("relu", {scaled}), b.weight("w", {8})}));
    check(b, {filled({2, 8}), filled({2, 8})}, one(passes::group()), 0);
    EXPECT_EQ(b.count("pointwise"), 1u) << b.expressions();
}

TEST(Group, WhatOthersReadAndSmallerDimsStayApart) {
    Builder b;
    auto x = b.input("x", {2, 8});
    auto small = b.input("small", {8});
    auto shared = b.row("relu", {x});
    b.output(shared);
    auto perColumn = b.row("exp", {small}); // once a column, not once an element
    b.output(b.row("mul", {shared, perColumn}));
    check(b, {filled({2, 8}), filled({8})}, one(passes::group()), 0);
    EXPECT_EQ(b.count("pointwise"), 3u) << b.expressions();
}

TEST(Group, SquaresAndSharedOperandsAreReadOnce) {
    Builder b;
    auto x = b.input("x", {8});
    auto a = b.row("add", {x, b.number(1)});
    b.output(b.row("mul", {a, a}));
    check(b, {filled({8})}, one(passes::group()), 0);
    EXPECT_EQ(b.expressions(), "mul(add(a0, 1), add(a0, 1)); ");
}

TEST(Text, PrintsAndParses) {
    Builder b;
    auto x = b.input("x", {-1, 8});
    b.output(b.row("relu", {b.row("mul", {x, b.weight("a \"name\"", {8})})}));
    std::string const text = ir::print(b.g);
    auto weights = [&](std::string const& name) {
        for (auto const& v : b.g.values)
            if (v.constant && v.name == name)
                return v.constant->bytes(b.g.table());
        return Buffer();
    };
    ir::Graph const back = ir::parse(text, builtinTable(), weights);
    ir::verify(back);
    EXPECT_EQ(back.nodes.size(), b.g.nodes.size());
    EXPECT_EQ(ir::print(ir::parse(ir::print(back), builtinTable(), weights)), ir::print(back));
    EXPECT_THROW(ir::parse(text.substr(0, text.size() / 2), builtinTable(), weights), DecodeError);
}

TEST(Verify, FindsAReadBeforeItsDefinition) {
    Builder b;
    auto x = b.input("x", {8});
    auto y = b.row("relu", {x});
    b.output(b.row("exp", {y}));
    std::swap(b.g.regions[0].nodes[0], b.g.regions[0].nodes[1]);
    EXPECT_THROW(ir::verify(b.g), DecodeError);
}

TEST(Verify, FindsANodeWithoutOrigin) {
    Builder b;
    b.output(b.row("relu", {b.input("x", {8})}));
    b.g.nodes[0].origins.clear();
    EXPECT_THROW(ir::verify(b.g), DecodeError);
}

} // namespace
} // namespace tenon
