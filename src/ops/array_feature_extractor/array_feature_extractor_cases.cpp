// SPDX-License-Identifier: Apache-2.0
// Ranks, types, a column that comes twice, no column.
#include "cases/case.h"

namespace tenon::ops {

void array_feature_extractor_cases(test::CaseList& list) {
    using test::tensor;
    auto add = [&](std::string name, Box x, Box columns, Box want) {
        list.addExact("array_feature_extractor", std::move(name), NoAttrs{}, {std::move(x), std::move(columns)},
                      std::move(want));
    };
    add("row", tensor(DType::kF32, {4}, {1, 2, 3, 4}), tensor(DType::kI64, {1, 2}, {3, 0}),
        tensor(DType::kF32, {1, 2}, {4, 1}));
    add("matrix", tensor(DType::kI64, {2, 3}, {0, 1, 2, 3, 4, 5}), tensor(DType::kI64, {3}, {1, 1, 2}),
        tensor(DType::kI64, {2, 3}, {1, 1, 2, 4, 4, 5}));
    add("strings", test::strings({1, 2}, {"a", "b"}), tensor(DType::kI64, {1}, {1}), test::strings({1, 1}, {"b"}));
    add("three_axes", tensor(DType::kF64, {2, 1, 2}, {1, 2, 3, 4}), tensor(DType::kI64, {1}, {0}),
        tensor(DType::kF64, {2, 1, 1}, {1, 3}));
    add("none", tensor(DType::kF32, {2, 2}, {1, 2, 3, 4}), tensor(DType::kI64, {0}, {}),
        tensor(DType::kF32, {2, 0}, {}));
}

} // namespace tenon::ops
