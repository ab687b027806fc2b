// SPDX-License-Identifier: Apache-2.0
// Definition of tfidf_vectorizer.
#include "ops/tfidf_vectorizer/tfidf_vectorizer.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::ops {
namespace tfidf_vectorizer {
namespace {

/// Number of n-grams in the pool; absent when the lists do not fit each other.
std::optional<size_t> gramsOf(Attributes const& a) {
    auto const size = static_cast<int64_t>(a.integers.size() + a.strings.size());
    size_t grams = 0;
    for (size_t n = 0; n < a.begins.size(); ++n) {
        int64_t const end = n + 1 < a.begins.size() ? a.begins[n + 1] : size;
        auto const length = static_cast<int64_t>(n) + 1;
        if (a.begins[n] < 0 || end < a.begins[n] || end > size || (end - a.begins[n]) % length != 0)
            return std::nullopt;
        grams += static_cast<size_t>((end - a.begins[n]) / length);
    }
    return a.begins.empty() || a.begins[0] != 0 ? std::nullopt : std::optional(grams);
}

void check(Attributes const& a, InferContext& c) {
    auto const grams = gramsOf(a);
    bool const one = a.integers.empty() != a.strings.empty();
    bool const lengths = a.least >= 1 && a.most >= a.least && a.skips >= 0;
    if (!one || !lengths || !grams || a.places.size() != *grams || (!a.weights.empty() && a.weights.size() != *grams))
        c.fail(Message::kClassifier, "the lists of a TfIdfVectorizer do not fit each other",
               "one pool, whose n-grams have a place and a weight each",
               fmt::format("{} n-grams, {} places, {} weights", grams ? *grams : 0, a.places.size(), a.weights.size()));
    if (a.mode != "TF" && a.mode != "IDF" && a.mode != "TFIDF")
        c.fail(Message::kAttribute, "mode is unknown", "TF, IDF or TFIDF", a.mode);
    constexpr int64_t kMost = int64_t{1} << 31;
    for (int64_t place : a.places)
        if (place < 0 || place >= kMost)
            c.fail(Message::kClassifier, "an n-gram has no place in the result", fmt::format("0 to {}", kMost - 1),
                   fmt::format("{}", place));
}

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    check(a, c);
    static constexpr DType kTexts[] = {DType::kString}, kNumbers[] = {DType::kI32, DType::kI64};
    if (a.integers.empty())
        c.requireType(0, kTexts);
    else
        c.requireType(0, kNumbers);
    if (!c.type(0).ranked())
        return c.setOut(0, DType::kF32, std::nullopt);
    c.requireRank(0, 1, 2);
    Dims dims = c.dims(0);
    dims.back() = *std::max_element(a.places.begin(), a.places.end()) + 1;
    c.setOut(0, DType::kF32, std::move(dims));
}

} // namespace
} // namespace tfidf_vectorizer

void tfidf_vectorizer_op(KernelTable& table) {
    static OpDef const kOp{.name = "tfidf_vectorizer",
                           .attrs = &attrType<tfidf_vectorizer::Attributes>(),
                           .infer = tfidf_vectorizer::infer};
    table.add(kOp);
}

} // namespace tenon::ops
