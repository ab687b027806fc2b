// SPDX-License-Identifier: Apache-2.0
// Known small answers: one key, equal keys, masks, a row without keys, grouped heads, a past, a short mask. Then random
// operands whose sizes leave tails and need several blocks of rows.
#include "cases/case.h"
#include "ops/attention/attention.h"

#include <limits>

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
    double const none = -std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
    Box const hidden = tensor(kType, {3, 3}, {0, none, none, none, none, none, none, 0, 0});
    add("hidden_row", {}, {q, v, v, hidden}, tensor(kType, {1, 1, 3, 2}, {1, 10, 0, 0, 5.5, 40}));
    add("hidden_row_is_nan", {.zeroWithoutKeys = false}, {q, v, v, hidden},
        tensor(kType, {1, 1, 3, 2}, {1, 10, nan, nan, 5.5, 40}));

    uint64_t seed = 1;
    auto real = [&](std::vector<int64_t> dims) { return test::random(kType, std::move(dims), seed++); };
    auto compare = [&](std::string name, Attributes a, std::vector<std::optional<Box>> in,
                       std::vector<std::vector<std::optional<Box>>> more = {}) {
        test::Case c{.name = std::move(name), .op = "attention", .attrs = a, .inputs = std::move(in)};
        c.rtol = 1e-4, c.atol = 1e-5; // sums of fp32 products
        c.more = std::move(more);
        list.add(std::move(c));
    };
    auto flat = [&](int64_t b, int64_t queries, int64_t keys, std::vector<int64_t> mask = {}) {
        std::vector<std::optional<Box>> in{real({b, queries, 3 * 20}), real({b, keys, 3 * 20}),
                                           real({b, keys, 3 * 37})};
        if (!mask.empty())
            in.push_back(real(std::move(mask)));
        return in;
    };
    Attributes const three{.queryHeads = 3, .keyHeads = 3, .scale = 0.7};
    compare("flat_tails", three, flat(2, 7, 33));
    compare("flat_blocks", three, flat(1, 131, 65));
    compare("flat_many_keys", three, flat(1, 50, 700));
    compare("flat_mask_of_keys", three, flat(2, 17, 40, {2, 1, 1, 40}));
    compare("flat_mask_of_all", three, flat(2, 17, 40, {2, 3, 17, 40}));
    compare("flat_short_mask", three, flat(1, 5, 40, {5, 33}));
    compare("flat_empty", three, flat(0, 7, 33));
    compare("flat_no_keys", three, flat(2, 3, 0));
    compare("flat_ranges", three, flat(1, 100, 350), {flat(2, 3, 1), flat(1, 97, 341)});
    compare("heads_share_keys", {}, {real({2, 6, 19, 16}), real({2, 2, 35, 16}), real({2, 2, 35, 80})});
    compare("causal_cap_window", {.causal = true, .softcap = 2.0, .left = 9},
            {real({1, 2, 50, 16}), real({1, 2, 50, 16}), real({1, 2, 50, 16})});
    compare("one_query_of_many_heads", {}, {real({1, 32, 1, 64}), real({1, 8, 300, 64}), real({1, 8, 300, 64})});
}

} // namespace tenon::ops
