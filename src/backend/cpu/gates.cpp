// SPDX-License-Identifier: Apache-2.0
// One pass over a row for each gate: a row lies in the L1 cache, and what counts is the exponential function.
#include "backend/cpu/simd_targets.h"
// After the list of targets.
#include "backend/cpu/gates.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/gates.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "backend/cpu/simd_math_inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tenon::cpu {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<float, 16>;
using Vec = hn::Vec<Tag>;
constexpr int64_t kWidth = hn::MaxLanes(Tag());

/// fn(index, how many elements) for all of a row.
template <class F>
HWY_INLINE void forVectors(int64_t n, F&& fn) {
    int64_t i = 0;
    for (; i + kWidth <= n; i += kWidth)
        fn(i, kWidth);
    if (i < n)
        fn(i, n - i);
}

/// Through a buffer at the end of a row: not every instruction set has masked memory.
HWY_INLINE Vec load(float const* p, int64_t count) {
    Tag const d;
    if (count == kWidth)
        return hn::LoadU(d, p);
    alignas(64) float some[kWidth] = {};
    std::memcpy(some, p, static_cast<size_t>(count) * sizeof(float));
    return hn::Load(d, some);
}

HWY_INLINE void store(Vec v, float* p, int64_t count) {
    Tag const d;
    if (count == kWidth)
        return hn::StoreU(v, d, p);
    alignas(64) float some[kWidth];
    hn::Store(v, d, some);
    std::memcpy(p, some, static_cast<size_t>(count) * sizeof(float));
}

HWY_INLINE Vec sigmoid(Vec x) {
    Tag const d;
    auto const one = hn::Set(d, 1.0f);
    return hn::Div(one, hn::Add(one, math::exp(d, hn::Neg(x))));
}

HWY_INLINE Vec bounded(Vec x, float bound) { // NaN passes
    Tag const d;
    auto const most = hn::Set(d, bound), least = hn::Set(d, -bound);
    return hn::IfThenElse(hn::Gt(x, most), most, hn::IfThenElse(hn::Lt(x, least), least, x));
}

HWY_INLINE Vec softplus(Vec x) {
    Tag const d;
    auto const positive = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Zero(d), x);
    return hn::Add(positive, math::log1p(d, math::exp(d, hn::Neg(hn::Abs(x)))));
}

template <class F>
HWY_INLINE void mapRow(int64_t n, float* y, F&& f) {
    forVectors(n, [&](int64_t i, int64_t count) HWY_ATTR { store(f(load(y + i, count)), y + i, count); });
}

/// y = f(y) over a row. What it is called with was written a moment ago: it lies in the L1 cache.
void activate(Gate const& gate, int64_t n, float* y) {
    Tag const d;
    auto const alpha = hn::Set(d, gate.alpha), beta = hn::Set(d, gate.beta), zero = hn::Zero(d), one = hn::Set(d, 1.0f);
    auto negative = [&](Vec x) HWY_ATTR { return hn::Lt(x, zero); };
    if (gate.bound > 0)
        mapRow(n, y, [&](Vec x) HWY_ATTR { return bounded(x, gate.bound); });
    switch (gate.function) {
    case GateFunction::kSIGMOID:
        return mapRow(n, y, [&](Vec x) HWY_ATTR { return sigmoid(x); });
    case GateFunction::kTANH:
        return mapRow(n, y, [&](Vec x) HWY_ATTR { return math::tanh(d, x); });
    case GateFunction::kRELU:
        return mapRow(n, y, [&](Vec x) HWY_ATTR { return hn::IfThenElse(negative(x), zero, x); });
    case GateFunction::kAFFINE:
        return mapRow(n, y, [&](Vec x) HWY_ATTR { return hn::MulAdd(alpha, x, beta); });
    case GateFunction::kLEAKY_RELU:
        return mapRow(n, y, [&](Vec x) HWY_ATTR { return hn::IfThenElse(negative(x), hn::Mul(alpha, x), x); });
    case GateFunction::kTHRESHOLDED_RELU:
        return mapRow(n, y, [&](Vec x) HWY_ATTR { return hn::IfThenElse(hn::Lt(x, alpha), zero, x); });
    case GateFunction::kSCALED_TANH:
        return mapRow(n, y, [&](Vec x) HWY_ATTR { return hn::Mul(alpha, math::tanh(d, hn::Mul(beta, x))); });
    case GateFunction::kHARD_SIGMOID:
        return mapRow(n, y, [&](Vec x) HWY_ATTR {
            auto const line = hn::MulAdd(alpha, x, beta);
            return hn::IfThenElse(hn::Lt(line, zero), zero, hn::IfThenElse(hn::Gt(line, one), one, line));
        });
    case GateFunction::kELU:
        return mapRow(
            n, y, [&](Vec x) HWY_ATTR { return hn::IfThenElse(negative(x), hn::Mul(alpha, math::expm1(d, x)), x); });
    case GateFunction::kSOFTSIGN:
        return mapRow(n, y, [&](Vec x) HWY_ATTR { return hn::Div(x, hn::Add(one, hn::Abs(x))); });
    case GateFunction::kSOFTPLUS:
        return mapRow(n, y, [&](Vec x) HWY_ATTR { return softplus(x); });
    }
}

void gateRowImpl(Gate const& f, int64_t n, float const* x, float const* r, float* y) {
    forVectors(n, [&](int64_t i, int64_t count)
                      HWY_ATTR { store(hn::Add(load(x + i, count), load(r + i, count)), y + i, count); });
    activate(f, n, y);
}

/// One gate of an LSTM, with the peephole to the state where there is one.
void lstmGate(LstmRow const& row, Gate const& f, int64_t gate, bool seesState) {
    float const* const x = row.x + gate * row.n;
    float* const r = row.r + gate * row.n;
    if (row.peepholes == nullptr || !seesState)
        return gateRowImpl(f, row.n, x, r, r);
    float const* const p = row.peepholes + gate * row.n;
    forVectors(row.n, [&](int64_t i, int64_t count) HWY_ATTR {
        auto const sum = hn::Add(load(x + i, count), load(r + i, count));
        store(hn::MulAdd(load(p + i, count), load(row.c + i, count), sum), r + i, count);
    });
    activate(f, row.n, r);
}

void lstmRowImpl(LstmRow const& row) {
    Tag const d;
    enum { kIn, kOut, kForget, kCell };
    lstmGate(row, row.f, kIn, true);
    if (!row.inputForget)
        lstmGate(row, row.f, kForget, true);
    lstmGate(row, row.g, kCell, false);
    float const *const in = row.r, *const forget = row.r + kForget * row.n, *const cell = row.r + kCell * row.n;
    forVectors(row.n, [&](int64_t i, int64_t count) HWY_ATTR {
        auto const gate = load(in + i, count);
        auto const keep = row.inputForget ? hn::Sub(hn::Set(d, 1.0f), gate) : load(forget + i, count);
        store(hn::MulAdd(keep, load(row.c + i, count), hn::Mul(gate, load(cell + i, count))), row.c + i, count);
    });
    lstmGate(row, row.f, kOut, true);
    float* const squashed = row.r + kCell * row.n;
    std::memcpy(squashed, row.c, static_cast<size_t>(row.n) * sizeof(float));
    activate(row.h, row.n, squashed);
    float const* const out = row.r + kOut * row.n;
    forVectors(row.n, [&](int64_t i, int64_t count) HWY_ATTR {
        store(hn::Mul(load(out + i, count), load(squashed + i, count)), row.y + i, count);
    });
}

void gruRowImpl(Gate const& f, int64_t n, float const* z, float const* x, float const* r, float const* s, float* h) {
    Tag const d;
    constexpr int64_t kPart = 512;
    alignas(64) float next[kPart];
    for (int64_t from = 0; from < n; from += kPart) {
        int64_t const part = std::min(kPart, n - from);
        forVectors(part, [&](int64_t i, int64_t count) HWY_ATTR {
            auto const r0 = load(r + from + i, count), x0 = load(x + from + i, count);
            store(s == nullptr ? hn::Add(x0, r0) : hn::MulAdd(r0, load(s + from + i, count), x0), next + i, count);
        });
        activate(f, part, next);
        forVectors(part, [&](int64_t i, int64_t count) HWY_ATTR {
            float* const out = h + from + i;
            auto const update = load(z + from + i, count);
            auto const kept = hn::Mul(update, load(out, count));
            store(hn::MulAdd(hn::Sub(hn::Set(d, 1.0f), update), load(next + i, count), kept), out, count);
        });
    }
}

void productRowImpl(int64_t n, float const* a, float const* b, float* y) {
    forVectors(n, [&](int64_t i, int64_t count)
                      HWY_ATTR { store(hn::Mul(load(a + i, count), load(b + i, count)), y + i, count); });
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tenon::cpu {
namespace {

HWY_EXPORT(gateRowImpl);
HWY_EXPORT(lstmRowImpl);
HWY_EXPORT(gruRowImpl);
HWY_EXPORT(productRowImpl);

} // namespace

void gateRow(Gate const& f, int64_t n, float const* x, float const* r, float* y) noexcept {
    HWY_DYNAMIC_DISPATCH(gateRowImpl)(f, n, x, r, y);
}

void lstmRow(LstmRow const& row) noexcept {
    HWY_DYNAMIC_DISPATCH(lstmRowImpl)(row);
}

void gruRow(Gate const& f, int64_t n, float const* z, float const* x, float const* r, float const* s,
            float* h) noexcept {
    HWY_DYNAMIC_DISPATCH(gruRowImpl)(f, n, z, x, r, s, h);
}

void productRow(int64_t n, float const* a, float const* b, float* y) noexcept {
    HWY_DYNAMIC_DISPATCH(productRowImpl)(n, a, b, y);
}

} // namespace tenon::cpu
#endif
