// SPDX-License-Identifier: Apache-2.0
// A table from keys to values of any type (LabelEncoder and CategoryMapper of ai.onnx.ml). Which of the lists is used
// follows from the types. A NaN is equal to a NaN; of equal keys the first one counts.
#pragma once

#include "base/dtype.h"
#include "base/reflect.h"

#include <string>
#include <vector>

namespace tenon::ops::label_encoder {

/// Strings, whole or other numbers: as many of one of these as there are entries.
struct Entries {
    std::vector<std::string> texts;
    std::vector<int64_t> integers;
    std::vector<double> numbers;

    size_t size(DType type) const noexcept {
        return type == DType::kString ? texts.size() : (isInteger(type) ? integers.size() : numbers.size());
    }
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("texts", self.texts);
        visit("integers", self.integers);
        visit("numbers", self.numbers);
    }
};

struct Attributes {
    DType key = DType::kString, value = DType::kI64;
    Entries keys, values;
    Entries otherwise; ///< one entry: the value of what is no key

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("key", self.key);
        visit("value", self.value);
        visit("keys", self.keys);
        visit("values", self.values);
        visit("otherwise", self.otherwise);
    }
};

} // namespace tenon::ops::label_encoder
