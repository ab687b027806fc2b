// SPDX-License-Identifier: Apache-2.0
// Equal dims, a broadcast, UTF-8, no elements.
#include "cases/case.h"

namespace tenon::ops {

void string_concat_cases(test::CaseList& list) {
    using test::strings;
    list.addExact("string_concat", "pairs", NoAttrs{}, {strings({2}, {"abc", ""}), strings({2}, {".com", "\xc3\xa4"})},
                  strings({2}, {"abc.com", "\xc3\xa4"}));
    list.addExact("string_concat", "broadcast", NoAttrs{}, {strings({2, 1}, {"a", "b"}), strings({2}, {"1", "2"})},
                  strings({2, 2}, {"a1", "a2", "b1", "b2"}));
    list.addExact("string_concat", "scalar", NoAttrs{}, {strings({}, {"x"}), strings({}, {"y"})}, strings({}, {"xy"}));
    list.addExact("string_concat", "empty", NoAttrs{}, {strings({0}, {}), strings({1}, {"x"})}, strings({0}, {}));
}

} // namespace tenon::ops
