// SPDX-License-Identifier: Apache-2.0
// Two tokens by hand for each rule, one state of one number; a past state; query heads that share a state.
#include "cases/case.h"
#include "ops/linear_attention/linear_attention.h"

#include <cmath>

namespace tenon::ops {

void linear_attention_cases(test::CaseList& list) {
    using linear_attention::Attributes;
    using test::tensor;
    constexpr DType kType = DType::kF32;
    auto add = [&](std::string name, Attributes a, std::vector<std::optional<Box>> in, Box out, Box state) {
        test::Case c{
            .name = std::move(name), .op = "linear_attention", .attrs = a, .inputs = std::move(in), .results = 2};
        c.expected = {std::move(out), std::move(state)};
        list.add(std::move(c));
    };
    auto two = [&](double a, double b) { return tensor(kType, {1, 2, 1}, {a, b}); };
    auto state = [&](double s) { return tensor(kType, {1, 1, 1, 1}, {s}); };
    Box const q = two(1, 2), k = two(3, 1), v = two(2, 5), halves = two(std::log(0.5), std::log(0.5)),
              rate = two(1, 0.5);
    std::optional<Box> const none;
    add("linear", {false, false}, {q, k, v}, two(6, 22), state(11));
    add("past", {false, false}, {q, k, v, state(4)}, two(10, 30), state(15));
    add("gated", {true, false}, {q, k, v, none, halves}, two(6, 16), state(8));
    // Token 2 finds 6 * 1 and writes 0.5 * (5 - 6).
    add("delta", {false, true}, {q, k, v, none, none, rate}, two(6, 11), state(5.5));
    add("gated_delta", {true, true}, {q, k, v, none, halves, rate}, two(6, 8), state(4));
    add("shared", {false, false, 2, 1, 0.5},
        {tensor(kType, {1, 1, 2}, {1, -2}), tensor(kType, {1, 1, 1}, {3}), tensor(kType, {1, 1, 1}, {2})},
        tensor(kType, {1, 1, 2}, {3, -6}), state(6));
}

} // namespace tenon::ops
