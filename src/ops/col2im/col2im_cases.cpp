// SPDX-License-Identifier: Apache-2.0
// Blocks side by side, overlapping, with pads, dilated; one axis by hand.
#include "cases/case.h"
#include "ops/col2im/col2im.h"

namespace tenon::ops {

void col2im_cases(test::CaseList& list) {
    using test::tensor;
    for (DType type : {DType::kF32, DType::kF64, DType::kI32, DType::kF16}) {
        auto add = [&](std::string name, Window window, Box blocks, std::vector<double> image,
                       std::vector<double> block, Box want) {
            test::Case c{.name = name + "_" + std::string(nameOf(type)), .op = "col2im"};
            auto const n = static_cast<int64_t>(image.size());
            c.attrs = col2im::Attributes{std::move(window)};
            c.inputs = {std::move(blocks), tensor(DType::kI64, {n}, std::move(image)),
                        tensor(DType::kI64, {n}, std::move(block))};
            c.expected = {std::move(want)};
            list.add(std::move(c));
        };
        Box const two = tensor(type, {1, 2, 2}, {1, 2, 3, 4}); // places {1, 3} and {2, 4}
        add("overlap", {}, two, {3}, {2}, tensor(type, {1, 1, 3}, {1, 5, 4}));
        add("side_by_side", {.strides = {2}}, two, {4}, {2}, tensor(type, {1, 1, 4}, {1, 3, 2, 4}));
        add("pads", {.pads = {1, 0}}, two, {2}, {2}, tensor(type, {1, 1, 2}, {5, 4}));
        add("dilated", {.dilations = {2}}, two, {4}, {2}, tensor(type, {1, 1, 4}, {1, 2, 3, 4}));
        add("channels", {}, tensor(type, {1, 2, 1}, {7, 8}), {1, 1}, {1, 1}, tensor(type, {1, 2, 1, 1}, {7, 8}));
    }
}

} // namespace tenon::ops
