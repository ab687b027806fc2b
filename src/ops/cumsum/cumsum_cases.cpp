// SPDX-License-Identifier: Apache-2.0
// Both directions, with and without the own element, every axis, types.
#include "cases/case.h"
#include "ops/cumsum/cumsum.h"

namespace tenon::ops {

void cumsum_cases(test::CaseList& list) {
    using test::tensor;
    auto add = [&](std::string name, cumsum::Attributes a, Box data, double axis, std::optional<Box> want = {}) {
        test::Case c{.name = std::move(name), .op = "cumsum", .attrs = a};
        c.inputs = {std::move(data), tensor(DType::kI64, {}, {axis})};
        if (want)
            c.expected.push_back(std::move(*want));
        list.add(std::move(c));
    };
    Box const row = tensor(DType::kI32, {4}, {1, 2, 3, 4});
    add("plain", {}, row, 0, tensor(DType::kI32, {4}, {1, 3, 6, 10}));
    add("exclusive", {.exclusive = true}, row, 0, tensor(DType::kI32, {4}, {0, 1, 3, 6}));
    add("reverse", {.reverse = true}, row, 0, tensor(DType::kI32, {4}, {10, 9, 7, 4}));
    add("both", {true, true}, row, -1, tensor(DType::kI32, {4}, {9, 7, 4, 0}));
    add("negative", {}, tensor(DType::kI64, {2, 2}, {-1, -2, 3, -4}), 0, tensor(DType::kI64, {2, 2}, {-1, -2, 2, -6}));
    add("product", {.product = true}, row, 0, tensor(DType::kI32, {4}, {1, 2, 6, 24}));
    add("product_exclusive", {.exclusive = true, .product = true}, row, 0, tensor(DType::kI32, {4}, {1, 1, 2, 6}));
    add("product_reverse", {.reverse = true, .product = true}, tensor(DType::kF64, {3}, {1.5, -2, 4}), 0,
        tensor(DType::kF64, {3}, {-12, -8, 4}));
    uint64_t seed = 1;
    for (DType type : {DType::kF32, DType::kF16, DType::kF64, DType::kU32})
        add("middle_" + std::string(nameOf(type)), {}, test::random(type, {2, 5, 3}, seed++, 0, 9), 1);
    add("empty", {}, test::random(DType::kF32, {2, 0}, seed++), 1);
}

} // namespace tenon::ops
