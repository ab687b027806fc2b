// SPDX-License-Identifier: Apache-2.0
// One to three spatial axes, strides, dilations, pads of every kind, groups, bias, a given output, types; by hand
// where small.
#include "cases/case.h"
#include "ops/conv_transpose/conv_transpose.h"

namespace tenon::ops {

void conv_transpose_cases(test::CaseList& list) {
    using conv_transpose::Attributes;
    using test::random;
    using test::tensor;
    for (DType type : {DType::kF32, DType::kF64, DType::kF16, DType::kBF16}) {
        auto add = [&](std::string name, Attributes a, std::vector<double> want) {
            auto const n = static_cast<int64_t>(want.size());
            test::Case c{.name = name + "_" + std::string(nameOf(type)), .op = "conv_transpose", .attrs = std::move(a)};
            c.inputs = {tensor(type, {1, 1, 3}, {1, 2, 3}), tensor(type, {1, 1, 2}, {1, 10})};
            c.expected = {tensor(type, {1, 1, n}, std::move(want))};
            list.add(std::move(c));
        };
        Attributes stride, pads, more, dilated, shape, upper, lower;
        stride.window.strides = {2};
        pads.window.pads = {1, 1};
        more.outputPadding = {1};
        more.window.strides = {2};
        dilated.window.dilations = {2};
        shape.window.strides = {2};
        shape.outputShape = {5};
        upper.window.autoPad = AutoPad::kSameUpper;
        lower.window.autoPad = AutoPad::kSameLower;
        add("plain", {}, {1, 12, 23, 30});
        add("stride", stride, {1, 10, 2, 20, 3, 30});
        add("pads", pads, {12, 23});
        add("output_padding", more, {1, 10, 2, 20, 3, 30, 0});
        add("dilated", dilated, {1, 2, 13, 20, 30});
        add("output_shape", shape, {10, 2, 20, 3, 30});
        add("same_upper", upper, {1, 12, 23});
        add("same_lower", lower, {12, 23, 30});
    }
    auto any = [&](std::string name, Attributes a, std::vector<int64_t> x, std::vector<int64_t> w, bool bias) {
        test::Case c{.name = std::move(name), .op = "conv_transpose", .constants = {1}, .rtol = 1e-4, .atol = 1e-4};
        int64_t const out = w[1] * a.group;
        c.inputs = {random(DType::kF32, std::move(x), 3), random(DType::kF32, std::move(w), 4)};
        if (bias)
            c.inputs.push_back(random(DType::kF32, {out}, 5));
        c.attrs = std::move(a);
        list.add(std::move(c));
    };
    Attributes two{.group = 2};
    two.window.strides = {2, 3};
    two.window.pads = {1, 0, 1, 2};
    two.outputPadding = {1, 0};
    any("image", {}, {2, 3, 5, 7}, {3, 4, 3, 3}, true);
    any("groups", two, {2, 4, 5, 7}, {4, 3, 3, 4}, true);
    any("upsample", {.window = {.strides = {2, 2}}}, {1, 16, 9, 11}, {16, 8, 2, 2}, true);
    any("volume", {.window = {.strides = {1, 2, 1}, .dilations = {2, 1, 1}}}, {1, 2, 3, 2, 4}, {2, 2, 2, 3, 1}, false);
    any("no_samples", {}, {0, 2, 3, 3}, {2, 2, 2, 2}, false);
}

} // namespace tenon::ops
