// SPDX-License-Identifier: Apache-2.0
// Reference one_hot_encoder.
#include "ops/one_hot_encoder/one_hot_encoder.h"

#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

#include <algorithm>

namespace tenon::ops {
namespace one_hot_encoder {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const &in = args.inputs[0], &out = args.outputs[0];
    bool const text = in.dtype == DType::kString;
    size_t const count = text ? a.texts.size() : a.integers.size();
    std::fill_n(out.as<float>(), out.elements(), 0.0F);
    for (int64_t i = 0; i < in.elements(); ++i) {
        size_t place = count;
        if (text) {
            auto const found = std::find(a.texts.begin(), a.texts.end(), in.box->strings[static_cast<size_t>(i)]);
            place = static_cast<size_t>(found - a.texts.begin());
        } else if (isInteger(in.dtype)) {
            auto const found = std::find(a.integers.begin(), a.integers.end(), integerAt(in, i));
            place = static_cast<size_t>(found - a.integers.begin());
        } else if (double const x = numberAt(in, i); x > -0x1p63 && x < 0x1p63) { // not for NaN
            auto const found = std::find(a.integers.begin(), a.integers.end(), static_cast<int64_t>(x));
            place = static_cast<size_t>(found - a.integers.begin());
        }
        if (place < count)
            out.as<float>()[static_cast<size_t>(i) * count + place] = 1;
        else if (!a.zeros)
            return args.failure->set(Message::kRunFailed, "one_hot_encoder: element %lld is no category",
                                     static_cast<long long>(i));
    }
    return true;
}

} // namespace
} // namespace one_hot_encoder

void one_hot_encoder_ref(KernelTable& table) {
    table.add(
        referenceKernel<one_hot_encoder::Attributes>("one_hot_encoder", "one_hot_encoder.ref", one_hot_encoder::run));
}

} // namespace tenon::ops
