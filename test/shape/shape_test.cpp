// SPDX-License-Identifier: Apache-2.0
#include "shape/infer.h"
#include "shape/program.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace tenon {
namespace {

DimExpr s(SymbolId id) {
    return DimExpr::symbol(id);
}

TEST(DimExpr, EqualForSimpleReasons) {
    EXPECT_EQ(s(0) + 1 + s(1), s(1) + s(0) + 1);
    EXPECT_EQ(s(0) * 2 + s(0), s(0) * 3);
    EXPECT_EQ((s(0) + 1) * 4, s(0) * 4 + 4);
    EXPECT_EQ(s(0) - s(0), DimExpr(0));
    EXPECT_EQ(floorDiv(s(0) * s(1) * 64, s(0) * 64), s(1));
    EXPECT_EQ(floorDiv(s(0) * 8 + 4, 4), s(0) * 2 + 1);
    EXPECT_EQ(max(s(0), s(0)), s(0));
    EXPECT_NE(s(0), s(1));
}

TEST(DimExpr, DivisionRoundsDownAndUp) {
    for (int64_t a = -7; a <= 7; ++a)
        for (int64_t b : {-3, -2, -1, 1, 2, 3}) {
            double const q = static_cast<double>(a) / static_cast<double>(b);
            EXPECT_EQ(floorDiv(a, b).value(), static_cast<int64_t>(std::floor(q))) << a << "/" << b;
            EXPECT_EQ(ceilDiv(a, b).value(), static_cast<int64_t>(std::ceil(q))) << a << "/" << b;
            EXPECT_EQ(mod(a, b).value(), a - b * static_cast<int64_t>(std::floor(q))) << a << "%" << b;
        }
}

TEST(DimExpr, TextComesBack) {
    DimExpr const e = select(less(s(0), 3), ceilDiv(s(1) * 3 + 2, 4), max(s(2), min(s(0), 7)));
    EXPECT_EQ(fromText(toText(e), static_cast<DimExpr*>(nullptr)), e) << toText(e);
    for (char const* bad : {"", "add(1", "foo(1,2)", "select(1,2)", "s", "add(1,2)x"})
        EXPECT_THROW(fromText(bad, static_cast<DimExpr*>(nullptr)), DecodeError) << bad;
}

TEST(DimExpr, OverflowIsAnError) {
    DimExpr const big = s(0) * s(0);
    EXPECT_THROW(evaluate(big, [](SymbolId) { return int64_t{1} << 40; }), Error);
    EXPECT_THROW(evaluate(floorDiv(s(0), s(1)), [](SymbolId) { return int64_t{0}; }), Error);
    constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
    EXPECT_THROW(evaluate(floorDiv(s(0), s(1)), [](SymbolId id) { return id == 0 ? kLeast : -1; }), Error);
}

TEST(DimExpr, BoundsHoldAndAreTight) {
    // The dims of a convolution over a width from 3 to 20.
    DimExpr const e = floorDiv(s(0) + 2 - 3, 2) + 1;
    Interval const range = bounds(e, [](SymbolId) { return Interval{3, 20}; });
    EXPECT_EQ(range.lo, 2);
    EXPECT_EQ(range.hi, 10);
    Interval const difference = bounds(DimExpr(10) - s(0), [](SymbolId) { return Interval{3, 20}; });
    EXPECT_EQ(difference.lo, -10);
    EXPECT_EQ(difference.hi, 7);
}

TEST(DimExpr, RangesDecideChoices) {
    auto range = [](SymbolId) { return Interval{1, 128}; };
    DimExpr const sliced = select(equal(s(0), 1), min(512, s(0)), s(0)); // a slice of 512 positions, then a broadcast
    EXPECT_EQ(simplify(sliced, range), s(0));
    EXPECT_EQ(simplify(floorDiv(sliced * 12, s(0)), range), DimExpr(12));
    EXPECT_EQ(simplify(max(s(0), 0), range), s(0));
    EXPECT_EQ(simplify(min(64, s(0)), range), min(64, s(0))); // not decided
}

TEST(ShapeProgram, GivesWhatTheExpressionsGive) {
    std::vector<DimExpr> const expressions = {s(0) * 2 + s(1), floorDiv(s(0) + 7, 8),
                                              select(equal(s(1), 1), s(0), s(1)), max(s(0) - s(1), 0)};
    ShapeCompiler compiler;
    std::vector<Slot> slots;
    for (DimExpr const& e : expressions)
        slots.push_back(compiler.compile(e));
    ShapeProgram const program = compiler.take();
    verify(program);
    for (int64_t a : {1, 5, 100})
        for (int64_t b : {1, 3, 200}) {
            std::vector<int64_t> memory(program.code.size());
            for (size_t i = 0; i < program.code.size(); ++i)
                if (program.code[i].op == DimOp::kSymbol)
                    memory[i] = program.code[i].value == 0 ? a : b;
            EXPECT_EQ(program.run(memory, 0, static_cast<Slot>(program.code.size())), -1);
            for (size_t i = 0; i < expressions.size(); ++i)
                EXPECT_EQ(memory[static_cast<size_t>(slots[i])],
                          evaluate(expressions[i], [&](SymbolId id) { return id == 0 ? a : b; }));
        }
}

TEST(ShapeProgram, MalformedOnesAreRefused) {
    ShapeProgram p;
    p.code = {{DimOp::kConst, 1, -1, -1, -1}, {DimOp::kAdd, 0, 0, 1, -1}}; // reads itself
    EXPECT_THROW(verify(p), DecodeError);
    p.code[1] = {DimOp::kAdd, 0, 0, 7, -1};
    EXPECT_THROW(verify(p), DecodeError);
    p.code[1] = {static_cast<DimOp>(99), 0, 0, 0, -1};
    EXPECT_THROW(verify(p), DecodeError);
}

TEST(Broadcast, FollowsTheRule) {
    EXPECT_EQ(broadcast({3, 1}, {4}), (Dims{3, 4}));
    EXPECT_EQ(broadcast({s(0), 1}, {s(0), 5}), (Dims{s(0), 5}));
    EXPECT_EQ(broadcast({s(0)}, {7}), (Dims{7}));
    EXPECT_EQ(broadcast({}, {2}), (Dims{2}));
    EXPECT_EQ(broadcast({0}, {1}), (Dims{0}));
    DimExpr const unknown = broadcast({s(0)}, {s(1)})[0];
    EXPECT_EQ(evaluate(unknown, [](SymbolId id) { return id == 0 ? 1 : 0; }), 0); // 1 against 0 is 0
    EXPECT_THROW(broadcast({3}, {4}), Error);
}

} // namespace
} // namespace tenon
