// SPDX-License-Identifier: Apache-2.0
// deform_conv.gemm: images in fp32. For a block of output positions that fits the cache, what every tap of every
// channel reads is packed as the right operand of a product; then the weights of each group are multiplied by it.
#include "backend/cpu/gemm.h"
#include "backend/cpu/sample.h"
#include "backend/cpu/split.h"
#include "kernel/parallel.h"
#include "kernel/table.h"
#include "ops/deform_conv/deform_conv.h"

#include <algorithm>
#include <cmath>

namespace tenon::ops {
namespace deform_conv {
namespace {

constexpr int64_t kPacked = 256 * 1024; ///< floats of a block
constexpr int64_t kLanes = 16;          ///< positions of a panel

/// The two elements about a coordinate and their weights; index -1 where one lies outside or counts nothing.
struct Pair {
    int64_t index[2] = {-1, -1};
    float weight[2] = {0, 0};

    Pair(double at, int64_t size) noexcept {
        if (!(at > -1 && at < static_cast<double>(size)))
            return;
        double const low = std::floor(at);
        auto const first = static_cast<int64_t>(low);
        weight[1] = static_cast<float>(at - low);
        weight[0] = static_cast<float>(1 - (at - low));
        for (int k : {0, 1})
            if (weight[k] > 0 && first + k >= 0 && first + k < size)
                index[k] = first + k;
    }
};

/// One run: sizes and operands.
struct Image {
    WindowAxis down, across;
    int64_t channels, perGroup, groups, out, perOffset, positions, taps;
    float const *x, *weights, *offsets, *bias, *mask;
    float* y;

    int64_t depth() const noexcept { return perGroup * taps; }
    int64_t plane() const noexcept { return down.in * across.in; }
};

/// What tap `tap` of an offset group reads at the positions of a panel.
void fill(Image const& m, int64_t tap, int64_t first, cpu::PlaceTaps& to) noexcept {
    int64_t const t = tap % m.taps, row = t / m.across.kernel, column = t % m.across.kernel;
    for (int64_t i = 0; i < kLanes; ++i) {
        int64_t const p = first + i;
        bool const there = p < m.positions;
        float const* const offset = m.offsets + tap * 2 * m.positions + p;
        auto at = [&](WindowAxis const& axis, int64_t o, int64_t k, int64_t field) {
            return there ? static_cast<double>(axis.at(o, k)) + double{offset[field]} : -1;
        };
        Pair const y(at(m.down, p / m.across.out, row, 0), m.down.in);
        Pair const x(at(m.across, p % m.across.out, column, m.positions), m.across.in);
        float const scale = there && m.mask != nullptr ? m.mask[tap * m.positions + p] : 1;
        for (int k = 0; k < 4; ++k) {
            bool const inside = y.index[k / 2] >= 0 && x.index[k % 2] >= 0;
            to.offset[k][i] = inside ? static_cast<int32_t>(y.index[k / 2] * m.across.in + x.index[k % 2]) : -1;
            to.weight[k][i] = inside ? y.weight[k / 2] * x.weight[k % 2] * scale : 0;
        }
    }
}

/// One panel of the channels of an offset group; panels of a convolution's group lie behind each other.
void pack(Image const& m, int64_t offsetGroup, int64_t panel, int64_t panels, int64_t first, float* packed) noexcept {
    cpu::PlaceTaps taps;
    int64_t const begin = offsetGroup * m.perOffset, end = begin + m.perOffset;
    for (int64_t t = 0; t < m.taps; ++t) {
        fill(m, offsetGroup * m.taps + t, first + panel * kLanes, taps);
        for (int64_t c = begin; c < end;) { // as far as one group of the convolution goes
            int64_t const group = c / m.perGroup, until = std::min(end, (group + 1) * m.perGroup);
            float* const to = packed + ((group * panels + panel) * m.depth() + c % m.perGroup * m.taps + t) * kLanes;
            cpu::samplePlaces(taps, until - c, m.x + c * m.plane(), m.plane(), to, m.taps * kLanes);
            c = until;
        }
    }
}

void convolve(Image const& m, float* packed) noexcept {
    int64_t const columns = std::max<int64_t>(1, kPacked / (m.channels * m.taps * kLanes)) * kLanes;
    int64_t const offsetGroups = m.channels / m.perOffset, outGroup = m.out / m.groups;
    int64_t const grain = kSerialNanoseconds / (m.perOffset * m.taps * 20 + 1) + 1;
    for (int64_t first = 0; first < m.positions; first += columns) {
        int64_t const count = std::min(columns, m.positions - first), panels = cpu::ceilDiv(count, kLanes);
        parallelFor(panels * offsetGroups, grain, [&](int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; ++i)
                pack(m, i % offsetGroups, i / offsetGroups, panels, first, packed);
        });
        for (int64_t g = 0; g < m.groups; ++g) {
            float const* const bias = m.bias == nullptr ? nullptr : m.bias + g * outGroup;
            auto add = [&](int64_t row, int64_t, int64_t n, float* data) {
                for (int64_t i = 0; i < n; ++i)
                    data[i] += bias[row];
            };
            cpu::RowEpilogue const epilogue(add);
            cpu::gemm({.m = outGroup,
                       .n = count,
                       .k = m.depth(),
                       .a = m.weights + g * outGroup * m.depth(),
                       .lda = m.depth(),
                       .packedB = packed + g * panels * m.depth() * kLanes,
                       .c = m.y + g * outGroup * m.positions + first,
                       .ldc = m.positions,
                       .epilogue = bias == nullptr ? nullptr : &epilogue});
        }
    }
}

class GemmInstance final : public Instance {
public:
    explicit GemmInstance(Problem const& problem)
        : mAttrs(problem.attrs.as<Attributes>()), mInputs(problem.inputs.size()) {}

    bool enqueue(Args const& args) noexcept override {
        Tensor const &x = args.inputs[0], &w = args.inputs[1];
        auto at = [&](size_t i) { return i < mInputs ? args.inputs[i].as<float const>() : nullptr; };
        auto count = [&](size_t i) { return at(i) == nullptr ? int64_t{-1} : args.inputs[i].elements(); };
        Image m{mAttrs.window.resolve(0, 2, w.dims[2], x.dims[2]),
                mAttrs.window.resolve(1, 2, w.dims[3], x.dims[3]),
                x.dims[1],
                w.dims[1],
                mAttrs.group,
                w.dims[0],
                x.dims[1] / mAttrs.offsetGroup,
                0,
                w.dims[2] * w.dims[3],
                at(0),
                at(1),
                at(2),
                at(3),
                at(4),
                args.outputs[0].as<float>()};
        m.positions = m.down.out * m.across.out;
        int64_t const fields = mAttrs.offsetGroup * m.taps * m.positions;
        bool const fits = m.channels == m.perGroup * m.groups && m.out % m.groups == 0 &&
                          m.channels % mAttrs.offsetGroup == 0 && args.inputs[2].elements() == x.dims[0] * fields * 2 &&
                          (at(3) == nullptr || count(3) == m.out) &&
                          (at(4) == nullptr || count(4) == x.dims[0] * fields);
        if (!fits)
            return args.failure->set(Message::kShape, "deform_conv: an operand does not fit the others");
        if (args.outputs[0].elements() == 0)
            return true;
        for (int64_t n = 0; n < x.dims[0]; ++n) {
            convolve(m, static_cast<float*>(args.workspace));
            m.x += m.channels * m.plane();
            m.offsets += fields * 2;
            m.mask = m.mask == nullptr ? nullptr : m.mask + fields;
            m.y += m.out * m.positions;
        }
        return true;
    }

private:
    Attributes mAttrs;
    size_t mInputs;
};

class GemmKernel final : public Kernel {
public:
    std::string_view name() const noexcept override { return "deform_conv.gemm"; }
    std::string_view op() const noexcept override { return "deform_conv"; }

    Proposal propose(Problem const& problem) const override {
        OperandDesc const &x = problem.inputs[0], &w = problem.inputs[1];
        if (problem.epilogue)
            return {{}, "deform_conv takes no epilogue"};
        if (x.type.dtype != DType::kF32)
            return {{}, "only f32 is computed"};
        if (!x.ranked || !w.ranked || x.dims.size() != 4 || w.dims.size() != 4)
            return {{}, "only images are convolved"};
        if (x.dims[2].max * x.dims[3].max > INT32_MAX)
            return {{}, "an image may be too large"};
        if (x.dims[1].min < 1 || x.dims[2].min < 1 || x.dims[3].min < 1 || w.dims[2].min < 1 || w.dims[3].min < 1)
            return {{}, "there may be no elements, or no taps"};
        return {{Signature::plain(problem)}, {}};
    }
    int64_t workspace(Problem const& problem, Signature const&) const override {
        auto const &x = problem.inputs[0].dims, &w = problem.inputs[1].dims;
        return std::max(kPacked, x[1].max * w[2].max * w[3].max * kLanes) * static_cast<int64_t>(sizeof(float));
    }
    double estimate(Problem const& problem, Signature const&) const override {
        auto const &x = problem.inputs[0].dims, &w = problem.inputs[1].dims;
        double const positions = problem.outputs[0].optElements() / static_cast<double>(std::max<int64_t>(w[0].opt, 1));
        auto const taps = static_cast<double>(w[2].opt * w[3].opt);
        return 1000 + positions * taps * static_cast<double>(x[1].opt) * 2 +
               positions * taps * static_cast<double>(w[0].opt * w[1].opt) * 0.02;
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return std::make_unique<GemmInstance>(problem);
    }
};

} // namespace
} // namespace deform_conv

void deform_conv_cpu(KernelTable& table) {
    table.add(std::make_unique<deform_conv::GemmKernel>());
}

} // namespace tenon::ops
