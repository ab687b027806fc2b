// SPDX-License-Identifier: Apache-2.0
// reduce.hwy: fp32 over adjacent axes, all dims.
#include "backend/cpu/lines.h"
#include "kernel/row_major.h"
#include "kernel/table.h"
#include "ops/reduce/reduce.h"

#include <bit>

namespace tenon::ops {
namespace reduce {
namespace {

struct Plan {
    cpu::Reduction reduction;
    cpu::Finish finish;
};

Plan planOf(Kind kind) {
    using cpu::Finish;
    using cpu::Reduction;
    switch (kind) {
    case Kind::kMean:
        return {Reduction::kSUM, Finish::kMEAN};
    case Kind::kMax:
        return {Reduction::kMAX, Finish::kNONE};
    case Kind::kMin:
        return {Reduction::kMIN, Finish::kNONE};
    case Kind::kProd:
        return {Reduction::kPRODUCT, Finish::kNONE};
    case Kind::kL1:
        return {Reduction::kSUM_ABS, Finish::kNONE};
    case Kind::kL2:
        return {Reduction::kSUM_SQUARE, Finish::kSQRT};
    case Kind::kLogSum:
        return {Reduction::kSUM, Finish::kLOG};
    case Kind::kSumSquare:
        return {Reduction::kSUM_SQUARE, Finish::kNONE};
    case Kind::kSum:
    case Kind::kLogSumExp:
        break;
    }
    return {Reduction::kSUM, Finish::kNONE};
}

class HwyInstance final : public Instance {
public:
    explicit HwyInstance(Problem const& problem)
        : mAttrs(problem.attrs.as<Attributes>()), mPlan(planOf(mAttrs.kind)),
          mAxesGiven(problem.inputs.size() > 1 && problem.inputs[1].present) {}
    bool enqueue(Args const& args) noexcept override {
        Tensor const& x = args.inputs[0];
        std::span<int64_t const> axes = mAttrs.axes;
        if (mAxesGiven)
            axes = {args.inputs[1].as<int64_t const>(), static_cast<size_t>(args.inputs[1].elements())};
        uint64_t const mask = reducedAxes(mAttrs, axes, static_cast<size_t>(x.rank));
        cpu::Lines lines;
        bool before = true;
        for (int32_t i = 0; i < x.rank; ++i) {
            bool const reduced = (mask >> i & 1) != 0;
            before = before && !reduced;
            (reduced ? lines.count : (before ? lines.outer : lines.inner)) *= x.dims[i];
        }
        cpu::reduce(mPlan.reduction, mPlan.finish, lines, x.as<float const>(), args.outputs[0].as<float>());
        return true;
    }

private:
    Attributes mAttrs;
    Plan mPlan;
    bool mAxesGiven;
};

uint64_t maskOf(Problem const& problem) {
    auto const& attrs = problem.attrs.as<Attributes>();
    std::span<int64_t const> axes = attrs.axes;
    if (problem.inputs.size() > 1 && problem.inputs[1].present)
        axes = {reinterpret_cast<int64_t const*>(problem.inputs[1].bytes),
                static_cast<size_t>(problem.inputs[1].dims[0].max)};
    return reducedAxes(attrs, axes, problem.inputs[0].dims.size());
}

std::string refusal(Problem const& problem) {
    OperandDesc const& x = problem.inputs[0];
    if (x.type.dtype != DType::kF32 || !x.ranked)
        return "only f32 of known rank is computed";
    if (problem.attrs.as<Attributes>().kind == Kind::kLogSumExp)
        return "the logarithm of a sum of exponentials is computed by the reference alone";
    if (problem.inputs.size() > 1 && problem.inputs[1].present &&
        (problem.inputs[1].bytes == nullptr || problem.inputs[1].type.dtype != DType::kI64 ||
         problem.inputs[1].dims.size() != 1))
        return "the axes are no constant of i64";
    uint64_t const mask = maskOf(problem);
    if (mask == 0 || !std::has_single_bit((mask >> std::countr_zero(mask)) + 1))
        return "the axes are not adjacent";
    return {};
}

} // namespace
} // namespace reduce

void reduce_cpu(KernelTable& table) {
    table.add(rowMajorKernel({.op = "reduce",
                              .name = "reduce.hwy",
                              .refusal = reduce::refusal,
                              .make = instanceOf<reduce::HwyInstance>,
                              .elementNs = 0.15}));
}

} // namespace tenon::ops
