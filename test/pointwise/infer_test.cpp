// SPDX-License-Identifier: Apache-2.0
// Inference of the pointwise operator: broadcast dims, types, what it refuses, and shape arithmetic that ends in
// expressions.
#include "kernel/table.h"
#include "ops/pointwise/pointwise.h"

#include <gtest/gtest.h>

namespace tenon::ops::pointwise {
namespace {

DimExpr const n = DimExpr::symbol(0), s = DimExpr::symbol(1);

Fact tensor(DType type, std::optional<Dims> dims) {
    return {Type::tensor(type, std::move(dims)), std::nullopt, nullptr};
}
Fact list(Dims content, DType type = DType::kI64) {
    Dims dims{static_cast<int64_t>(content.size())};
    return {Type::tensor(type, std::move(dims)), std::move(content), nullptr};
}
Fact scalar(DimExpr value) {
    return {Type::tensor(DType::kI64, Dims{}), Dims{std::move(value)}, nullptr};
}

Fact infer(Expression const& e, std::vector<Fact> const& operands) {
    std::vector<Fact const*> in;
    for (Fact const& f : operands)
        in.push_back(&f);
    InferContext context(in, 1, [](DimExpr const*) { return DimExpr::symbol(99); });
    builtinTable().op("pointwise")->infer(Attributes{e}, context);
    return context.out(0);
}
Fact infer(std::string_view row, std::vector<Fact> const& operands) {
    std::vector<DType> types;
    for (Fact const& f : operands)
        types.push_back(f.type.dtype);
    return infer(rowOf(row, types), operands);
}

Message refusal(Expression const& e, std::vector<Fact> const& operands) {
    try {
        infer(e, operands);
    } catch (Error const& error) {
        EXPECT_FALSE(error.wantedText().empty()) << error.what();
        return error.id();
    }
    return Message::kUsage;
}

TEST(PointwiseInfer, DimsAndTypes) {
    Fact const sum = infer("add", {tensor(DType::kF32, Dims{n, 1, 5}), tensor(DType::kF32, Dims{s, 1})});
    EXPECT_EQ(toString(sum.type), toString(Type::tensor(DType::kF32, Dims{n, s, 5})));
    EXPECT_EQ(infer("lt", {tensor(DType::kF16, Dims{3}), tensor(DType::kF16, Dims{})}).type,
              Type::tensor(DType::kBool, Dims{3}));
    EXPECT_FALSE(infer("mul", {tensor(DType::kF32, std::nullopt), tensor(DType::kF32, Dims{3})}).type.ranked());
    Fact const chosen =
        infer("select", {tensor(DType::kBool, Dims{2, 1}), tensor(DType::kI8, Dims{3}), tensor(DType::kI8, Dims{})});
    EXPECT_EQ(chosen.type, Type::tensor(DType::kI8, Dims{2, 3}));
}

TEST(PointwiseInfer, Refusals) {
    Fact const f = tensor(DType::kF32, Dims{2}), i = tensor(DType::kI32, Dims{2}), b = tensor(DType::kBool, Dims{2});
    Expression const add = rowOf("add", {DType::kF32, DType::kF32});
    EXPECT_EQ(refusal(add, {f}), Message::kOperand);
    EXPECT_EQ(refusal(add, {f, i}), Message::kOperandType);
    EXPECT_EQ(refusal(add, {f, tensor(DType::kF32, Dims{3})}), Message::kBroadcast);
    auto code = [](std::string row, DType type, std::array<int32_t, 3> args) {
        return Expression::Instr{.row = std::move(row), .type = type, .args = args};
    };
    EXPECT_EQ(refusal({{DType::kF32}, {code("nothing", DType::kF32, {0, -1, -1})}}, {f}), Message::kRow);
    EXPECT_EQ(refusal({{DType::kF32}, {code("add", DType::kF32, {0, -1, -1})}}, {f}), Message::kRow);
    EXPECT_EQ(refusal({{DType::kF32}, {code("exp", DType::kF64, {0, -1, -1})}}, {f}), Message::kRow);
    EXPECT_EQ(refusal({{DType::kF32}, {code("cast", DType::kI4, {0, -1, -1})}}, {f}), Message::kTypeUnsupported);
    EXPECT_EQ(refusal({{DType::kF32}, {code("bit_not", DType::kF32, {0, -1, -1})}}, {f}), Message::kOperandType);
    EXPECT_EQ(refusal({{DType::kBool, DType::kBool}, {code("lt", DType::kBool, {0, 1, -1})}}, {b, b}),
              Message::kOperandType);
    EXPECT_EQ(refusal({{DType::kF32, DType::kI32}, {code("add", DType::kF32, {0, 1, -1})}}, {f, i}),
              Message::kOperandType);
    EXPECT_EQ(refusal({{DType::kF32, DType::kF32, DType::kF32}, {code("select", DType::kF32, {0, 1, 2})}}, {f, f, f}),
              Message::kOperandType);
}

TEST(PointwiseInfer, ShapeArithmetic) {
    EXPECT_EQ(infer("add", {list({n, s, 3}), scalar(2)}).content, (Dims{n + 2, s + 2, 5}));
    EXPECT_EQ(infer("mul", {list({n, 4}), list({2, 3})}).content, (Dims{n * 2, 12}));
    EXPECT_EQ(infer("div", {list({n * s, 7, -7}), list({s, 2, 2})}).content, (Dims{n, 3, -3}));
    EXPECT_EQ(infer("mod", {list({-7, 7}), list({3, -3})}).content, (Dims{2, -2}));
    EXPECT_EQ(infer("div", {scalar(n - 5), scalar(2)}).content,
              std::nullopt); // floor and truncation differ where it is negative
    EXPECT_EQ(infer("div", {scalar(5), scalar(0)}).content, Dims{0});
    EXPECT_EQ(infer("max", {scalar(n), scalar(n)}).content, Dims{n});
    EXPECT_EQ(infer("neg", {scalar(n)}).content, Dims{DimExpr(0) - n});
    EXPECT_EQ(infer("exp", {tensor(DType::kF32, Dims{})}).content, std::nullopt);
}

/// Where(shape == -1, other, shape), as exporters write it for an expand: no size is -1.
TEST(PointwiseInfer, SizesAreNeverNegative) {
    Fact const shape = list({n, s, 1});
    Fact const mask = infer("eq", {shape, scalar(-1)});
    EXPECT_EQ(mask.content, (Dims{0, 0, 0}));
    EXPECT_EQ(infer("select", {mask, list({7, 7, 7}), shape}).content, (Dims{n, s, 1}));
    ExpressionWriter w({DType::kI64});
    EXPECT_EQ(infer(w.take(w.cast(0, DType::kI32)), {shape}).content, (Dims{n, s, 1}));
    ExpressionWriter truth({DType::kI64});
    EXPECT_EQ(infer(truth.take(truth.cast(0, DType::kBool)), {list({0, 5})}).content, (Dims{0, 1}));
    ExpressionWriter big({DType::kI64});
    EXPECT_EQ(infer(big.take(big.cast(0, DType::kI32)), {list({int64_t{1} << 40})}).content,
              std::nullopt); // it would wrap
}

TEST(PointwiseInfer, ContentBroadcasts) {
    Fact grid = tensor(DType::kI64, Dims{2, 1});
    grid.content = Dims{n, 10};
    EXPECT_EQ(infer("add", {grid, list({1, s})}).content, (Dims{n + 1, n + s, 11, s + 10}));
}

} // namespace
} // namespace tenon::ops::pointwise
