// SPDX-License-Identifier: Apache-2.0
// Tile programs on every instruction set: each row for each type it takes against the reference, with every length of
// tail, every kind of operand, in place; and expressions of several rows against their rows run one by one, bit for
// bit.
#include "base/half.h"
#include "kernel/evaluate.h"
#include "kernel/tile.h"
#include "ops/pointwise/pointwise.h"
#include "test/backend/targets.h"

#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <random>

#include <gtest/gtest.h>

namespace tenon::ops::pointwise {
namespace {

constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kI8,  DType::kI16, DType::kI32,
                            DType::kI64, DType::kU8,  DType::kU16, DType::kU32,  DType::kU64, DType::kBool};
#ifdef TENON_SANITIZED // slow, and memory is all that is looked at: two vectors of any target and a few elements
constexpr int64_t kTail = 34, kStepBehindTile = 9;
#else
constexpr int64_t kTail = 70, kStepBehindTile = 1;
#endif
constexpr int64_t kMost = 1024 + kTail;

/// Numbers of small magnitude, among them zeros, and for floating types NaN and infinities.
Box numbers(DType type, int64_t count, uint32_t seed) {
    Box box;
    box.setTensor(type, std::vector<int64_t>{count});
    std::minstd_rand random(seed + 1);
    withType(type, [&](auto sample) {
        using T = decltype(sample);
        auto* to = reinterpret_cast<T*>(box.data());
        for (int64_t i = 0; i < count; ++i) {
            auto const r = static_cast<uint32_t>(random()) >> 5;
            if constexpr (std::is_same_v<T, bool>)
                to[i] = r % 2 != 0;
            else if constexpr (std::is_integral_v<T>)
                to[i] = static_cast<T>(r % 41 == 0 ? r : r % 23 - (std::is_signed_v<T> ? 11 : 0));
            else if (r % 97 == 0)
                to[i] = T(r % 2 != 0 ? NAN : (r % 4 != 0 ? INFINITY : -INFINITY));
            else
                to[i] = T(static_cast<float>(r % 4001) * 0.0025f - 5.0f);
        }
    });
    return box;
}

std::vector<DType> operandTypes(Row const& row, DType type) {
    std::vector<DType> types(static_cast<size_t>(row.arity), type);
    if (row.rule == RowRule::kChoice)
        types[0] = DType::kBool;
    return types;
}

Box byReference(Expression const& e, std::vector<Box> const& operands) {
    std::vector<Box const*> in;
    for (Box const& box : operands)
        in.push_back(&box);
    KernelTable const& table = builtinTable();
    return std::move(evaluate(table, *table.op("pointwise"), Attributes{e}, in, 1)[0]);
}

/// The result of the first `count` elements; operand i is read with steps[i].
std::vector<std::byte> byTile(TileProgram const& program, Expression const& e, std::vector<Box> const& operands,
                              int64_t count, std::vector<int64_t> const& steps = {}) {
    std::vector<TileOperand> in;
    for (size_t i = 0; i < operands.size(); ++i)
        in.push_back({operands[i].data(), steps.empty() ? 1 : steps[i]});
    int64_t const bytes = bytesFor(e.resultType(), count);
    std::vector<std::byte> out(static_cast<size_t>(bytes) + 16, std::byte{0x5a});
    program.run(in.data(), out.data(), count);
    for (int64_t i = 0; i < 16; ++i)
        EXPECT_EQ(out[static_cast<size_t>(bytes + i)], std::byte{0x5a}) << "written behind the end";
    out.resize(static_cast<size_t>(bytes));
    return out;
}

double toleranceOf(DType type) {
    switch (type) {
    case DType::kF16:
        return 2e-3;
    case DType::kBF16:
        return 1e-2;
    case DType::kF32:
        return 2e-6;
    case DType::kF64:
        return 1e-14;
    default:
        return 0;
    }
}

void expectClose(std::vector<std::byte> const& got, Box const& wanted, DType computedIn) {
    ASSERT_EQ(static_cast<int64_t>(got.size()), wanted.bytes());
    double const tolerance = toleranceOf(computedIn);
    withType(wanted.dtype, [&](auto sample) {
        using T = decltype(sample);
        auto const* a = reinterpret_cast<T const*>(got.data());
        auto const* b = reinterpret_cast<T const*>(wanted.data());
        for (int64_t i = 0; i < wanted.elements(); ++i) {
            if constexpr (std::is_integral_v<T>) {
                ASSERT_EQ(a[i], b[i]) << "element " << i;
            }
            auto const x = static_cast<double>(a[i]), y = static_cast<double>(b[i]);
            bool const close = x == y || (std::isnan(x) && std::isnan(y)) ||
                               std::abs(x - y) <= tolerance * std::abs(y) + 0.1 * tolerance;
            ASSERT_TRUE(close) << "element " << i << " is " << x << ", wanted " << y;
        }
    });
}

/// Equal bits; any two NaNs are equal.
testing::AssertionResult same(DType type, void const* got, void const* wanted, int64_t count) {
    auto result = testing::AssertionSuccess();
    withType(type, [&](auto sample) {
        using T = decltype(sample);
        for (int64_t i = 0; i < count && result; ++i) {
            T const a = static_cast<T const*>(got)[i], b = static_cast<T const*>(wanted)[i];
            if (std::memcmp(&a, &b, sizeof a) != 0 &&
                !(std::isnan(static_cast<double>(a)) && std::isnan(static_cast<double>(b))))
                result = testing::AssertionFailure() << "element " << i << " is " << static_cast<double>(a)
                                                     << ", wanted " << static_cast<double>(b);
        }
    });
    return result;
}

/// Calls fn(row, type) for every row and every type that it takes.
template <class F>
void forEveryRow(F&& fn) {
    for (Row const& row : rows())
        for (DType type : kTypes)
            if (row.rule != RowRule::kGiven && (classOf(type) & row.classes) != 0) {
                SCOPED_TRACE(fmt::format("{} of {}", row.name, nameOf(type)));
                fn(row, type);
            }
}

struct Fixture {
    Expression e;
    std::vector<Box> operands;
    Fixture(Row const& row, DType type) : e(rowOf(row.name, operandTypes(row, type))) {
        for (size_t i = 0; i < e.inputs.size(); ++i)
            operands.push_back(numbers(e.inputs[i], kMost, static_cast<uint32_t>(i) + 1));
    }
};

TEST(Tile, EveryRowWithEveryTail) {
    forEveryRow([](Row const& row, DType type) {
        Fixture const f(row, type);
        Box const wanted = byReference(f.e, f.operands);
        test::onEveryTarget([&] {
            auto const program = makeTile(f.e);
            auto const whole = byTile(*program, f.e, f.operands, kMost);
            expectClose(whole, wanted, type);
            for (int64_t n = 0; n <= kMost; n = n < kTail ? n + 1 : std::max<int64_t>(n + kStepBehindTile, 1024)) {
                auto const part = byTile(*program, f.e, f.operands, n);
                ASSERT_TRUE(same(f.e.resultType(), part.data(), whole.data(), n)) << n << " elements";
            }
        });
    });
}

/// An operand whose first `step` elements (one for 0) repeat gives what their copies in memory give.
TEST(Tile, RepeatedOperands) {
    forEveryRow([](Row const& row, DType type) {
        Fixture const f(row, type);
        test::onEveryTarget([&] {
            auto const program = makeTile(f.e);
            for (int64_t step : {0, 8, 16})
                for (size_t which = 0; which < f.operands.size(); ++which) {
                    auto copies = f.operands;
                    int64_t const size = bytesFor(copies[which].dtype, 1), period = std::max<int64_t>(1, step);
                    for (int64_t i = period; i < kMost; ++i)
                        std::memcpy(copies[which].data() + i * size, copies[which].data() + i % period * size,
                                    static_cast<size_t>(size));
                    std::vector<int64_t> steps(copies.size(), 1);
                    steps[which] = step;
                    for (int64_t n : {int64_t{5}, int64_t{48}, kMost}) {
                        auto const repeated = byTile(*program, f.e, f.operands, n, steps),
                                   copied = byTile(*program, f.e, copies, n);
                        ASSERT_TRUE(same(f.e.resultType(), repeated.data(), copied.data(), n)) << "step " << step;
                    }
                }
        });
    });
}

TEST(Tile, InPlaceAndUnaligned) {
    forEveryRow([](Row const& row, DType type) {
        Fixture f(row, type);
        int64_t const size = bytesFor(type, 1), count = kMost - 1;
        if (f.e.resultType() != type)
            return;
        test::onEveryTarget([&] {
            auto const program = makeTile(f.e);
            std::vector<TileOperand> in;
            for (size_t i = 0; i < f.operands.size(); ++i)
                in.push_back({f.operands[i].data() + bytesFor(f.e.inputs[i], 1), 1});
            std::vector<std::byte> wanted(static_cast<size_t>(size * count));
            program->run(in.data(), wanted.data(), count);
            Box over = f.operands.back(); // the last operand always has the result's type
            in.back().data = over.data() + size;
            program->run(in.data(), over.data() + size, count);
            ASSERT_TRUE(same(type, over.data() + size, wanted.data(), count));
        });
    });
}

TEST(Tile, EveryConversion) {
    for (DType from : kTypes)
        for (DType to : kTypes) {
            SCOPED_TRACE(fmt::format("{} to {}", nameOf(from), nameOf(to)));
            ExpressionWriter w({from});
            Expression const e = w.take(w.cast(0, to));
            std::vector<Box> operands{numbers(from, kMost, 3)};
            withType(from, [&](auto sample) { // magnitudes beyond every integer type
                using T = decltype(sample);
                if constexpr (!std::is_integral_v<T>) {
                    int64_t at = 0;
                    for (float value : {1e30f, -1e30f, 200.0f, -200.0f, 3e9f, 0x1p63f})
                        reinterpret_cast<T*>(operands[0].data())[at++] = T(value);
                }
            });
            Box const wanted = byReference(e, operands);
            test::onEveryTarget([&] {
                auto const got = byTile(*makeTile(e), e, operands, kMost);
                withType(to, [&](auto sample) {
                    using T = decltype(sample);
                    for (int64_t i = 0; i < kMost; ++i) {
                        T const a = reinterpret_cast<T const*>(got.data())[i],
                                b = reinterpret_cast<T const*>(wanted.data())[i];
                        auto const x = static_cast<double>(a), y = static_cast<double>(b);
                        ASSERT_TRUE(x == y || (std::isnan(x) && std::isnan(y)))
                            << "element " << i << " is " << x << ", wanted " << y;
                    }
                });
            });
        }
}

/// Random expressions over all rows: the program of the whole against the programs of its instructions, run one after
/// the other.
TEST(Tile, FusedEqualsUnfused) {
    std::minstd_rand random(11);
    auto pick = [&](size_t n) { return static_cast<size_t>(random()) % n; };
    for (int round = 0; round < 400; ++round) {
        std::vector<DType> inputs;
        for (size_t i = 0; i < 3; ++i)
            inputs.push_back(kTypes[pick(std::size(kTypes))]);
        ExpressionWriter w(inputs);
        std::vector<int32_t> values{0, 1, 2};
        size_t const length = 1 + pick(12);
        for (int tries = 0; values.size() < 3 + length && tries < 4000; ++tries) {
            Row const& row = rows()[pick(rows().size())];
            int32_t const any = values[pick(values.size())];
            if (row.rule == RowRule::kGiven) {
                DType const to = kTypes[pick(std::size(kTypes))];
                if (to != w.typeOf(any))
                    values.push_back(w.cast(any, to));
            } else if (pick(8) == 0) {
                values.push_back(w.number(kTypes[pick(std::size(kTypes))], static_cast<double>(pick(9)) - 3));
            } else {
                std::vector<int32_t> args;
                for (int i = 0; i < row.arity; ++i)
                    args.push_back(values[pick(values.size())]);
                try {
                    values.push_back(w.row(row.name, args));
                } catch (Error const&) { // types that do not go together: draw again
                }
            }
        }
        Expression const e = w.take(values.back());
        SCOPED_TRACE(toString(e));
        std::vector<Box> operands;
        for (DType type : inputs)
            operands.push_back(numbers(type, 300, static_cast<uint32_t>(random())));
        test::onEveryTarget([&] {
            std::vector<Box> results = operands;
            for (Expression::Instr instr : e.code) {
                Expression one;
                std::vector<Box> in;
                for (int32_t& a : instr.args)
                    if (a >= 0) {
                        in.push_back(results[static_cast<size_t>(a)]);
                        one.inputs.push_back(e.typeOf(a));
                        a = static_cast<int32_t>(in.size()) - 1;
                    }
                one.code.push_back(instr);
                Box result;
                result.setTensor(instr.type, std::vector<int64_t>{300});
                auto const bytes = byTile(*makeTile(one), one, in, 300);
                std::memcpy(result.data(), bytes.data(), bytes.size());
                results.push_back(std::move(result));
            }
            auto const fused = byTile(*makeTile(e), e, operands, 300);
            ASSERT_TRUE(same(e.resultType(), fused.data(), results.back().data(), 300));
        });
    }
}

TEST(Tile, Refusals) {
    EXPECT_EQ(rejectTile(rowOf("add", {DType::kF32, DType::kF32})), "");
    EXPECT_NE(rejectTile(Expression{std::vector<DType>(33, DType::kF32), {}}), "");
    EXPECT_NE(rejectTile(Expression{{DType::kI4}, {}}), "");
    EXPECT_NE(rejectTile(Expression{{DType::kF32}, {{.row = "no_such_row", .args = {0, -1, -1}}}}), "");
    EXPECT_THROW(makeTile(Expression{{DType::kI4}, {}}), DecodeError);
    ExpressionWriter w({DType::kF32}); // a sum whose terms are all needed at the end
    std::vector<int32_t> terms{0};
    for (int i = 0; i < 80; ++i)
        terms.push_back(w.row("exp", {terms.back()}));
    int32_t sum = terms[0];
    for (size_t i = terms.size(); i-- > 1;)
        sum = w.row("add", {sum, terms[i]});
    EXPECT_NE(rejectTile(w.take(sum)), "");
}

} // namespace
} // namespace tenon::ops::pointwise
