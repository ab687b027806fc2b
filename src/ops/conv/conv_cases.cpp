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
        {"no_window", {.in = 16, .height = 2, .width = 9, .out = 16, .kernel = 5, .stride = 2}},
        {"no_window_along_rows", {.batch = 2, .in = 16, .height = 9, .width = 2, .out = 32, .kernel = 7}},
        {"no_window_first_layer", {.in = 3, .height = 4, .width = 9, .out = 8, .kernel = 7, .pad = 1}},
        {"no_window_depthwise", {.in = 32, .height = 2, .width = 3, .out = 32, .kernel = 5, .group = 32}},
    };
    for (auto const& [name, shape] : table)
        for (bool bias : {false, true})
            cases.list.add(cases.make(fmt::format("{}{}", name, bias ? "_bias" : ""), shape, bias));
}

void addOther(ConvCases& cases) {
    auto add = [&](Case c) { cases.list.add(std::move(c)); };
    Case empty = cases.make("no_window_known", {}, {2, 3, 4}, {5, 3, 9}, true); // 4 - 9 + 1 is below 0
    empty.expected = {random(DType::kF32, {2, 5, 0}, 0)};
    add(std::move(empty));
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

/// Enough work for a library's call to pay.
void addLarge(ConvCases& cases) {
    std::pair<char const*, Conv2d> const table[] = {
        {"large_first_layer", {.in = 3, .height = 64, .width = 64, .out = 32, .kernel = 3, .stride = 2, .pad = 1}},
        {"large_3x3", {.batch = 2, .in = 32, .height = 16, .width = 20, .out = 32, .kernel = 3, .pad = 1}},
        {"large_3x3_one_image", {.in = 32, .height = 20, .width = 24, .out = 64, .kernel = 3, .pad = 1}},
        {"large_tail", {.batch = 2, .in = 37, .height = 15, .width = 17, .out = 41, .kernel = 3, .pad = 1}},
        {"large_stride",
         {.batch = 4, .in = 32, .height = 19, .width = 20, .out = 48, .kernel = 3, .stride = 2, .pad = 1}},
        {"large_dilated", {.in = 32, .height = 20, .width = 20, .out = 32, .kernel = 3, .pad = 2, .dilation = 2}},
        {"large_pointwise", {.batch = 2, .in = 64, .height = 14, .width = 14, .out = 96, .kernel = 1}},
        {"large_pointwise_one_image", {.in = 64, .height = 14, .width = 15, .out = 96, .kernel = 1}},
        {"large_groups",
         {.batch = 2, .in = 64, .height = 15, .width = 16, .out = 64, .kernel = 3, .pad = 1, .group = 2}},
        {"large_groups_one_image", {.in = 64, .height = 20, .width = 20, .out = 64, .kernel = 3, .pad = 1, .group = 4}},
        {"large_groups_odd",
         {.batch = 2, .in = 30, .height = 25, .width = 26, .out = 45, .kernel = 3, .pad = 1, .group = 3}},
        {"large_depthwise",
         {.batch = 2, .in = 64, .height = 40, .width = 41, .out = 64, .kernel = 3, .pad = 1, .group = 64}},
        {"large_depthwise_one_image",
         {.in = 96, .height = 36, .width = 36, .out = 96, .kernel = 5, .pad = 2, .group = 96}},
    };
    for (auto const& [name, shape] : table)
        for (bool bias : {false, true})
            cases.list.add(cases.make(fmt::format("{}{}", name, bias ? "_bias" : ""), shape, bias));
    auto add = [&](Case c) { cases.list.add(std::move(c)); };
    add(cases.make("large_uneven", {.window = {.strides = {1, 2}, .pads = {0, 1, 2, 3}, .dilations = {2, 1}}},
                   {2, 32, 17, 40}, {32, 32, 3, 2}, true));
    add(cases.make("large_one_axis", {.window = {.pads = {1, 1}}}, {2, 32, 300}, {48, 32, 3}, true));
    add(cases.make("large_three_axes", {.window = {.strides = {1, 2, 1}, .pads = {1, 1, 1, 1, 1, 1}}},
                   {1, 16, 8, 9, 10}, {16, 16, 3, 3, 3}, true));
    Case dynamic =
        cases.make("large_dynamic", {.in = 32, .height = 12, .width = 40, .out = 32, .kernel = 3, .pad = 1}, true);
    for (int64_t width : {1, 17, 64})
        dynamic.more.push_back(
            {random(DType::kF32, {width % 3 + 1, 32, 12, width}, cases.seed++), std::nullopt, std::nullopt});
    add(std::move(dynamic));
}

/// Every way in which an epilogue's operands may broadcast, and chains of steps.
void addEpilogues(ConvCases& cases) {
    using Rows = std::vector<std::pair<std::string, int>>;
    struct Fused {
        char const* name;
        Rows rows;
        std::vector<std::vector<int64_t>> extra; ///< -1: as the result
    };
    Fused const table[] = {{"relu", {{"relu", 0}}, {}},
                           {"activations", {{"hard_swish", 0}, {"sigmoid", 0}, {"tanh", 0}}, {}},
                           {"gelu", {{"gelu_erf", 0}}, {}},
                           {"silu", {{"silu", 0}}, {}},
                           {"add_full_relu", {{"add", 1}, {"relu", 0}}, {{-1, -1, -1, -1}}},
                           {"scale_channel", {{"mul", 1}, {"add", 1}}, {{1, -1, 1, 1}, {-1, 1, 1}}},
                           {"scale_image_channel", {{"mul", 1}}, {{-1, -1, 1, 1}}},
                           {"mask_pixels", {{"mul", 1}}, {{-1, 1, -1, -1}}},
                           {"add_row", {{"add", 1}}, {{1, -1, 1, -1}}},
                           {"add_shared_image", {{"add", 1}}, {{-1, -1, -1}}},
                           {"scalar", {{"mul", 1}, {"sub", 1}}, {{}, {1}}},
                           {"sub_full", {{"sub", 1}}, {{-1, -1, -1, -1}}}};
    for (auto const& [shapeName, shape] :
         {std::pair<char const*, Conv2d>{
              "direct", {.batch = 2, .in = 32, .height = 16, .width = 20, .out = 32, .kernel = 3, .pad = 1}},
          {"tail", {.batch = 2, .in = 20, .height = 17, .width = 19, .out = 37, .kernel = 3, .pad = 1}},
          {"plain", {.in = 3, .height = 32, .width = 33, .out = 24, .kernel = 3, .pad = 1}},
          {"pointwise", {.batch = 2, .in = 40, .height = 17, .width = 18, .out = 50, .kernel = 1}},
          {"depthwise",
           {.batch = 2, .in = 40, .height = 40, .width = 41, .out = 40, .kernel = 3, .pad = 1, .group = 40}}})
        for (Fused const& f : table) {
            Case c = cases.make(fmt::format("fused_{}_{}", shapeName, f.name), shape, true);
            int64_t const inner = shape.kernel == 1 ? 0 : 1; // the pads keep the spatial dims
            std::vector<int64_t> const result{shape.batch, shape.out, shape.height - 2 * (inner - shape.pad),
                                              shape.width - 2 * (inner - shape.pad)};
            c.epilogue = test::CaseEpilogue{test::chain(DType::kF32, f.rows), {}};
            for (std::vector<int64_t> dims : f.extra) {
                for (size_t i = 0; i < dims.size(); ++i)
                    dims[i] = dims[i] < 0 ? result[4 - dims.size() + i] : dims[i];
                c.epilogue->extra.push_back(random(DType::kF32, dims, cases.seed++));
            }
            c.atol *= 2;
            cases.list.add(std::move(c));
        }
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
    addLarge(cases);
    addEpilogues(cases);
    addDynamic(cases);
}

} // namespace tenon::ops
