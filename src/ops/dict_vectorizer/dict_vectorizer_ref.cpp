// SPDX-License-Identifier: Apache-2.0
// Reference dict_vectorizer.
#include "ops/dict_vectorizer/dict_vectorizer.h"

#include "kernel/elements.h"
#include "kernel/evaluate.h"
#include "kernel/reference.h"
#include "kernel/table.h"

#include <algorithm>
#include <cstring>

namespace tenon::ops {
namespace dict_vectorizer {
namespace {

template <class T>
int64_t placeOf(std::vector<T> const& list, T const& key) {
    auto const found = std::find(list.begin(), list.end(), key);
    return found == list.end() ? -1 : found - list.begin();
}

bool run(Attributes const& a, Args const& args) {
    Box& map = *args.inputs[0].box;
    Tensor const& out = args.outputs[0];
    if (out.dtype == DType::kString)
        std::fill(out.box->strings.begin(), out.box->strings.end(), std::string());
    else
        std::memset(out.data, 0, static_cast<size_t>(bytesFor(out.dtype, out.elements())));
    bool const text = map.dtype == DType::kString;
    for (size_t i = 0; i < map.items.size(); ++i) {
        int64_t const place = text ? placeOf(a.texts, map.strings[i]) : placeOf(a.integers, map.integerKeys[i]);
        Tensor const value = tensorOf(map.items[i]);
        if (place < 0 || value.elements() != 1)
            return args.failure->set(Message::kRunFailed, "dict_vectorizer: key %zu of the map %s", i,
                                     place < 0 ? "is not in the vocabulary" : "has not one value");
        ElementCopy(value, out)(0, place);
    }
    return true;
}

} // namespace
} // namespace dict_vectorizer

void dict_vectorizer_ref(KernelTable& table) {
    table.add(
        referenceKernel<dict_vectorizer::Attributes>("dict_vectorizer", "dict_vectorizer.ref", dict_vectorizer::run));
}

} // namespace tenon::ops
