// SPDX-License-Identifier: Apache-2.0
// SVMClassifier and SVMRegressor of ai.onnx.ml: the machine, then labels from a list, and the transform of the scores.
// Without support vectors the coefficients are those of linear scores.
#include "onnx/attributes.h"
#include "onnx/compose.h"
#include "ops/svm/svm.h"
#include "shape/class_scores.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace tenon::ops {
namespace svm {
namespace {

using onnx::ImportContext;

void readKernel(ImportContext& node, Attributes& a) {
    constexpr std::string_view kNames[] = {"LINEAR", "POLY", "RBF", "SIGMOID"};
    std::string const name = node.text("kernel_type", "LINEAR");
    auto const* found = std::find(std::begin(kNames), std::end(kNames), name);
    if (found == std::end(kNames))
        node.fail(Message::kAttribute, "kernel_type is unknown", "LINEAR, POLY, RBF or SIGMOID", name);
    a.kernel = static_cast<Kernel>(found - std::begin(kNames));
    std::vector<double> const params = node.numbers("kernel_params");
    if (a.kernel == Kernel::kLinear)
        return;
    if (params.size() != 3)
        node.fail(Message::kAttribute, "kernel_params of a kernel that is not linear", "gamma, coef0 and degree",
                  fmt::format("{} numbers", params.size()));
    a.gamma = params[0];
    a.coef0 = params[1];
    a.degree = params[2];
}

/// The length of a vector, of `count` that lie behind each other.
int64_t featuresOf(ImportContext& node, std::vector<double> const& vectors, int64_t count) {
    auto const size = static_cast<int64_t>(vectors.size());
    if (count < 1 || size < count || size % count != 0)
        node.fail(Message::kClassifier, "the vectors have no common length", fmt::format("a multiple of {}", count),
                  fmt::format("{} numbers", size));
    return size / count;
}

std::vector<double> offsetsOf(ImportContext& node) {
    std::vector<double> rho = node.numbers("rho");
    return rho.empty() ? std::vector<double>{0} : rho;
}

TensorId rowsOf(ImportContext& node) {
    if (!node.has(0))
        node.fail(Message::kOperand, "the operand is missing");
    TensorId const x = onnx::Compose(node).cast(node.in(0), DType::kF32);
    return node.rankOf(x) == 1 ? onnx::Compose(node).reshape(x, {1, -1}) : x; // [C] is one row
}

TensorId transformed(ImportContext& node, TensorId scores, PostTransform transform, SecondClass second) {
    if (transform == PostTransform::kNone && second == SecondClass::kNone)
        return scores;
    return node.emit("scores", ClassScores{transform, second, {}, {}}, {scores});
}

void importRegressor(ImportContext& node) {
    Attributes a;
    a.coefficients = node.numbers("coefficients");
    a.vectors = node.numbers("support_vectors");
    a.offsets = offsetsOf(node);
    a.oneClass = node.integer("one_class", 0) != 0;
    int64_t const count = node.integer("n_supports", 0);
    if (count > 0) {
        readKernel(node, a);
        a.features = featuresOf(node, a.vectors, count);
    } else {
        a.vectors = std::exchange(a.coefficients, {1});
        a.features = featuresOf(node, a.vectors, 1);
    }
    TensorId const rows = rowsOf(node);
    TensorId const y = node.emit("svm", std::move(a), {rows});
    node.setOut(0, transformed(node, y, onnx::postTransformOf(node), SecondClass::kNone));
}

/// Linear scores of each class.
void readLinear(ImportContext& node, Attributes& a) {
    a.mode = Mode::kLinear;
    a.vectors = node.numbers("coefficients");
    a.features = featuresOf(node, a.vectors, a.classes);
    bool const positive = std::all_of(a.vectors.begin(), a.vectors.end(), [](double w) { return w >= 0; });
    if (a.classes == 2 && a.offsets.size() == 1 && node.numbers("prob_a").empty())
        a.label = positive ? Label::kOverHalf : Label::kOverZero;
}

void readVotes(ImportContext& node, Attributes& a) {
    a.mode = Mode::kVotes;
    a.vectors = node.numbers("support_vectors");
    a.coefficients = node.numbers("coefficients");
    a.slopes = node.numbers("prob_a");
    a.shifts = node.numbers("prob_b");
    a.features = featuresOf(node, a.vectors, std::accumulate(a.perClass.begin(), a.perClass.end(), int64_t{0}));
    readKernel(node, a);
}

void importClassifier(ImportContext& node) {
    Attributes a;
    std::vector<int64_t> const labels = node.integers("classlabels_ints");
    std::vector<std::string> const names = node.texts("classlabels_strings");
    a.classes = static_cast<int64_t>(names.empty() ? labels.size() : names.size());
    if (a.classes == 0)
        node.fail(Message::kClassifier, "a classifier without labels", "classlabels_ints or classlabels_strings");
    a.offsets = offsetsOf(node);
    a.perClass = node.integers("vectors_per_class");
    bool const votes = std::any_of(a.perClass.begin(), a.perClass.end(), [](int64_t n) { return n != 0; });
    if (votes)
        readVotes(node, a);
    else
        readLinear(node, a);
    PostTransform const transform = onnx::postTransformOf(node);
    SecondClass second = SecondClass::kNone;
    if (votes && a.classes == 2 && a.slopes.empty()) {
        bool const sign = transform == PostTransform::kNone || transform == PostTransform::kLogistic;
        second = sign ? SecondClass::kSign : SecondClass::kShare;
    }
    TensorId const rows = rowsOf(node);
    TensorId const list = names.empty() ? node.constant(Type::tensor(DType::kI64, Dims{a.classes}),
                                                        Buffer::copy(std::as_bytes(std::span(labels))))
                                        : node.strings({a.classes}, names);
    TensorId const scores = node.emit("svm", std::move(a), {rows}, 2);
    node.setOut(0, onnx::Compose(node).gather(list, scores + 1, 0));
    node.setOut(1, transformed(node, scores, transform, second));
}

} // namespace
} // namespace svm

void svm_onnx(onnx::ImporterTable& table) {
    table.add("ai.onnx.ml", "SVMClassifier", 1, svm::importClassifier);
    table.add("ai.onnx.ml", "SVMRegressor", 1, svm::importRegressor);
}

} // namespace tenon::ops
