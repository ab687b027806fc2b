// SPDX-License-Identifier: Apache-2.0
// A value, no value, a tensor.
#include "cases/case.h"

namespace tenon::ops {

void optional_has_element_cases(test::CaseList& list) {
    Box optional;
    optional.kind = Kind::kOptional;
    list.addExact("optional_has_element", "nothing", NoAttrs{}, {optional}, test::scalar(DType::kBool, 0));
    optional.items = {test::random(DType::kF32, {2}, 1)};
    list.addExact("optional_has_element", "value", NoAttrs{}, {optional}, test::scalar(DType::kBool, 1));
    list.addExact("optional_has_element", "tensor", NoAttrs{}, {optional.items[0]}, test::scalar(DType::kBool, 1));
    list.addExact("optional_has_element", "sequence", NoAttrs{}, {test::sequenceOf({})}, test::scalar(DType::kBool, 1));
}

} // namespace tenon::ops
