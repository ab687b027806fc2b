// SPDX-License-Identifier: Apache-2.0
// Every norm, integers, rows of zeros, no elements.
#include "cases/case.h"
#include "ops/normalizer/normalizer.h"

namespace tenon::ops {

void normalizer_cases(test::CaseList& list) {
    using test::tensor;
    auto add = [&](std::string name, std::string norm, Box in, Box want) {
        test::Case c{.name = std::move(name), .op = "normalizer", .attrs = normalizer::Attributes{std::move(norm)}};
        c.inputs = {std::move(in)};
        c.expected.push_back(std::move(want));
        list.add(std::move(c));
    };
    Box const rows = tensor(DType::kF32, {3, 2}, {3, -4, 0, 0, 1, 1});
    add("max", "MAX", rows, tensor(DType::kF32, {3, 2}, {1, -4.0 / 3, 0, 0, 1, 1}));
    add("l1", "L1", rows, tensor(DType::kF32, {3, 2}, {3.0 / 7, -4.0 / 7, 0, 0, 0.5, 0.5}));
    add("l2", "L2", rows, tensor(DType::kF32, {3, 2}, {0.6, -0.8, 0, 0, 0.70710678, 0.70710678}));
    add("integers", "L2", tensor(DType::kI64, {2}, {3, 4}), tensor(DType::kF32, {2}, {0.6, 0.8}));
    add("f64", "L1", tensor(DType::kF64, {1, 1}, {-8}), tensor(DType::kF32, {1, 1}, {-1}));
    add("empty", "MAX", tensor(DType::kI32, {0, 3}, {}), tensor(DType::kF32, {0, 3}, {}));
}

} // namespace tenon::ops
