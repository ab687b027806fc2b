// SPDX-License-Identifier: Apache-2.0
// Every mode, pads on one and both sides, negative pads, axes, values, every element size, rank 0.
#include "cases/case.h"
#include "ops/pad/pad.h"

namespace tenon::ops {

void pad_cases(test::CaseList& list) {
    using pad::Mode;
    using test::random;
    using test::tensor;
    uint64_t seed = 1;
    auto add = [&](std::string name, Mode mode, Box data, std::vector<double> pads, std::optional<Box> value = {},
                   std::vector<double> axes = {}, std::optional<Box> want = {}) {
        test::Case c{.name = std::move(name),
                     .op = "pad",
                     .attrs = pad::Attributes{mode},
                     .constants = {1},
                     .rtol = 0,
                     .atol = 0};
        auto const n = static_cast<int64_t>(pads.size()), m = static_cast<int64_t>(axes.size());
        c.inputs = {std::move(data), tensor(DType::kI64, {n}, std::move(pads)), std::move(value)};
        if (m > 0)
            c.inputs.emplace_back(tensor(DType::kI64, {m}, std::move(axes)));
        if (want)
            c.expected.push_back(std::move(*want));
        list.add(std::move(c));
    };
    for (DType type : {DType::kF32, DType::kF16, DType::kI8, DType::kF64, DType::kBool})
        for (Mode mode : {Mode::kConstant, Mode::kReflect, Mode::kEdge, Mode::kWrap}) {
            std::string const name = std::string(nameOf(type)) + '_' + std::string(nameOf(mode));
            add("image_" + name, mode, random(type, {1, 2, 5, 7}, seed++, -9, 9), {0, 0, 1, 2, 0, 0, 3, 1});
            add("far_" + name, mode, random(type, {3, 4}, seed++, -9, 9), {5, 9, 7, 3});
            add("cut_" + name, mode, random(type, {6, 9}, seed++, -9, 9), {-1, 2, 1, -3});
        }
    add("value", Mode::kConstant, random(DType::kF32, {2, 3}, seed++), {1, 1, 1, 1}, tensor(DType::kF32, {}, {7}));
    add("value_i64", Mode::kConstant, random(DType::kI64, {2, 3}, seed++, -9, 9), {0, 2, 0, 1},
        tensor(DType::kI64, {1}, {-1}));
    add("axes", Mode::kConstant, random(DType::kF32, {2, 3, 4}, seed++), {1, 2, 0, 3}, {}, {-1, 0});
    add("scalar", Mode::kConstant, random(DType::kF32, {}, seed++), {});
    add("vanishes", Mode::kConstant, random(DType::kF32, {3, 2}, seed++), {-2, 0, -1, 0});
    add("empty_grows", Mode::kConstant, random(DType::kF32, {0, 2}, seed++), {2, 0, 1, 0});
    add("large", Mode::kConstant, random(DType::kF32, {8, 16, 40, 40}, seed++), {0, 0, 1, 1, 0, 0, 1, 1});
    Box const row = tensor(DType::kI32, {3}, {1, 2, 3});
    add("known_reflect", Mode::kReflect, row, {2, 2}, {}, {}, tensor(DType::kI32, {7}, {3, 2, 1, 2, 3, 2, 1}));
    add("known_edge", Mode::kEdge, row, {2, 1}, {}, {}, tensor(DType::kI32, {6}, {1, 1, 1, 2, 3, 3}));
    add("known_wrap", Mode::kWrap, row, {2, 1}, {}, {}, tensor(DType::kI32, {6}, {2, 3, 1, 2, 3, 1}));
    add("known_constant", Mode::kConstant, row, {1, 1}, tensor(DType::kI32, {}, {9}), {},
        tensor(DType::kI32, {5}, {9, 1, 2, 3, 9}));
    add("known_cut", Mode::kConstant, row, {-1, 1}, {}, {}, tensor(DType::kI32, {3}, {2, 3, 0}));
}

} // namespace tenon::ops
