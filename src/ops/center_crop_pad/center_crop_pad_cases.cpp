// SPDX-License-Identifier: Apache-2.0
// Even and odd differences, both at once, some axes, types, nothing.
#include "cases/case.h"
#include "ops/center_crop_pad/center_crop_pad.h"

namespace tenon::ops {

void center_crop_pad_cases(test::CaseList& list) {
    using test::tensor;
    auto add = [&](std::string name, std::vector<int64_t> axes, Box in, std::vector<double> size, Box want) {
        bool const all = axes.empty();
        auto const n = static_cast<int64_t>(size.size());
        list.addExact("center_crop_pad", std::move(name), center_crop_pad::Attributes{std::move(axes), all},
                      {std::move(in), tensor(DType::kI64, {n}, std::move(size))}, std::move(want));
    };
    for (DType type : {DType::kF32, DType::kI64, DType::kU8, DType::kF16}) {
        std::string const suffix = "_" + std::string(nameOf(type));
        Box const line = tensor(type, {5}, {1, 2, 3, 4, 5});
        add("crop_even" + suffix, {}, line, {3}, tensor(type, {3}, {2, 3, 4}));
        add("crop_odd" + suffix, {}, line, {2}, tensor(type, {2}, {2, 3}));
        add("pad_even" + suffix, {}, line, {7}, tensor(type, {7}, {0, 1, 2, 3, 4, 5, 0}));
        add("pad_odd" + suffix, {}, line, {6}, tensor(type, {6}, {1, 2, 3, 4, 5, 0}));
        Box const square = tensor(type, {2, 3}, {1, 2, 3, 4, 5, 6});
        add("both" + suffix, {}, square, {4, 1}, tensor(type, {4, 1}, {0, 2, 5, 0}));
        add("axis" + suffix, {-1}, square, {1}, tensor(type, {2, 1}, {2, 5}));
        add("nothing" + suffix, {0}, square, {0}, tensor(type, {0, 3}, {}));
    }
}

} // namespace tenon::ops
