// SPDX-License-Identifier: Apache-2.0
// Strings and four-bit integers, broadcasts of each operand.
#include "cases/case.h"

namespace tenon::ops {

void choose_cases(test::CaseList& list) {
    using test::strings;
    using test::tensor;
    list.addExact("choose", "strings", NoAttrs{},
                  {tensor(DType::kBool, {2, 1}, {1, 0}), strings({2}, {"a", "b"}), strings({}, {"z"})},
                  strings({2, 2}, {"a", "b", "z", "z"}));
    list.addExact(
        "choose", "i4", NoAttrs{},
        {tensor(DType::kBool, {3}, {1, 0, 1}), tensor(DType::kI4, {3}, {1, 2, 3}), tensor(DType::kI4, {1}, {-8})},
        tensor(DType::kI4, {3}, {1, -8, 3}));
    list.addExact("choose", "empty", NoAttrs{},
                  {tensor(DType::kBool, {1}, {1}), strings({0, 2}, {}), strings({2}, {"a", "b"})}, strings({0, 2}, {}));
}

} // namespace tenon::ops
