// SPDX-License-Identifier: Apache-2.0
// dft.fft: fp32 by a fast transform in double. The transform for a length is made at the first call with it, and kept;
// two lines of real numbers are the parts of one complex line.
#include "backend/cpu/fft.h"
#include "backend/cpu/split.h"
#include "kernel/elements.h"
#include "kernel/parallel.h"
#include "kernel/row_major.h"
#include "kernel/table.h"
#include "ops/dft/dft.h"

#include <algorithm>

namespace tenon::ops {
namespace dft {
namespace {

using cpu::Complex;

constexpr int64_t kSlots = 16; // ranges of lines that have scratch of their own

class FftInstance final : public Instance {
public:
    explicit FftInstance(Problem const& problem)
        : mAttrs(problem.attrs.as<Attributes>()), mInputs(problem.inputs.size()) {}

    bool enqueue(Args const& given) noexcept override {
        Args const args{given.inputs, given.outputs, given.workspace, given.failure, mInputs, 1};
        Tensor const &x = args.inputs[0], &y = args.outputs[0];
        int64_t const axis = args.has(2) ? integerAt(args.inputs[2], 0) : mAttrs.axis;
        int64_t const length = args.has(1) ? integerAt(args.inputs[1], 0) : 0;
        Lines const l(mAttrs, x, y, axis, length);
        if (!l.fit || (args.has(1) && length < 1))
            return args.failure->set(Message::kRunFailed, "dft: a length of %lld along axis %lld does not fit the dims",
                                     static_cast<long long>(length), static_cast<long long>(axis));
        if (l.n == 0 || l.outer * l.inner == 0)
            return true;
        return prepare(l.n, args.failure) && runAll(l, x.as<float const>(), y.as<float>());
    }

private:
    bool prepare(int64_t n, Failure* failure) noexcept {
        if (mFft && mFft->size() == n)
            return true;
        try {
            mFft = std::make_unique<cpu::Fft>(n, mAttrs.inverse);
            mRoom.resize(static_cast<size_t>(kSlots * (n + mFft->scratch())));
        } catch (std::bad_alloc const&) {
            mFft.reset();
            return failure->set(Message::kMemory, "dft: no memory for a transform of length %lld",
                                static_cast<long long>(n));
        }
        return true;
    }

    bool runAll(Lines const& l, float const* x, float* y) noexcept {
        int64_t const lines = l.outer * l.inner, each = l.n + mFft->scratch();
        bool const pairs = l.partsIn == 1; // of real lines
        int64_t const tasks = pairs ? cpu::ceilDiv(lines, 2) : lines, slots = std::min(kSlots, tasks);
        bool const serial = tasks * l.n * 8 < kSerialNanoseconds;
        parallelFor(slots, serial ? slots : 1, [&](int64_t begin, int64_t end) {
            for (int64_t slot = begin; slot < end; ++slot) {
                Complex* const data = mRoom.data() + slot * each;
                for (int64_t t = cpu::splitAt(tasks, slots, slot); t < cpu::splitAt(tasks, slots, slot + 1); ++t) {
                    if (pairs)
                        runPair(l, x, y, 2 * t, std::min(lines, 2 * t + 2), data);
                    else
                        runLine(l, x, y, t, data);
                }
            }
        });
        return true;
    }

    static int64_t startOf(Lines const& l, int64_t line, int64_t length) {
        return line / l.inner * length * l.inner + line % l.inner;
    }

    void runLine(Lines const& l, float const* x, float* y, int64_t line, Complex* data) const {
        float const* const from = x + startOf(l, line, l.in) * 2;
        int64_t const half = l.n / 2, wanted = mAttrs.givesReal() ? half + 1 : l.n, given = std::min(l.in, wanted);
        for (int64_t j = 0; j < given; ++j)
            data[j] = {from[2 * j * l.inner], from[2 * j * l.inner + 1]};
        std::fill(data + given, data + l.n, Complex{});
        if (mAttrs.givesReal()) {
            for (int64_t j = wanted; j < l.n; ++j)
                data[j] = {data[l.n - j].re, -data[l.n - j].im};
            data[0].im = 0;
            if (l.n % 2 == 0)
                data[half].im = 0;
        }
        mFft->run(data, data + l.n);
        double const factor = mAttrs.inverse ? 1 / static_cast<double>(l.n) : 1;
        float* const to = y + startOf(l, line, l.out) * l.partsOut;
        for (int64_t k = 0; k < l.out; ++k) {
            to[k * l.inner * l.partsOut] = static_cast<float>(data[k].re * factor);
            if (l.partsOut == 2)
                to[2 * k * l.inner + 1] = static_cast<float>(data[k].im * factor);
        }
    }

    /// Lines [first, end), one or two, of real numbers: their spectra are what the sum's is even and odd in.
    void runPair(Lines const& l, float const* x, float* y, int64_t first, int64_t end, Complex* data) const {
        bool const two = end - first == 2;
        float const* const a = x + startOf(l, first, l.in);
        float const* const b = two ? x + startOf(l, first + 1, l.in) : nullptr;
        int64_t const given = std::min(l.in, l.n);
        for (int64_t j = 0; j < given; ++j)
            data[j] = {a[j * l.inner], two ? b[j * l.inner] : 0.0f};
        std::fill(data + given, data + l.n, Complex{});
        mFft->run(data, data + l.n);
        double const factor = mAttrs.inverse ? 0.5 / static_cast<double>(l.n) : 0.5;
        float* const toA = y + startOf(l, first, l.out) * 2;
        float* const toB = two ? y + startOf(l, first + 1, l.out) * 2 : nullptr;
        for (int64_t k = 0; k < l.out; ++k) {
            Complex const p = data[k], q = data[k == 0 ? 0 : l.n - k];
            toA[2 * k * l.inner] = static_cast<float>((p.re + q.re) * factor);
            toA[2 * k * l.inner + 1] = static_cast<float>((p.im - q.im) * factor);
            if (two) {
                toB[2 * k * l.inner] = static_cast<float>((p.im + q.im) * factor);
                toB[2 * k * l.inner + 1] = static_cast<float>((q.re - p.re) * factor);
            }
        }
    }

    Attributes mAttrs;
    size_t mInputs;
    std::unique_ptr<cpu::Fft> mFft;
    std::vector<Complex> mRoom;
};

std::string refusal(Problem const& problem) {
    if (problem.inputs[0].type.dtype != DType::kF32)
        return "only f32 is computed";
    return {};
}

} // namespace
} // namespace dft

void dft_cpu(KernelTable& table) {
    table.add(rowMajorKernel({.op = "dft",
                              .name = "dft.fft",
                              .refusal = dft::refusal,
                              .make = instanceOf<dft::FftInstance>,
                              .fixedNs = 500,
                              .elementNs = 15}));
}

} // namespace tenon::ops
