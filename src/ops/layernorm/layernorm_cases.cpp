// SPDX-License-Identifier: Apache-2.0
// Row lengths with tails, one and more axes, scales of elements, rows and parts of rows, with and without bias and
// statistics, values far from zero.
#include "cases/case.h"
#include "ops/layernorm/layernorm.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace {

using test::Case;
using test::random;

Case make(std::string name, layernorm::Attributes attrs, std::vector<int64_t> dims, std::vector<int64_t> scale,
          uint64_t seed, bool bias, DType type = DType::kF32) {
    Case c{.name = std::move(name), .op = "layernorm", .attrs = attrs};
    c.inputs = {random(type, std::move(dims), seed, -3, 5), random(type, scale, seed + 1)};
    if (bias)
        c.inputs.push_back(random(type, scale, seed + 2));
    c.constants = bias ? std::vector<size_t>{1, 2} : std::vector<size_t>{1};
    c.rtol = type == DType::kF16 ? 4e-3 : (type == DType::kBF16 ? 3e-2 : 1e-5);
    c.atol = type == DType::kF32 || type == DType::kF64 ? 5e-6 : c.rtol;
    return c;
}

} // namespace

void layernorm_cases(test::CaseList& list) {
    uint64_t seed = 0;
    for (int64_t n : {1, 7, 16, 33, 64, 384, 1000})
        for (bool bias : {false, true})
            list.add(make(fmt::format("last_{}{}", n, bias ? "_bias" : ""), {}, {5, n}, {n}, seed += 3, bias));
    list.add(make("two_axes", {.axis = 1}, {3, 5, 9}, {5, 9}, 100, true));
    list.add(make("all_axes", {.axis = 0}, {3, 5, 9}, {3, 5, 9}, 103, true));
    list.add(make("scale_broadcasts", {.axis = 1}, {3, 5, 9}, {9}, 106, true));
    list.add(make("scale_is_one_number", {}, {3, 5, 9}, {1}, 109, true));
    list.add(make("scale_differs_by_row", {}, {3, 5, 9}, {5, 1}, 112, true));
    list.add(make("scale_of_rows", {.axis = 2}, {2, 5, 37}, {5, 1}, 136, true));
    list.add(make("scale_of_rows_and_samples", {.axis = 2}, {2, 5, 37}, {2, 5, 1}, 139, true));
    list.add(make("scale_of_parts", {.axis = 2}, {2, 3, 4, 19}, {3, 4, 1}, 142, true));
    list.add(make("scale_of_parts_alone", {.axis = 1}, {2, 3, 19}, {3, 1}, 145, false));
    list.add(make("scale_of_samples", {.axis = 2}, {2, 5, 37}, {2, 1, 1}, 148, true));
    list.add(make("scale_of_one_channel", {.axis = 2}, {2, 1, 37}, {1, 1}, 151, true));
    list.add(make("empty_rows", {.axis = 2}, {2, 3, 0}, {3, 1}, 154, true));
    list.add(make("large_epsilon", {.epsilon = 0.5}, {4, 40}, {40}, 115, true));
    list.add(make("empty", {}, {0, 40}, {40}, 118, true));
    for (DType type : {DType::kF64, DType::kF16, DType::kBF16})
        list.add(make(fmt::format("type_{}", nameOf(type)), {}, {4, 40}, {40}, 121, true, type));
    Case statistics = make("statistics", {.axis = 1}, {3, 5, 9}, {5, 9}, 124, true);
    statistics.results = 3;
    list.add(std::move(statistics));
    Case dynamic = make("dynamic", {}, {1, 12, 64}, {64}, 127, true);
    dynamic.more = {{random(DType::kF32, {3, 1, 64}, 130), std::nullopt, std::nullopt},
                    {random(DType::kF32, {2, 50, 64}, 131), std::nullopt, std::nullopt}};
    list.add(std::move(dynamic));
    Case offset = make("far_from_zero", {}, {4, 256}, {256}, 133, false);
    offset.inputs[0] = random(DType::kF32, {4, 256}, 134, 1000, 1001); // sums of squares alone would lose the variance
    offset.atol = 2e-3; // one unit in the last place of x is 6e-5, and the results are 3.5 times as large
    list.add(std::move(offset));
    Case known{.name = "known", .op = "layernorm", .attrs = layernorm::Attributes{.epsilon = 0}};
    known.inputs = {test::tensor(DType::kF32, {1, 2}, {1, 3}), test::tensor(DType::kF32, {2}, {1, 2}),
                    test::tensor(DType::kF32, {2}, {0, 10})};
    known.expected = {test::tensor(DType::kF32, {1, 2}, {-1, 12})};
    list.add(std::move(known));
}

} // namespace tenon::ops
