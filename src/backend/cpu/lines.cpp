// SPDX-License-Identifier: Apache-2.0
// Two forms: lines that are contiguous (inner = 1), reduced across four vectors; and columns, where a vector holds
// neighbouring lines and runs down the axis. Long sums of columns are cut into parts, so that rounding errors stay
// small.
#include "backend/cpu/simd_targets.h"
// After the list of targets.
#include "backend/cpu/lines.h"
#include "backend/cpu/split.h"

#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/lines.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/contrib/math/math-inl.h"
#include "hwy/highway.h"

#ifndef TENON_CPU_LINES_ONCE
#define TENON_CPU_LINES_ONCE
namespace tenon::cpu {
namespace {

constexpr int64_t kPart = 128; // elements of a column that are summed before their sum is added to the rest

/// Items that make up about kSerialNanoseconds of work.
int64_t grainOf(int64_t elements, double nsPerElement) {
    return std::max<int64_t>(1, static_cast<int64_t>(static_cast<double>(kSerialNanoseconds) /
                                                     (nsPerElement * static_cast<double>(elements) + 5)));
}

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

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<float, 16>;
using Vec = hn::Vec<Tag>;
constexpr int64_t kWidth = hn::MaxLanes(Tag());

Vec loadSome(float const* p, int64_t n, float fill) {
    Tag const d;
    if (n >= kWidth)
        return hn::LoadU(d, p);
    auto const mask = hn::FirstN(d, static_cast<size_t>(n));
    return hn::IfThenElse(mask, hn::MaskedLoad(mask, d, p), hn::Set(d, fill));
}

void storeSome(Vec v, float* p, int64_t n) {
    Tag const d;
    if (n >= kWidth)
        hn::StoreU(v, d, p);
    else
        hn::BlendedStore(v, hn::FirstN(d, static_cast<size_t>(n)), d, p);
}

/// One reduction: its start is neutral for `take` and `join`, so that it can fill missing lanes.
struct Sum {
    static constexpr float kStart = 0;
    static Vec take(Vec acc, Vec v) { return hn::Add(acc, v); }
    static Vec join(Vec a, Vec b) { return hn::Add(a, b); }
    static float joinOne(float a, float b) { return a + b; }
};
struct SumSquare : Sum {
    static Vec take(Vec acc, Vec v) { return hn::MulAdd(v, v, acc); }
};
struct SumAbs : Sum {
    static Vec take(Vec acc, Vec v) { return hn::Add(acc, hn::Abs(v)); }
};
struct Max {
    static constexpr float kStart = -std::numeric_limits<float>::infinity();
    static Vec join(Vec a, Vec b) { return hn::IfThenElse(hn::Or(hn::Gt(b, a), hn::IsNaN(b)), b, a); }
    static Vec take(Vec acc, Vec v) { return join(acc, v); }
    static float joinOne(float a, float b) { return b > a || b != b ? b : a; }
};
struct Min {
    static constexpr float kStart = std::numeric_limits<float>::infinity();
    static Vec join(Vec a, Vec b) { return hn::IfThenElse(hn::Or(hn::Lt(b, a), hn::IsNaN(b)), b, a); }
    static Vec take(Vec acc, Vec v) { return join(acc, v); }
    static float joinOne(float a, float b) { return b < a || b != b ? b : a; }
};
struct Product {
    static constexpr float kStart = 1;
    static Vec take(Vec acc, Vec v) { return hn::Mul(acc, v); }
    static Vec join(Vec a, Vec b) { return hn::Mul(a, b); }
    static float joinOne(float a, float b) { return a * b; }
};

template <class Op>
float joinLanes(Vec v) {
    alignas(64) float lane[kWidth];
    hn::Store(v, Tag(), lane);
    for (int64_t half = kWidth / 2; half > 0; half /= 2)
        for (int64_t i = 0; i < half; ++i)
            lane[i] = Op::joinOne(lane[i], lane[i + half]);
    return lane[0];
}

/// A contiguous line, each element first mapped by `map`.
template <class Op, class Map>
float reduceLine(float const* x, int64_t n, Map map) {
    Tag const d;
    Vec acc[4] = {hn::Set(d, Op::kStart), hn::Set(d, Op::kStart), hn::Set(d, Op::kStart), hn::Set(d, Op::kStart)};
    int64_t i = 0;
    for (; i + 4 * kWidth <= n; i += 4 * kWidth) {
        HWY_UNROLL(4)
        for (int64_t k = 0; k < 4; ++k)
            acc[k] = Op::take(acc[k], map(hn::LoadU(d, x + i + k * kWidth)));
    }
    for (; i + kWidth <= n; i += kWidth)
        acc[0] = Op::take(acc[0], map(hn::LoadU(d, x + i)));
    if (i < n) { // lanes beyond the end are masked after the map, which may not keep the neutral element
        Vec const tail = hn::IfThenElse(hn::FirstN(d, static_cast<size_t>(n - i)), map(loadSome(x + i, n - i, 0)),
                                        hn::Set(d, Op::kStart));
        acc[1] = Op::take(acc[1], tail);
    }
    return joinLanes<Op>(Op::join(Op::join(acc[0], acc[1]), Op::join(acc[2], acc[3])));
}

struct Same {
    Vec operator()(Vec v) const { return v; }
};

/// `lanes` neighbouring columns of `count` elements, `stride` apart.
template <class Op, class Map>
Vec reduceColumns(float const* x, int64_t count, int64_t stride, int64_t lanes, Map map) {
    Tag const d;
    Vec total = hn::Set(d, Op::kStart);
    for (int64_t part = 0; part < count; part += kPart) {
        Vec acc = hn::Set(d, Op::kStart);
        int64_t const end = std::min(count, part + kPart);
        for (int64_t i = part; i < end; ++i)
            acc = Op::take(acc, map(loadSome(x + i * stride, lanes, 0)));
        total = Op::join(total, acc);
    }
    return total;
}

/// Calls line(offset) for every contiguous line, or columns(offset, lanes) for every group of neighbouring ones.
template <class Line, class Columns>
void forLines(Lines const& s, double nsPerElement, Line line, Columns columns) {
    if (s.inner == 1) {
        parallelFor(s.outer, grainOf(s.count, nsPerElement), [&](int64_t begin, int64_t end) {
            for (int64_t o = begin; o < end; ++o)
                line(o);
        });
        return;
    }
    int64_t const groups = ceilDiv(s.inner, kWidth);
    parallelFor(s.outer * groups, grainOf(s.count * std::min(kWidth, s.inner), nsPerElement),
                [&](int64_t begin, int64_t end) {
                    for (int64_t t = begin; t < end; ++t) {
                        int64_t const first = t % groups * kWidth;
                        columns(t / groups, first, std::min(kWidth, s.inner - first));
                    }
                });
}

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

/// y = map(x) over n contiguous elements.
template <class Map>
void mapLine(float const* x, float* y, int64_t n, Map map) {
    Tag const d;
    int64_t i = 0;
    for (; i + kWidth <= n; i += kWidth)
        hn::StoreU(map(hn::LoadU(d, x + i)), d, y + i);
    if (i < n)
        storeSome(map(loadSome(x + i, n - i, 0)), y + i, n - i);
}

void softmaxLine(float const* x, float* y, int64_t n, bool logarithm) {
    Tag const d;
    Vec const top = hn::Set(d, reduceLine<Max>(x, n, Same()));
    if (logarithm) {
        float const sum = reduceLine<Sum>(x, n, [&](Vec v) { return hn::Exp(d, hn::Sub(v, top)); });
        Vec const shift = hn::Set(d, std::log(sum));
        mapLine(x, y, n, [&](Vec v) { return hn::Sub(hn::Sub(v, top), shift); });
        return;
    }
    mapLine(x, y, n, [&](Vec v) { return hn::Exp(d, hn::Sub(v, top)); });
    Vec const factor = hn::Set(d, 1.0f / reduceLine<Sum>(y, n, Same()));
    mapLine(y, y, n, [&](Vec v) { return hn::Mul(v, factor); });
}

float shiftedSoftmaxImpl(int64_t n, float scale, float const* added, float* x) {
    Tag const d;
    Vec const factor = hn::Set(d, scale);
    Vec most = hn::Set(d, Max::kStart);
    for (int64_t i = 0; i < n; i += kWidth) {
        int64_t const some = std::min(kWidth, n - i);
        Vec const v =
            hn::MulAdd(loadSome(x + i, some, 0), factor, added != nullptr ? loadSome(added + i, some, 0) : hn::Zero(d));
        storeSome(v, x + i, some);
        most = Max::take(
            most,
            some == kWidth ? v : hn::IfThenElse(hn::FirstN(d, static_cast<size_t>(some)), v, hn::Set(d, Max::kStart)));
    }
    float const highest = joinLanes<Max>(most);
    Vec const top = hn::Set(d, highest);
    Vec total = hn::Zero(d);
    for (int64_t i = 0; i < n; i += kWidth) {
        int64_t const some = std::min(kWidth, n - i);
        Vec v = hn::Exp(d, hn::Sub(loadSome(x + i, some, 0), top));
        storeSome(v, x + i, some);
        v = some == kWidth ? v : hn::IfThenElseZero(hn::FirstN(d, static_cast<size_t>(some)), v);
        total = hn::Add(total, v);
    }
    Vec const share = hn::Set(d, 1.0f / joinLanes<Sum>(total));
    mapLine(x, x, n, [&](Vec v) { return hn::Mul(v, share); });
    return highest;
}

void softmaxColumns(float const* x, float* y, int64_t count, int64_t stride, int64_t lanes, bool logarithm) {
    Tag const d;
    Vec const top = reduceColumns<Max>(x, count, stride, lanes, Same());
    auto const shifted = [&](Vec v) { return hn::Exp(d, hn::Sub(v, top)); };
    Vec const sum = reduceColumns<Sum>(x, count, stride, lanes, shifted);
    if (logarithm) {
        alignas(64) float lane[kWidth];
        hn::Store(sum, d, lane);
        for (float& v : lane)
            v = std::log(v);
        Vec const shift = hn::Load(d, lane);
        for (int64_t i = 0; i < count; ++i)
            storeSome(hn::Sub(hn::Sub(loadSome(x + i * stride, lanes, 0), top), shift), y + i * stride, lanes);
        return;
    }
    Vec const factor = hn::Div(hn::Set(d, 1.0f), sum);
    for (int64_t i = 0; i < count; ++i)
        storeSome(hn::Mul(shifted(loadSome(x + i * stride, lanes, 0)), factor), y + i * stride, lanes);
}

void softmaxImpl(Lines const& s, bool logarithm, float const* x, float* y) {
    forLines(
        s, 0.6, [&](int64_t o) { softmaxLine(x + o * s.count, y + o * s.count, s.count, logarithm); },
        [&](int64_t o, int64_t first, int64_t lanes) {
            int64_t const at = o * s.count * s.inner + first;
            softmaxColumns(x + at, y + at, s.count, s.inner, lanes, logarithm);
        });
}

float inverse(float divisor) {
    return divisor == 0 ? 0.0f : 1.0f / divisor;
}

void normaliseImpl(Lines const& s, bool squares, FunctionRef<float(float)> const& divisor, float const* x, float* y) {
    Tag const d;
    forLines(
        s, 0.25,
        [&](int64_t o) {
            float const* const from = x + o * s.count;
            float const sum =
                squares ? reduceLine<SumSquare>(from, s.count, Same()) : reduceLine<SumAbs>(from, s.count, Same());
            Vec const factor = hn::Set(d, inverse(divisor(sum)));
            mapLine(from, y + o * s.count, s.count, [&](Vec v) { return hn::Mul(v, factor); });
        },
        [&](int64_t o, int64_t first, int64_t lanes) {
            int64_t const at = o * s.count * s.inner + first;
            alignas(64) float lane[kWidth];
            hn::Store(squares ? reduceColumns<SumSquare>(x + at, s.count, s.inner, lanes, Same())
                              : reduceColumns<SumAbs>(x + at, s.count, s.inner, lanes, Same()),
                      d, lane);
            for (int64_t i = 0; i < lanes; ++i)
                lane[i] = inverse(divisor(lane[i]));
            Vec const factor = hn::Load(d, lane);
            for (int64_t i = 0; i < s.count; ++i)
                storeSome(hn::Mul(loadSome(x + at + i * s.inner, lanes, 0), factor), y + at + i * s.inner, lanes);
        });
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
HWY_EXPORT(softmaxImpl);
HWY_EXPORT(shiftedSoftmaxImpl);
HWY_EXPORT(normaliseImpl);
HWY_EXPORT(layerNormImpl);
HWY_EXPORT(scaleShiftImpl);
HWY_EXPORT(normaliseResponseImpl);

} // namespace

void reduce(Reduction reduction, Finish finish, Lines const& lines, float const* x, float* y) noexcept {
    HWY_DYNAMIC_DISPATCH(reduceImpl)(reduction, finish, lines, x, y);
}

void softmax(Lines const& lines, bool logarithm, float const* x, float* y) noexcept {
    HWY_DYNAMIC_DISPATCH(softmaxImpl)(lines, logarithm, x, y);
}

float shiftedSoftmax(int64_t n, float scale, float const* added, float* x) noexcept {
    return HWY_DYNAMIC_DISPATCH(shiftedSoftmaxImpl)(n, scale, added, x);
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
