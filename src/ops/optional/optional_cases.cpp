// SPDX-License-Identifier: Apache-2.0
// A tensor, a sequence, nothing.
#include "cases/case.h"
#include "ops/optional/optional.h"

namespace tenon::ops {

void optional_cases(test::CaseList& list) {
    auto add = [&](std::string name, std::vector<Box> items, optional::Attributes a) {
        Box want;
        want.kind = Kind::kOptional;
        want.dtype = items.empty() ? a.element.dtype : items[0].dtype;
        want.items = items;
        list.addExact("optional", std::move(name), std::move(a), std::move(items), std::move(want));
    };
    add("tensor", {test::random(DType::kF32, {2, 3}, 1)}, {});
    add("sequence", {test::sequenceOf({test::random(DType::kI64, {2}, 2)})}, {});
    add("strings", {test::strings({1}, {"a"})}, {});
    add("nothing", {}, {Type::sequence(Type::tensor(DType::kI64, std::nullopt))});
}

} // namespace tenon::ops
