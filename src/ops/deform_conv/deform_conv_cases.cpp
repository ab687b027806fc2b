// SPDX-License-Identifier: Apache-2.0
// One tap by hand: no offset, half an element, outside; mask and bias; two axes and groups, whose channels do not fall
// together; more positions than a block takes.
#include "cases/case.h"
#include "ops/deform_conv/deform_conv.h"

namespace tenon::ops {

void deform_conv_cases(test::CaseList& list) {
    using deform_conv::Attributes;
    using test::random;
    using test::tensor;
    for (DType type : {DType::kF32, DType::kF64, DType::kF16, DType::kBF16}) {
        Box const x = tensor(type, {1, 1, 3}, {10, 20, 30}), w = tensor(type, {1, 1, 1}, {2});
        auto add = [&](std::string name, std::vector<double> offsets, std::vector<std::optional<Box>> more,
                       std::vector<double> want) {
            test::Case c{.name = name + "_" + std::string(nameOf(type)), .op = "deform_conv", .attrs = Attributes{}};
            c.inputs = {x, w, tensor(type, {1, 1, 3}, std::move(offsets))};
            for (auto& box : more)
                c.inputs.push_back(std::move(box));
            c.expected = {tensor(type, {1, 1, 3}, std::move(want))};
            list.add(std::move(c));
        };
        add("still", {0, 0, 0}, {}, {20, 40, 60});
        add("half", {0.5, -0.5, 0.5}, {}, {30, 30, 30});
        add("outside", {-1, 2, 5}, {}, {0, 0, 0});
        add("bias_and_mask", {0, 0, 0}, {tensor(type, {1}, {1}), tensor(type, {1, 1, 3}, {1, 0.5, 0})}, {21, 21, 1});
    }
    Attributes groups{.group = 2, .offsetGroup = 2};
    groups.window.pads = {1, 1, 1, 1};
    groups.window.strides = {2, 1};
    list.add({.name = "image",
              .op = "deform_conv",
              .attrs = groups,
              .inputs = {random(DType::kF32, {2, 4, 5, 4}, 1), random(DType::kF32, {6, 2, 3, 3}, 2),
                         random(DType::kF32, {2, 36, 3, 4}, 3), random(DType::kF32, {6}, 4),
                         random(DType::kF32, {2, 18, 3, 4}, 5)},
              .rtol = 1e-4});
    Attributes uneven{.group = 3, .offsetGroup = 2};
    uneven.window.dilations = {2, 1};
    for (DType type : {DType::kF32, DType::kF16})
        list.add({.name = "uneven_groups_" + std::string(nameOf(type)),
                  .op = "deform_conv",
                  .attrs = uneven,
                  .inputs = {random(type, {1, 6, 9, 10}, 1), random(type, {9, 2, 3, 2}, 2),
                             random(type, {1, 24, 5, 9}, 3, -4, 4)},
                  .rtol = 1e-4,
                  .atol = 1e-5});
    Attributes border;
    border.window.pads = {1, 1, 1, 1};
    list.add({.name = "no_rows",
              .op = "deform_conv",
              .attrs = border,
              .inputs = {random(DType::kF32, {1, 2, 0, 3}, 1), random(DType::kF32, {4, 2, 2, 3}, 2),
                         random(DType::kF32, {1, 12, 1, 3}, 3)}});
    list.add({.name = "blocks",
              .op = "deform_conv",
              .attrs = Attributes{},
              .inputs = {random(DType::kF32, {1, 40, 23, 25}, 1), random(DType::kF32, {5, 40, 5, 5}, 2),
                         random(DType::kF32, {1, 50, 19, 21}, 3, -2, 2), std::nullopt,
                         random(DType::kF32, {1, 25, 19, 21}, 5)},
              .rtol = 1e-4,
              .atol = 1e-4});
}

} // namespace tenon::ops
