// SPDX-License-Identifier: Apache-2.0
// Empty and not.
#include "cases/case.h"

namespace tenon::ops {
void sequence_length_cases(test::CaseList& list) {
    for (int count : {0, 1, 3}) {
        test::Case c{.name = std::to_string(count), .op = "sequence_length", .rtol = 0, .atol = 0};
        c.inputs = {test::sequenceOf(std::vector<Box>(static_cast<size_t>(count), test::random(DType::kF32, {2}, 1)))};
        c.expected.push_back(test::tensor(DType::kI64, {}, {static_cast<double>(count)}));
        list.add(std::move(c));
    }
}

} // namespace tenon::ops
