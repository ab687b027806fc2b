// SPDX-License-Identifier: Apache-2.0
// Tensors, strings, a sequence, an optional.
#include "cases/case.h"

namespace tenon::ops {

void copy_cases(test::CaseList& list) {
    auto add = [&](std::string name, Box value) {
        test::Case c{.name = std::move(name), .op = "copy", .rtol = 0, .atol = 0};
        c.inputs = {value};
        c.expected.push_back(std::move(value));
        list.add(std::move(c));
    };
    add("f32", test::random(DType::kF32, {3, 5}, 1));
    add("i4", test::random(DType::kI4, {7}, 2));
    add("empty", test::random(DType::kF64, {0, 2}, 3));
    add("sequence", test::sequenceOf({test::random(DType::kI64, {2}, 4), test::random(DType::kI64, {0, 3}, 5)}));
    add("strings", test::strings({2, 1}, {"a", "\xc3\xa4"}));
    Box optional;
    optional.kind = Kind::kOptional;
    optional.items = {test::random(DType::kF32, {2}, 6)};
    add("optional", std::move(optional));
}

} // namespace tenon::ops
