// SPDX-License-Identifier: Apache-2.0
// Keys and values of each type, keys that are missing, an empty map.
#include "cases/case.h"
#include "ops/dict_vectorizer/dict_vectorizer.h"

namespace tenon::ops {

void dict_vectorizer_cases(test::CaseList& list) {
    auto add = [&](std::string name, dict_vectorizer::Attributes a, Box map, Box want) {
        list.addExact("dict_vectorizer", std::move(name), std::move(a), {std::move(map)}, std::move(want));
    };
    Box texts;
    texts.kind = Kind::kMap;
    texts.dtype = DType::kString;
    texts.strings = {"c", "a"};
    texts.items = {test::scalar(DType::kF32, 8), test::scalar(DType::kF32, 4)};
    add("text_to_f32", {{}, {"a", "c", "b", "z"}}, texts, test::tensor(DType::kF32, {1, 4}, {4, 8, 0, 0}));
    Box wholes;
    wholes.kind = Kind::kMap;
    wholes.dtype = DType::kI64;
    wholes.integerKeys = {5};
    wholes.items = {test::strings({}, {"five"})};
    add("whole_to_text", {{4, 5}, {}}, wholes, test::strings({1, 2}, {"", "five"}));
    Box vectors = wholes;
    vectors.items = {test::tensor(DType::kF64, {1}, {0.5})};
    add("whole_to_f64", {{5, 6}, {}}, vectors, test::tensor(DType::kF64, {1, 2}, {0.5, 0}));
}

} // namespace tenon::ops
