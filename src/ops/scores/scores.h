// SPDX-License-Identifier: Apache-2.0
// What classifiers and regressors of ai.onnx.ml do with raw scores [N, E]: the label of the greatest one, and a
// transform of each row. Results: scores, then, where there are labels, the labels [N].
#pragma once

#include "shape/class_scores.h"

namespace tenon::ops::scores {

using Attributes = ClassScores;
using Second = SecondClass;

} // namespace tenon::ops::scores
