// SPDX-License-Identifier: Apache-2.0
// Every kernel function by hand on one vector; one class; linear scores with both rules for labels; votes of two and
// three classes, as they are and as probabilities; no rows.
#include "cases/case.h"
#include "ops/svm/svm.h"

#include <cmath>

namespace tenon::ops {

void svm_cases(test::CaseList& list) {
    using namespace svm;
    using test::tensor;
    auto add = [&](std::string name, Attributes a, Box x, std::vector<Box> want) {
        test::Case c{.name = std::move(name), .op = "svm", .attrs = std::move(a)};
        c.inputs = {std::move(x)};
        c.results = want.size();
        c.expected = std::move(want);
        list.add(std::move(c));
    };
    Box const row = tensor(DType::kF32, {1, 2}, {1, 2});
    Attributes one{.gamma = 0.5, .coef0 = 0.25, .degree = 2, .features = 2};
    one.vectors = {3, -1}; // the dot product is 1, the squared distance 13
    one.coefficients = {2};
    one.offsets = {0.5};
    double const values[] = {1, std::pow(0.75, 2), std::exp(-6.5), std::tanh(0.75)};
    for (Kernel kernel : {Kernel::kLinear, Kernel::kPoly, Kernel::kRbf, Kernel::kSigmoid}) {
        Attributes a = one;
        a.kernel = kernel;
        auto const i = static_cast<size_t>(kernel);
        add("kernel_" + std::to_string(i), a, row, {tensor(DType::kF32, {1, 1}, {2 * values[i] + 0.5})});
    }
    Attributes outlier = one;
    outlier.oneClass = true;
    outlier.offsets = {-1};
    add("one_class", outlier, tensor(DType::kF64, {2, 2}, {1, 2, 0, 2}), {tensor(DType::kF32, {2, 1}, {1, -1})});

    Attributes linear{.mode = Mode::kLinear, .label = Label::kOverZero, .features = 2, .classes = 2};
    linear.vectors = {1, 0, 0, -1};
    linear.offsets = {0.25};
    add("linear", linear, row, {tensor(DType::kF32, {1, 2}, {1.25, -1.75}), tensor(DType::kI64, {1}, {1})});
    linear.label = Label::kGreatest;
    add("linear_greatest", linear, row, {tensor(DType::kF32, {1, 2}, {1.25, -1.75}), tensor(DType::kI64, {1}, {0})});
    linear.label = Label::kOverHalf;
    add("linear_half", linear, tensor(DType::kF32, {1, 2}, {0.125, 1}),
        {tensor(DType::kF32, {1, 2}, {0.375, -0.75}), tensor(DType::kI64, {1}, {0})});

    Attributes two{.mode = Mode::kVotes, .features = 2, .classes = 2};
    two.vectors = {1, 0, 0, 1};
    two.coefficients = {1, -1};
    two.offsets = {0.5};
    two.perClass = {1, 1};
    Box const rows = tensor(DType::kF32, {2, 2}, {3, 1, 1, 3});
    add("two_classes", two, rows, {tensor(DType::kF32, {2, 1}, {2.5, -1.5}), tensor(DType::kI64, {2}, {0, 1})});
    two.slopes = {-1};
    two.shifts = {0};
    double const first = 1 / (1 + std::exp(-2.5)), second = 1 / (1 + std::exp(1.5));
    test::Case shares{.name = "two_probabilities", .op = "svm", .attrs = two};
    shares.inputs = {rows};
    shares.results = 2;
    shares.rtol = 1e-2; // the search ends before that
    shares.expected = {tensor(DType::kF32, {2, 2}, {first, 1 - first, second, 1 - second}),
                       tensor(DType::kI64, {2}, {0, 1})};
    list.add(std::move(shares));

    Attributes three{.mode = Mode::kVotes, .features = 1, .classes = 3};
    three.vectors = {1, 2, 3};
    three.coefficients = {1, 1, 1, 2, 2, 2}; // of the first pair 1 x + 2 x, and so on
    three.offsets = {-10, 0, 20};
    three.perClass = {1, 1, 1};
    add("three_classes", three, tensor(DType::kF32, {1, 1}, {1}),
        {tensor(DType::kF32, {1, 3}, {1 + 2 - 10, 2 * 1 + 3, 2 * 2 + 2 * 3 + 20}), tensor(DType::kI64, {1}, {1})});
    add("no_rows", three, tensor(DType::kF32, {0, 1}, {}),
        {tensor(DType::kF32, {0, 3}, {}), tensor(DType::kI64, {0}, {})});
}

} // namespace tenon::ops
