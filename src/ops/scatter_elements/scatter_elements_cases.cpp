// SPDX-License-Identifier: Apache-2.0
// Every reduction and axis, negative indices, repeated indices, several types; indices that cover the data or part of
// it, and rows longer than a block.
#include "cases/case.h"
#include "ops/scatter_elements/scatter_elements.h"

#include <limits>

namespace tenon::ops {

void scatter_elements_cases(test::CaseList& list) {
    using test::random;
    using test::tensor;
    auto add = [&](std::string name, scatter_elements::Attributes a, Box data, Box indices, Box updates,
                   std::optional<Box> want = {}) {
        test::Case c{.name = std::move(name), .op = "scatter_elements", .attrs = a, .rtol = 0, .atol = 0};
        c.inputs = {std::move(data), std::move(indices), std::move(updates)};
        if (want)
            c.expected.push_back(std::move(*want));
        list.add(std::move(c));
    };
    Box const row = tensor(DType::kF32, {1, 5}, {1, 2, 3, 4, 5});
    Box const at = tensor(DType::kI64, {1, 2}, {1, -2}), twice = tensor(DType::kI64, {1, 2}, {1, 1}),
              values = tensor(DType::kF32, {1, 2}, {1.5, 2});
    add("known", {1}, row, at, values, tensor(DType::kF32, {1, 5}, {1, 1.5, 3, 2, 5}));
    add("add", {1, Reduction::kAdd}, row, twice, values, tensor(DType::kF32, {1, 5}, {1, 5.5, 3, 4, 5}));
    add("mul", {1, Reduction::kMul}, row, twice, values, tensor(DType::kF32, {1, 5}, {1, 6, 3, 4, 5}));
    add("max", {1, Reduction::kMax}, row, twice, values, tensor(DType::kF32, {1, 5}, {1, 2, 3, 4, 5}));
    add("min", {1, Reduction::kMin}, row, twice, values, tensor(DType::kF32, {1, 5}, {1, 1.5, 3, 4, 5}));
    for (DType type : {DType::kF16, DType::kI8, DType::kF64, DType::kBool, DType::kI64})
        for (Reduction r : {Reduction::kNone, Reduction::kAdd, Reduction::kMax})
            add(std::string(nameOf(type)) + '_' + std::string(nameOf(r)), {0, r}, random(type, {4, 3}, 1, -9, 9),
                random(DType::kI32, {3, 2}, 2, -4, 4), random(type, {3, 2}, 3, -9, 9));
    for (int64_t axis : {0, 1, 2, 3})
        for (bool whole : {false, true}) {
            std::vector<int64_t> const dims{3, 4, 5, 70};
            std::vector<int64_t> some = whole ? dims : std::vector<int64_t>{2, 3, 4, 67};
            some[static_cast<size_t>(axis)] = 9;
            auto const size = static_cast<double>(dims[static_cast<size_t>(axis)]);
            add("axis_" + std::to_string(axis) + (whole ? "_whole" : "_part"), {axis, Reduction::kAdd},
                random(DType::kF32, dims, 1), random(DType::kI64, some, 2, -size, size), random(DType::kF32, some, 3));
        }
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    for (DType type : {DType::kF32, DType::kF64, DType::kF16, DType::kBF16}) { // a NaN stays, whichever side it is on
        Box const some = tensor(type, {4}, {1, kNan, -2, 0}), all = tensor(DType::kI64, {4}, {0, 1, 2, 3}),
                  given = tensor(type, {4}, {kNan, 5, 3, -1});
        std::string const suffix = "_nan_" + std::string(nameOf(type));
        add("max" + suffix, {0, Reduction::kMax}, some, all, given, tensor(type, {4}, {kNan, kNan, 3, 0}));
        add("min" + suffix, {0, Reduction::kMin}, some, all, given, tensor(type, {4}, {kNan, kNan, -2, -1}));
    }
    for (Reduction r : {Reduction::kNone, Reduction::kMul, Reduction::kMin})
        add("long_" + std::string(nameOf(r)), {0, r}, random(DType::kF32, {30, 1}, 1),
            random(DType::kI32, {600, 1}, 2, -30, 30), random(DType::kF32, {600, 1}, 3));
    add("wide", {-1, Reduction::kNone}, random(DType::kU8, {7, 1100}, 1, 0, 255),
        random(DType::kI64, {7, 900}, 2, -1100, 1100), random(DType::kU8, {7, 900}, 3, 0, 255));
    add("nothing", {0}, row, tensor(DType::kI64, {0, 5}, {}), tensor(DType::kF32, {0, 5}, {}), row);
}

} // namespace tenon::ops
