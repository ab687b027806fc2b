// SPDX-License-Identifier: Apache-2.0
// Reference tfidf_vectorizer: the pool as a table from n-grams to their numbers, asked for each n-gram of a row.
#include "ops/tfidf_vectorizer/tfidf_vectorizer.h"

#include "kernel/elements.h"
#include "kernel/evaluate.h"
#include "kernel/reference.h"
#include "kernel/table.h"

#include <algorithm>
#include <map>

namespace tenon::ops {
namespace tfidf_vectorizer {
namespace {

template <class T>
std::map<std::vector<T>, size_t> gramsOf(Attributes const& a, std::vector<T> const& pool) {
    std::map<std::vector<T>, size_t> out;
    size_t number = 0;
    for (size_t n = 0; n < a.begins.size(); ++n) {
        auto const end = n + 1 < a.begins.size() ? static_cast<size_t>(a.begins[n + 1]) : pool.size();
        for (auto at = static_cast<size_t>(a.begins[n]); at < end; at += n + 1, ++number)
            out.emplace(std::vector<T>(pool.begin() + static_cast<ptrdiff_t>(at),
                                       pool.begin() + static_cast<ptrdiff_t>(at + n + 1)),
                        number);
    }
    return out;
}

/// counts[number of the n-gram] for one row.
template <class T>
void count(Attributes const& a, std::map<std::vector<T>, size_t> const& grams, std::span<T const> row,
           std::vector<float>& counts) {
    auto const size = static_cast<int64_t>(row.size());
    std::vector<T> gram;
    for (int64_t n = a.least; n <= std::min(a.most, size); ++n)
        for (int64_t step = 1; step <= (n == 1 ? 1 : a.skips + 1) && (n - 1) * step < size; ++step)
            for (int64_t begin = 0; begin + (n - 1) * step < size; ++begin) {
                gram.clear();
                for (int64_t i = 0; i < n; ++i)
                    gram.push_back(row[static_cast<size_t>(begin + i * step)]);
                if (auto const found = grams.find(gram); found != grams.end())
                    ++counts[found->second];
            }
}

template <class T>
bool runOn(Attributes const& a, Args const& args, std::vector<T> const& pool, std::vector<T> const& tokens) {
    Tensor const &in = args.inputs[0], &out = args.outputs[0];
    auto const grams = gramsOf(a, pool);
    auto const width = static_cast<size_t>(in.dims[in.rank - 1]),
               rows = static_cast<size_t>(in.rank == 2 ? in.dims[0] : 1);
    auto const columns = static_cast<size_t>(out.dims[out.rank - 1]);
    std::fill_n(out.as<float>(), out.elements(), 0.0F);
    for (size_t row = 0; row < rows; ++row) {
        std::vector<float> counts(a.places.size(), 0);
        count<T>(a, grams, std::span<T const>(tokens).subspan(row * width, width), counts);
        for (size_t g = 0; g < counts.size(); ++g) {
            float const weight = a.weights.empty() ? 1 : static_cast<float>(a.weights[g]);
            float& to = out.as<float>()[row * columns + static_cast<size_t>(a.places[g])];
            if (counts[g] != 0)
                to = a.mode == "TF" ? counts[g] : (a.mode == "IDF" ? weight : counts[g] * weight);
        }
    }
    return true;
}

bool run(Attributes const& a, Args const& args) {
    if (a.integers.empty())
        return runOn<std::string>(a, args, a.strings, args.inputs[0].box->strings);
    return runOn<int64_t>(a, args, a.integers, integersOf(args.inputs[0]));
}

} // namespace
} // namespace tfidf_vectorizer

void tfidf_vectorizer_ref(KernelTable& table) {
    table.add(referenceKernel<tfidf_vectorizer::Attributes>("tfidf_vectorizer", "tfidf_vectorizer.ref",
                                                            tfidf_vectorizer::run));
}

} // namespace tenon::ops
