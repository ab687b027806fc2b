// SPDX-License-Identifier: Apache-2.0
// Sums, diagonals, transposes, three operands, ellipses that broadcast, integers that wrap, nothing to sum.
#include "cases/case.h"
#include "ops/einsum/einsum.h"

namespace tenon::ops {

void einsum_cases(test::CaseList& list) {
    using test::tensor;
    auto add = [&](std::string name, std::string equation, std::vector<Box> in, Box want) {
        test::Case c{.name = std::move(name), .op = "einsum", .attrs = einsum::Attributes{std::move(equation)}};
        for (Box& box : in)
            c.inputs.emplace_back(std::move(box));
        c.expected = {std::move(want)};
        list.add(std::move(c));
    };
    for (DType type : {DType::kF32, DType::kF64, DType::kF16, DType::kI64, DType::kI8, DType::kU32}) {
        std::string const suffix = "_" + std::string(nameOf(type));
        Box const square = tensor(type, {3, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8});
        Box const a = tensor(type, {2, 3}, {0, 1, 2, 3, 4, 5}), b = tensor(type, {3, 2}, {0, 1, 2, 3, 4, 5});
        Box const two = tensor(type, {2, 2}, {2, 0, 0, 2});
        add("diagonal" + suffix, "ii->i", {square}, tensor(type, {3}, {0, 4, 8}));
        add("trace" + suffix, "ii", {square}, tensor(type, {}, {12}));
        add("transpose" + suffix, "ab->ba", {a}, tensor(type, {3, 2}, {0, 3, 1, 4, 2, 5}));
        add("implicit_order" + suffix, "ba", {a}, tensor(type, {3, 2}, {0, 3, 1, 4, 2, 5}));
        add("three" + suffix, "ij, jk, kl -> il", {a, b, two}, tensor(type, {2, 2}, {20, 26, 56, 80}));
        add("sum" + suffix, "ij->j", {a}, tensor(type, {3}, {3, 5, 7}));
        add("outer" + suffix, "i,j->ij", {tensor(type, {2}, {1, 2}), tensor(type, {3}, {1, 0, 3})},
            tensor(type, {2, 3}, {1, 0, 3, 2, 0, 6}));
        add("ellipsis" + suffix, "...ij,...j->...i",
            {tensor(type, {1, 2, 2}, {1, 2, 3, 4}), tensor(type, {2, 2}, {1, 0, 0, 1})},
            tensor(type, {2, 2}, {1, 3, 2, 4}));
    }
    add("wraps", "i->", {tensor(DType::kU8, {2}, {200, 100})}, tensor(DType::kU8, {}, {44}));
    add("nothing", "ij->j", {tensor(DType::kF32, {0, 2}, {})}, tensor(DType::kF32, {2}, {0, 0}));
    add("empty", "ij->ij", {tensor(DType::kF32, {0, 2}, {})}, tensor(DType::kF32, {0, 2}, {}));
}

} // namespace tenon::ops
