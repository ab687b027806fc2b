// SPDX-License-Identifier: Apache-2.0
// LinearClassifier and LinearRegressor of ai.onnx.ml: a product with constant coefficients, then the scores.
#include "onnx/attributes.h"
#include "onnx/compose.h"
#include "ops/scores/scores.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace scores {
namespace {

using onnx::ImportContext;

TensorId constant(ImportContext& node, std::vector<float> const& values, Dims dims) {
    return node.constant(Type::tensor(DType::kF32, std::move(dims)), Buffer::copy(std::as_bytes(std::span(values))));
}

/// Length of a row, where the operand's dims tell it. Coefficients lie as close as that, and there may be more of them
/// (an iris model that is shipped with ONNX Runtime has twice as many): those behind are not used.
std::optional<size_t> featuresOf(ImportContext& node) {
    Fact const* fact = node.has(0) ? node.fact(node.in(0)) : nullptr;
    if (fact == nullptr || !fact->type.ranked() || fact->type.rank() < 1 || !fact->type.dims->back().isConst())
        return std::nullopt;
    return static_cast<size_t>(fact->type.dims->back().value());
}

/// [N, C] rows times the coefficients of `targets` scores, plus the intercepts.
TensorId product(ImportContext& node, size_t targets, std::vector<double> const& coefficients,
                 std::vector<double> const& intercepts) {
    if (targets == 0 || coefficients.empty() || coefficients.size() % targets != 0)
        node.fail(Message::kClassifier, "the coefficients do not divide among the scores",
                  fmt::format("a multiple of {} numbers", targets), fmt::format("{}", coefficients.size()));
    if (!intercepts.empty() && intercepts.size() != targets)
        node.fail(Message::kClassifier, "there is not one intercept for each score", fmt::format("{}", targets),
                  fmt::format("{}", intercepts.size()));
    size_t const features = featuresOf(node).value_or(coefficients.size() / targets);
    if (features * targets > coefficients.size())
        node.fail(Message::kClassifier, "there are fewer coefficients than features",
                  fmt::format("{} numbers for {} scores of {} features", features * targets, targets, features),
                  fmt::format("{}", coefficients.size()));
    std::vector<float> weights(features * targets);
    for (size_t t = 0; t < targets; ++t)
        for (size_t f = 0; f < features; ++f)
            weights[f * targets + t] = static_cast<float>(coefficients[t * features + f]);
    if (!node.has(0))
        node.fail(Message::kOperand, "the operand is missing");
    auto const rows = static_cast<int64_t>(features), columns = static_cast<int64_t>(targets);
    TensorId x = onnx::Compose(node).cast(node.in(0), DType::kF32);
    x = onnx::Compose(node).reshape(x, {-1, rows}); // [C] is one row
    x = onnx::Compose(node).matmul(x, constant(node, weights, Dims{rows, columns}));
    if (intercepts.empty())
        return x;
    std::vector<float> const added(intercepts.begin(), intercepts.end());
    return onnx::Compose(node).row("add", {x, constant(node, added, Dims{columns})});
}

void importClassifier(ImportContext& node) {
    Attributes a;
    a.transform = onnx::postTransformOf(node);
    a.labels = node.integers("classlabels_ints");
    node.fields().get("classlabels_strings", a.names);
    std::vector<double> const intercepts = node.numbers("intercepts");
    size_t const classes = a.names.empty() ? a.labels.size() : a.names.size();
    size_t const targets = intercepts.empty() ? std::max<size_t>(classes, 1) : intercepts.size();
    TensorId const raw = product(node, targets, node.numbers("coefficients"), intercepts);
    if (targets == 1 && classes == 2)
        a.second = Second::kLinear;
    TensorId const first = node.emit("scores", std::move(a), {raw}, 2);
    node.setOut(0, first + 1);
    node.setOut(1, first);
}

void importRegressor(ImportContext& node) {
    Attributes a;
    a.transform = onnx::postTransformOf(node);
    auto const targets = static_cast<size_t>(std::max<int64_t>(0, node.integer("targets", 1)));
    TensorId out = product(node, targets, node.numbers("coefficients"), node.numbers("intercepts"));
    if (a.transform != PostTransform::kNone)
        out = node.emit("scores", std::move(a), {out});
    node.setOut(0, out);
}

} // namespace
} // namespace scores

void scores_onnx(onnx::ImporterTable& table) {
    table.add("ai.onnx.ml", "LinearClassifier", 1, scores::importClassifier);
    table.add("ai.onnx.ml", "LinearRegressor", 1, scores::importRegressor);
}

} // namespace tenon::ops
