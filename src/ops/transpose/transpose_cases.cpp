// SPDX-License-Identifier: Apache-2.0
// Permutations of two to six axes, every element size, sizes around the tiles, rank 0 and empty tensors.
#include "cases/case.h"
#include "ops/transpose/transpose.h"

namespace tenon::ops {

void transpose_cases(test::CaseList& list) {
    using test::random;
    int seed = 1;
    auto add = [&](std::string name, DType type, std::vector<int64_t> dims, std::vector<int64_t> perm) {
        test::Case c{.name = std::move(name),
                     .op = "transpose",
                     .attrs = transpose::Attributes{std::move(perm)},
                     .rtol = 0,
                     .atol = 0};
        c.inputs = {random(type, std::move(dims), static_cast<uint64_t>(seed++), -100, 100)};
        list.add(std::move(c));
    };
    for (DType type : {DType::kF32, DType::kF16, DType::kI8, DType::kF64, DType::kBool, DType::kI64}) {
        std::string const name(nameOf(type));
        add("matrix_" + name, type, {33, 18}, {});
        add("heads_" + name, type, {2, 7, 3, 16}, {0, 2, 1, 3});
        add("last_" + name, type, {2, 7, 3, 5}, {0, 2, 3, 1});
    }
    add("vector", DType::kF32, {5}, {});
    add("scalar", DType::kF32, {}, {});
    add("empty", DType::kF32, {3, 0, 2}, {2, 0, 1});
    add("identity", DType::kF32, {3, 4, 2}, {0, 1, 2});
    add("thin", DType::kF32, {1, 50, 1, 3}, {3, 2, 1, 0});
    add("rows", DType::kF32, {1, 700}, {1, 0});
    add("six", DType::kF32, {2, 3, 2, 4, 3, 5}, {4, 1, 5, 0, 3, 2});
    add("large", DType::kF32, {4, 65, 48, 48}, {0, 2, 3, 1});
    test::Case known{.name = "known", .op = "transpose", .attrs = transpose::Attributes{}, .rtol = 0, .atol = 0};
    known.inputs = {test::tensor(DType::kI32, {2, 3}, {1, 2, 3, 4, 5, 6})};
    known.expected.push_back(test::tensor(DType::kI32, {3, 2}, {1, 4, 2, 5, 3, 6}));
    list.add(std::move(known));
}

} // namespace tenon::ops
