// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/simd_targets.h"
// After the list of targets.
#include "backend/cpu/lines.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/softmax.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "backend/cpu/simd_lines_inl.h"
#include "hwy/contrib/math/math-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tenon::cpu {
namespace HWY_NAMESPACE {
namespace {

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

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tenon::cpu {
namespace {

HWY_EXPORT(softmaxImpl);
HWY_EXPORT(shiftedSoftmaxImpl);

} // namespace

void softmax(Lines const& lines, bool logarithm, float const* x, float* y) noexcept {
    HWY_DYNAMIC_DISPATCH(softmaxImpl)(lines, logarithm, x, y);
}

float shiftedSoftmax(int64_t n, float scale, float const* added, float* x) noexcept {
    return HWY_DYNAMIC_DISPATCH(shiftedSoftmaxImpl)(n, scale, added, x);
}

} // namespace tenon::cpu
#endif
