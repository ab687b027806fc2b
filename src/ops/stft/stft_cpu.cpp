// SPDX-License-Identifier: Apache-2.0
// stft.fft: fp32 by a fast transform in double. The transform for a frame's length is made at the first call with it,
// and kept; two frames of a real signal are the parts of one complex frame.
#include "backend/cpu/fft.h"
#include "backend/cpu/split.h"
#include "kernel/elements.h"
#include "kernel/parallel.h"
#include "kernel/row_major.h"
#include "kernel/table.h"
#include "ops/stft/stft.h"

#include <algorithm>

namespace tenon::ops {
namespace stft {
namespace {

using cpu::Complex;

constexpr int64_t kSlots = 16; // ranges of frames that have scratch of their own

/// The sizes and operands of one call.
struct Call {
    Frames sizes;
    float const *x, *window;
    float* y;
};

class FftInstance final : public Instance {
public:
    explicit FftInstance(Problem const& problem)
        : mAttrs(problem.attrs.as<Attributes>()), mInputs(problem.inputs.size()) {}

    bool enqueue(Args const& given) noexcept override {
        Args const args{given.inputs, given.outputs, given.workspace, given.failure, mInputs, 1};
        bool const weighted = args.has(kWindow);
        int64_t const window = weighted ? args.inputs[kWindow].elements() : -1;
        Frames const s(args.inputs[kSignal], args.outputs[0], integerAt(args.inputs[kStep], 0),
                       args.has(kLength) ? integerAt(args.inputs[kLength], 0) : 0, window);
        if (!s.fit(mAttrs, window))
            return args.failure->set(
                Message::kRunFailed,
                "stft: frames of %lld, %lld apart, do not fit the signal, the window or the result",
                static_cast<long long>(s.length), static_cast<long long>(s.step));
        if (s.batch * s.count == 0)
            return true;
        return prepare(s.length, args.failure) &&
               runAll({s, args.inputs[kSignal].as<float const>(),
                       weighted ? args.inputs[kWindow].as<float const>() : nullptr, args.outputs[0].as<float>()});
    }

private:
    bool prepare(int64_t n, Failure* failure) noexcept {
        if (mFft && mFft->size() == n)
            return true;
        try {
            mFft = std::make_unique<cpu::Fft>(n, false);
            mRoom.resize(static_cast<size_t>(kSlots * (n + mFft->scratch())));
        } catch (std::bad_alloc const&) {
            mFft.reset();
            return failure->set(Message::kMemory, "stft: no memory for a transform of length %lld",
                                static_cast<long long>(n));
        }
        return true;
    }

    bool runAll(Call const& c) noexcept {
        Frames const& s = c.sizes;
        int64_t const frames = s.batch * s.count, each = s.length + mFft->scratch();
        int64_t const atOnce = s.parts == 1 ? 2 : 1, tasks = cpu::ceilDiv(frames, atOnce);
        int64_t const slots = std::min(kSlots, tasks);
        bool const serial = tasks * s.length * 8 < kSerialNanoseconds;
        parallelFor(slots, serial ? slots : 1, [&](int64_t begin, int64_t end) {
            for (int64_t slot = begin; slot < end; ++slot)
                for (int64_t t = cpu::splitAt(tasks, slots, slot); t < cpu::splitAt(tasks, slots, slot + 1); ++t)
                    runFrames(c, t * atOnce, std::min(frames, (t + 1) * atOnce), mRoom.data() + slot * each);
        });
        return true;
    }

    static float const* startOf(Call const& c, int64_t frame) {
        Frames const& s = c.sizes;
        return c.x + (frame / s.count * s.signal + frame % s.count * s.step) * s.parts;
    }

    /// Frames [first, end): one, or two of a real signal.
    void runFrames(Call const& c, int64_t first, int64_t end, Complex* data) const {
        int64_t const length = c.sizes.length, parts = c.sizes.parts, bins = c.sizes.bins;
        bool const isComplex = parts == 2, two = end - first == 2;
        float const* const a = startOf(c, first);
        float const* const b = two ? startOf(c, first + 1) : nullptr;
        for (int64_t i = 0; i < length; ++i) {
            double const weight = c.window != nullptr ? static_cast<double>(c.window[i]) : 1;
            double const second = isComplex ? a[2 * i + 1] : (two ? b[i] : 0.0f);
            data[i] = {static_cast<double>(a[i * parts]) * weight, second * weight};
        }
        mFft->run(data, data + length);
        float* const to = c.y + first * bins * 2;
        for (int64_t k = 0; k < bins; ++k) {
            Complex const p = data[k], q = data[k == 0 ? 0 : length - k];
            if (isComplex) {
                to[2 * k] = static_cast<float>(p.re), to[2 * k + 1] = static_cast<float>(p.im);
                continue;
            }
            // What is even in the joint spectrum belongs to the first frame, what is odd to the second.
            to[2 * k] = static_cast<float>((p.re + q.re) / 2), to[2 * k + 1] = static_cast<float>((p.im - q.im) / 2);
            if (two) {
                float* const next = to + 2 * (bins + k);
                next[0] = static_cast<float>((p.im + q.im) / 2), next[1] = static_cast<float>((q.re - p.re) / 2);
            }
        }
    }

    Attributes mAttrs;
    size_t mInputs;
    std::unique_ptr<cpu::Fft> mFft;
    std::vector<Complex> mRoom;
};

std::string refusal(Problem const& problem) {
    if (problem.inputs[kSignal].type.dtype != DType::kF32)
        return "only f32 is computed";
    return {};
}

} // namespace
} // namespace stft

void stft_cpu(KernelTable& table) {
    table.add(rowMajorKernel({.op = "stft",
                              .name = "stft.fft",
                              .refusal = stft::refusal,
                              .make = instanceOf<stft::FftInstance>,
                              .fixedNs = 500,
                              .elementNs = 10}));
}

} // namespace tenon::ops
