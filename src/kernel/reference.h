// SPDX-License-Identifier: Apache-2.0
// The wrapper that makes a reference kernel out of a plain function over row-major tensors.
//     table.add(referenceKernel<SoftmaxAttrs>("softmax", "softmax.ref", &softmax));
// where bool softmax(SoftmaxAttrs const&, Args const&) may allocate (and throw std::bad_alloc); it returns false with
// the failure set when the data do not allow the computation.
#pragma once

#include "kernel/kernel.h"

namespace tenon {

template <class A>
class ReferenceInstance final : public Instance {
public:
    using Function = bool (*)(A const&, Args const&);
    ReferenceInstance(Function function, Problem const& problem)
        : mFunction(function), mAttrs(problem.attrs), mInputs(problem.inputs.size()), mOutputs(problem.outputs.size()) {
    }
    bool enqueue(Args const& args) noexcept override {
        try {
            return mFunction(mAttrs.as<A>(),
                             {args.inputs, args.outputs, args.workspace, args.failure, mInputs, mOutputs});
        } catch (std::exception const& e) { // a reference may allocate, so it may run out of memory
            return args.failure->set(Message::kMemory, "%s", e.what());
        }
    }

private:
    Function mFunction;
    Attrs mAttrs;
    size_t mInputs;
    size_t mOutputs;
};

template <class A>
class ReferenceKernel final : public Kernel {
public:
    using Function = typename ReferenceInstance<A>::Function;
    ReferenceKernel(std::string_view op, std::string_view name, Function function)
        : mOp(op), mName(name), mFunction(function) {}
    std::string_view name() const noexcept override { return mName; }
    std::string_view op() const noexcept override { return mOp; }
    bool isReference() const noexcept override { return true; }

    Proposal propose(Problem const& problem) const override {
        if (problem.epilogue)
            return {{}, "the reference computes the operator alone, without an epilogue"};
        return {{Signature::plain(problem)}, {}};
    }
    double estimate(Problem const& problem, Signature const&) const override {
        double elements = 0;
        for (auto const* list : {&problem.inputs, &problem.outputs})
            for (OperandDesc const& o : *list)
                elements += o.optElements();
        return 1000 + elements * 100; // never the choice where another kernel proposes
    }
    std::unique_ptr<Instance> make(Problem const& problem, Signature const&, int) const override {
        return std::make_unique<ReferenceInstance<A>>(mFunction, problem);
    }

private:
    std::string_view mOp;
    std::string_view mName;
    Function mFunction;
};

template <class A>
std::unique_ptr<Kernel> referenceKernel(std::string_view op, std::string_view name,
                                        bool (*function)(A const&, Args const&)) {
    return std::make_unique<ReferenceKernel<A>>(op, name, function);
}

} // namespace tenon
