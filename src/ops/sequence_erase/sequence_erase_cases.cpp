// SPDX-License-Identifier: Apache-2.0
// The last one, the first one, a negative position, the only one.
#include "cases/case.h"

namespace tenon::ops {
void sequence_erase_cases(test::CaseList& list) {
    auto item = [](int i) { return test::random(DType::kF32, {i, 2}, static_cast<uint64_t>(i)); };
    auto add = [&](std::string name, std::vector<Box> items, std::optional<double> position, std::vector<Box> want) {
        test::Case c{.name = std::move(name), .op = "sequence_erase", .rtol = 0, .atol = 0};
        c.inputs = {test::sequenceOf(std::move(items))};
        if (position)
            c.inputs.emplace_back(test::tensor(DType::kI64, {}, {*position}));
        c.expected.push_back(test::sequenceOf(std::move(want)));
        list.add(std::move(c));
    };
    add("last", {item(1), item(2), item(3)}, {}, {item(1), item(2)});
    add("first", {item(1), item(2), item(3)}, 0, {item(2), item(3)});
    add("negative", {item(1), item(2), item(3)}, -2, {item(1), item(3)});
    add("only", {item(1)}, 0, {});
}

} // namespace tenon::ops
