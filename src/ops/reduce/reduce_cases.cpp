// SPDX-License-Identifier: Apache-2.0
// Every function over inner, outer, middle and all axes, with tails; types; axes as operand; empty reductions; NaN.
#include "cases/case.h"
#include "ops/reduce/reduce.h"

#include <cmath>
#include <fmt/format.h>

namespace tenon::ops {
namespace {

using test::Case;
using test::random;

constexpr reduce::Kind kKinds[] = {
    reduce::Kind::kSum, reduce::Kind::kMean, reduce::Kind::kMax,    reduce::Kind::kMin,       reduce::Kind::kProd,
    reduce::Kind::kL1,  reduce::Kind::kL2,   reduce::Kind::kLogSum, reduce::Kind::kLogSumExp, reduce::Kind::kSumSquare};

struct ReduceCases {
    test::CaseList& list;
    uint64_t seed = 0;

    Case make(std::string name, reduce::Attributes attrs, std::vector<int64_t> dims, DType type = DType::kF32) {
        Case c{.name = std::move(name), .op = "reduce"};
        double const low = attrs.kind == reduce::Kind::kLogSum ? 0.1 : (attrs.kind == reduce::Kind::kProd ? 0.8 : -1);
        bool const whole = isInteger(type);
        c.inputs.push_back(random(type, std::move(dims), seed++, whole ? 1 : low, whole ? 9 : 1.2));
        c.attrs = std::move(attrs);
        c.rtol = type == DType::kF16 ? 4e-3 : (type == DType::kBF16 ? 3e-2 : 2e-5);
        c.atol = 1e-5;
        return c;
    }
    void add(std::string name, reduce::Attributes attrs, std::vector<int64_t> dims, DType type = DType::kF32) {
        list.add(make(std::move(name), std::move(attrs), std::move(dims), type));
    }
};

void addAxes(ReduceCases& cases, reduce::Kind kind) {
    struct Form {
        char const* name;
        std::vector<int64_t> axes, dims;
    };
    Form const forms[] = {{"inner_1", {-1}, {5, 1}},    {"inner_7", {-1}, {3, 7}},
                          {"inner_33", {1}, {4, 33}},   {"inner_1000", {-1}, {2, 1000}},
                          {"outer", {0}, {9, 37}},      {"outer_narrow", {0}, {40, 3}},
                          {"middle", {1}, {3, 11, 18}}, {"two_inner", {2, 3}, {2, 5, 7, 9}},
                          {"split", {0, 2}, {3, 4, 5}}, {"split_inner", {1, -1}, {2, 3, 4, 17}},
                          {"all", {}, {3, 5, 7}},       {"scalar", {}, {}}};
    for (Form const& f : forms)
        for (bool keep : {false, true})
            cases.add(fmt::format("{}_{}{}", nameOf(kind), f.name, keep ? "_keep" : ""), {kind, f.axes, keep, false},
                      f.dims);
    cases.add(fmt::format("{}_identity", nameOf(kind)), {kind, {}, true, true}, {3, 5});
    cases.add(fmt::format("{}_empty", nameOf(kind)), {kind, {1}, false, false}, {3, 0, 2});
}

Case known(char const* name, reduce::Kind kind, std::vector<double> in, double out, DType type = DType::kF32) {
    Case c{.name = name, .op = "reduce", .attrs = reduce::Attributes{.kind = kind, .keepDims = false}};
    auto const n = static_cast<int64_t>(in.size());
    c.inputs = {test::tensor(type, {n}, std::move(in))};
    c.expected = {test::tensor(type, {}, {out})};
    return c;
}

} // namespace

void reduce_cases(test::CaseList& list) {
    ReduceCases cases{list};
    for (reduce::Kind kind : kKinds) {
        addAxes(cases, kind);
        for (DType type : {DType::kF64, DType::kF16, DType::kBF16, DType::kI32, DType::kI64, DType::kU32, DType::kU64})
            cases.add(fmt::format("{}_type_{}", nameOf(kind), nameOf(type)), {.kind = kind, .axes = {1}}, {3, 5, 2},
                      type);
    }
    for (reduce::Kind kind : {reduce::Kind::kMax, reduce::Kind::kMin})
        for (DType type : {DType::kI8, DType::kU8, DType::kBool})
            cases.add(fmt::format("{}_type_{}", nameOf(kind), nameOf(type)), {.kind = kind, .axes = {1}}, {3, 5, 2},
                      type);
    Case operand = cases.make("axes_operand", {.keepDims = false}, {3, 5, 7});
    operand.inputs.push_back(test::tensor(DType::kI64, {2}, {0, -1}));
    operand.constants = {1};
    list.add(std::move(operand));
    Case dynamic = cases.make("dynamic", {.kind = reduce::Kind::kMean, .axes = {1}}, {4, 33, 6});
    dynamic.more = {{random(DType::kF32, {1, 3, 6}, 900)}, {random(DType::kF32, {2, 70, 6}, 901)}};
    list.add(std::move(dynamic));
    for (bool keep : {false, true}) { // axes that are no constant
        Case data{.name = fmt::format("axes_from_data{}", keep ? "_keep" : ""), .op = "reduce"};
        data.attrs = reduce::Attributes{.keepDims = keep};
        data.inputs = {test::tensor(DType::kF32, {2, 3}, {1, 2, 3, 4, 5, 6}), test::tensor(DType::kI64, {1}, {-1})};
        data.expected = {
            test::tensor(DType::kF32, keep ? std::vector<int64_t>{2, 1} : std::vector<int64_t>{2}, {6, 15})};
        list.add(std::move(data));
    }
    list.add(known("known_max_nan", reduce::Kind::kMax, {1, std::nan(""), 3}, std::nan("")));
    list.add(known("known_min_nan", reduce::Kind::kMin, {std::nan(""), 1, 3}, std::nan("")));
    list.add(known("known_l2", reduce::Kind::kL2, {3, -4}, 5));
    list.add(known("known_l1", reduce::Kind::kL1, {3, -4}, 7));
    list.add(known("known_mean_rounds_to_zero", reduce::Kind::kMean, {-3, -4}, -3, DType::kI32));
    list.add(known("known_log_sum_exp_large", reduce::Kind::kLogSumExp, {1000, 1000}, 1000.6931471805599));
    list.add(known("known_log_sum_exp_of_nothing", reduce::Kind::kLogSumExp, {-INFINITY, -INFINITY}, -INFINITY));
    list.add(known("known_sum_wraps", reduce::Kind::kSum, {2147483647, 1}, -2147483648.0, DType::kI32));
}

} // namespace tenon::ops
