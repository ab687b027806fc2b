// SPDX-License-Identifier: Apache-2.0
// Every mode with every coordinate transformation, growing and shrinking, by scales and by sizes; axes, policies,
// regions, types.
#include "cases/case.h"
#include "ops/resize/resize.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace {

using resizing::Coordinates;
using resizing::Mode;
using resizing::Nearest;
using resizing::Policy;
using test::Case;
using test::random;
using test::tensor;

struct ResizeCases {
    test::CaseList& list;
    uint64_t seed = 0;

    Case make(std::string name, resizing::Attributes attrs, std::vector<int64_t> dims, DType type = DType::kF32) {
        Case c{.name = std::move(name), .op = "resize", .attrs = std::move(attrs)};
        bool const whole = isInteger(type);
        c.inputs = {random(type, std::move(dims), seed++, whole ? 0 : -1, whole ? 100 : 1), std::nullopt, std::nullopt,
                    std::nullopt};
        c.constants = {1, 2, 3};
        c.rtol = type == DType::kF16 ? 2e-3 : (type == DType::kBF16 ? 1.6e-2 : 1e-5);
        c.atol = type == DType::kF32 ? 3e-6 : c.rtol;
        return c;
    }
    void scales(std::string name, resizing::Attributes attrs, std::vector<int64_t> dims, std::vector<double> values,
                DType type = DType::kF32) {
        Case c = make(std::move(name), std::move(attrs), std::move(dims), type);
        c.inputs[2] = tensor(DType::kF32, {static_cast<int64_t>(values.size())}, values);
        list.add(std::move(c));
    }
    void sizes(std::string name, resizing::Attributes attrs, std::vector<int64_t> dims, std::vector<double> values) {
        Case c = make(std::move(name), std::move(attrs), std::move(dims));
        c.inputs[3] = tensor(DType::kI64, {static_cast<int64_t>(values.size())}, values);
        list.add(std::move(c));
    }
};

void addModes(ResizeCases& cases) {
    for (Mode mode : {Mode::kNearest, Mode::kLinear, Mode::kCubic})
        for (uint8_t k = 0; k < static_cast<uint8_t>(Coordinates::kTfCropAndResize); ++k) {
            resizing::Attributes a{.mode = mode, .coordinates = static_cast<Coordinates>(k)};
            std::string const name = fmt::format("{}_{}", nameOf(mode), nameOf(a.coordinates));
            cases.scales(name + "_up", a, {2, 3, 5, 7}, {1, 1, 2, 3});
            cases.scales(name + "_down", a, {1, 3, 9, 20}, {1, 1, 0.6, 0.35});
            cases.sizes(name + "_sizes", a, {1, 2, 6, 5}, {1, 2, 9, 3});
            cases.sizes(name + "_to_one", a, {1, 2, 6, 5}, {1, 2, 1, 1});
        }
    for (uint8_t k = 0; k <= static_cast<uint8_t>(Nearest::kSimple); ++k)
        for (Coordinates coordinates : {Coordinates::kHalfPixel, Coordinates::kAsymmetric}) {
            resizing::Attributes a{.coordinates = coordinates, .nearest = static_cast<Nearest>(k)};
            std::string const name = fmt::format("nearest_{}_{}", nameOf(a.nearest), nameOf(coordinates));
            cases.scales(name + "_up", a, {1, 2, 5, 17}, {1, 1, 2, 2});
            cases.scales(name + "_down", a, {1, 2, 9, 33}, {1, 1, 0.5, 0.7});
        }
}

void addOptions(ResizeCases& cases) {
    for (Mode mode : {Mode::kLinear, Mode::kCubic}) {
        std::string const name(nameOf(mode));
        cases.scales(name + "_antialias", {.mode = mode, .antialias = true}, {1, 1, 12, 15}, {1, 1, 0.4, 0.6});
        cases.scales(name + "_exclude_outside", {.mode = mode, .excludeOutside = true}, {1, 1, 6, 7}, {1, 1, 2, 0.8});
    }
    cases.scales("cubic_wide", {.mode = Mode::kCubic}, {2, 3, 11, 67}, {1, 1, 1.7, 2.3});
    cases.scales("cubic_antialias_small", {.mode = Mode::kCubic, .antialias = true}, {1, 2, 50, 130},
                 {1, 1, 0.04, 0.02});
    cases.sizes("linear_antialias_one_row", {.mode = Mode::kLinear, .antialias = true}, {1, 2, 33, 7}, {1, 2, 1, 19});
    cases.scales("cubic_three_axes", {.mode = Mode::kCubic}, {1, 2, 3, 4, 5}, {1, 1, 2, 0.5, 3});
    cases.scales("nearest_three_axes", {}, {2, 2, 3, 4, 5}, {1, 1, 2, 1, 3});
    for (Policy policy : {Policy::kNotLarger, Policy::kNotSmaller})
        cases.sizes("antialias_" + std::string(nameOf(policy)),
                    {.mode = Mode::kCubic, .policy = policy, .antialias = true, .axes = {2, 3}}, {1, 1, 40, 31},
                    {3, 2});
    cases.scales("cubic_coefficient", {.mode = Mode::kCubic, .cubicA = -0.5}, {1, 1, 6, 7}, {1, 1, 2, 0.8});
    cases.scales("three_axes", {.mode = Mode::kLinear}, {1, 2, 3, 4, 5}, {1, 1, 2, 2, 2});
    cases.scales("channels", {.mode = Mode::kLinear}, {1, 3, 4, 5}, {1, 2, 1, 1});
    cases.scales("vector", {.mode = Mode::kLinear}, {7}, {2.5});
    cases.scales("axes", {.mode = Mode::kLinear, .axes = {-1, 2}}, {2, 3, 4, 5}, {2, 3});
    for (Policy policy : {Policy::kNotLarger, Policy::kNotSmaller})
        cases.sizes(std::string(nameOf(policy)), {.mode = Mode::kLinear, .policy = policy, .axes = {2, 3}},
                    {1, 1, 4, 6}, {7, 8});
    Case crop =
        cases.make("crop", {.mode = Mode::kLinear, .coordinates = Coordinates::kTfCropAndResize, .extrapolation = 10},
                   {1, 1, 5, 6});
    crop.inputs[1] = tensor(DType::kF32, {8}, {0, 0, 0.2, -0.3, 1, 1, 0.8, 1.2});
    crop.inputs[3] = tensor(DType::kI64, {4}, {1, 1, 3, 7});
    cases.list.add(std::move(crop));
    for (DType type : {DType::kF64, DType::kF16, DType::kBF16, DType::kI8, DType::kU8, DType::kI32, DType::kI64})
        cases.scales(fmt::format("type_{}", nameOf(type)), {.mode = Mode::kLinear}, {1, 1, 4, 5}, {1, 1, 2, 2}, type);
    Case dynamic = cases.make("dynamic", {.mode = Mode::kLinear}, {1, 4, 6, 10});
    dynamic.inputs[2] = tensor(DType::kF32, {4}, {1, 1, 2, 2});
    dynamic.more = {{random(DType::kF32, {2, 4, 1, 33}, 900), std::nullopt, std::nullopt, std::nullopt}};
    cases.list.add(std::move(dynamic));
}

} // namespace

void resize_cases(test::CaseList& list) {
    ResizeCases cases{list};
    addModes(cases);
    addOptions(cases);
    Case known{.name = "known", .op = "resize", .attrs = resizing::Attributes{.mode = Mode::kLinear}};
    known.inputs = {tensor(DType::kF32, {2}, {1, 3}), std::nullopt, tensor(DType::kF32, {1}, {2})};
    known.constants = {2};
    known.expected = {tensor(DType::kF32, {4}, {1, 1.5, 2.5, 3})};
    list.add(std::move(known));
    for (DType type : {DType::kI16, DType::kI32, DType::kI64, DType::kU16, DType::kU32, DType::kU64, DType::kBool}) {
        Case twice{.name = "twice_" + std::string(nameOf(type)), .op = "resize", .attrs = resizing::Attributes{}};
        twice.inputs = {tensor(type, {2}, {0, 1}), std::nullopt, tensor(DType::kF32, {1}, {2})};
        twice.constants = {2};
        twice.rtol = twice.atol = 0;
        twice.expected = {tensor(type, {4}, {0, 0, 1, 1})};
        list.add(std::move(twice));
    }
    // Scales that are no constant.
    Case data{.name = "scales_from_data", .op = "resize", .attrs = resizing::Attributes{.mode = Mode::kLinear}};
    data.inputs = {tensor(DType::kF32, {1, 2}, {1, 3}), std::nullopt, tensor(DType::kF32, {2}, {2, 2})};
    data.expected = {tensor(DType::kF32, {2, 4}, {1, 1.5, 2.5, 3, 1, 1.5, 2.5, 3})};
    list.add(std::move(data));
}

} // namespace tenon::ops
