// SPDX-License-Identifier: Apache-2.0
// The standard's examples, ranges on one side of 0, nothing but 0, what is no number, and long lists; all exact.
#include "cases/case.h"

#include <cmath>

namespace tenon::ops {

void dynamic_quantize_linear_cases(test::CaseList& list) {
    using test::tensor;
    DType const f = DType::kF32, u = DType::kU8;
    auto add = [&](std::string name, Box x, std::vector<double> y = {}, float scale = 0, double zero = 0) {
        test::Case c{.name = std::move(name),
                     .op = "dynamic_quantize_linear",
                     .attrs = NoAttrs{},
                     .results = 3,
                     .rtol = 0,
                     .atol = 0};
        if (!y.empty())
            c.expected = {tensor(u, x.dims, std::move(y)), test::scalar(f, scale), test::scalar(u, zero)};
        c.inputs = {std::move(x)};
        list.add(std::move(c));
    };
    add("known", tensor(f, {6}, {0, 2, -3, -2.5, 1.34, 0.5}), {153, 255, 0, 26, 221, 179}, 5.0f / 255.0f, 153);
    add("below_zero", tensor(f, {6}, {-1, -2.1, -1.3, -2.5, -3.34, -4}), {191, 121, 172, 96, 42, 0}, 4.0f / 255.0f,
        255);
    add("above_zero", tensor(f, {3, 4}, {1, 2.1, 1.3, 2.5, 3.34, 4, 1.5, 2.6, 3.9, 4, 3, 2.345}),
        {64, 134, 83, 159, 213, 255, 96, 166, 249, 255, 191, 149}, 4.0f / 255.0f, 0);
    add("zeros", tensor(f, {3}, {0, 0, 0}), {0, 0, 0}, 1, 0);
    add("nan", tensor(f, {4}, {-255, NAN, 255, 127}), {0, 128, 255, 192}, 2, 128);
    add("scalar", test::scalar(f, 255), {255}, 1, 0);
    add("empty", tensor(f, {0, 3}, {}));
    for (int64_t n : {1, 7, 33, 1000, 300001})
        add("random_" + std::to_string(n), test::random(f, {n}, static_cast<uint64_t>(n), -3, 2));
}

} // namespace tenon::ops
