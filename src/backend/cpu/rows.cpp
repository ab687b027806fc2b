// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/simd_targets.h"
// After the list of targets.
#include "backend/cpu/rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/rows.cpp"
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
constexpr int64_t kWidth = hn::MaxLanes(Tag());

void scaleRowImpl(int64_t n, float w, float const* x, float* y) {
    Tag const d;
    auto const factor = hn::Set(d, w);
    int64_t i = 0;
    for (; i + kWidth <= n; i += kWidth)
        hn::StoreU(hn::Mul(factor, hn::LoadU(d, x + i)), d, y + i);
    for (; i < n; ++i)
        y[i] = w * x[i];
}

void addScaledRowImpl(int64_t n, float w, float const* x, float* y) {
    Tag const d;
    auto const factor = hn::Set(d, w);
    int64_t i = 0;
    for (; i + kWidth <= n; i += kWidth)
        hn::StoreU(hn::MulAdd(factor, hn::LoadU(d, x + i), hn::LoadU(d, y + i)), d, y + i);
    for (; i < n; ++i)
        y[i] += w * x[i];
}

template <class T>
void addScaledBytes(int64_t n, int32_t w, T const* x, int32_t zero, int32_t* y) {
    IntTag const d;
    hn::Rebind<T, IntTag> const bytes;
    auto const factor = hn::Set(d, w), middle = hn::Set(d, zero);
    int64_t i = 0;
    for (; i + kWidth <= n; i += kWidth) {
        auto const v = hn::Sub(hn::PromoteTo(d, hn::LoadU(bytes, x + i)), middle);
        hn::StoreU(hn::Add(hn::Mul(factor, v), hn::LoadU(d, y + i)), d, y + i);
    }
    for (; i < n; ++i) {
        uint32_t const v = static_cast<uint32_t>(static_cast<int32_t>(x[i]) - zero);
        y[i] = static_cast<int32_t>(static_cast<uint32_t>(y[i]) + static_cast<uint32_t>(w) * v);
    }
}

void addScaledBytesImpl(int64_t n, int32_t w, Bytes x, int32_t zero, int32_t* y) {
    if (x.isSigned)
        addScaledBytes(n, w, reinterpret_cast<int8_t const*>(x.data), zero, y);
    else
        addScaledBytes(n, w, x.data, zero, y);
}

void rotateRowImpl(int64_t n, bool interleaved, float const* cosines, float const* sines, float const* x, float* y) {
    Tag const d;
    int64_t i = 0;
    for (; i + kWidth <= n; i += kWidth) {
        auto const cosine = hn::LoadU(d, cosines + i), sine = hn::LoadU(d, sines + i);
        hn::Vec<Tag> a, b;
        if (interleaved) {
            hn::LoadInterleaved2(d, x + 2 * i, a, b);
        } else {
            a = hn::LoadU(d, x + i);
            b = hn::LoadU(d, x + n + i);
        }
        auto const first = hn::Sub(hn::Mul(cosine, a), hn::Mul(sine, b));
        auto const second = hn::MulAdd(sine, a, hn::Mul(cosine, b));
        if (interleaved) {
            hn::StoreInterleaved2(first, second, d, y + 2 * i);
        } else {
            hn::StoreU(first, d, y + i);
            hn::StoreU(second, d, y + n + i);
        }
    }
    for (; i < n; ++i) {
        int64_t const at = interleaved ? 2 * i : i, other = interleaved ? at + 1 : at + n;
        float const a = x[at], b = x[other];
        y[at] = cosines[i] * a - sines[i] * b;
        y[other] = sines[i] * a + cosines[i] * b;
    }
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tenon::cpu {
namespace {

HWY_EXPORT(scaleRowImpl);
HWY_EXPORT(addScaledRowImpl);
HWY_EXPORT(addScaledBytesImpl);
HWY_EXPORT(rotateRowImpl);

} // namespace

void scaleRow(int64_t n, float w, float const* x, float* y) noexcept {
    HWY_DYNAMIC_DISPATCH(scaleRowImpl)(n, w, x, y);
}

void addScaledRow(int64_t n, float w, float const* x, float* y) noexcept {
    HWY_DYNAMIC_DISPATCH(addScaledRowImpl)(n, w, x, y);
}

void addScaledRow(int64_t n, int32_t w, Bytes x, int32_t zero, int32_t* y) noexcept {
    HWY_DYNAMIC_DISPATCH(addScaledBytesImpl)(n, w, x, zero, y);
}

void rotateRow(int64_t n, bool interleaved, float const* cosines, float const* sines, float const* x,
               float* y) noexcept {
    HWY_DYNAMIC_DISPATCH(rotateRowImpl)(n, interleaved, cosines, sines, x, y);
}

} // namespace tenon::cpu
#endif
