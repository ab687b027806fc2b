// SPDX-License-Identifier: Apache-2.0
// Known small answers: one key, equal keys, masks, a row without keys, grouped heads, a past, a short mask.
#include "cases/case.h"
#include "ops/attention/attention.h"

namespace tenon::ops {

void attention_cases(test::CaseList& list) {
    using attention::Attributes;
    using test::tensor;
    constexpr DType kType = DType::kF32;
    auto add = [&](std::string name, Attributes a, std::vector<std::optional<Box>> in, Box want) {
        test::Case c{.name = std::move(name), .op = "attention", .attrs = a, .inputs = std::move(in)};
        c.expected.push_back(std::move(want));
        list.add(std::move(c));
    };
    // Zero queries make all scores equal: the output is the mean of the values that take part.
    Box const q = tensor(kType, {1, 1, 3, 2}, {0, 0, 0, 0, 0, 0});
    Box const v = tensor(kType, {1, 1, 3, 2}, {1, 10, 3, 20, 8, 60});
    add("mean", {}, {q, v, v}, tensor(kType, {1, 1, 3, 2}, {4, 30, 4, 30, 4, 30}));
    add("causal", {.causal = true}, {q, v, v}, tensor(kType, {1, 1, 3, 2}, {1, 10, 2, 15, 4, 30}));
    add("window", {.left = 1, .right = 0}, {q, v, v}, tensor(kType, {1, 1, 3, 2}, {1, 10, 2, 15, 5.5, 40}));
    Box const mask = tensor(DType::kBool, {3, 3}, {0, 1, 0, 0, 0, 0, 1, 0, 1});
    add("mask_and_row_without_keys", {}, {q, v, v, mask}, tensor(kType, {1, 1, 3, 2}, {3, 20, 0, 0, 4.5, 35}));
    add("short_mask", {}, {q, v, v, tensor(kType, {1, 2}, {0, 0})}, tensor(kType, {1, 1, 3, 2}, {2, 15, 2, 15, 2, 15}));
    Box const one = tensor(kType, {1, 1, 1, 2}, {0, 0});
    add("past", {.causal = true},
        {one, one, tensor(kType, {1, 1, 1, 2}, {8, 60}), std::nullopt, tensor(kType, {1, 1, 2, 2}, {0, 0, 0, 0}),
         tensor(kType, {1, 1, 2, 2}, {1, 10, 3, 20})},
        tensor(kType, {1, 1, 1, 2}, {4, 30}));
    add("lengths", {}, {q, v, v, std::nullopt, std::nullopt, std::nullopt, tensor(DType::kI64, {1}, {2})},
        tensor(kType, {1, 1, 3, 2}, {2, 15, 2, 15, 2, 15}));
    // Rank 3: two query heads of size 1 share one key head.
    add("grouped", {.queryHeads = 2, .keyHeads = 1, .scale = 1.0},
        {tensor(kType, {1, 1, 2}, {0, 1}), tensor(kType, {1, 2, 1}, {0, 1}), tensor(kType, {1, 2, 1}, {0, 1})},
        tensor(kType, {1, 1, 2}, {0.5, 0.7310585786300049}));
    add("softcap", {.queryHeads = 1, .keyHeads = 1, .scale = 1.0, .softcap = 0.5},
        {tensor(kType, {1, 1, 1}, {1}), tensor(kType, {1, 2, 1}, {0, 100}), tensor(kType, {1, 2, 1}, {0, 1})},
        tensor(kType, {1, 1, 1}, {0.6224593312018546}));
}

} // namespace tenon::ops
