// SPDX-License-Identifier: Apache-2.0
// What the kernels of the scatter operators share: elements in the C++ type that stores them, met by updates in order,
// and positions that lie outside, of which any is kept and reported when all threads are through.
#pragma once

#include "backend/cpu/move.h"
#include "base/half.h"
#include "base/reduction.h"
#include "kernel/elements.h"

#include <atomic>
#include <bit>

namespace tenon::cpu {

/// `update` where `takes`, else `old`, without a branch: which one is greater cannot be foretold.
template <class T>
T chosen(bool takes, T const& update, T const& old) noexcept {
    using Bits = std::conditional_t<
        sizeof(T) == 8, uint64_t,
        std::conditional_t<sizeof(T) == 4, uint32_t, std::conditional_t<sizeof(T) == 2, uint16_t, uint8_t>>>;
    auto const mask = static_cast<Bits>(Bits{0} - static_cast<Bits>(takes));
    auto const bits = static_cast<Bits>((std::bit_cast<Bits>(update) & mask) | (std::bit_cast<Bits>(old) & ~mask));
    return std::bit_cast<T>(bits);
}

/// old = old met by update, as the reference kernels define it.
template <Reduction kReduction>
struct Meet {
    template <class T>
    void operator()(T& old, T const& update) const noexcept {
        constexpr bool kUnion = kReduction == Reduction::kAdd || kReduction == Reduction::kMax;
        if constexpr (kReduction == Reduction::kNone) {
            old = update;
        } else if constexpr (std::is_same_v<T, bool>) {
            old = kUnion ? old || update : old && update;
        } else if constexpr (kReduction == Reduction::kMax || kReduction == Reduction::kMin) {
            using Number = std::conditional_t<std::is_arithmetic_v<T>, T, float>;
            auto const is = static_cast<Number>(old), given = static_cast<Number>(update);
            bool const beyond = kReduction == Reduction::kMax ? is < given : given < is;
            old = chosen(static_cast<bool>(static_cast<int>(beyond) | static_cast<int>(given != given)), update, old);
        } else if constexpr (std::is_arithmetic_v<T>) {
            old = meet(kReduction, old, update);
        } else {
            old = T(meet(kReduction, static_cast<float>(old), static_cast<float>(update)));
        }
    }
};

/// An element that is only moved.
template <int64_t kBytes>
struct Moved {
    std::array<std::byte, kBytes> bytes;
};

/// Calls fn(sample, meet) with a value of the type that stores the elements, and a Meet.
template <class F>
void withMeet(Reduction reduction, DType type, F&& fn) noexcept {
    auto typed = [&](auto met) { withType(type, [&](auto sample) { fn(sample, met); }); };
    switch (reduction) {
    case Reduction::kAdd:
        return typed(Meet<Reduction::kAdd>());
    case Reduction::kMul:
        return typed(Meet<Reduction::kMul>());
    case Reduction::kMax:
        return typed(Meet<Reduction::kMax>());
    case Reduction::kMin:
        return typed(Meet<Reduction::kMin>());
    case Reduction::kNone:
        break;
    }
    constexpr Meet<Reduction::kNone> kMove;
    switch (bitsOf(type) / 8) {
    case 1:
        return fn(Moved<1>(), kMove);
    case 2:
        return fn(Moved<2>(), kMove);
    case 4:
        return fn(Moved<4>(), kMove);
    case 8:
        return fn(Moved<8>(), kMove);
    default:
        return fn(Moved<16>(), kMove);
    }
}

/// A position that lies outside its axis, if any thread met one.
class Outside {
public:
    void set(int64_t position, int64_t size) noexcept {
        mPosition.store(position, std::memory_order_relaxed);
        mSize.store(size, std::memory_order_relaxed);
        mSeen.store(true, std::memory_order_relaxed);
    }
    /// True when there was none; else the failure is set.
    bool none(char const* op, Failure* failure) const noexcept {
        int64_t position = mPosition.load();
        return !mSeen.load() || wrapIndex(position, mSize.load(), op, failure);
    }

private:
    std::atomic<int64_t> mPosition{0}, mSize{0};
    std::atomic<bool> mSeen{false};
};

/// A MoveKernel whose result may take over the data's memory.
template <class A>
class ScatterKernel final : public Kernel {
public:
    using Function = typename MoveInstance<A>::Function;
    ScatterKernel(std::string_view op, std::string_view name, Function function) : mKernel(op, name, function) {}
    std::string_view name() const noexcept override { return mKernel.name(); }
    std::string_view op() const noexcept override { return mKernel.op(); }
    Proposal propose(Problem const& problem) const override {
        Proposal out = mKernel.propose(problem);
        for (Signature& s : out.signatures)
            s.inPlace = problem.inputs[0].mayOverwrite ? 0 : -1;
        return out;
    }
    double estimate(Problem const& problem, Signature const& s) const override {
        double const updates = problem.inputs[2].optElements();
        return (s.inPlace < 0 ? mKernel.estimate(problem, s) : 100) + updates * 2;
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const& s, int tactic) const override {
        return mKernel.make(problem, s, tactic);
    }

private:
    MoveKernel<A> mKernel;
};

} // namespace tenon::cpu
