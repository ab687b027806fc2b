// SPDX-License-Identifier: Apache-2.0
// Copies between strided tensors of any element size, and the wrapper that makes a kernel of a data-movement function:
// row-major operands of whole-byte types, any dims, split over the pool where the bytes are worth it.
#pragma once

#include "backend/cpu/reorder.h"
#include "kernel/kernel.h"
#include "kernel/parallel.h"

#include <algorithm>
#include <array>

namespace tenon::cpu {

inline void addAxis(StridedCopy& copy, int64_t dim, int64_t fromStride, int64_t toStride) noexcept {
    copy.dims[copy.rank] = dim;
    copy.fromStride[copy.rank] = fromStride;
    copy.toStride[copy.rank++] = toStride;
}

/// The copy of a tensor into all of `to`, without axes yet.
inline StridedCopy copyOf(Tensor const& from, Tensor const& to) noexcept {
    return {.elementBytes = bitsOf(to.dtype) / 8, .from = from.data, .to = to.data};
}

/// fn over ranges of `count` rows of `bytes` bytes, in pieces worth a thread each.
inline void forRows(int64_t count, int64_t bytes, FunctionRef<void(int64_t, int64_t)> fn) noexcept {
    constexpr int64_t kPiece = 128 * 1024; // bytes that one core moves in about kSerialNanoseconds
    if (count > 0)
        parallelFor(count, std::max<int64_t>(1, kPiece / std::max<int64_t>(1, bytes)), fn);
}

template <class A>
class MoveInstance final : public Instance {
public:
    using Function = bool (*)(A const&, Args const&) noexcept;
    MoveInstance(Function function, Problem const& problem)
        : mFunction(function), mAttrs(problem.attrs), mInputs(problem.inputs.size()), mOutputs(problem.outputs.size()) {
    }
    bool enqueue(Args const& args) noexcept override {
        return mFunction(mAttrs.as<A>(), {args.inputs, args.outputs, args.workspace, args.failure, mInputs, mOutputs});
    }

private:
    Function mFunction;
    Attrs mAttrs;
    size_t mInputs;
    size_t mOutputs;
};

/// Why the operands of a data-movement kernel do not suit it; empty when they do.
std::string rejectMove(Problem const& problem);
/// Nanoseconds to move the results' bytes.
double moveCost(Problem const& problem) noexcept;

template <class A>
class MoveKernel final : public Kernel {
public:
    using Function = typename MoveInstance<A>::Function;
    MoveKernel(std::string_view op, std::string_view name, Function function)
        : mOp(op), mName(name), mFunction(function) {}
    std::string_view name() const noexcept override { return mName; }
    std::string_view op() const noexcept override { return mOp; }
    Proposal propose(Problem const& problem) const override {
        std::string reason = rejectMove(problem);
        return reason.empty() ? Proposal{{Signature::plain(problem)}, {}} : Proposal{{}, std::move(reason)};
    }
    double estimate(Problem const& problem, Signature const&) const override { return moveCost(problem); }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return std::make_unique<MoveInstance<A>>(mFunction, problem);
    }

private:
    std::string_view mOp;
    std::string_view mName;
    Function mFunction;
};

template <class A>
std::unique_ptr<Kernel> moveKernel(std::string_view op, std::string_view name,
                                   bool (*function)(A const&, Args const&) noexcept) {
    return std::make_unique<MoveKernel<A>>(op, name, function);
}

} // namespace tenon::cpu
