// SPDX-License-Identifier: Apache-2.0
// What classifiers and regressors of ai.onnx.ml do with raw scores [N, E]: the label of the greatest one, and a
// transform of each row. Results: scores, then, where there are labels, the labels [N].
#pragma once

#include "base/post_transform.h"
#include "base/reflect.h"

#include <string>
#include <vector>

namespace tenon {

/// A column of scores of the second of two classes: the first one's is made of it.
enum class SecondClass : uint8_t {
    kNone,
    kShare,  ///< a share of 1: over 0.5 is the second class; 1 - s, s
    kSign,   ///< over 0 is the second class; -s, s (or their logistic)
    kLinear, ///< over 0 is the second class; 1 - s, s
};

struct ClassScores {
    PostTransform transform = PostTransform::kNone;
    SecondClass second = SecondClass::kNone;
    std::vector<int64_t> labels;    ///< one for each class, or none
    std::vector<std::string> names; ///< the same as strings

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("transform", self.transform);
        visit("second", self.second);
        visit("labels", self.labels);
        visit("names", self.names);
    }
};

} // namespace tenon
