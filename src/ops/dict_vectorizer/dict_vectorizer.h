// SPDX-License-Identifier: Apache-2.0
// DictVectorizer of ai.onnx.ml: the values of a map in the order of a vocabulary of keys; 0 (or "") for keys that the
// map lacks.
#pragma once

#include "base/reflect.h"

#include <string>
#include <vector>

namespace tenon::ops::dict_vectorizer {

struct Attributes {
    std::vector<int64_t> integers;  ///< the vocabulary,
    std::vector<std::string> texts; ///< or these

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("int64_vocabulary", self.integers);
        visit("string_vocabulary", self.texts);
    }
};

} // namespace tenon::ops::dict_vectorizer
