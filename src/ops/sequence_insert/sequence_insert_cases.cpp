// SPDX-License-Identifier: Apache-2.0
// At the end, in front, by a negative position, into an empty sequence.
#include "cases/case.h"

namespace tenon::ops {
void sequence_insert_cases(test::CaseList& list) {
    auto item = [](int i) { return test::random(DType::kF32, {2, i}, static_cast<uint64_t>(i)); };
    auto add = [&](std::string name, std::vector<Box> items, std::optional<double> position, std::vector<Box> want) {
        test::Case c{.name = std::move(name), .op = "sequence_insert", .rtol = 0, .atol = 0};
        c.inputs = {test::sequenceOf(std::move(items)), item(9)};
        if (position)
            c.inputs.emplace_back(test::tensor(DType::kI64, {}, {*position}));
        c.expected.push_back(test::sequenceOf(std::move(want)));
        list.add(std::move(c));
    };
    add("end", {item(1), item(2)}, {}, {item(1), item(2), item(9)});
    add("front", {item(1), item(2)}, 0, {item(9), item(1), item(2)});
    add("negative", {item(1), item(2)}, -1, {item(1), item(9), item(2)});
    add("last", {item(1), item(2)}, 2, {item(1), item(2), item(9)});
    add("into_empty", {}, {}, {item(9)});
}

} // namespace tenon::ops
