// SPDX-License-Identifier: Apache-2.0
// Modes, skips, rows, strings, tokens of which there are too few.
#include "cases/case.h"
#include "ops/tfidf_vectorizer/tfidf_vectorizer.h"

namespace tenon::ops {

void tfidf_vectorizer_cases(test::CaseList& list) {
    using test::tensor;
    tfidf_vectorizer::Attributes a{"TF", 2, 2, 0, {0, 4}, {0, 1, 2, 3, 4, 5, 6}, {}, {2, 3, 5, 4, 5, 6, 7, 8, 6, 7},
                                   {}};
    auto add = [&](std::string name, Box in, Box want) {
        list.addExact("tfidf_vectorizer", std::move(name), a, {std::move(in)}, std::move(want));
    };
    Box const rows = tensor(DType::kI32, {2, 6}, {1, 1, 3, 3, 3, 7, 8, 6, 7, 5, 6, 8});
    add("pairs", rows, tensor(DType::kF32, {2, 7}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1}));
    a.skips = 5;
    add("skips", rows, tensor(DType::kF32, {2, 7}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1}));
    a.least = 1;
    add("both_lengths", rows, tensor(DType::kF32, {2, 7}, {0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1}));
    a.mode = "TFIDF";
    a.weights = {1, 0.5, 2, 1, 4, 1, 8};
    add("weighted", rows, tensor(DType::kF32, {2, 7}, {0, 1.5, 0, 0, 0, 0, 0, 0, 0, 2, 0, 4, 1, 8}));
    a.mode = "IDF";
    add("there", tensor(DType::kI64, {3}, {3, 3, 5}), tensor(DType::kF32, {7}, {0, 0.5, 2, 0, 0, 0, 0}));
    add("few", tensor(DType::kI64, {0}, {}), tensor(DType::kF32, {7}, {0, 0, 0, 0, 0, 0, 0}));
    a = {"TF", 1, 2, 1, {0, 2}, {2, 0, 1}, {}, {}, {"a", "b", "a", "b"}};
    add("strings", test::strings({4}, {"a", "x", "b", "a"}), tensor(DType::kF32, {3}, {1, 1, 2}));
}

} // namespace tenon::ops
