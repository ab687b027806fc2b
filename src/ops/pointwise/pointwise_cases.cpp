// SPDX-License-Identifier: Apache-2.0
// Cases of the pointwise operator: every row for every class of element types that it takes, broadcasting, NaN and
// infinities, and expressions of several rows. Answers that NumPy or the ONNX text give are stated.
#include "cases/case.h"
#include "ops/pointwise/pointwise.h"

#include <cmath>
#include <limits>

namespace tenon::ops {
namespace pointwise {
namespace {

using test::Case;
using test::CaseList;
using test::tensor;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// The range in which a row has values that say something.
struct Range {
    std::string_view row;
    double low, high;
};
constexpr Range kRanges[] = {
    {"sqrt", 0, 9},  {"rsqrt", 0.1, 9},      {"log", 0.01, 9}, {"log1p", -0.9, 9},
    {"asin", -1, 1}, {"acos", -1, 1},        {"acosh", 1, 9},  {"atanh", -0.99, 0.99},
    {"pow", 0.2, 3}, {"reciprocal", 0.2, 4}, {"exp", -9, 9},   {"tan", -1.4, 1.4},
};

Box operand(Row const& row, size_t index, DType type, std::vector<int64_t> dims, uint64_t seed) {
    if (index == 1 && row.name == "celu") // it divides by this one
        return test::random(type, std::move(dims), seed, 0.5, 3);
    for (Range const& r : kRanges)
        if (r.row == row.name)
            return test::random(type, std::move(dims), seed, r.low, r.high);
    bool const shift = row.name == "shift_left" || row.name == "shift_right";
    double const low = classOf(type) == kUnsignedRow || shift ? 0 : -5;
    return test::random(type, std::move(dims), seed, low, 6);
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
        return 1e-12;
    default:
        return 0;
    }
}

void everyRow(CaseList& list) {
    constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16, DType::kI8,
                                DType::kI16, DType::kI32, DType::kI64, DType::kU8,   DType::kU16,
                                DType::kU32, DType::kU64, DType::kBool};
    uint64_t seed = 1;
    for (Row const& row : rows()) {
        if (row.rule == RowRule::kGiven)
            continue;
        for (DType type : kTypes) {
            if ((classOf(type) & row.classes) == 0)
                continue;
            std::vector<DType> types(static_cast<size_t>(row.arity), type);
            if (row.rule == RowRule::kChoice)
                types[0] = DType::kBool;
            Case c{.name = std::string(row.name) + "_" + std::string(nameOf(type)),
                   .op = "pointwise",
                   .attrs = Attributes{rowOf(row.name, types)}};
            c.rtol = toleranceOf(type);
            c.atol = c.rtol * 0.1;
            for (size_t i = 0; i < types.size(); ++i)
                c.inputs.push_back(operand(row, i, types[i], {3, 37}, seed++));
            list.add(std::move(c));
        }
    }
}

void everyConversion(CaseList& list) {
    constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kI8,  DType::kI32,
                                DType::kI64, DType::kU8,  DType::kU64, DType::kBool};
    uint64_t seed = 1000;
    for (DType from : kTypes)
        for (DType to : kTypes) {
            if (from == to)
                continue;
            ExpressionWriter w({from});
            Case c{.name = "cast_" + std::string(nameOf(from)) + "_" + std::string(nameOf(to)),
                   .op = "pointwise",
                   .rtol = 0,
                   .atol = 0};
            c.attrs = Attributes{w.take(w.cast(0, to))};
            double const low = classOf(from) == kUnsignedRow ? 0 : -300;
            c.inputs.push_back(test::random(from, {53}, seed++, low, classOf(from) == kFloatRow ? 300 : 120));
            list.add(std::move(c));
        }
}

void shapes(CaseList& list) {
    using Shape = std::vector<int64_t>;
    std::vector<std::pair<Shape, Shape>> const kPairs{
        {{}, {}},
        {{1}, {}},
        {{5}, {}},
        {{}, {2, 3}},
        {{4, 1}, {1, 7}},
        {{2, 3, 4, 5}, {5}},
        {{2, 3, 4, 5}, {3, 1, 1}},
        {{2, 3, 4, 5}, {1, 3, 1, 1}},
        {{2, 3, 4, 5}, {2, 1, 4, 1}},
        {{3, 1, 5, 1}, {1, 4, 1, 6}},
        {{0, 3}, {1, 3}},
        {{2, 0}, {2, 1}},
        {{2, 20, 9, 8}, {1, 20, 1, 1}},
        {{2, 20, 9, 8}, {2, 20, 9, 8}},
        {{1, 300, 100}, {1, 300, 1}},
        {{1, 6, 40, 50}, {1, 6, 40, 50}},
        {{70000}, {70000}},
        {{300, 3}, {3}},
        {{40, 7, 7}, {40, 1, 1}},
        {{2, 3, 1, 2, 1, 3}, {3, 4, 1, 5, 1}},
    };
    uint64_t seed = 2000;
    for (size_t i = 0; i < kPairs.size(); ++i) {
        auto const& [a, b] = kPairs[i];
        Case c{.name = "shape_" + std::to_string(i), .op = "pointwise", .rtol = 0, .atol = 0};
        c.attrs = Attributes{rowOf("sub", {DType::kF32, DType::kF32})};
        c.inputs = {test::random(DType::kF32, a, seed++), test::random(DType::kF32, b, seed++)};
        list.add(c);
        std::swap(c.inputs[0], c.inputs[1]);
        c.name += "_swapped";
        list.add(std::move(c));
    }
    Case three{.name = "shape_select", .op = "pointwise", .rtol = 0, .atol = 0};
    three.attrs = Attributes{rowOf("select", {DType::kBool, DType::kF32, DType::kF32})};
    three.inputs = {test::random(DType::kBool, {2, 1, 9, 9}, seed++), test::random(DType::kF32, {2, 4, 9, 9}, seed++),
                    tensor(DType::kF32, {}, {-1e9})};
    list.add(std::move(three));
}

/// What blocked and channels-last layouts meet: channels that do not fill a block, operands for each channel in every
/// rank, one channel.
void layouts(CaseList& list) {
    using Shape = std::vector<int64_t>;
    std::vector<std::vector<Shape>> const kShapes{
        {{2, 20, 5, 7}, {2, 20, 5, 7}, {1, 20, 1, 1}},
        {{1, 48, 6, 6}, {48, 1, 1}, {1, 48, 1, 1}},
        {{2, 35, 4}, {2, 1, 4}, {}},
        {{1, 32, 2, 3, 4}, {1, 32, 1, 1, 1}, {4}},
        {{3, 1, 5, 4}, {1, 8, 1, 1}, {1, 1, 5, 4}},
        {{1, 20, 3, 3}, {20, 1, 1}, {3, 3}},
        {{2, 17, 40, 40}, {1, 17, 1, 1}, {2, 17, 1, 1}},
        {{2, 3, 50, 60}, {1, 3, 1, 1}, {1}},
        {{1, 16, 30, 40}, {16, 30, 40}, {2, 1, 1, 1}},
        {{2, 24, 1, 1}, {2, 24, 1, 1}, {2, 24, 8, 8}},
    };
    uint64_t seed = 3000;
    ExpressionWriter w({DType::kF32, DType::kF32, DType::kF32});
    Attributes const attributes{
        w.take(w.row("exp", {w.row("sub", {w.row("mul", {0, 1}), 2})}))}; // exp(0) would show in the padding
    for (size_t i = 0; i < kShapes.size(); ++i) {
        Case c{.name = "layout_" + std::to_string(i), .op = "pointwise", .attrs = attributes, .rtol = 2e-6, .atol = 0};
        for (Shape const& shape : kShapes[i])
            c.inputs.push_back(test::random(DType::kF32, shape, seed++));
        list.add(std::move(c));
    }
    Case half{.name = "layout_f16",
              .op = "pointwise",
              .attrs = Attributes{rowOf("silu", {DType::kF16})},
              .rtol = 2e-3,
              .atol = 1e-3};
    half.inputs = {test::random(DType::kF16, {1, 20, 9, 9}, seed++, -6, 6)};
    list.add(std::move(half));

    // Dims that change between runs; broadcasting that only some of them have.
    Case c{.name = "dynamic", .op = "pointwise", .attrs = attributes, .rtol = 2e-6, .atol = 0};
    c.inputs = {test::random(DType::kF32, {2, 20, 6, 8}, seed++), test::random(DType::kF32, {1, 20, 1, 1}, seed++),
                test::random(DType::kF32, {2, 20, 6, 8}, seed++)};
    for (Shape const& shape : std::vector<Shape>{{1, 20, 1, 1}, {4, 20, 30, 33}, {3, 20, 0, 5}})
        c.more.push_back({test::random(DType::kF32, shape, seed++), test::random(DType::kF32, {1, 20, 1, 1}, seed++),
                          test::random(DType::kF32, shape, seed++)});
    c.more.push_back({test::random(DType::kF32, {1, 20, 6, 1}, seed++),
                      test::random(DType::kF32, {1, 20, 1, 1}, seed++),
                      test::random(DType::kF32, {2, 20, 6, 8}, seed++)});
    list.add(std::move(c));
}

void known(CaseList& list) {
    auto add = [&](std::string name, Expression e, std::vector<Box> inputs, Box expected, double rtol = 0) {
        Case c{.name = std::move(name), .op = "pointwise", .attrs = Attributes{std::move(e)}, .rtol = rtol, .atol = 0};
        for (Box& in : inputs)
            c.inputs.push_back(std::move(in));
        c.expected.push_back(std::move(expected));
        list.add(std::move(c));
    };
    auto f32 = [](std::vector<double> v) { return tensor(DType::kF32, {static_cast<int64_t>(v.size())}, v); };
    auto i32 = [](std::vector<double> v) { return tensor(DType::kI32, {static_cast<int64_t>(v.size())}, v); };
    auto logic = [](std::vector<double> v) { return tensor(DType::kBool, {static_cast<int64_t>(v.size())}, v); };
    auto one = [](std::string_view row, DType t) { return rowOf(row, {t}); };
    auto two = [](std::string_view row, DType t) { return rowOf(row, {t, t}); };
    constexpr DType kF = DType::kF32, kI = DType::kI32;

    add("round_half", one("round", kF), {f32({0.5, 1.5, 2.5, -0.5, -1.5, 2.3, kInf})},
        f32({0, 2, 2, -0.0, -2, 2, kInf}));
    add("max_nan", two("max", kF), {f32({kNaN, 1, -1, kNaN}), f32({1, kNaN, 2, kNaN})}, f32({kNaN, kNaN, 2, kNaN}));
    add("min_nan", two("min", kF), {f32({kNaN, 1, -1, kInf}), f32({1, kNaN, 2, -kInf})}, f32({kNaN, kNaN, -1, -kInf}));
    add("relu_nan", one("relu", kF), {f32({kNaN, -kInf, kInf, -2, 3})}, f32({kNaN, 0, kInf, 0, 3}));
    add("clip_nan", rowOf("clip", {kF, kF, kF}), {f32({kNaN, -5, 5, 0.5}), tensor(kF, {}, {-1}), tensor(kF, {}, {1})},
        f32({kNaN, -1, 1, 0.5}));
    add("clip_crossed", rowOf("clip", {kF, kF, kF}), {f32({0, 5}), tensor(kF, {}, {3}), tensor(kF, {}, {2})},
        f32({2, 2}));
    add("isinf", one("isinf", kF), {f32({kInf, -kInf, kNaN, 1})}, logic({1, 1, 0, 0}));
    add("isinf_pos", one("isinf_pos", kF), {f32({kInf, -kInf, kNaN, 1})}, logic({1, 0, 0, 0}));
    add("isinf_neg", one("isinf_neg", kF), {f32({kInf, -kInf, kNaN, 1})}, logic({0, 1, 0, 0}));
    add("isnan", one("isnan", kF), {f32({kInf, -kInf, kNaN, 1})}, logic({0, 0, 1, 0}));
    add("less_nan", two("lt", kF), {f32({kNaN, 1, 1}), f32({1, kNaN, 2})}, logic({0, 0, 1}));
    add("mod_signs", two("mod", kI), {i32({-4, 7, 5, 4, -7, 8}), i32({2, -3, 8, -2, 3, 5})}, i32({0, -2, 5, 0, 2, 3}));
    add("fmod_signs", two("fmod", kI), {i32({-4, 7, 5, 4, -7, 8}), i32({2, -3, 8, -2, 3, 5})},
        i32({0, 1, 5, 0, -1, 3}));
    add("fmod_float", two("fmod", kF), {f32({-4.3, 7.2, 5.0, 4.3, -7.2, 8.0}), f32({2.1, -3.4, 8.0, -2.1, 3.4, 5.0})},
        f32({-0.1, 0.4, 5, 0.1, -0.4, 3}), 1e-5);
    add("mod_float", two("mod", kF), {f32({-4.3, 7.2, 5, -5, 0, 7, -5, kNaN}), f32({2.1, -3.4, 8, 8, 3, 0, kInf, 1})},
        f32({2, -3, 5, 3, 0, kNaN, kInf, kNaN}), 1e-5);
    add("div_truncates", two("div", kI), {i32({7, -7, 7, -7}), i32({2, 2, -2, -2})}, i32({3, -3, -3, 3}));
    add("div_zero", two("div", kI), {i32({7, -7, 0, -2147483648.0}), i32({0, 0, 0, -1})},
        i32({0, 0, 0, -2147483648.0}));
    add("mod_zero", two("mod", kI), {i32({7, -7, -2147483648.0}), i32({0, 0, -1})}, i32({0, 0, 0}));
    add("pow_whole", two("pow", kI), {i32({2, -3, 1, -1, 2, 0}), i32({10, 3, -5, -3, -1, 0})},
        i32({1024, -27, 1, -1, 0, 1}));
    add("pow_special", two("pow", kF),
        {f32({0, 0, -2, -2, kInf, -1, 2, kNaN, 1, -8, 0}), f32({0, -1, 3, 2, -1, kInf, kNaN, 0, kNaN, 0.5, 3})},
        f32({1, kInf, -8, 4, 0, 1, kNaN, 1, 1, kNaN, 0}), 1e-6);
    add("sign", one("sign", kF), {f32({-3, 0, 4, kNaN, -kInf})}, f32({-1, 0, 1, kNaN, -1}));
    add("exp_limits", one("exp", kF), {f32({0, -kInf, kInf, 89, -104, kNaN, 1})},
        f32({1, 0, kInf, kInf, 0, kNaN, 2.718281828459045}), 1e-6);
    add("log_limits", one("log", kF), {f32({1, 0, kInf, -1, kNaN})}, f32({0, -kInf, kInf, kNaN, kNaN}));
    add("tanh_limits", one("tanh", kF), {f32({0, -kInf, kInf, 30, kNaN})}, f32({0, -1, 1, 1, kNaN}));
    add("sigmoid_limits", one("sigmoid", kF), {f32({0, -kInf, kInf, -200, 200, kNaN})}, f32({0.5, 0, 1, 0, 1, kNaN}));
    add("gelu", one("gelu_erf", kF), {f32({-3, -1, 0, 1, 2})},
        f32({-0.00404969409489031, -0.15865525393145707, 0, 0.8413447460685429, 1.9544997361036416}), 1e-6);
    add("gelu_tanh", one("gelu_tanh", kF), {f32({-1, 0, 1})}, f32({-0.15880800939172324, 0, 0.8411919906082768}), 1e-6);
    add("hard_swish", one("hard_swish", kF), {f32({-4, -3, -1, 0, 1, 3, 4})}, f32({0, 0, -1.0 / 3, 0, 2.0 / 3, 3, 4}),
        1e-6);
    add("shift_left", two("shift_left", DType::kU8),
        {tensor(DType::kU8, {4}, {16, 4, 1, 255}), tensor(DType::kU8, {4}, {1, 2, 7, 8})},
        tensor(DType::kU8, {4}, {32, 16, 128, 0}));
    add("shift_right", two("shift_right", DType::kU32),
        {tensor(DType::kU32, {4}, {16, 4, 1, 255}), tensor(DType::kU32, {4}, {1, 2, 3, 32})},
        tensor(DType::kU32, {4}, {8, 1, 0, 0}));
    add("wrap_i8", two("add", DType::kI8), {tensor(DType::kI8, {2}, {127, -128}), tensor(DType::kI8, {2}, {1, -1})},
        tensor(DType::kI8, {2}, {-128, 127}));
    ExpressionWriter toInt({kF});
    add("cast_saturates", toInt.take(toInt.cast(0, kI)),
        {f32({1.9, -1.9, 2.5, -0.5, kNaN, kInf, -kInf, 3e9, -3e9, 2147483520})},
        i32({1, -1, 2, 0, 0, 2147483647, -2147483648.0, 2147483647, -2147483648.0, 2147483520}));
    ExpressionWriter toBool({kF});
    add("cast_bool", toBool.take(toBool.cast(0, DType::kBool)), {f32({0, -0.0, 0.1, kNaN})}, logic({0, 0, 1, 1}));
}

void composed(CaseList& list) {
    constexpr DType kF = DType::kF32;
    ExpressionWriter w({kF, kF, kF, DType::kBool});
    int32_t const scaled = w.row("add", {w.row("mul", {0, 1}), 2});
    int32_t const gated = w.row("mul", {scaled, w.row("sigmoid", {scaled})});
    int32_t const bounded = w.row("clip", {gated, w.number(kF, -0.25), w.number(kF, 6)});
    Expression const e = w.take(w.row("select", {3, bounded, w.row("exp", {w.row("neg", {scaled})})}));
    Case c{.name = "chain", .op = "pointwise", .attrs = Attributes{e}, .rtol = 2e-6, .atol = 1e-6};
    c.inputs = {test::random(kF, {2, 5, 11, 13}, 1), test::random(kF, {5, 1, 1}, 2), test::random(kF, {5, 1, 1}, 3),
                test::random(DType::kBool, {11, 13}, 4)};
    list.add(c);
    c.name = "chain_constant_operands";
    c.constants = {1, 2};
    list.add(std::move(c));

    ExpressionWriter q({DType::kI32, kF, kF});
    Expression const dequantised = q.take(q.row("add", {q.row("mul", {q.cast(0, kF), 1}), 2}));
    Case scale{.name = "dequantise", .op = "pointwise", .attrs = Attributes{dequantised}, .rtol = 0, .atol = 0};
    scale.inputs = {test::random(DType::kI32, {4, 300}, 5, -5000, 5000), tensor(kF, {}, {0.0123}),
                    test::random(kF, {300}, 6)};
    list.add(std::move(scale));

    Case same{.name = "identity",
              .op = "pointwise",
              .attrs = Attributes{Expression{{DType::kI64}, {}}},
              .rtol = 0,
              .atol = 0};
    same.inputs = {test::random(DType::kI64, {3, 4}, 7, -100, 100)};
    list.add(std::move(same));

    ExpressionWriter t({kF});
    Case mask{.name = "constant_result",
              .op = "pointwise",
              .attrs = Attributes{t.take(t.number(DType::kBool, 1))},
              .rtol = 0,
              .atol = 0};
    mask.inputs = {test::random(kF, {3, 5}, 8)};
    list.add(std::move(mask));
}

} // namespace
} // namespace pointwise

void pointwise_cases(test::CaseList& list) {
    pointwise::everyRow(list);
    pointwise::everyConversion(list);
    pointwise::shapes(list);
    pointwise::layouts(list);
    pointwise::known(list);
    pointwise::composed(list);
}

} // namespace tenon::ops
