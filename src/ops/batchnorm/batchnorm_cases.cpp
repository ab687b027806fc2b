// SPDX-License-Identifier: Apache-2.0
// Ranks one to five, channel counts with tails, types, parameters of a wider type.
#include "cases/case.h"
#include "ops/batchnorm/batchnorm.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace {

using test::Case;
using test::random;

Case make(std::string name, std::vector<int64_t> dims, uint64_t seed, DType type = DType::kF32,
          DType parameters = DType::kF32) {
    Case c{.name = std::move(name), .op = "batchnorm", .attrs = batchnorm::Attributes{}};
    std::vector<int64_t> const channels{dims.size() > 1 ? dims[1] : 1};
    c.inputs = {random(type, std::move(dims), seed, -2, 2), random(parameters, channels, seed + 1),
                random(parameters, channels, seed + 2), random(parameters, channels, seed + 3),
                random(parameters, channels, seed + 4, 0.2, 2)};
    c.constants = {1, 2, 3, 4};
    c.rtol = type == DType::kF16 ? 4e-3 : (type == DType::kBF16 ? 3e-2 : 1e-5);
    c.atol = type == DType::kF32 || type == DType::kF64 ? 2e-6 : c.rtol;
    return c;
}

} // namespace

void batchnorm_cases(test::CaseList& list) {
    uint64_t seed = 0;
    for (auto const& dims : {std::vector<int64_t>{5},
                             {4, 7},
                             {3, 33},
                             {2, 5, 9},
                             {2, 16, 7, 9},
                             {1, 35, 4, 33},
                             {1, 2, 3, 4, 5},
                             {0, 3, 4}})
        list.add(make(fmt::format("rank_{}_{}", dims.size(), seed), dims, seed += 5));
    for (DType type : {DType::kF64, DType::kF16, DType::kBF16})
        list.add(make(fmt::format("type_{}", nameOf(type)), {2, 5, 9}, seed += 5, type, type));
    list.add(make("half_with_float_parameters", {2, 5, 9}, seed += 5, DType::kF16));
    Case dynamic = make("dynamic", {1, 12, 6, 10}, seed += 5);
    auto const same = std::nullopt;
    dynamic.more = {{random(DType::kF32, {3, 12, 1, 17}, 900), same, same, same, same}};
    list.add(std::move(dynamic));
    Case known{.name = "known", .op = "batchnorm", .attrs = batchnorm::Attributes{.epsilon = 0}};
    auto one = [](double v) { return test::tensor(DType::kF32, {1}, {v}); };
    known.inputs = {test::tensor(DType::kF32, {2, 1}, {1, 5}), one(3), one(10), one(1), one(4)};
    known.expected = {test::tensor(DType::kF32, {2, 1}, {10, 16})};
    list.add(std::move(known));
}

} // namespace tenon::ops
