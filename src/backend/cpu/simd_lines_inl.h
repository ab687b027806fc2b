// SPDX-License-Identifier: Apache-2.0
// Lines, compiled once per instruction set: contiguous ones (inner = 1) are reduced across four vectors; of columns a
// vector holds neighbouring lines and runs down the axis. Long sums of columns are cut into parts, so that rounding
// errors stay small.
#if defined(TENON_CPU_SIMD_LINES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TENON_CPU_SIMD_LINES_INL_H
#undef TENON_CPU_SIMD_LINES_INL_H
#else
#define TENON_CPU_SIMD_LINES_INL_H
#endif

#include "backend/cpu/lines.h"
#include "backend/cpu/split.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tenon::cpu {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<float, 16>;
using Vec = hn::Vec<Tag>;
inline constexpr int64_t kWidth = hn::MaxLanes(Tag());

inline constexpr int64_t kPart = 128; // elements of a column that are summed before their sum is added to the rest

/// Items that make up about kSerialNanoseconds of work.
inline int64_t grainOf(int64_t elements, double nsPerElement) {
    return std::max<int64_t>(1, static_cast<int64_t>(static_cast<double>(kSerialNanoseconds) /
                                                     (nsPerElement * static_cast<double>(elements) + 5)));
}

inline Vec loadSome(float const* p, int64_t n, float fill) {
    Tag const d;
    if (n >= kWidth)
        return hn::LoadU(d, p);
    auto const mask = hn::FirstN(d, static_cast<size_t>(n));
    return hn::IfThenElse(mask, hn::MaskedLoad(mask, d, p), hn::Set(d, fill));
}

inline void storeSome(Vec v, float* p, int64_t n) {
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

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#endif
