// SPDX-License-Identifier: Apache-2.0
// One pass over a row for each gate: a row lies in the L1 cache, and what counts is the exponential function.
#include "backend/cpu/simd_targets.h"
// After the list of targets.
#include "backend/cpu/gates.h"

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

/// Calls use(function of one vector) for the function that `gate` names: the choice is made once for a row.
template <class F>
HWY_INLINE void withFunction(Gate const& gate, F&& use) {
    Tag const d;
    auto const alpha = hn::Set(d, gate.alpha), beta = hn::Set(d, gate.beta), zero = hn::Zero(d), one = hn::Set(d, 1.0f);
    auto negative = [&](Vec x) HWY_ATTR { return hn::Lt(x, zero); };
    switch (gate.function) {
    case GateFunction::kSIGMOID:
        return use([&](Vec x) HWY_ATTR { return sigmoid(x); });
    case GateFunction::kTANH:
        return use([&](Vec x) HWY_ATTR { return math::tanh(d, x); });
    case GateFunction::kRELU:
        return use([&](Vec x) HWY_ATTR { return hn::IfThenElse(negative(x), zero, x); });
    case GateFunction::kAFFINE:
        return use([&](Vec x) HWY_ATTR { return hn::MulAdd(alpha, x, beta); });
    case GateFunction::kLEAKY_RELU:
        return use([&](Vec x) HWY_ATTR { return hn::IfThenElse(negative(x), hn::Mul(alpha, x), x); });
    case GateFunction::kTHRESHOLDED_RELU:
        return use([&](Vec x) HWY_ATTR { return hn::IfThenElse(hn::Lt(x, alpha), zero, x); });
    case GateFunction::kSCALED_TANH:
        return use([&](Vec x) HWY_ATTR { return hn::Mul(alpha, math::tanh(d, hn::Mul(beta, x))); });
    case GateFunction::kHARD_SIGMOID:
        return use([&](Vec x) HWY_ATTR {
            auto const line = hn::MulAdd(alpha, x, beta);
            return hn::IfThenElse(hn::Lt(line, zero), zero, hn::IfThenElse(hn::Gt(line, one), one, line));
        });
    case GateFunction::kELU:
        return use([&](Vec x) HWY_ATTR { return hn::IfThenElse(negative(x), hn::Mul(alpha, math::expm1(d, x)), x); });
    case GateFunction::kSOFTSIGN:
        return use([&](Vec x) HWY_ATTR { return hn::Div(x, hn::Add(one, hn::Abs(x))); });
    case GateFunction::kSOFTPLUS:
        return use([&](Vec x) HWY_ATTR { return softplus(x); });
    }
}

/// y = f(argument(i, count)) over a row.
template <class F>
HWY_INLINE void activate(Gate const& gate, int64_t n, float* y, F&& argument) {
    withFunction(gate, [&](auto&& f) HWY_ATTR {
        if (gate.bound > 0)
            forVectors(n, [&](int64_t i, int64_t count)
                              HWY_ATTR { store(f(bounded(argument(i, count), gate.bound)), y + i, count); });
        else
            forVectors(n, [&](int64_t i, int64_t count) HWY_ATTR { store(f(argument(i, count)), y + i, count); });
    });
}

void gateRowImpl(Gate const& f, int64_t n, float const* x, float const* r, float* y) {
    activate(f, n, y,
             [&](int64_t i, int64_t count) HWY_ATTR { return hn::Add(load(x + i, count), load(r + i, count)); });
}

/// One gate of an LSTM, with the peephole to the state where there is one.
void lstmGate(LstmRow const& row, Gate const& f, int64_t gate, bool seesState) {
    float const* const x = row.x + gate * row.n;
    float* const r = row.r + gate * row.n;
    if (row.peepholes == nullptr || !seesState)
        return gateRowImpl(f, row.n, x, r, r);
    float const* const p = row.peepholes + gate * row.n;
    activate(f, row.n, r, [&](int64_t i, int64_t count) HWY_ATTR {
        return hn::MulAdd(load(p + i, count), load(row.c + i, count), hn::Add(load(x + i, count), load(r + i, count)));
    });
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
    activate(row.h, row.n, squashed, [&](int64_t i, int64_t count) HWY_ATTR { return load(row.c + i, count); });
    float const* const out = row.r + kOut * row.n;
    forVectors(row.n, [&](int64_t i, int64_t count) HWY_ATTR {
        store(hn::Mul(load(out + i, count), load(squashed + i, count)), row.y + i, count);
    });
}

void gruRowImpl(Gate const& f, int64_t n, float const* z, float const* x, float const* r, float const* s, float* h) {
    Tag const d;
    withFunction(f, [&](auto&& function) HWY_ATTR {
        forVectors(n, [&](int64_t i, int64_t count) HWY_ATTR {
            auto const inner = s == nullptr ? hn::Add(load(x + i, count), load(r + i, count))
                                            : hn::MulAdd(load(r + i, count), load(s + i, count), load(x + i, count));
            auto const next = function(f.bound > 0 ? bounded(inner, f.bound) : inner);
            auto const update = load(z + i, count);
            auto const kept = hn::Mul(update, load(h + i, count));
            store(hn::MulAdd(hn::Sub(hn::Set(d, 1.0f), update), next, kept), h + i, count);
        });
    });
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
