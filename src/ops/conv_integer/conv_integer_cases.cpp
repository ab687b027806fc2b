// SPDX-License-Identifier: Apache-2.0
// Exact for all types: whole ranges of values, kernels, strides, pads, dilations, groups, one to three spatial axes.
#include "cases/case.h"
#include "shape/convolution.h"

namespace tenon::ops {
namespace conv_integer {
namespace {

using test::Case;
using test::random;

using List = std::vector<int64_t>;

struct Adder {
    test::CaseList& list;
    DType x = DType::kU8, w = DType::kI8;
    uint64_t seed = 1;

    static Box whole(DType type, List dims, uint64_t seed) {
        double const low = type == DType::kI8 ? -128 : 0;
        return random(type, std::move(dims), seed, low, low + 256);
    }
    Case make(std::string name, Convolution a, List image, List weights, bool zeroOfEach = false) {
        name = std::string(nameOf(x)) + "_" + std::string(nameOf(w)) + "_" + name;
        Case c{.name = std::move(name), .op = "conv_integer", .attrs = a, .constants = {1, 3}, .rtol = 0, .atol = 0};
        int64_t const out = weights[0];
        c.inputs = {whole(x, std::move(image), seed), whole(w, std::move(weights), seed + 1), whole(x, {}, seed + 2),
                    whole(w, zeroOfEach ? List{out} : List{}, seed + 3)};
        seed += 4;
        return c;
    }
    void operator()(std::string name, Convolution a, List image, List weights, bool zeroOfEach = false) {
        list.add(make(std::move(name), std::move(a), std::move(image), std::move(weights), zeroOfEach));
    }
};

void addAll(Adder& add) {
    Convolution const plain, padded{.window = {.pads = {1, 1, 1, 1}}};
    add("1x1", plain, {2, 5, 7, 9}, {6, 5, 1, 1});
    add("1x1_stride", {.window = {.strides = {2, 2}}}, {1, 5, 7, 9}, {6, 5, 1, 1});
    add("3x3", padded, {2, 3, 9, 40}, {19, 3, 3, 3}, true);
    add("3x3_odd_depth", padded, {1, 1, 5, 33}, {4, 1, 3, 3});
    add("small_image", padded, {1, 8, 2, 2}, {16, 8, 3, 3});
    add("stride", {.window = {.strides = {2, 3}, .pads = {2, 0, 1, 3}}}, {2, 4, 11, 17}, {5, 4, 3, 4}, true);
    add("dilation", {.window = {.pads = {2, 2, 2, 2}, .dilations = {2, 2}}}, {1, 4, 12, 35}, {5, 4, 3, 3});
    add("same_upper", {.window = {.strides = {2, 2}, .autoPad = AutoPad::kSameUpper}}, {1, 3, 10, 11}, {4, 3, 3, 3});
    add("crop", {.window = {.pads = {-1, -1, 0, -2}}}, {1, 3, 9, 12}, {4, 3, 3, 3});
    add("group", {.window = padded.window, .group = 3}, {2, 6, 7, 8}, {9, 2, 3, 3}, true);
    add("depthwise", {.window = padded.window, .group = 4}, {2, 4, 7, 34}, {4, 1, 3, 3}, true);
    add("depthwise_twice", {.window = {.strides = {2, 2}, .pads = {1, 2, 0, 1}}, .group = 5}, {1, 5, 9, 37},
        {10, 1, 3, 3}, true);
    add("depthwise_dilation", {.window = {.pads = {4, 40, 4, 3}, .dilations = {2, 3}}, .group = 3}, {2, 3, 6, 70},
        {3, 1, 3, 5});
    add("depthwise_crop", {.window = {.pads = {-1, -2, 0, -1}}, .group = 2}, {1, 2, 9, 40}, {2, 1, 3, 3});
    add("depthwise_one_axis", {.window = {.pads = {2, 1}}, .group = 4}, {2, 4, 37}, {4, 1, 4});
    add("one_axis", {.window = {.pads = {2, 1}}}, {2, 4, 37}, {5, 4, 4});
    add("three_axes", plain, {1, 2, 4, 5, 6}, {3, 2, 2, 3, 3});
    add("empty_batch", padded, {0, 3, 5, 5}, {4, 3, 3, 3});
    Case sizes = add.make("sizes", padded, {1, 4, 6, 20}, {7, 4, 3, 3});
    for (List const& dims : {List{2, 4, 3, 70}, List{1, 4, 1, 1}}) {
        auto& more = sizes.more.emplace_back(sizes.inputs);
        more[0] = Adder::whole(add.x, dims, add.seed++);
    }
    add.list.add(std::move(sizes));
}

} // namespace
} // namespace conv_integer

void conv_integer_cases(test::CaseList& list) {
    using test::tensor;
    DType const u = DType::kU8, s = DType::kI8;
    list.addExact("conv_integer", "known", Convolution{},
                  {tensor(u, {1, 1, 3, 3}, {2, 3, 4, 5, 6, 7, 8, 9, 10}), tensor(u, {1, 1, 2, 2}, {1, 1, 1, 1}),
                   test::scalar(u, 1)},
                  tensor(DType::kI32, {1, 1, 2, 2}, {12, 16, 24, 28}));
    list.addExact("conv_integer", "known_padded", Convolution{.window = {.pads = {1, 1, 1, 1}}},
                  {tensor(u, {1, 1, 3, 3}, {2, 3, 4, 5, 6, 7, 8, 9, 10}), tensor(u, {1, 1, 2, 2}, {1, 1, 1, 1}),
                   test::scalar(u, 1)},
                  tensor(DType::kI32, {1, 1, 4, 4}, {1, 3, 5, 3, 5, 12, 16, 9, 11, 24, 28, 15, 7, 15, 17, 9}));
    list.addExact("conv_integer", "no_window", Convolution{},
                  {tensor(u, {1, 1, 1, 3}, {2, 3, 4}), tensor(u, {1, 1, 2, 2}, {1, 1, 1, 1}), test::scalar(u, 1)},
                  tensor(DType::kI32, {1, 1, 0, 2}, {}));
    std::vector<double> const most(64, 255), high(64, 127);
    list.addExact("conv_integer", "no_saturation", Convolution{},
                  {tensor(u, {1, 64, 1, 1}, most), tensor(s, {1, 64, 1, 1}, high)},
                  tensor(DType::kI32, {1, 1, 1, 1}, {2072640}));
    for (auto [x, w] : {std::pair{u, s}, {u, u}, {s, s}, {s, u}}) {
        conv_integer::Adder add{list, x, w};
        conv_integer::addAll(add);
    }
}

} // namespace tenon::ops
