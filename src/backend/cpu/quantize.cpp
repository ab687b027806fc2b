// SPDX-License-Identifier: Apache-2.0
// Runs of contiguous elements: with inner = 1 a run is a line, and scales move with the elements; else a run is what
// shares one scale. Long runs are cut into pieces.
#include "backend/cpu/simd_targets.h"
// After the list of targets.
#include "backend/cpu/quantize.h"
#include "backend/cpu/split.h"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/quantize.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tenon::cpu {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<float, 16>;
using IntTag = hn::RebindToSigned<Tag>;
template <class T>
using ByteTag = hn::Rebind<T, Tag>;
using Vec = hn::Vec<Tag>;
using IntVec = hn::Vec<IntTag>;
constexpr int64_t kWidth = hn::MaxLanes(Tag());
constexpr int64_t kPiece = 16 * 1024; // elements of a run that one task takes; about 3 microseconds

template <class T>
IntVec widen(T const* p) {
    return hn::PromoteTo(IntTag(), hn::LoadU(ByteTag<T>(), p));
}

/// One scale and zero point for a whole run.
template <class T>
struct OneScale {
    Vec scale;
    IntVec zero;
    OneScale(float const* scales, T const* zeros, int64_t at)
        : scale(hn::Set(Tag(), scales[at])), zero(hn::Set(IntTag(), zeros == nullptr ? 0 : zeros[at])) {}
    Vec scaleAt(int64_t) const { return scale; }
    IntVec zeroAt(int64_t) const { return zero; }
};

/// A scale and zero point for each element.
template <class T>
struct OwnScale {
    float const* scale;
    T const* zero;
    OwnScale(float const* scales, T const* zeros, int64_t at)
        : scale(scales + at), zero(zeros == nullptr ? nullptr : zeros + at) {}
    Vec scaleAt(int64_t i) const { return hn::LoadU(Tag(), scale + i); }
    IntVec zeroAt(int64_t i) const { return zero == nullptr ? hn::Zero(IntTag()) : widen(zero + i); }
};

struct Quantize {
    template <class T>
    static void store(float const* x, Vec scale, IntVec zero, T* y) {
        Tag const d;
        Vec const quotient = hn::Div(hn::LoadU(d, x), scale);
        // Beyond 512 the sum with any zero point saturates anyway, and below it integers convert exactly.
        Vec const bounded = hn::Min(
            hn::Max(hn::IfThenElseZero(hn::Eq(quotient, quotient), quotient), hn::Set(d, -512.0f)), hn::Set(d, 512.0f));
        hn::StoreU(hn::DemoteTo(ByteTag<T>(), hn::Add(hn::NearestInt(bounded), zero)), ByteTag<T>(), y);
    }
};

struct Dequantize {
    template <class T>
    static void store(T const* x, Vec scale, IntVec zero, float* y) {
        Tag const d;
        hn::StoreU(hn::Mul(hn::ConvertTo(d, hn::Sub(widen(x), zero)), scale), d, y);
    }
};

/// The first n < kWidth elements, by way of full vectors.
template <class Op, class T, class From, class To, class Scales>
void runTail(From const* x, Scales const& scales, int64_t at, int64_t n, To* y) {
    From from[kWidth] = {};
    To to[kWidth];
    float scale[kWidth] = {};
    T zero[kWidth] = {};
    auto const count = static_cast<size_t>(n);
    std::memcpy(from, x, count * sizeof(From));
    if constexpr (std::is_same_v<Scales, OneScale<T>>) {
        Op::store(from, scales.scaleAt(0), scales.zeroAt(0), to);
    } else {
        std::memcpy(scale, scales.scale + at, count * sizeof(float));
        if (scales.zero != nullptr)
            std::memcpy(zero, scales.zero + at, count * sizeof(T));
        Op::store(from, hn::LoadU(Tag(), scale), widen(zero), to);
    }
    std::memcpy(y, to, count * sizeof(To));
}

template <class Op, class T, class Scales, class From, class To>
void runAll(From const* x, Scales const& scales, int64_t n, To* y) {
    int64_t i = 0;
    for (; i + kWidth <= n; i += kWidth)
        Op::store(x + i, scales.scaleAt(i), scales.zeroAt(i), y + i);
    if (i < n)
        runTail<Op, T>(x + i, scales, i, n - i, y + i);
}

template <class Op, class T, class From, class To>
void forRuns(Lines const& s, From const* x, float const* scale, T const* zero, To* y) {
    bool const moves = s.inner == 1 && s.count > 1; // the scale, along a run
    int64_t const length = moves ? s.count : s.inner;
    int64_t const runs = moves ? s.outer : s.outer * s.count;
    if (runs == 0 || length == 0)
        return;
    int64_t const pieces = ceilDiv(length, kPiece);
    int64_t const grain = std::max<int64_t>(1, kSerialNanoseconds * 5 / std::min(length, kPiece));
    parallelFor(runs * pieces, grain, [&](int64_t begin, int64_t end) {
        for (int64_t task = begin; task < end; ++task) {
            int64_t const run = task / pieces, first = task % pieces * kPiece;
            int64_t const at = run * length + first, n = std::min(kPiece, length - first);
            if (moves)
                runAll<Op, T>(x + at, OwnScale<T>(scale, zero, first), n, y + at);
            else
                runAll<Op, T>(x + at, OneScale<T>(scale, zero, run % s.count), n, y + at);
        }
    });
}

void quantizeSigned(Lines const& s, float const* x, float const* scale, int8_t const* zero, int8_t* y) {
    forRuns<Quantize>(s, x, scale, zero, y);
}
void quantizeUnsigned(Lines const& s, float const* x, float const* scale, uint8_t const* zero, uint8_t* y) {
    forRuns<Quantize>(s, x, scale, zero, y);
}
void dequantizeSigned(Lines const& s, int8_t const* x, float const* scale, int8_t const* zero, float* y) {
    forRuns<Dequantize>(s, x, scale, zero, y);
}
void dequantizeUnsigned(Lines const& s, uint8_t const* x, float const* scale, uint8_t const* zero, float* y) {
    forRuns<Dequantize>(s, x, scale, zero, y);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tenon::cpu {
namespace {

HWY_EXPORT(quantizeSigned);
HWY_EXPORT(quantizeUnsigned);
HWY_EXPORT(dequantizeSigned);
HWY_EXPORT(dequantizeUnsigned);

} // namespace

void quantize(Lines const& lines, float const* x, float const* scale, int8_t const* zero, int8_t* y) noexcept {
    HWY_DYNAMIC_DISPATCH(quantizeSigned)(lines, x, scale, zero, y);
}

void quantize(Lines const& lines, float const* x, float const* scale, uint8_t const* zero, uint8_t* y) noexcept {
    HWY_DYNAMIC_DISPATCH(quantizeUnsigned)(lines, x, scale, zero, y);
}

void dequantize(Lines const& lines, int8_t const* x, float const* scale, int8_t const* zero, float* y) noexcept {
    HWY_DYNAMIC_DISPATCH(dequantizeSigned)(lines, x, scale, zero, y);
}

void dequantize(Lines const& lines, uint8_t const* x, float const* scale, uint8_t const* zero, float* y) noexcept {
    HWY_DYNAMIC_DISPATCH(dequantizeUnsigned)(lines, x, scale, zero, y);
}

} // namespace tenon::cpu
#endif
