// SPDX-License-Identifier: Apache-2.0
// Reductions and normalisations.
#include "backend/cpu/simd_targets.h"
// After the list of targets.
#include "backend/cpu/lines.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/lines.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "backend/cpu/simd_lines_inl.h"
#include "hwy/contrib/math/math-inl.h"
#include "hwy/highway.h"

#ifndef TENON_CPU_LINES_ONCE
#define TENON_CPU_LINES_ONCE
namespace tenon::cpu {
namespace {

float finished(Finish finish, float value, int64_t count) {
    switch (finish) {
    case Finish::kMEAN:
        return value / static_cast<float>(count);
    case Finish::kSQRT:
        return std::sqrt(value);
    case Finish::kLOG:
        return std::log(value);
    case Finish::kNONE:
        break;
    }
    return value;
}

} // namespace
} // namespace tenon::cpu
#endif

HWY_BEFORE_NAMESPACE();
namespace tenon::cpu {
namespace HWY_NAMESPACE {
namespace {

template <class Op>
void reduceAs(Finish finish, Lines const& s, float const* x, float* y) {
    forLines(
        s, 0.15, [&](int64_t o) { y[o] = finished(finish, reduceLine<Op>(x + o * s.count, s.count, Same()), s.count); },
        [&](int64_t o, int64_t first, int64_t lanes) {
            float* const to = y + o * s.inner + first;
            storeSome(reduceColumns<Op>(x + o * s.count * s.inner + first, s.count, s.inner, lanes, Same()), to, lanes);
            for (int64_t i = 0; finish != Finish::kNONE && i < lanes; ++i)
                to[i] = finished(finish, to[i], s.count);
        });
}

void reduceImpl(Reduction reduction, Finish finish, Lines const& s, float const* x, float* y) {
    switch (reduction) {
    case Reduction::kSUM:
        return reduceAs<Sum>(finish, s, x, y);
    case Reduction::kSUM_SQUARE:
        return reduceAs<SumSquare>(finish, s, x, y);
    case Reduction::kSUM_ABS:
        return reduceAs<SumAbs>(finish, s, x, y);
    case Reduction::kMAX:
        return reduceAs<Max>(finish, s, x, y);
    case Reduction::kMIN:
        return reduceAs<Min>(finish, s, x, y);
    case Reduction::kPRODUCT:
        return reduceAs<Product>(finish, s, x, y);
    }
}

float inverse(float divisor) {
    return divisor == 0 ? 0.0f : 1.0f / divisor;
}

constexpr int64_t kWide = 8; // vectors of neighbouring lines that go together: a row of them is some cache lines

/// reduceColumns() of kWide vectors side by side.
template <class Op>
void reduceWide(float const* x, int64_t count, int64_t stride, float* sums) {
    Tag const d;
    Vec total[kWide], acc[kWide];
    for (Vec& v : total)
        v = hn::Set(d, Op::kStart);
    for (int64_t part = 0; part < count; part += kPart) {
        for (Vec& v : acc)
            v = hn::Set(d, Op::kStart);
        int64_t const end = std::min(count, part + kPart);
        for (int64_t i = part; i < end; ++i) {
            HWY_UNROLL(8)
            for (int64_t k = 0; k < kWide; ++k)
                acc[k] = Op::take(acc[k], hn::LoadU(d, x + i * stride + k * kWidth));
        }
        for (int64_t k = 0; k < kWide; ++k)
            total[k] = Op::join(total[k], acc[k]);
    }
    for (int64_t k = 0; k < kWide; ++k)
        hn::StoreU(total[k], d, sums + k * kWidth);
}

/// Neighbouring lines from x on, at most kWide vectors of them.
template <class Op>
void normaliseColumns(Lines const& s, int64_t lanes, FunctionRef<float(float)> const& divisor, float const* x,
                      float* y) {
    Tag const d;
    alignas(64) float factor[kWide * kWidth];
    if (lanes == kWide * kWidth)
        reduceWide<Op>(x, s.count, s.inner, factor);
    else
        for (int64_t k = 0; k < lanes; k += kWidth)
            hn::Store(reduceColumns<Op>(x + k, s.count, s.inner, std::min(kWidth, lanes - k), Same()), d, factor + k);
    for (int64_t k = 0; k < lanes; ++k)
        factor[k] = inverse(divisor(factor[k]));
    for (int64_t i = 0; i < s.count; ++i)
        for (int64_t k = 0; k < lanes; k += kWidth) {
            int64_t const at = i * s.inner + k, some = std::min(kWidth, lanes - k);
            storeSome(hn::Mul(loadSome(x + at, some, 0), hn::Load(d, factor + k)), y + at, some);
        }
}

template <class Op>
void normaliseAs(Lines const& s, FunctionRef<float(float)> const& divisor, float const* x, float* y) {
    if (s.inner == 1) {
        parallelFor(s.outer, grainOf(s.count, 0.25), [&](int64_t begin, int64_t end) {
            for (int64_t o = begin; o < end; ++o) {
                float const* const from = x + o * s.count;
                Vec const factor = hn::Set(Tag(), inverse(divisor(reduceLine<Op>(from, s.count, Same()))));
                mapLine(from, y + o * s.count, s.count, [&](Vec v) { return hn::Mul(v, factor); });
            }
        });
        return;
    }
    int64_t const width = kWide * kWidth, groups = ceilDiv(s.inner, width);
    parallelFor(s.outer * groups, grainOf(s.count * std::min(width, s.inner), 0.25), [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t) {
            int64_t const first = t % groups * width, at = t / groups * s.count * s.inner + first;
            normaliseColumns<Op>(s, std::min(width, s.inner - first), divisor, x + at, y + at);
        }
    });
}

void normaliseImpl(Lines const& s, bool squares, FunctionRef<float(float)> const& divisor, float const* x, float* y) {
    (squares ? normaliseAs<SumSquare> : normaliseAs<SumAbs>)(s, divisor, x, y);
}

/// y = (x - middle) * factor * scale + bias, an element of each for each of x's.
void scaleRow(float const* x, Vec middle, Vec factor, float const* scale, float const* bias, float* y, int64_t count) {
    for (int64_t i = 0; i < count; i += kWidth) {
        int64_t const n = std::min(kWidth, count - i);
        Vec v = hn::Mul(hn::Sub(loadSome(x + i, n, 0), middle), factor);
        v = scale != nullptr ? hn::Mul(v, loadSome(scale + i, n, 0)) : v;
        storeSome(bias != nullptr ? hn::Add(v, loadSome(bias + i, n, 0)) : v, y + i, n);
    }
}

void layerNormRow(LayerNormArgs const& a, int64_t row) {
    Tag const d;
    float const* const x = a.x + row * a.count;
    float* const y = a.y + row * a.count;
    float const mean = a.centred ? reduceLine<Sum>(x, a.count, Same()) / static_cast<float>(a.count) : 0;
    Vec const middle = hn::Set(d, mean);
    float const squares = reduceLine<SumSquare>(x, a.count, [&](Vec v) { return hn::Sub(v, middle); });
    float const inverseStd = 1.0f / std::sqrt(squares / static_cast<float>(a.count) + a.epsilon);
    int64_t const first = a.run > 0 ? row % a.period * (a.count / a.run) : 0;
    float const* const scale = a.scale != nullptr ? a.scale + first : nullptr;
    float const* const bias = a.bias != nullptr ? a.bias + first : nullptr;
    if (a.run != 1)
        for (int64_t i = 0; i < a.count; i += a.run) {
            int64_t const k = i / a.run;
            Vec const factor = hn::Set(d, scale != nullptr ? inverseStd * scale[k] : inverseStd);
            Vec const shift = hn::Set(d, bias != nullptr ? bias[k] : 0.0f);
            mapLine(x + i, y + i, a.run, [&](Vec v) { return hn::MulAdd(hn::Sub(v, middle), factor, shift); });
        }
    else
        scaleRow(x, middle, hn::Set(d, inverseStd), scale, bias, y, a.count);
    if (a.mean != nullptr)
        a.mean[row] = mean;
    if (a.inverseStd != nullptr)
        a.inverseStd[row] = inverseStd;
}

void layerNormImpl(LayerNormArgs const& a) {
    parallelFor(a.rows, grainOf(a.count, 0.3), [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row)
            layerNormRow(a, row);
    });
}

void scaleShiftImpl(int64_t n, int64_t channels, int64_t pixels, float const* x, float const* mean, float const* factor,
                    float const* bias, float* y) {
    Tag const d;
    parallelFor(n * channels, grainOf(pixels, 0.2), [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t) {
            int64_t const c = t % channels;
            Vec const m = hn::Set(d, mean[c]), f = hn::Set(d, factor[c]), b = hn::Set(d, bias[c]);
            mapLine(x + t * pixels, y + t * pixels, pixels, [&](Vec v) { return hn::MulAdd(hn::Sub(v, m), f, b); });
        }
    });
}

/// v^-beta; the usual exponent by roots, which are exact to the last bit.
Vec inversePower(Vec v, float beta) {
    Tag const d;
    if (beta == 0.75f) {
        Vec const root = hn::Sqrt(v);
        return hn::Div(hn::Set(d, 1.0f), hn::Mul(root, hn::Sqrt(root)));
    }
    return hn::Exp(d, hn::Mul(hn::Set(d, -beta), hn::Log(d, v)));
}

void normaliseResponseImpl(ResponseArgs const& a) {
    Tag const d;
    int64_t const groups = ceilDiv(a.pixels, kWidth);
    parallelFor(a.n * groups, grainOf(a.channels * kWidth, 0.6), [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t) {
            int64_t const first = t % groups * kWidth, lanes = std::min(kWidth, a.pixels - first);
            int64_t const at = t / groups * a.channels * a.pixels + first;
            for (int64_t c = 0; c < a.channels; ++c) {
                Vec sum = hn::Zero(d);
                int64_t const last = std::min(a.channels - 1, c + a.after);
                for (int64_t k = std::max<int64_t>(0, c - a.before); k <= last; ++k) {
                    Vec const v = loadSome(a.x + at + k * a.pixels, lanes, 0);
                    sum = hn::MulAdd(v, v, sum);
                }
                Vec const power = inversePower(hn::MulAdd(hn::Set(d, a.alpha), sum, hn::Set(d, a.bias)), a.beta);
                int64_t const i = at + c * a.pixels;
                storeSome(hn::Mul(loadSome(a.x + i, lanes, 0), power), a.y + i, lanes);
            }
        }
    });
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tenon::cpu {
namespace {

HWY_EXPORT(reduceImpl);
HWY_EXPORT(normaliseImpl);
HWY_EXPORT(layerNormImpl);
HWY_EXPORT(scaleShiftImpl);
HWY_EXPORT(normaliseResponseImpl);

} // namespace

void reduce(Reduction reduction, Finish finish, Lines const& lines, float const* x, float* y) noexcept {
    HWY_DYNAMIC_DISPATCH(reduceImpl)(reduction, finish, lines, x, y);
}

void normalise(Lines const& lines, bool squares, FunctionRef<float(float)> divisor, float const* x, float* y) noexcept {
    HWY_DYNAMIC_DISPATCH(normaliseImpl)(lines, squares, divisor, x, y);
}

void layerNorm(LayerNormArgs const& args) noexcept {
    HWY_DYNAMIC_DISPATCH(layerNormImpl)(args);
}

void scaleShift(int64_t n, int64_t channels, int64_t pixels, float const* x, float const* mean, float const* factor,
                float const* bias, float* y) noexcept {
    HWY_DYNAMIC_DISPATCH(scaleShiftImpl)(n, channels, pixels, x, mean, factor, bias, y);
}

void normaliseResponse(ResponseArgs const& args) noexcept {
    HWY_DYNAMIC_DISPATCH(normaliseResponseImpl)(args);
}

} // namespace tenon::cpu
#endif
