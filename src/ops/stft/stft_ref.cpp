// SPDX-License-Identifier: Apache-2.0
// Reference stft: every frame by the sums of the definition, in double.
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/fourier.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/stft/stft.h"

namespace tenon::ops {
namespace stft {
namespace {

std::vector<std::complex<double>> frameOf(Args const& args, Frames const& s, int64_t start) {
    std::vector<std::complex<double>> out;
    for (int64_t i = 0; i < s.length; ++i) {
        double const weight = args.has(kWindow) ? numberAt(args.inputs[kWindow], i) : 1;
        int64_t const at = (start + i) * s.parts;
        Tensor const& x = args.inputs[kSignal];
        out.emplace_back(numberAt(x, at) * weight, s.parts == 2 ? numberAt(x, at + 1) * weight : 0);
    }
    return out;
}

bool run(Attributes const& a, Args const& args) {
    Tensor const& y = args.outputs[0];
    int64_t const window = args.has(kWindow) ? args.inputs[kWindow].elements() : -1;
    Frames const s(args.inputs[kSignal], y, integerAt(args.inputs[kStep], 0),
                   args.has(kLength) ? integerAt(args.inputs[kLength], 0) : 0, window);
    if (!s.fit(a, window))
        return args.failure->set(Message::kRunFailed,
                                 "stft: frames of %lld, %lld apart, do not fit the signal, the window or the result",
                                 static_cast<long long>(s.length), static_cast<long long>(s.step));
    int64_t at = 0;
    for (int64_t b = 0; b < s.batch; ++b)
        for (int64_t f = 0; f < s.count; ++f) {
            auto const frame = frameOf(args, s, b * s.signal + f * s.step);
            for (auto const& value : fourier(frame, false, static_cast<size_t>(s.bins))) {
                withType(y.dtype, [&](auto sample) {
                    using T = decltype(sample);
                    using Wide = std::conditional_t<std::is_same_v<T, double>, double, float>;
                    if constexpr (!std::is_integral_v<T>) {
                        y.as<T>()[at] = T(static_cast<Wide>(value.real()));
                        y.as<T>()[at + 1] = T(static_cast<Wide>(value.imag()));
                    }
                });
                at += 2;
            }
        }
    return true;
}

} // namespace
} // namespace stft

void stft_ref(KernelTable& table) {
    table.add(referenceKernel<stft::Attributes>("stft", "stft.ref", stft::run));
}

} // namespace tenon::ops
