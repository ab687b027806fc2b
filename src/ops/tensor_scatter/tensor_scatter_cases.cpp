// SPDX-License-Identifier: Apache-2.0
// Both modes, another start for each sample, none, types.
#include "cases/case.h"
#include "ops/tensor_scatter/tensor_scatter.h"

namespace tenon::ops {

void tensor_scatter_cases(test::CaseList& list) {
    using tensor_scatter::Attributes;
    using test::tensor;
    for (DType type : {DType::kF32, DType::kI64, DType::kF16, DType::kU8, DType::kBool, DType::kI4}) {
        std::string const suffix = "_" + std::string(nameOf(type));
        Box const cache = tensor(type, {2, 3, 1}, {0, 0, 0, 0, 0, 0}), update = tensor(type, {2, 2, 1}, {1, 1, 1, 1});
        list.addExact("tensor_scatter", "start" + suffix, Attributes{}, {cache, update},
                      tensor(type, {2, 3, 1}, {1, 1, 0, 1, 1, 0}));
        list.addExact("tensor_scatter", "indices" + suffix, Attributes{.axis = 1},
                      {cache, update, tensor(DType::kI64, {2}, {1, 0})}, tensor(type, {2, 3, 1}, {0, 1, 1, 1, 1, 0}));
        list.addExact("tensor_scatter", "circular" + suffix, Attributes{.circular = true},
                      {cache, update, tensor(DType::kI64, {2}, {2, 4})}, tensor(type, {2, 3, 1}, {1, 0, 1, 0, 1, 1}));
    }
}

} // namespace tenon::ops
