// SPDX-License-Identifier: Apache-2.0
// What ai.onnx.ml makes of a row of scores: post_transform of its classifiers and regressors.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tenon {

enum class PostTransform : uint8_t {
    kNone,
    kSoftmax,
    kLogistic,
    kSoftmaxZero,
    kProbit
}; ///< in the order of TreeEnsemble

std::string_view nameOf(PostTransform transform) noexcept; ///< ONNX's: NONE, SOFTMAX, ...
std::optional<PostTransform> postTransformFromName(std::string_view name) noexcept;

/// In place. kSoftmaxZero is the softmax of the scores that are not zero; those stay so.
void transformScores(PostTransform transform, std::span<double> row) noexcept;

} // namespace tenon
