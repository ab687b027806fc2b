// SPDX-License-Identifier: Apache-2.0
// A kernel is a factory: it proposes signatures for a problem, best first, or gives the reason why it has none, and
// makes Instances. An Instance runs. Kernels are static objects without state; every method may be called from any
// thread.
#pragma once

#include "kernel/box.h"
#include "kernel/problem.h"

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tenon {

/// A tensor as an Instance sees it. `data` is in the Layout of the signature; dims are the true ones, without padding.
/// For a value that lives in a Box, `box` is set; for one that is no tensor, or a string tensor, only `box` is (strings
/// are in the Box).
struct Tensor {
    void* data = nullptr;
    int64_t const* dims = nullptr;
    int32_t rank = 0;
    DType dtype = DType::kF32;
    Box* box = nullptr;

    bool present() const noexcept { return data != nullptr || box != nullptr || dims != nullptr; }
    template <class T>
    T* as() const noexcept {
        return static_cast<T*>(data);
    }
    std::span<int64_t const> shape() const noexcept { return {dims, static_cast<size_t>(rank)}; }
    int64_t elements() const noexcept {
        int64_t n = 1;
        for (int32_t i = 0; i < rank; ++i)
            n *= dims[i];
        return n;
    }
};

/// Why an Instance could not run: filled in without allocating, turned into an Error by the caller.
struct Failure {
    Message id = Message::kRunFailed;
    char text[240] = {};

    /// Sets the text (printf style) and returns false, so that enqueue can `return failure.set(...)`.
    [[gnu::format(printf, 3, 4)]] bool set(Message message, char const* format, ...) noexcept;
};

struct Args {
    Tensor const* inputs = nullptr; ///< as many as the problem has; an absent one is not present()
    Tensor const* outputs = nullptr;
    void* workspace = nullptr; ///< 64-byte aligned, as many bytes as workspace() gave
    Failure* failure = nullptr;
    /// Operands of the problem that the Instance was made for. The wrappers of kernels (reference.h) fill them in, not
    /// the caller.
    size_t inputCount = 0, outputCount = 0;

    /// Operand i was listed and is not left out.
    bool has(size_t i) const noexcept { return i < inputCount && inputs[i].present(); }
};

class Instance {
public:
    virtual ~Instance() = default;
    /// Computes the outputs. Returns false with args.failure set when the data do not allow it (an index out of range).
    /// Called by one thread at a time. Neither throws nor allocates, unless an operand is a Box.
    virtual bool enqueue(Args const& args) noexcept = 0;
};

class Kernel {
public:
    virtual ~Kernel() = default;
    virtual std::string_view name() const noexcept = 0; ///< unique: "conv.dnnl", "softmax.hwy", "softmax.ref"
    virtual std::string_view op() const noexcept = 0;   ///< the operator's name
    /// One Instance serves all dims (given at enqueue). Otherwise an Instance is made for each set of dims.
    virtual bool anyShape() const noexcept { return true; }
    /// It gives the same signatures on every x86-64-v2 processor. Kernels of a library that picks layouts by the
    /// processor do not.
    virtual bool isPortable() const noexcept { return true; }
    /// True for the plain loops that define the operator: any type, any dims, row-major, slow.
    virtual bool isReference() const noexcept { return false; }

    struct Proposal {
        std::vector<Signature> signatures; ///< best first; each holds for the whole range of dims
        std::string reason;                ///< why there are none
    };
    virtual Proposal propose(Problem const& problem) const = 0;

    /// True when propose(problem) would list the signature. Loading an engine asks this for every step, so it should be
    /// quick.
    virtual bool accepts(Problem const& problem, Signature const& signature) const;

    /// Bytes of workspace that suffice for every dims of the problem's range.
    virtual int64_t workspace(Problem const&, Signature const&) const { return 0; }
    /// Variants of one signature that differ in speed only (tiles, algorithms). The builder times them all.
    virtual int tactics(Problem const&, Signature const&) const { return 1; }
    /// Nanoseconds at the problem's opt dims, by a rough model: what static costs go by.
    virtual double estimate(Problem const& problem, Signature const& signature) const = 0;
    /// Throws Error when the Instance cannot be made (out of memory, a library's refusal).
    virtual std::unique_ptr<Instance> make(Problem const& problem, Signature const& signature, int tactic) const = 0;
};

} // namespace tenon
