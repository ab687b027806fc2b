// SPDX-License-Identifier: Apache-2.0
// Both norms, every mode of epsilon, inner and outer axes with tails, a norm of zero.
#include "cases/case.h"
#include "ops/l2norm/l2norm.h"

#include <fmt/format.h>

namespace tenon::ops {

void l2norm_cases(test::CaseList& list) {
    using l2norm::EpsilonMode;
    using test::Case;
    using test::random;
    uint64_t seed = 0;
    auto add = [&](std::string name, l2norm::Attributes attrs, Box in, double rtol = 1e-5) {
        list.add({.name = std::move(name),
                  .op = "l2norm",
                  .attrs = attrs,
                  .inputs = {std::move(in)},
                  .rtol = rtol,
                  .atol = rtol});
    };
    for (int64_t p : {1, 2})
        for (int64_t n : {1, 7, 16, 33, 500}) {
            add(fmt::format("l{}_last_{}", p, n), {.p = p}, random(DType::kF32, {4, n}, seed++));
            add(fmt::format("l{}_first_{}", p, n), {.axis = 0, .p = p}, random(DType::kF32, {n, 19}, seed++));
            add(fmt::format("l{}_middle_{}", p, n), {.axis = 1, .p = p}, random(DType::kF32, {2, n, 5}, seed++));
        }
    for (int64_t p : {1, 2}) // rows of several vectors, and what is left; sums of more than one part
        add(fmt::format("l{}_wide", p), {.axis = 1, .p = p}, random(DType::kF32, {2, 200, 300}, seed++));
    for (EpsilonMode mode :
         {EpsilonMode::kNone, EpsilonMode::kMax, EpsilonMode::kAdd, EpsilonMode::kInside, EpsilonMode::kBare}) {
        add(fmt::format("epsilon_{}", nameOf(mode)), {.epsilon = 0.5, .mode = mode},
            random(DType::kF32, {4, 21}, seed++));
        add(fmt::format("epsilon_{}_small_norm", nameOf(mode)), {.epsilon = 0.5, .mode = mode},
            random(DType::kF32, {4, 21}, seed++, -1e-3, 1e-3));
        add(fmt::format("epsilon_{}_zero", nameOf(mode)), {.epsilon = 0.5, .mode = mode},
            random(DType::kF32, {4, 21}, seed++, 0, 0));
    }
    for (DType type : {DType::kF64, DType::kF16, DType::kBF16})
        add(fmt::format("type_{}", nameOf(type)), {}, random(type, {4, 21}, seed++),
            type == DType::kBF16 ? 2e-2 : 4e-3);
    Case known{.name = "known", .op = "l2norm", .attrs = l2norm::Attributes{}};
    known.inputs = {test::tensor(DType::kF32, {2, 2}, {3, 4, 0, 0})};
    known.expected = {test::tensor(DType::kF32, {2, 2}, {0.6, 0.8, 0, 0})};
    list.add(std::move(known));
}

} // namespace tenon::ops
