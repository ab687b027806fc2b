// SPDX-License-Identifier: Apache-2.0
// One case for each of two types.
#include "cases/case.h"
#include "ops/sequence_empty/sequence_empty.h"

namespace tenon::ops {

void sequence_empty_cases(test::CaseList& list) {
    for (DType type : {DType::kF32, DType::kI64}) {
        test::Case c{.name = std::string(nameOf(type)),
                     .op = "sequence_empty",
                     .attrs = sequence_empty::Attributes{type},
                     .rtol = 0,
                     .atol = 0};
        Box empty;
        empty.kind = Kind::kSequence;
        empty.dtype = type;
        c.expected.push_back(std::move(empty));
        list.add(std::move(c));
    }
}

} // namespace tenon::ops
