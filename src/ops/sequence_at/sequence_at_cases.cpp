// SPDX-License-Identifier: Apache-2.0
// Positions from both ends.
#include "cases/case.h"

namespace tenon::ops {
void sequence_at_cases(test::CaseList& list) {
    auto item = [](int i) { return test::random(DType::kF32, {i, 2}, static_cast<uint64_t>(i)); };
    for (int position : {0, 2, -1, -3}) {
        test::Case c{.name = "at_" + std::to_string(position), .op = "sequence_at", .rtol = 0, .atol = 0};
        c.inputs = {test::sequenceOf({item(0), item(1), item(2)}),
                    test::tensor(DType::kI32, {}, {static_cast<double>(position)})};
        c.expected.push_back(item(position < 0 ? position + 3 : position));
        list.add(std::move(c));
    }
}

} // namespace tenon::ops
