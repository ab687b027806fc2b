// SPDX-License-Identifier: Apache-2.0
// Types, no element, all elements, rank 0.
#include "cases/case.h"

namespace tenon::ops {

void nonzero_cases(test::CaseList& list) {
    using test::tensor;
    auto add = [&](std::string name, Box in, Box want) {
        test::Case c{.name = std::move(name), .op = "nonzero", .rtol = 0, .atol = 0};
        c.inputs = {std::move(in)};
        c.expected.push_back(std::move(want));
        list.add(std::move(c));
    };
    add("bool", tensor(DType::kBool, {2, 2}, {1, 0, 1, 1}), tensor(DType::kI64, {2, 3}, {0, 1, 1, 0, 0, 1}));
    add("f32", tensor(DType::kF32, {3}, {0, -1, 0.5}), tensor(DType::kI64, {1, 2}, {1, 2}));
    add("f16", tensor(DType::kF16, {1, 1, 2}, {0, 3}), tensor(DType::kI64, {3, 1}, {0, 0, 1}));
    add("none", tensor(DType::kI32, {2, 2}, {0, 0, 0, 0}), tensor(DType::kI64, {2, 0}, {}));
    add("empty", tensor(DType::kI32, {2, 0}, {}), tensor(DType::kI64, {2, 0}, {}));
    add("scalar", tensor(DType::kI64, {}, {5}), tensor(DType::kI64, {0, 1}, {}));
}

} // namespace tenon::ops
