// SPDX-License-Identifier: Apache-2.0
#include "runtime/ops.h"
#include "kernel/attr_type.h"

#include "kernel/parallel.h"
#include "kernel/reference.h"
#include "plan/codec.h"

#include <algorithm>

namespace tenon::ops {
void pointwise_op(KernelTable&);
void pointwise_ref(KernelTable&);
void concat_op(KernelTable&);
void concat_ref(KernelTable&);
void reshape_op(KernelTable&);
void reshape_ref(KernelTable&);
void if_op(KernelTable&);
void loop_op(KernelTable&);
} // namespace tenon::ops

namespace tenon::test {
namespace {

void same(Attrs const&, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32};
    c.requireType(0, kTypes);
    c.setOut(0, DType::kF32, c.type(0).dims);
}

void evensInfer(Attrs const&, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kI64};
    c.requireType(0, kTypes);
    c.requireRank(0, 1, 1);
    DimExpr const upper = c.dims(0)[0];
    c.setOut(0, DType::kI64, Dims{c.newSymbol(&upper)});
}

/// All elements are promised: a kernel that leaves some out breaks it.
void allInfer(Attrs const&, InferContext& c) {
    c.setOut(0, DType::kI64, c.dims(0));
}

bool scale(NoAttrs const&, Args const& args) {
    int64_t const n = args.inputs[0].elements();
    for (int64_t i = 0; i < n; ++i)
        args.outputs[0].as<float>()[i] = 2 * args.inputs[0].as<float>()[i];
    return true;
}

bool fail(NoAttrs const&, Args const& args) {
    return args.failure->set(Message::kIndexRange, "index %d is not there", 7);
}

bool spread(NoAttrs const&, Args const& args) {
    auto const* from = args.inputs[0].as<float>();
    auto* to = args.outputs[0].as<float>();
    parallelFor(args.inputs[0].elements(), 1,
                [&](int64_t begin, int64_t end) { std::copy(from + begin, from + end, to + begin); });
    return true;
}

bool evens(NoAttrs const&, Args const& args) {
    std::vector<int64_t> kept;
    for (int64_t i = 0; i < args.inputs[0].elements(); ++i)
        if (args.inputs[0].as<int64_t>()[i] % 2 == 0)
            kept.push_back(args.inputs[0].as<int64_t>()[i]);
    int64_t const dims[] = {static_cast<int64_t>(kept.size())};
    args.outputs[0].box->setTensor(DType::kI64, dims);
    std::copy(kept.begin(), kept.end(), reinterpret_cast<int64_t*>(args.outputs[0].box->data()));
    return true;
}

class ScaleInstance final : public Instance {
public:
    explicit ScaleInstance(std::vector<int64_t> dims) : mDims(std::move(dims)) {}
    bool enqueue(Args const& args) noexcept override {
        auto const given = args.inputs[0].shape();
        if (!mDims.empty() && !std::equal(given.begin(), given.end(), mDims.begin(), mDims.end()))
            return args.failure->set(Message::kRunFailed, "made for another shape");
        return scale({}, args);
    }

private:
    std::vector<int64_t> mDims;
};

class ScaleKernel final : public Kernel {
public:
    explicit ScaleKernel(bool any) : mAny(any) {}
    std::string_view name() const noexcept override { return mAny ? "test_scale.any" : "test_scale.fixed"; }
    std::string_view op() const noexcept override { return "test_scale"; }
    bool anyShape() const noexcept override { return mAny; }
    Proposal propose(Problem const& p) const override {
        if (p.epilogue || !p.inputs[0].ranked)
            return {{}, "it takes no epilogue and needs a rank"};
        Signature s = Signature::plain(p);
        Proposal out{{s}, {}};
        if (p.inputs[0].mayOverwrite) {
            s.inPlace = 0;
            out.signatures.push_back(s);
        }
        return out;
    }
    int64_t workspace(Problem const&, Signature const&) const override { return mAny ? 0 : 100; }
    double estimate(Problem const&, Signature const&) const override { return 1; }
    std::unique_ptr<Instance> make(Problem const& p, Signature const&, int) const override {
        if (mAny)
            return std::make_unique<ScaleInstance>(std::vector<int64_t>{});
        ++fixedMade();
        return std::make_unique<ScaleInstance>(p.inputs[0].opt());
    }

private:
    bool mAny;
};

} // namespace

std::atomic<int>& fixedMade() {
    static std::atomic<int> made{0};
    return made;
}

KernelTable const& testTable() {
    static KernelTable const* const made = [] {
        auto* t = new KernelTable;
        static OpDef const ops[] = {{.name = "test_scale", .attrs = &attrType<NoAttrs>(), .infer = same},
                                    {.name = "test_fail", .attrs = &attrType<NoAttrs>(), .infer = same},
                                    {.name = "test_spread", .attrs = &attrType<NoAttrs>(), .infer = same},
                                    {.name = "test_all_even", .attrs = &attrType<NoAttrs>(), .infer = allInfer},
                                    {.name = "test_evens", .attrs = &attrType<NoAttrs>(), .infer = evensInfer}};
        for (OpDef const& op : ops)
            t->add(op);
        t->add(std::make_unique<ScaleKernel>(true));
        t->add(std::make_unique<ScaleKernel>(false));
        t->add(referenceKernel<NoAttrs>("test_scale", "test_scale.ref", scale));
        t->add(referenceKernel<NoAttrs>("test_fail", "test_fail.ref", fail));
        t->add(referenceKernel<NoAttrs>("test_spread", "test_spread.ref", spread));
        t->add(referenceKernel<NoAttrs>("test_evens", "test_evens.ref", evens));
        t->add(referenceKernel<NoAttrs>("test_all_even", "test_all_even.ref", evens));
        for (auto* add : {ops::pointwise_op, ops::pointwise_ref, ops::concat_op, ops::concat_ref, ops::reshape_op,
                          ops::reshape_ref, ops::if_op, ops::loop_op})
            add(*t);
        return t;
    }();
    return *made;
}

std::shared_ptr<runtime::Engine> loaded(plan::Plan const& plan, KernelTable const& table) {
    return runtime::Engine::load(Buffer::copy(plan::encodePlan(plan)), table);
}

Error errorOf(std::function<void()> const& fn) {
    try {
        fn();
    } catch (Error const& e) {
        return e;
    }
    return Error(Message{}, "nothing was thrown");
}

} // namespace tenon::test
