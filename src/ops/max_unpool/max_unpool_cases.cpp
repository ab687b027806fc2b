// SPDX-License-Identifier: Apache-2.0
// One image by hand: dims from the window, larger dims, types.
#include "cases/case.h"
#include "ops/max_unpool/max_unpool.h"

namespace tenon::ops {

void max_unpool_cases(test::CaseList& list) {
    using test::tensor;
    for (DType type : {DType::kF32, DType::kF64, DType::kF16, DType::kBF16}) {
        std::string const suffix = "_" + std::string(nameOf(type));
        max_unpool::Attributes const attrs{{.kernel = {2}, .strides = {2}}};
        Box const x = tensor(type, {1, 1, 2}, {5, 7}), indices = tensor(DType::kI64, {1, 1, 2}, {1, 2});
        list.addExact("max_unpool", "window" + suffix, attrs, {x, indices}, tensor(type, {1, 1, 4}, {0, 5, 7, 0}));
        list.addExact("max_unpool", "dims" + suffix, attrs, {x, indices, tensor(DType::kI64, {3}, {1, 1, 5})},
                      tensor(type, {1, 1, 5}, {0, 5, 7, 0, 0}));
        max_unpool::Attributes const two{{.kernel = {2, 2}}};
        list.addExact("max_unpool", "image" + suffix, two,
                      {tensor(type, {1, 1, 1, 1}, {9}), tensor(DType::kI64, {1, 1, 1, 1}, {3}),
                       tensor(DType::kI64, {4}, {1, 1, 2, 3})},
                      tensor(type, {1, 1, 2, 3}, {0, 0, 0, 0, 9, 0}));
    }
}

} // namespace tenon::ops
