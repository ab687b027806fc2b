// SPDX-License-Identifier: Apache-2.0
// The windows of the standard, periodic and symmetric, short ones and every class of types.
#include "cases/case.h"
#include "ops/window/window.h"

namespace tenon::ops {

void window_cases(test::CaseList& list) {
    using test::tensor;
    auto add = [&](std::string name, window::Attributes a, double length, std::vector<double> want) {
        test::Case c{.name = std::move(name), .op = "window", .attrs = a, .constants = {0}};
        auto const n = static_cast<int64_t>(want.size());
        c.inputs = {test::scalar(DType::kI64, length)};
        c.expected = {tensor(a.type, {n}, std::move(want))};
        list.add(std::move(c));
    };
    window::Attributes const hann{{0.5, -0.5, 0}}, blackman{{0.42, -0.5, 0.08}};
    window::Attributes const hamming{{25.0 / 46.0, -21.0 / 46.0, 0}, false};
    add("hann", hann, 4, {0, 0.5, 1, 0.5});
    add("hann_symmetric", {hann.coefficients, false}, 5, {0, 0.5, 1, 0.5, 0});
    add("hamming_symmetric", hamming, 5, {4.0 / 46, 25.0 / 46, 1, 25.0 / 46, 4.0 / 46});
    add("blackman", blackman, 4, {0, 0.34, 1, 0.34});
    add("blackman_f64", {blackman.coefficients, true, DType::kF64}, 4, {0, 0.34, 1, 0.34});
    add("hann_i32", {hann.coefficients, true, DType::kI32}, 4, {0, 0, 1, 0});
    add("hann_f16", {hann.coefficients, true, DType::kF16}, 4, {0, 0.5, 1, 0.5});
    add("one", {hann.coefficients, false}, 1, {0});
    add("none", hann, 0, {});
}

} // namespace tenon::ops
