// SPDX-License-Identifier: Apache-2.0
// A ramp, whose interpolation is the ramp itself; whole elements; regions that lie partly outside, are turned round, or
// hold nothing; no regions; more channels than are worked on together.
#include "cases/case.h"
#include "ops/roi_align/roi_align.h"

namespace tenon::ops {

void roi_align_cases(test::CaseList& list) {
    using namespace roi_align;
    using test::tensor;
    for (DType type : {DType::kF32, DType::kF64, DType::kF16, DType::kBF16}) {
        std::string const suffix = "_" + std::string(nameOf(type));
        // Element (row, column) is 4 * row + column.
        Box const ramp = tensor(type, {1, 1, 4, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
        Box const region = tensor(type, {1, 4}, {1, 1, 3, 3}), image = tensor(DType::kI64, {1}, {0});
        auto add = [&](std::string name, Attributes a, std::vector<Box> in, Box want) {
            test::Case c{.name = name + suffix, .op = "roi_align", .attrs = a};
            for (Box& box : in)
                c.inputs.emplace_back(std::move(box));
            c.expected = {std::move(want)};
            list.add(std::move(c));
        };
        add("centre", {.sampling = 1}, {ramp, region, image}, tensor(type, {1, 1, 1, 1}, {7.5}));
        add("bins", {.height = 1, .width = 2, .sampling = 1}, {ramp, region, image},
            tensor(type, {1, 1, 1, 2}, {7, 8}));
        add("unshifted", {.halfPixel = false, .sampling = 1}, {ramp, region, image}, tensor(type, {1, 1, 1, 1}, {10}));
        add("adaptive", {}, {ramp, region, image}, tensor(type, {1, 1, 1, 1}, {7.5}));
        add("whole", {.kind = Kind::kWholeMax, .height = 2, .width = 1}, {ramp, tensor(type, {1, 5}, {0, 0, 0, 1, 3})},
            tensor(type, {1, 1, 2, 1}, {5, 13}));
        for (Kind kind : {Kind::kAverage, Kind::kMax})
            for (int64_t sampling : {0, 3}) {
                test::Case c{.name =
                                 "regions_" + std::to_string(sampling) + (kind == Kind::kMax ? "_max" : "") + suffix,
                             .op = "roi_align",
                             .attrs = Attributes{kind, sampling == 0, 3, 5, sampling, 0.5}};
                c.inputs = {
                    test::random(type, {2, 67, 9, 13}, 1),
                    tensor(type, {5, 4}, {0, 0, 26, 18, -9, -5, 8, 7, 20, 14, 3, 2, 40, 40, 50, 50, 7, 3, 7, 3}),
                    tensor(DType::kI32, {5}, {0, 1, -1, 0, 1})};
                bool const narrow = bitsOf(type) < 32; // the sum is rounded to the nearest, f32 or f64 that was summed
                c.rtol = narrow ? 1e-2 : 1e-5;
                c.atol = narrow ? 1e-3 : 1e-5;
                list.add(std::move(c));
            }
        add("none", {}, {ramp, tensor(type, {0, 4}, {}), tensor(DType::kI64, {0}, {})}, tensor(type, {0, 1, 1, 1}, {}));
    }
}

} // namespace tenon::ops
