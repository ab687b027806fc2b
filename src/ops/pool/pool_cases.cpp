// SPDX-License-Identifier: Apache-2.0
// Windows with tails, pads, dilations and both roundings; means with and without the padding; indices; global pooling.
#include "cases/case.h"
#include "ops/pool/pool.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace {

using test::Case;
using test::random;

struct PoolCases {
    test::CaseList& list;
    uint64_t seed = 0;

    Case make(std::string name, pool::Attributes attrs, std::vector<int64_t> dims, DType type = DType::kF32) {
        Case c{.name = std::move(name), .op = "pool", .attrs = attrs};
        c.inputs.push_back(
            random(type, std::move(dims), seed++, bitsOf(type) == 8 ? 0 : -1, bitsOf(type) == 8 ? 100 : 1));
        c.rtol = type == DType::kF16 ? 2e-3 : (type == DType::kBF16 ? 1.6e-2 : 1e-5);
        return c;
    }
    void add(std::string name, pool::Attributes attrs, std::vector<int64_t> dims, DType type = DType::kF32) {
        list.add(make(std::move(name), std::move(attrs), std::move(dims), type));
    }
};

void addWindows(PoolCases& cases, pool::Kind kind) {
    auto add = [&](char const* name, Window window, std::vector<int64_t> dims, bool includePad = false) {
        cases.add(fmt::format("{}_{}", nameOf(kind), name),
                  {.kind = kind, .window = std::move(window), .countIncludePad = includePad}, std::move(dims));
    };
    add("2x2", {.kernel = {2, 2}, .strides = {2, 2}}, {2, 16, 8, 12});
    add("2x2_tail", {.kernel = {2, 2}, .strides = {2, 2}}, {1, 19, 9, 13});
    add("3x3_pad", {.kernel = {3, 3}, .strides = {2, 2}, .pads = {1, 1, 1, 1}}, {2, 35, 11, 14});
    add("3x3_pad_counted", {.kernel = {3, 3}, .strides = {2, 2}, .pads = {1, 1, 1, 1}}, {1, 16, 11, 14}, true);
    add("stride_1", {.kernel = {3, 3}, .pads = {1, 1, 1, 1}}, {1, 32, 7, 40});
    add("uneven", {.kernel = {2, 3}, .strides = {1, 2}, .pads = {0, 1, 1, 2}}, {1, 16, 9, 10});
    add("uneven_counted", {.kernel = {2, 3}, .strides = {1, 2}, .pads = {0, 1, 1, 2}}, {1, 16, 9, 10}, true);
    add("ceil", {.kernel = {3, 3}, .strides = {2, 2}, .ceilMode = true}, {1, 20, 10, 8});
    add("ceil_counted", {.kernel = {3, 3}, .strides = {2, 2}, .pads = {0, 0, 1, 1}, .ceilMode = true}, {1, 20, 10, 8},
        true);
    add("ceil_drops_last", {.kernel = {1, 1}, .strides = {2, 2}, .pads = {0, 0, 1, 1}, .ceilMode = true}, {1, 3, 4, 4});
    add("no_window", {.kernel = {5, 2}, .strides = {2, 1}}, {1, 16, 2, 8});
    add("no_window_along_rows", {.kernel = {2, 9}, .pads = {0, 1, 0, 1}}, {2, 3, 8, 4}, true);
    add("ceil_partial_window", {.kernel = {3, 4}, .strides = {3, 2}, .ceilMode = true}, {1, 20, 2, 3});
    add("dilated", {.kernel = {3, 2}, .dilations = {2, 3}}, {1, 16, 12, 13});
    add("same_upper", {.kernel = {3, 3}, .strides = {2, 2}, .autoPad = AutoPad::kSameUpper}, {1, 16, 8, 9});
    add("same_lower", {.kernel = {2, 2}, .autoPad = AutoPad::kSameLower}, {1, 16, 8, 9});
    add("one_axis", {.kernel = {3}, .strides = {2}, .pads = {1, 1}}, {2, 16, 21});
    add("three_axes", {.kernel = {2, 2, 2}}, {1, 3, 4, 5, 6});
    for (auto dims : {std::vector<int64_t>{2, 16, 7, 7}, {1, 35, 3, 50}, {2, 5, 9}, {1, 2, 3, 4, 5}})
        cases.add(fmt::format("{}_global_{}", nameOf(kind), dims.size() * 100 + static_cast<size_t>(dims[1])),
                  {.kind = kind, .global = true}, dims);
    Case dynamic = cases.make(fmt::format("{}_dynamic", nameOf(kind)),
                              {.kind = kind, .window = {.kernel = {2, 2}, .strides = {2, 2}}}, {1, 32, 8, 40});
    dynamic.more = {{random(DType::kF32, {3, 32, 5, 17}, 900)}, {random(DType::kF32, {1, 32, 2, 100}, 901)}};
    cases.list.add(std::move(dynamic));
}

} // namespace

void pool_cases(test::CaseList& list) {
    PoolCases cases{list};
    for (pool::Kind kind : {pool::Kind::kMax, pool::Kind::kAverage, pool::Kind::kLp})
        addWindows(cases, kind);
    for (DType type : {DType::kF64, DType::kF16, DType::kBF16, DType::kI8, DType::kU8})
        cases.add(fmt::format("max_type_{}", nameOf(type)), {.window = {.kernel = {3, 3}, .pads = {1, 1, 1, 1}}},
                  {1, 3, 6, 7}, type);
    for (bool columnMajor : {false, true}) {
        Case c =
            cases.make(columnMajor ? "indices_column_major" : "indices",
                       {.window = {.kernel = {2, 2}, .strides = {2, 2}}, .columnMajor = columnMajor}, {2, 2, 4, 6});
        c.results = 2;
        list.add(std::move(c));
    }
    Case known{.name = "known_indices",
               .op = "pool",
               .attrs = pool::Attributes{.window = {.kernel = {2, 2}, .strides = {2, 2}}}};
    known.inputs = {test::tensor(DType::kF32, {1, 1, 2, 4}, {1, 5, 2, 0, 3, 4, 6, 7})};
    known.results = 2;
    known.expected = {test::tensor(DType::kF32, {1, 1, 1, 2}, {5, 7}), test::tensor(DType::kI64, {1, 1, 1, 2}, {1, 7})};
    list.add(std::move(known));
    for (bool ceil : {false, true}) { // 3 - 7 is below -3, and with the ceiling below -2
        Case none{.name = ceil ? "known_none_ceil" : "known_none",
                  .op = "pool",
                  .attrs = pool::Attributes{.window = {.kernel = {7}, .strides = {3}, .ceilMode = ceil}}};
        none.inputs = {random(DType::kF32, {1, 2, 3}, 7)};
        none.results = 2;
        none.expected = {random(DType::kF32, {1, 2, 0}, 0), random(DType::kI64, {1, 2, 0}, 0)};
        list.add(std::move(none));
    }
    Case partial{.name = "known_ceil_partial",
                 .op = "pool",
                 .attrs = pool::Attributes{.window = {.kernel = {3}, .strides = {2}, .ceilMode = true}}};
    partial.inputs = {test::tensor(DType::kF32, {1, 1, 2}, {4, 3})};
    partial.expected = {test::tensor(DType::kF32, {1, 1, 1}, {4})};
    list.add(std::move(partial));
    Case mean{.name = "known_mean",
              .op = "pool",
              .attrs = pool::Attributes{.kind = pool::Kind::kAverage, .window = {.kernel = {2}, .pads = {1, 0}}}};
    mean.inputs = {test::tensor(DType::kF32, {1, 1, 3}, {1, 3, 5})};
    mean.expected = {test::tensor(DType::kF32, {1, 1, 3}, {1, 2, 4})};
    list.add(std::move(mean));
}

} // namespace tenon::ops
