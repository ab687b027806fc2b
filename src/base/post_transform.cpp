// SPDX-License-Identifier: Apache-2.0
#include "base/post_transform.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tenon {
namespace {

constexpr std::string_view kNames[] = {"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"};

/// The point below which the normal distribution has this share: Winitzki's approximation of the inverse error
/// function, which is what runtimes of ai.onnx.ml agree on.
double probit(double share) noexcept {
    double const x = 2 * share - 1, kA = 0.147, pi = 3.14159265358979323846;
    double const l = std::log((1 - x) * (1 + x));
    double const v = 2 / (pi * kA) + 0.5 * l;
    double const inverse = std::sqrt(-v + std::sqrt(v * v - l / kA));
    return std::sqrt(2.0) * (x < 0 ? -inverse : inverse);
}

void softmax(std::span<double> row, bool zerosStay) noexcept {
    double const most = row.empty() ? 0 : *std::max_element(row.begin(), row.end());
    double sum = 0;
    for (double& v : row) {
        v = zerosStay && std::abs(v) <= 1e-7 ? v * std::exp(-most) : std::exp(v - most);
        sum += v;
    }
    for (double& v : row)
        v /= sum;
}

} // namespace

std::string_view nameOf(PostTransform transform) noexcept {
    auto const i = static_cast<size_t>(transform);
    return i < std::size(kNames) ? kNames[i] : "";
}

std::optional<PostTransform> postTransformFromName(std::string_view name) noexcept {
    for (size_t i = 0; i < std::size(kNames); ++i)
        if (kNames[i] == name)
            return static_cast<PostTransform>(i);
    return std::nullopt;
}

void transformScores(PostTransform transform, std::span<double> row) noexcept {
    switch (transform) {
    case PostTransform::kNone:
        break;
    case PostTransform::kSoftmax:
    case PostTransform::kSoftmaxZero:
        softmax(row, transform == PostTransform::kSoftmaxZero);
        break;
    case PostTransform::kLogistic:
        for (double& v : row)
            v = 1 / (1 + std::exp(-v));
        break;
    case PostTransform::kProbit:
        for (double& v : row)
            v = probit(v);
        break;
    }
}

} // namespace tenon
