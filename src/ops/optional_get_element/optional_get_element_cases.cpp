// SPDX-License-Identifier: Apache-2.0
// Optionals of a tensor, of strings and of a sequence; a plain tensor.
#include "cases/case.h"

namespace tenon::ops {

void optional_get_element_cases(test::CaseList& list) {
    auto add = [&](std::string name, Box value) {
        Box optional;
        optional.kind = Kind::kOptional;
        optional.items = {value};
        list.addExact("optional_get_element", std::move(name), NoAttrs{}, {std::move(optional)}, std::move(value));
    };
    add("tensor", test::random(DType::kF32, {2, 3}, 1));
    add("strings", test::strings({2}, {"a", "b"}));
    add("sequence", test::sequenceOf({test::random(DType::kI64, {2}, 2), test::random(DType::kI64, {3}, 3)}));
    Box const plain = test::random(DType::kI32, {4}, 4);
    list.addExact("optional_get_element", "plain", NoAttrs{}, {plain}, plain);
}

} // namespace tenon::ops
