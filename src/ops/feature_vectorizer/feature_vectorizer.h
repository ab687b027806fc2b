// SPDX-License-Identifier: Apache-2.0
// FeatureVectorizer of ai.onnx.ml: the columns of any number of matrices behind one another, as floats. A tensor of one
// axis is a row.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::feature_vectorizer {

struct Attributes {
    std::vector<int64_t> inputdimensions; ///< columns of each operand

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("inputdimensions", self.inputdimensions);
    }
};

} // namespace tenon::ops::feature_vectorizer
