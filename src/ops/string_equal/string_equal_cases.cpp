// SPDX-License-Identifier: Apache-2.0
// Equal dims, a broadcast of both operands, no elements.
#include "cases/case.h"

namespace tenon::ops {

void string_equal_cases(test::CaseList& list) {
    using test::strings;
    using test::tensor;
    list.addExact("string_equal", "pairs", NoAttrs{}, {strings({3}, {"a", "b", ""}), strings({3}, {"a", "B", ""})},
                  tensor(DType::kBool, {3}, {1, 0, 1}));
    list.addExact("string_equal", "broadcast", NoAttrs{}, {strings({2, 1}, {"a", "b"}), strings({3}, {"b", "a", "a"})},
                  tensor(DType::kBool, {2, 3}, {0, 1, 1, 1, 0, 0}));
    list.addExact("string_equal", "scalar", NoAttrs{}, {strings({}, {"x"}), strings({}, {"x"})},
                  tensor(DType::kBool, {}, {1}));
    list.addExact("string_equal", "empty", NoAttrs{}, {strings({0, 2}, {}), strings({1}, {"x"})},
                  tensor(DType::kBool, {0, 2}, {}));
}

} // namespace tenon::ops
