// SPDX-License-Identifier: Apache-2.0
// Every axis, index type and element size; negative indices, scalar indices, empty data and indices.
#include "cases/case.h"
#include "ops/gather/gather.h"

namespace tenon::ops {

void gather_cases(test::CaseList& list) {
    using test::random;
    using test::tensor;
    uint64_t seed = 1;
    auto add = [&](std::string name, int64_t axis, Box data, Box indices) {
        test::Case c{.name = std::move(name), .op = "gather", .attrs = gather::Attributes{axis}, .rtol = 0, .atol = 0};
        c.inputs = {std::move(data), std::move(indices)};
        list.add(std::move(c));
    };
    for (DType type : {DType::kF32, DType::kF16, DType::kI8, DType::kF64, DType::kBool, DType::kU16}) {
        seed += 10;
        std::string const name(nameOf(type));
        add("rows_" + name, 0, random(type, {7, 5}, seed + 1, -9, 9), random(DType::kI64, {3, 4}, seed + 2, -7, 7));
        add("elements_" + name, -1, random(type, {3, 2, 9}, seed + 3, -9, 9),
            random(DType::kI32, {5}, seed + 4, -9, 9));
    }
    add("middle", 1, random(DType::kF32, {2, 6, 3}, seed + 5), random(DType::kI64, {2, 2}, seed + 6, -6, 6));
    add("scalar_index", 1, random(DType::kF32, {2, 6, 3}, seed + 7), tensor(DType::kI64, {}, {-1}));
    add("no_index", 0, random(DType::kF32, {2, 6}, seed + 8), random(DType::kI64, {0}, seed + 9));
    add("no_data", 1, random(DType::kF32, {0, 6}, seed + 10), tensor(DType::kI64, {2}, {5, 0}));
    add("large", 0, random(DType::kF32, {300, 768}, seed + 11), random(DType::kI64, {2, 300}, seed + 12, 0, 300));
    test::Case known{.name = "known", .op = "gather", .attrs = gather::Attributes{1}, .rtol = 0, .atol = 0};
    known.inputs = {tensor(DType::kI32, {2, 3}, {1, 2, 3, 4, 5, 6}), tensor(DType::kI64, {2}, {-1, 0})};
    known.expected.push_back(tensor(DType::kI32, {2, 2}, {3, 1, 6, 4}));
    list.add(std::move(known));
}

} // namespace tenon::ops
