// SPDX-License-Identifier: Apache-2.0
// conv_transpose.gemm: fp32, any dims. For each sample and group one product gives what every input pixel adds at every
// tap, [channels of the result, taps][pixels]; then each channel of the result collects its taps.
#include "backend/cpu/gemm.h"
#include "kernel/table.h"
#include "ops/conv_transpose/conv_transpose.h"

#include <algorithm>
#include <array>

namespace tenon::ops {
namespace conv_transpose {
namespace {

constexpr size_t kMaxAxes = 6;

struct Sizes {
    size_t axes = 0;
    std::array<WindowAxis, kMaxAxes> window;
    int64_t pixels = 1, taps = 1, outPixels = 1;
};

/// In floats.
struct Workspace {
    int64_t weights = 0, columns = 0, product = 0;
};

cpu::BatchGemmArgs productOf(int64_t rows, int64_t inGroup, int64_t pixels) noexcept {
    cpu::BatchGemmArgs g;
    g.m = rows;
    g.k = inGroup;
    g.n = pixels;
    g.lda = inGroup;
    g.strideK = pixels;
    g.ldc = pixels;
    return g;
}

Workspace workspaceOf(int64_t rows, int64_t inGroup, int64_t pixels) noexcept {
    auto aligned = [](int64_t floats) { return (floats + 15) / 16 * 16; };
    return {aligned(rows * inGroup), aligned(rows * pixels),
            aligned(cpu::batchGemmWorkspace(productOf(rows, inGroup, pixels)))};
}

/// Adds the lines of one tap to their places in a channel of the result.
void addTap(Sizes const& s, int64_t tap, float const* from, float* to) noexcept {
    WindowAxis const& last = s.window[s.axes - 1];
    int64_t const shift = last.at(0, tap % last.kernel);
    int64_t const first = shift >= 0 ? 0 : (-shift + last.stride - 1) / last.stride;
    int64_t const end = std::min(last.out, (last.in - shift + last.stride - 1) / last.stride);
    for (int64_t line = 0; line < s.pixels / last.out; ++line) {
        int64_t at = 0, step = 1, rest = line, restTap = tap / last.kernel;
        bool inside = true;
        for (size_t i = s.axes - 1; i-- > 0; rest /= s.window[i].out, restTap /= s.window[i].kernel) {
            WindowAxis const& a = s.window[i];
            int64_t const place = a.at(rest % a.out, restTap % a.kernel);
            inside = inside && place >= 0 && place < a.in;
            at += place * step;
            step *= a.in;
        }
        if (!inside)
            continue;
        float* const row = to + at * last.in + shift;
        float const* const values = from + line * last.out;
        for (int64_t i = first; i < end; ++i)
            row[i * last.stride] += values[i];
    }
}

class GemmInstance final : public Instance {
public:
    explicit GemmInstance(Problem const& problem)
        : mAttrs(problem.attrs.as<Attributes>()), mHasBias(problem.inputs.size() > 2 && problem.inputs[2].present) {}

    bool enqueue(Args const& args) noexcept override {
        Tensor const &x = args.inputs[0], &w = args.inputs[1];
        Sizes s;
        s.axes = static_cast<size_t>(x.rank) - 2;
        if (!mAttrs.fits(x.dims[1], w.dims[0], w.dims[1], mHasBias ? args.inputs[2].elements() : -1))
            return args.failure->set(Message::kShape, "conv_transpose: the channels of the operands do not fit");
        for (size_t i = 0; i < s.axes; ++i) {
            s.window[i] = mAttrs.axis(i, s.axes, w.dims[i + 2], x.dims[i + 2]);
            s.pixels *= s.window[i].out;
            s.taps *= s.window[i].kernel;
            s.outPixels *= s.window[i].in;
        }
        int64_t const group = mAttrs.group, inGroup = x.dims[1] / group, outGroup = w.dims[1];
        int64_t const rows = outGroup * s.taps;
        Workspace const sizes = workspaceOf(rows, inGroup, s.pixels);
        auto* const weights = static_cast<float*>(args.workspace);
        float* const columns = weights + sizes.weights;
        cpu::BatchGemmArgs product = productOf(rows, inGroup, s.pixels);
        product.a = weights;
        product.c = columns;
        product.workspace = columns + sizes.columns;
        for (int64_t g = 0; g < group; ++g) {
            turn(w.as<float const>() + g * inGroup * rows, inGroup, rows, weights);
            for (int64_t n = 0; n < x.dims[0]; ++n) {
                product.b = x.as<float const>() + (n * x.dims[1] + g * inGroup) * s.pixels;
                if (s.pixels > 0)
                    cpu::batchGemm(product);
                int64_t const channel = g * outGroup;
                float* const to = args.outputs[0].as<float>() + (n * outGroup * group + channel) * s.outPixels;
                collect(s, outGroup, columns, mHasBias ? args.inputs[2].as<float const>() + channel : nullptr, to);
            }
        }
        return true;
    }

private:
    /// [inGroup][rows] to [rows][inGroup].
    static void turn(float const* from, int64_t inGroup, int64_t rows, float* to) noexcept {
        parallelFor(rows, std::max<int64_t>(1, kSerialNanoseconds / (inGroup + 1)), [&](int64_t begin, int64_t end) {
            for (int64_t r = begin; r < end; ++r)
                for (int64_t c = 0; c < inGroup; ++c)
                    to[r * inGroup + c] = from[c * rows + r];
        });
    }
    static void collect(Sizes const& s, int64_t channels, float const* columns, float const* bias, float* to) noexcept {
        int64_t const work = s.outPixels + s.taps * s.pixels;
        parallelFor(channels, std::max<int64_t>(1, kSerialNanoseconds / (work + 1)), [&](int64_t begin, int64_t end) {
            for (int64_t o = begin; o < end; ++o) {
                std::fill_n(to + o * s.outPixels, s.outPixels, bias != nullptr ? bias[o] : 0.0f);
                for (int64_t t = 0; s.pixels > 0 && t < s.taps; ++t)
                    addTap(s, t, columns + (o * s.taps + t) * s.pixels, to + o * s.outPixels);
            }
        });
    }

    Attributes mAttrs;
    bool mHasBias;
};

class GemmKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "conv_transpose.gemm"; }
    std::string_view op() const noexcept override { return "conv_transpose"; }

    Proposal propose(Problem const& problem) const override {
        if (problem.epilogue)
            return {{}, "a transposed convolution takes no epilogue"};
        if (problem.inputs[0].type.dtype != DType::kF32)
            return {{}, "only f32 is computed"};
        if (!problem.inputs[0].ranked || !problem.inputs[1].ranked || problem.inputs[0].dims.size() > kMaxAxes + 2)
            return {{}, "the ranks are not known or above 8"};
        return {{Signature::plain(problem)}, {}};
    }
    int64_t workspace(Problem const& problem, Signature const&) const override {
        Counts const c = countsOf(problem, [](DimRange const& d) { return d.max; });
        Workspace const w = workspaceOf(c.rows, c.inGroup, c.pixels);
        int64_t const tail = std::max(w.product, 16 * c.inGroup); // fewer pixels may need more for their last panel
        return (w.weights + w.columns + tail) * static_cast<int64_t>(sizeof(float));
    }
    double estimate(Problem const& problem, Signature const&) const override {
        Counts const c = countsOf(problem, [](DimRange const& d) { return d.opt; });
        double const samples =
            static_cast<double>(problem.inputs[0].dims[0].opt * problem.attrs.as<Attributes>().group);
        double const columns = static_cast<double>(c.rows) * static_cast<double>(c.pixels);
        return 500 + samples * columns * (1 + static_cast<double>(c.inGroup) / 25);
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return std::make_unique<GemmInstance>(problem);
    }

private:
    struct Counts {
        int64_t rows, inGroup, pixels = 1;
    };
    template <class F>
    static Counts countsOf(Problem const& problem, F&& of) {
        auto const &x = problem.inputs[0].dims, &w = problem.inputs[1].dims;
        Counts c{of(w[1]), of(w[0]) / problem.attrs.as<Attributes>().group};
        for (size_t i = 2; i < x.size(); ++i) {
            c.rows *= of(w[i]);
            c.pixels *= of(x[i]);
        }
        return c;
    }
};

} // namespace
} // namespace conv_transpose

void conv_transpose_cpu(KernelTable& table) {
    table.add(std::make_unique<conv_transpose::GemmKernel>());
}

} // namespace tenon::ops
