// SPDX-License-Identifier: Apache-2.0
// Every transform, labels of both types, ties, one column for two classes.
#include "cases/case.h"
#include "ops/scores/scores.h"

namespace tenon::ops {

void scores_cases(test::CaseList& list) {
    using scores::Second;
    using test::tensor;
    auto add = [&](std::string name, scores::Attributes a, Box in, std::vector<Box> expected) {
        test::Case c{.name = std::move(name), .op = "scores", .attrs = std::move(a)};
        c.inputs = {std::move(in)};
        c.results = expected.size();
        c.expected = std::move(expected);
        list.add(std::move(c));
    };
    Box const row = tensor(DType::kF32, {2, 3}, {1, 2, 0, 3, -1, 3});
    add("labels", {PostTransform::kNone, Second::kNone, {7, 8, 9}, {}}, row, {row, tensor(DType::kI64, {2}, {8, 7})});
    add("names", {PostTransform::kSoftmax, Second::kNone, {}, {"a", "b", "c"}}, row,
        {tensor(DType::kF32, {2, 3}, {0.24472847, 0.66524096, 0.09003057, 0.49546264, 0.00907470, 0.49546264}),
         test::strings({2}, {"b", "a"})});
    add("logistic", {PostTransform::kLogistic, Second::kNone, {}, {}}, tensor(DType::kF64, {1, 2}, {0, 2}),
        {tensor(DType::kF64, {1, 2}, {0.5, 0.8807970779778823})});
    add("softmax_zero", {PostTransform::kSoftmaxZero, Second::kNone, {}, {}}, tensor(DType::kF32, {1, 3}, {1, 0, 1}),
        {tensor(DType::kF32, {1, 3}, {0.5, 0, 0.5})});
    add("probit", {PostTransform::kProbit, Second::kNone, {}, {}}, tensor(DType::kF64, {1, 1}, {0.5}),
        {tensor(DType::kF64, {1, 1}, {0})});
    Box const column = tensor(DType::kF32, {3, 1}, {0.25, 0.75, -2});
    add("share", {PostTransform::kNone, Second::kShare, {0, 1}, {}}, column,
        {tensor(DType::kF32, {3, 2}, {0.75, 0.25, 0.25, 0.75, 3, -2}), tensor(DType::kI64, {3}, {0, 1, 0})});
    add("sign", {PostTransform::kNone, Second::kSign, {0, 1}, {}}, column,
        {tensor(DType::kF32, {3, 2}, {-0.25, 0.25, -0.75, 0.75, 2, -2}), tensor(DType::kI64, {3}, {1, 1, 0})});
    add("sign_logistic", {PostTransform::kLogistic, Second::kSign, {}, {"no", "yes"}}, tensor(DType::kF32, {1, 1}, {2}),
        {tensor(DType::kF32, {1, 2}, {0.11920292, 0.88079708}), test::strings({1}, {"yes"})});
    add("no_rows", {PostTransform::kSoftmax, Second::kNone, {1, 2}, {}}, tensor(DType::kF32, {0, 2}, {}),
        {tensor(DType::kF32, {0, 2}, {}), tensor(DType::kI64, {0}, {})});
}

} // namespace tenon::ops
