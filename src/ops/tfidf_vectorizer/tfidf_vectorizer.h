// SPDX-License-Identifier: Apache-2.0
// ONNX TfIdfVectorizer: how often each n-gram of a pool is in a row of tokens. An n-gram may skip the same number of
// tokens between each two of its own.
#pragma once

#include "base/reflect.h"

#include <string>
#include <vector>

namespace tenon::ops::tfidf_vectorizer {

struct Attributes {
    std::string mode = "TF";          ///< counts; IDF: weights of those that are there; TFIDF: counts times weights
    int64_t least = 1, most = 1;      ///< length of an n-gram
    int64_t skips = 0;                ///< at most
    std::vector<int64_t> begins;      ///< where the n-grams of length 1, 2, ... begin in the pool
    std::vector<int64_t> places;      ///< of each n-gram in the result
    std::vector<double> weights;      ///< of each n-gram; empty: 1
    std::vector<int64_t> integers;    ///< the pool,
    std::vector<std::string> strings; ///< or this

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("mode", self.mode);
        visit("min_gram_length", self.least);
        visit("max_gram_length", self.most);
        visit("max_skip_count", self.skips);
        visit("ngram_counts", self.begins);
        visit("ngram_indexes", self.places);
        visit("weights", self.weights);
        visit("pool_int64s", self.integers);
        visit("pool_strings", self.strings);
    }
};

} // namespace tenon::ops::tfidf_vectorizer
