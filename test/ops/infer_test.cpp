// SPDX-License-Identifier: Apache-2.0
// Shape arithmetic of exported models must come out as expressions: dims over symbols, with no value left to compute.
#include "kernel/evaluate.h"
#include "ops/concat/concat.h"
#include "ops/constant_of_shape/constant_of_shape.h"
#include "ops/conv/conv.h"
#include "ops/gather/gather.h"
#include "ops/pad/pad.h"
#include "ops/reshape/reshape.h"
#include "ops/shape/shape.h"
#include "ops/split/split.h"
#include "ops/transpose/transpose.h"

#include <gtest/gtest.h>
#include <limits>

namespace tenon {
namespace {

DimExpr const n = DimExpr::symbol(0), s = DimExpr::symbol(1), data = DimExpr::symbol(2);
constexpr SymbolId kFirstNew = 10;
constexpr int64_t kEnd = std::numeric_limits<int64_t>::max();

Fact tensor(std::optional<Dims> dims, DType type = DType::kF32) {
    return {Type::tensor(type, std::move(dims)), std::nullopt, nullptr};
}
/// A list of i64 whose elements are known.
Fact list(Dims content) {
    Dims dims{static_cast<int64_t>(content.size())};
    return {Type::tensor(DType::kI64, std::move(dims)), std::move(content), nullptr};
}
Fact scalar(DimExpr value) {
    return {Type::tensor(DType::kI64, Dims{}), Dims{std::move(value)}, nullptr};
}

/// Symbol 2 is an element of data, which may be negative; the others are dims.
std::vector<Fact> infer(std::string_view name, Attrs const& attrs, std::vector<Fact> const& operands,
                        size_t results = 1, std::vector<std::optional<DimExpr>>* uppers = nullptr) {
    std::vector<Fact const*> pointers;
    for (Fact const& f : operands)
        pointers.push_back(&f);
    SymbolId next = kFirstNew;
    InferContext context(pointers, results, [&](DimExpr const* upper) {
        if (uppers != nullptr)
            uppers->push_back(upper == nullptr ? std::nullopt : std::optional(*upper));
        return DimExpr::symbol(next++);
    });
    context.setRanges([](SymbolId id) {
        return Interval{id == 2 ? std::numeric_limits<int64_t>::min() : 0, std::numeric_limits<int64_t>::max()};
    });
    builtinTable().op(name)->infer(attrs, context);
    return std::move(context.results());
}

Fact first(std::string_view name, Attrs const& attrs, std::vector<Fact> const& operands) {
    return infer(name, attrs, operands)[0];
}

std::string dimsText(Fact const& fact) {
    return fact.type.dims ? textOfDims(*fact.type.dims) : "unknown";
}
std::string sliced(DimExpr dim, DimExpr start, DimExpr end, int64_t step = 1) {
    return dimsText(first(
        "slice", {},
        {tensor(Dims{std::move(dim)}), list({std::move(start)}), list({std::move(end)}), list({0}), list({step})}));
}
int64_t at(DimExpr const& e, int64_t valueOfN, int64_t valueOfData = 0) {
    return evaluate(e, [&](SymbolId id) { return id == 2 ? valueOfData : valueOfN; });
}

// x.view(x.size(0), x.size(1), 12, 64): Shape -> Gather -> Unsqueeze -> Concat -> Reshape.
TEST(Infer, ReshapeByTheDimsOfTheOperand) {
    Fact const x = tensor(Dims{n, s, 768});
    Fact const shape = first("shape", ops::shape::Attributes{}, {x});
    ASSERT_TRUE(shape.content);
    std::vector<Fact> parts;
    for (int64_t axis : {0, 1}) {
        Fact const dim = first("gather", ops::gather::Attributes{}, {shape, scalar(axis)});
        parts.push_back(first("unsqueeze", {}, {dim, list({0})}));
    }
    parts.push_back(list({12}));
    parts.push_back(list({64}));
    Fact const target = first("concat", ops::concat::Attributes{0}, parts);
    ASSERT_TRUE(target.content);
    EXPECT_EQ(*target.content, (Dims{n, s, 12, 64}));
    EXPECT_EQ(dimsText(first("reshape", ops::reshape::Attributes{}, {x, target})), "s0xs1x12x64");
}

TEST(Infer, ReshapeSolvesMinusOneAndCopiesZero) {
    ops::reshape::Attributes const plain{};
    EXPECT_EQ(dimsText(first("reshape", plain, {tensor(Dims{n, 512, 1, 40}), list({0, 512, 40})})), "s0x512x40");
    EXPECT_EQ(dimsText(first("reshape", plain, {tensor(Dims{n, s, 768}), list({-1, 768})})), "mul(s0,s1)x768");
    EXPECT_EQ(dimsText(first("reshape", plain, {tensor(Dims{n, s, 12, 64}), list({n, -1, 768})})), "s0xs1x768");
    EXPECT_EQ(dimsText(first("reshape", plain, {tensor(Dims{n, 6}), list({-1, 4})})), "floordiv(mul(6,s0),4)x4");
    EXPECT_EQ(dimsText(first("reshape", {plain}, {tensor(std::nullopt), list({2, 3})})), "2x3");
    EXPECT_EQ(dimsText(first("reshape", plain, {tensor(Dims{n, 6}), tensor(Dims{s}, DType::kI64)})), "unknown");
    EXPECT_EQ(dimsText(first("reshape", plain, {tensor(Dims{n, 6}), tensor(Dims{1}, DType::kI64)})), "mul(6,s0)");
    EXPECT_THROW(first("reshape", plain, {tensor(Dims{7}), list({2, -1})}), Error);
    EXPECT_THROW(first("reshape", plain, {tensor(Dims{6}), list({-1, -1})}), Error);
    EXPECT_THROW(first("reshape", plain, {tensor(Dims{6}), list({6, 0})}), Error);
    EXPECT_THROW(first("reshape", ops::reshape::Attributes{true}, {tensor(Dims{0, 6}), list({0, -1})}), Error);
}

TEST(Infer, ReshapeTargetOfDataKeepsItsSpecialValues) {
    Fact const out = first("reshape", ops::reshape::Attributes{}, {tensor(Dims{n, 6}), list({data, 3})});
    DimExpr const dim = out.type.dims->at(0);
    EXPECT_EQ(at(dim, 4, 8), 8);
    EXPECT_EQ(at(dim, 4, 0), 4);  // copied
    EXPECT_EQ(at(dim, 4, -1), 8); // solved
}

TEST(Infer, SliceOfSymbolicDims) {
    EXPECT_EQ(sliced(n, 0, kEnd), "s0");
    EXPECT_EQ(sliced(n, 0, std::numeric_limits<int32_t>::max()), "s0");
    EXPECT_EQ(sliced(n, 0, n), "s0");
    EXPECT_EQ(sliced(n, 1, kEnd), toText(max(0, n - 1)));
    EXPECT_EQ(sliced(n, 0, -1), toText(max(0, n - 1)));
    EXPECT_EQ(sliced(n, -1, kEnd), toText(min(n, 1)));
    EXPECT_EQ(sliced(512, 0, s), toText(min(512, s)));
    EXPECT_EQ(sliced(n, -1, std::numeric_limits<int64_t>::min(), -1), "s0");
    EXPECT_EQ(sliced(n, 0, kEnd, 2), toText(ceilDiv(n, 2)));
    EXPECT_EQ(sliced(10, 2, 7), "5");
}

/// Every expression must agree with the rule for numbers.
TEST(Infer, SliceExpressionsAgreeWithNumbers) {
    for (int64_t start : {-9, -3, -1, 0, 1, 2, 5, 9})
        for (int64_t end : {-9, -2, -1, 0, 1, 3, 5, 9})
            for (int64_t step : {-3, -2, -1, 1, 2, 5}) {
                auto dims = [&](DimExpr dim, DimExpr from, DimExpr to) {
                    return first("slice", {},
                                 {tensor(Dims{std::move(dim)}), list({std::move(from)}), list({std::move(to)}),
                                  list({0}), list({step})})
                        .type.dims->at(0);
                };
                for (int64_t dim : {0, 1, 2, 5, 7}) {
                    int64_t const wanted = dims(dim, start, end).value();
                    EXPECT_EQ(at(dims(n, start, end), dim), wanted) << start << ' ' << end << ' ' << step << ' ' << dim;
                    EXPECT_EQ(at(dims(dim, data, end), 0, start), wanted)
                        << start << ' ' << end << ' ' << step << ' ' << dim;
                    EXPECT_EQ(at(dims(n, start, data), dim, end), wanted)
                        << start << ' ' << end << ' ' << step << ' ' << dim;
                }
            }
}

TEST(Infer, SliceOfUnknownStartsHasABound) {
    std::vector<std::optional<DimExpr>> uppers;
    Fact const starts = tensor(Dims{1}, DType::kI64);
    auto const out = infer("slice", {}, {tensor(Dims{n, 7}), starts, starts, list({1})}, 1, &uppers);
    EXPECT_EQ(dimsText(out[0]), "s0xs10");
    ASSERT_EQ(uppers.size(), 1u);
    EXPECT_EQ(*uppers[0], DimExpr(7));
}

TEST(Infer, ExpandByShapesOfOthers) {
    EXPECT_EQ(dimsText(first("expand", {}, {tensor(Dims{1, 1, s, s}), list({n, 1, s, s})})), "s0x1xs1xs1");
    EXPECT_EQ(dimsText(first("expand", {}, {tensor(Dims{1, 5}), list({n, 1, 1})})), "s0x1x5");
    EXPECT_EQ(dimsText(first("expand", {}, {tensor(Dims{4, 1}), tensor(Dims{2}, DType::kI64)})), "4xs10");
    Fact const content = first("expand", {}, {list({n}), list({3})});
    EXPECT_EQ(*content.content, (Dims{n, n, n}));
}

TEST(Infer, ContentPassesThrough) {
    Fact const four = list({n, s, 3, 4});
    EXPECT_EQ(*first("slice", {}, {four, list({-1}), list({-9}), list({0}), list({-2})}).content, (Dims{4, s}));
    EXPECT_EQ(*first("gather", ops::gather::Attributes{}, {four, list({-1, 0})}).content, (Dims{4, n}));
    EXPECT_EQ(*first("squeeze", {}, {first("gather", ops::gather::Attributes{}, {four, list({1})}), list({0})}).content,
              (Dims{s}));
    auto const halves = infer("split", ops::split::Attributes{}, {four}, 2);
    EXPECT_EQ(*halves[1].content, (Dims{3, 4}));
    Fact const square = first("reshape", ops::reshape::Attributes{}, {four, list({2, 2})});
    EXPECT_EQ(*first("transpose", ops::transpose::Attributes{}, {square}).content, (Dims{n, 3, s, 4}));
    EXPECT_EQ(*first("tile", {}, {list({n, 2}), list({2})}).content, (Dims{n, 2, n, 2}));
    EXPECT_EQ(*first("pad", ops::pad::Attributes{}, {list({n}), list({1, 2})}).content, (Dims{0, n, 0, 0}));
    EXPECT_EQ(*first("range", {}, {scalar(n), scalar(n + 3), scalar(1)}).content, (Dims{n, n + 1, n + 2}));
    EXPECT_EQ(*first("constant_of_shape", ops::constant_of_shape::Attributes{DType::kI64, 7}, {list({2})}).content,
              (Dims{7, 7}));
    EXPECT_EQ(*first("size", {}, {tensor(Dims{n, 3})}).content, (Dims{n * 3}));
    EXPECT_FALSE(first("concat", ops::concat::Attributes{0}, {four, tensor(Dims{1}, DType::kI64)}).content);
}

TEST(Infer, SymbolicDimsOfTheOthers) {
    EXPECT_EQ(dimsText(first("range", {}, {scalar(0), scalar(s), scalar(1)})), "s1");
    EXPECT_EQ(dimsText(first("constant_of_shape", ops::constant_of_shape::Attributes{}, {list({n, 3})})), "s0x3");
    EXPECT_EQ(dimsText(first("concat", ops::concat::Attributes{-1}, {tensor(Dims{n, s}), tensor(Dims{n, 1})})),
              toText(n) + "x" + toText(s + 1));
    EXPECT_EQ(dimsText(first("pad", ops::pad::Attributes{}, {tensor(Dims{n, s}), list({0, 1, 0, 2})})),
              "s0x" + toText(s + 3));
    auto const parts = infer("split", ops::split::Attributes{.even = true}, {tensor(Dims{n * 3})}, 3);
    EXPECT_EQ(dimsText(parts[2]), "s0");
    for (int64_t dim : {0, 1, 4, 5, 7, 8}) { // uneven parts add up whatever the dim is
        auto const uneven = infer("split", ops::split::Attributes{}, {tensor(Dims{n})}, 4);
        int64_t total = 0;
        for (Fact const& part : uneven)
            total += at(part.type.dims->at(0), dim);
        EXPECT_EQ(total, dim);
    }
}

TEST(Infer, UnknownRankStaysUnknown) {
    Fact const x = tensor(std::nullopt);
    EXPECT_FALSE(first("transpose", ops::transpose::Attributes{}, {x}).type.ranked());
    EXPECT_FALSE(first("concat", ops::concat::Attributes{}, {x, x}).type.ranked());
    EXPECT_FALSE(first("slice", {}, {x, list({0}), list({1})}).type.ranked());
    EXPECT_FALSE(first("gather", ops::gather::Attributes{}, {x, list({0})}).type.ranked());
    EXPECT_FALSE(first("squeeze", {}, {tensor(Dims{n, 3})}).type.ranked());
    EXPECT_EQ(first("shape", ops::shape::Attributes{}, {x}).type.rank(), 1);
}

TEST(Infer, FiltersOfAConvolutionFillTheGroups) {
    ops::conv::Attributes attrs;
    attrs.group = 2;
    EXPECT_EQ(dimsText(first("conv", attrs, {tensor(Dims{1, 4, 5, 5}), tensor(Dims{6, 2, 3, 3})})), "1x6x3x3");
    EXPECT_THROW(first("conv", attrs, {tensor(Dims{1, 4, 5, 5}), tensor(Dims{5, 2, 3, 3})}), Error);
}

} // namespace
} // namespace tenon
