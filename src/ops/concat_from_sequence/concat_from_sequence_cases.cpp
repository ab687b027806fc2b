// SPDX-License-Identifier: Apache-2.0
// Joining and stacking along every axis.
#include "cases/case.h"
#include "ops/concat_from_sequence/concat_from_sequence.h"

namespace tenon::ops {
namespace {

Box sequenceOf(std::vector<Box> items, DType type = DType::kF32) {
    Box box;
    box.kind = Kind::kSequence;
    box.dtype = items.empty() ? type : items[0].dtype;
    box.items = std::move(items);
    return box;
}

} // namespace

void concat_from_sequence_cases(test::CaseList& list) {
    using test::random;
    using test::tensor;
    auto add = [&](std::string name, concat_from_sequence::Attributes a, std::vector<Box> items,
                   std::optional<Box> want = {}) {
        test::Case c{.name = std::move(name), .op = "concat_from_sequence", .attrs = a, .rtol = 0, .atol = 0};
        c.inputs = {sequenceOf(std::move(items))};
        if (want)
            c.expected.push_back(std::move(*want));
        list.add(std::move(c));
    };
    Box const ab = tensor(DType::kI32, {1, 2}, {1, 2}), cd = tensor(DType::kI32, {1, 2}, {3, 4});
    add("join_rows", {0, false}, {ab, cd}, tensor(DType::kI32, {2, 2}, {1, 2, 3, 4}));
    add("join_last", {-1, false}, {ab, cd, ab}, tensor(DType::kI32, {1, 6}, {1, 2, 3, 4, 1, 2}));
    add("stack_front", {0, true}, {ab, cd}, tensor(DType::kI32, {2, 1, 2}, {1, 2, 3, 4}));
    add("stack_last", {-1, true}, {ab, cd}, tensor(DType::kI32, {1, 2, 2}, {1, 3, 2, 4}));
    add("scalars", {0, true}, {tensor(DType::kI64, {}, {5}), tensor(DType::kI64, {}, {6})},
        tensor(DType::kI64, {2}, {5, 6}));
    add("uneven", {1, false},
        {random(DType::kF16, {3, 1, 2}, 1), random(DType::kF16, {3, 4, 2}, 2), random(DType::kF16, {3, 0, 2}, 3)});
}

} // namespace tenon::ops
