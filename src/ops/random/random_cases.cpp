// SPDX-License-Identifier: Apache-2.0
// A seed gives the same draw everywhere; certain outcomes; the numbers of one seed, from the published generator.
#include "cases/case.h"
#include "ops/random/random.h"

namespace tenon::ops {

void random_cases(test::CaseList& list) {
    using namespace draws;
    using test::tensor;
    auto add = [&](std::string name, Attributes a, std::vector<std::optional<Box>> in, std::optional<Box> want = {}) {
        test::Case c{.name = std::move(name), .op = "random", .attrs = std::move(a), .inputs = std::move(in)};
        if (want)
            c.expected.push_back(std::move(*want));
        list.add(std::move(c));
    };
    add("uniform", {.shape = {3, 5}, .first = -2, .second = 3, .seed = 1}, {});
    add("normal", {.kind = Kind::kNormal, .dtype = DType::kF64, .shape = {7}, .seed = 2}, {});
    add("like", {.dtype = DType::kF16, .seed = 3}, {test::random(DType::kI32, {2, 3}, 1)});
    add("certain", {.kind = Kind::kBernoulli, .dtype = DType::kBool, .seed = 4},
        {tensor(DType::kF32, {4}, {0, 1, 1, 0})}, tensor(DType::kBool, {4}, {0, 1, 1, 0}));
    add("one_class", {.kind = Kind::kMultinomial, .dtype = DType::kI64, .samples = 3, .seed = 5},
        {tensor(DType::kF32, {1, 3}, {-1e30, 0, -1e30})}, tensor(DType::kI64, {1, 3}, {1, 1, 1}));
    // Seed 0: the first numbers of SplitMix64 are e220a8397b1dcdaf and 6e789e6aa1b965f4.
    add("known", {.dtype = DType::kF64, .shape = {2}, .seed = 0}, {},
        tensor(DType::kF64, {2}, {0.8833108082136426, 0.43152799704850997}));
    add("empty", {.shape = {0, 2}, .seed = 1}, {});
}

} // namespace tenon::ops
