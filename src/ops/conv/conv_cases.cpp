// SPDX-License-Identifier: Apache-2.0
// Kernels, strides, pads, dilations and groups at sizes with tails; one to three spatial axes; dynamic batch and width.
#include "cases/case.h"
#include "ops/conv/conv.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace {

using test::Case;
using test::random;

/// A 2-D convolution of a square kernel.
struct Conv2d {
    int64_t batch = 1, in = 1, height = 1, width = 1, out = 1, kernel = 1, stride = 1, pad = 0, dilation = 1, group = 1;
};

struct ConvCases {
    test::CaseList& list;
    uint64_t seed = 0;

    Case make(std::string name, conv::Attributes attrs, std::vector<int64_t> x, std::vector<int64_t> w, bool bias,
              DType type = DType::kF32) {
        Case c{.name = std::move(name), .op = "conv", .attrs = attrs};
        int64_t const out = w[0];
        double taps = 1;
        for (size_t i = 1; i < w.size(); ++i)
            taps *= static_cast<double>(w[i]);
        c.inputs = {random(type, std::move(x), seed++), random(type, std::move(w), seed++)};
        if (bias)
            c.inputs.push_back(random(type, {out}, seed++));
        c.constants = bias ? std::vector<size_t>{1, 2} : std::vector<size_t>{1};
        c.rtol = type == DType::kF16 ? 2e-3 : (type == DType::kBF16 ? 1.6e-2 : 1e-5);
        c.atol = type == DType::kF32 ? 2e-6 * taps + 1e-6 : 1e-3;
        return c;
    }

    Case make(std::string name, Conv2d const& s, bool bias) {
        conv::Attributes attrs;
        attrs.window.strides = {s.stride, s.stride};
        attrs.window.pads = {s.pad, s.pad, s.pad, s.pad};
        attrs.window.dilations = {s.dilation, s.dilation};
        attrs.group = s.group;
        return make(std::move(name), attrs, {s.batch, s.in, s.height, s.width},
                    {s.out, s.in / s.group, s.kernel, s.kernel}, bias);
    }
};

void addSquare(ConvCases& cases) {
    std::pair<char const*, Conv2d> const table[] = {
        {"first_layer", {.in = 3, .height = 24, .width = 31, .out = 16, .kernel = 3, .stride = 2, .pad = 1}},
        {"first_layer_7x7",
         {.batch = 2, .in = 3, .height = 20, .width = 37, .out = 24, .kernel = 7, .stride = 2, .pad = 3}},
        {"one_channel", {.in = 1, .height = 9, .width = 10, .out = 5, .kernel = 3, .pad = 1}},
        {"plain_3x3", {.batch = 2, .in = 16, .height = 10, .width = 13, .out = 32, .kernel = 3, .pad = 1}},
        {"tail_channels", {.batch = 2, .in = 19, .height = 7, .width = 9, .out = 35, .kernel = 3, .pad = 1}},
        {"stride_2", {.in = 32, .height = 15, .width = 17, .out = 48, .kernel = 3, .stride = 2, .pad = 1}},
        {"no_pad", {.in = 16, .height = 9, .width = 33, .out = 16, .kernel = 5}},
        {"dilated", {.in = 16, .height = 15, .width = 16, .out = 16, .kernel = 3, .pad = 2, .dilation = 2}},
        {"pointwise", {.batch = 2, .in = 64, .height = 7, .width = 9, .out = 96, .kernel = 1}},
        {"pointwise_tail", {.in = 30, .height = 5, .width = 6, .out = 25, .kernel = 1}},
        {"pointwise_stride", {.in = 32, .height = 9, .width = 9, .out = 16, .kernel = 1, .stride = 2}},
        {"pointwise_one_pixel", {.in = 48, .out = 12, .kernel = 1}},
        {"groups", {.in = 64, .height = 8, .width = 9, .out = 32, .kernel = 3, .pad = 1, .group = 2}},
        {"groups_odd", {.batch = 2, .in = 12, .height = 8, .width = 9, .out = 18, .kernel = 3, .pad = 1, .group = 3}},
        {"depthwise", {.batch = 2, .in = 32, .height = 11, .width = 14, .out = 32, .kernel = 3, .pad = 1, .group = 32}},
        {"depthwise_5x5_stride",
         {.in = 48, .height = 12, .width = 21, .out = 48, .kernel = 5, .stride = 2, .pad = 2, .group = 48}},
        {"depthwise_tail", {.in = 21, .height = 6, .width = 8, .out = 21, .kernel = 3, .pad = 1, .group = 21}},
        {"depthwise_multiplier", {.in = 8, .height = 6, .width = 8, .out = 16, .kernel = 3, .pad = 1, .group = 8}},
        {"kernel_over_input", {.in = 16, .height = 2, .width = 3, .out = 16, .kernel = 5, .pad = 2}},
    };
    for (auto const& [name, shape] : table)
        for (bool bias : {false, true})
            cases.list.add(cases.make(fmt::format("{}{}", name, bias ? "_bias" : ""), shape, bias));
}

void addOther(ConvCases& cases) {
    auto add = [&](Case c) { cases.list.add(std::move(c)); };
    for (AutoPad pad : {AutoPad::kSameUpper, AutoPad::kSameLower, AutoPad::kValid})
        add(cases.make(fmt::format("auto_pad_{}", nameOf(pad)), {.window = {.strides = {2, 2}, .autoPad = pad}},
                       {1, 8, 9, 10}, {16, 8, 4, 3}, false));
    add(cases.make("uneven", {.window = {.strides = {1, 2}, .pads = {0, 1, 2, 3}, .dilations = {2, 1}}}, {2, 16, 9, 12},
                   {32, 16, 3, 2}, true));
    add(cases.make("stride_height_only", {.window = {.strides = {2, 1}, .pads = {1, 1, 1, 1}}, .group = 32},
                   {1, 32, 12, 40}, {32, 1, 3, 3}, true));
    add(cases.make("one_axis", {.window = {.pads = {1, 1}}}, {2, 16, 33}, {24, 16, 3}, true));
    add(cases.make("one_axis_depthwise", {.window = {.pads = {1, 1}}, .group = 16}, {2, 16, 33}, {16, 1, 3}, true));
    add(cases.make("three_axes", {.window = {.strides = {1, 2, 1}, .pads = {1, 1, 1, 1, 1, 1}}}, {1, 4, 5, 6, 7},
                   {8, 4, 3, 3, 3}, true));
    for (DType type : {DType::kF64, DType::kF16, DType::kBF16})
        add(cases.make(fmt::format("type_{}", nameOf(type)), {.window = {.pads = {1, 1, 1, 1}}}, {1, 5, 6, 7},
                       {4, 5, 3, 3}, true, type));
    Case computed =
        cases.make("computed_weights", {.window = {.pads = {1, 1, 1, 1}}}, {1, 5, 6, 7}, {4, 5, 3, 3}, true);
    computed.constants.clear();
    add(std::move(computed));
    Case known{.name = "known", .op = "conv", .attrs = conv::Attributes{}};
    known.inputs = {test::tensor(DType::kF32, {1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}),
                    test::tensor(DType::kF32, {1, 1, 2, 2}, {1, 0, 0, -1})};
    known.expected.push_back(test::tensor(DType::kF32, {1, 1, 2, 2}, {-4, -4, -4, -4}));
    add(std::move(known));
}

void addDynamic(ConvCases& cases) {
    for (Conv2d const& s :
         {Conv2d{.in = 3, .height = 48, .width = 40, .out = 16, .kernel = 3, .stride = 2, .pad = 1},
          Conv2d{.in = 32, .height = 12, .width = 20, .out = 32, .kernel = 3, .pad = 1},
          Conv2d{.in = 32, .height = 12, .width = 20, .out = 32, .kernel = 3, .stride = 2, .pad = 1, .group = 32},
          Conv2d{.in = 32, .height = 6, .width = 20, .out = 64, .kernel = 1}}) {
        Case c = cases.make(fmt::format("dynamic_{}_{}_{}_{}", s.in, s.out, s.kernel, s.group), s, true);
        for (int64_t width : {1, 17, 64})
            c.more.push_back({random(DType::kF32, {width % 3 + 1, s.in, s.height, width}, cases.seed++), std::nullopt,
                              std::nullopt});
        cases.list.add(std::move(c));
    }
}

} // namespace

void conv_cases(test::CaseList& list) {
    ConvCases cases{list};
    addSquare(cases);
    addOther(cases);
    addDynamic(cases);
}

} // namespace tenon::ops
