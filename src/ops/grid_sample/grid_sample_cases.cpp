// SPDX-License-Identifier: Apache-2.0
// Every mode and padding on a line and on images and volumes, places far outside, types; known answers by hand.
#include "cases/case.h"
#include "ops/grid_sample/grid_sample.h"

namespace tenon::ops {

void grid_sample_cases(test::CaseList& list) {
    using namespace grid_sample;
    using test::random;
    using test::tensor;
    constexpr DType kType = DType::kF32;
    Box const line = tensor(kType, {1, 1, 4}, {10, 20, 30, 40});
    auto add = [&](std::string name, Attributes a, std::vector<double> places, std::vector<double> want) {
        auto const n = static_cast<int64_t>(places.size());
        test::Case c{.name = std::move(name), .op = "grid_sample", .attrs = a};
        c.inputs = {line, tensor(kType, {1, n, 1}, std::move(places))};
        c.expected = {tensor(kType, {1, 1, n}, std::move(want))};
        list.add(std::move(c));
    };
    add("zeros", {}, {-1, -0.75, 0, 1, 5}, {5, 10, 25, 20, 0});
    add("border", {.padding = Padding::kBorder}, {-1, -0.75, 0, 1, 5}, {10, 10, 25, 40, 40});
    add("reflection", {.padding = Padding::kReflection}, {-1.25, -0.75, 1.25, 2}, {10, 10, 40, 25});
    add("aligned", {.alignCorners = true}, {-1, 0, 1}, {10, 25, 40});
    add("nearest", {.mode = Mode::kNearest}, {-0.9, -0.5, 0.3, 2}, {10, 10, 30, 0});
    add("cubic", {.mode = Mode::kCubic, .alignCorners = true}, {0}, {25});
    uint64_t seed = 1;
    for (Mode mode : {Mode::kLinear, Mode::kNearest, Mode::kCubic})
        for (Padding padding : {Padding::kZeros, Padding::kBorder, Padding::kReflection})
            for (bool aligned : {false, true}) {
                Attributes const a{mode, padding, aligned};
                std::string const suffix = std::to_string(seed);
                list.add(
                    {.name = "image_" + suffix,
                     .op = "grid_sample",
                     .attrs = a,
                     .inputs = {random(kType, {2, 3, 5, 7}, seed), random(kType, {2, 4, 3, 2}, seed + 50, -2, 2)}});
                list.add({.name = "volume_" + suffix,
                          .op = "grid_sample",
                          .attrs = a,
                          .inputs = {random(DType::kF64, {1, 2, 3, 4, 2}, seed),
                                     random(DType::kF32, {1, 2, 1, 3, 3}, seed + 50, -2, 2)}});
                ++seed;
            }
    list.add({.name = "empty",
              .op = "grid_sample",
              .attrs = Attributes{},
              .inputs = {random(kType, {1, 1, 2, 2}, 1), random(kType, {1, 0, 3, 2}, 2)}});
}

} // namespace tenon::ops
