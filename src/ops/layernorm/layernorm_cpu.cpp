// SPDX-License-Identifier: Apache-2.0
// layernorm.hwy: fp32, scale and bias of the normalised dims, all dims of x.
#include "backend/cpu/lines.h"
#include "kernel/row_major.h"
#include "kernel/table.h"
#include "ops/layernorm/layernorm.h"

namespace tenon::ops {
namespace layernorm {
namespace {

/// A constant that is the number 1.
bool isOne(OperandDesc const& scale) {
    return scale.bytes != nullptr && scale.dims.empty() && *reinterpret_cast<float const*>(scale.bytes) == 1.0f;
}

class HwyInstance final : public Instance {
public:
    explicit HwyInstance(Problem const& problem)
        : mAttrs(problem.attrs.as<Attributes>()), mPlain(isOne(problem.inputs[1])),
          mHasBias(problem.inputs.size() > 2 && problem.inputs[2].present), mResults(problem.outputs.size()) {}

    bool enqueue(Args const& args) noexcept override {
        Tensor const& x = args.inputs[0];
        int64_t const axis = mAttrs.axis < 0 ? mAttrs.axis + x.rank : mAttrs.axis;
        cpu::LayerNormArgs a;
        a.rows = a.count = 1;
        for (int64_t i = 0; i < x.rank; ++i)
            (i < axis ? a.rows : a.count) *= x.dims[i];
        a.epsilon = static_cast<float>(mAttrs.epsilon);
        a.x = x.as<float const>();
        a.centred = mAttrs.centred;
        a.scale = mPlain ? nullptr : args.inputs[1].as<float const>();
        a.bias = mHasBias ? args.inputs[2].as<float const>() : nullptr;
        a.y = args.outputs[0].as<float>();
        a.mean = mResults > 1 ? args.outputs[1].as<float>() : nullptr;
        a.inverseStd = mResults > 2 ? args.outputs[2].as<float>() : nullptr;
        cpu::layerNorm(a);
        return true;
    }

private:
    Attributes mAttrs;
    bool mPlain; ///< the scale is the number 1
    bool mHasBias;
    size_t mResults;
};

/// The parameter has one element for each of a row's, whatever the dims turn out to be.
bool fits(Problem const& problem, OperandDesc const& parameter) {
    auto const& x = problem.inputs[0].dims;
    int64_t const given = problem.attrs.as<Attributes>().axis;
    auto const axis = static_cast<size_t>(given < 0 ? given + static_cast<int64_t>(x.size()) : given);
    size_t const own = parameter.dims.size(), missing = x.size() - own;
    for (size_t i = 0; i < x.size(); ++i) {
        DimRange const wanted = i < axis ? DimRange{1, 1, 1} : x[i];
        DimRange const has = i < missing ? DimRange{1, 1, 1} : parameter.dims[i - missing];
        if (!(has == wanted) || !has.isFixed())
            return false;
    }
    return true;
}

std::string refusal(Problem const& problem) {
    OperandDesc const& x = problem.inputs[0];
    if (x.type.dtype != DType::kF32 || !x.ranked)
        return "only f32 of known rank is computed";
    for (size_t i = 1; i < problem.inputs.size(); ++i)
        if (problem.inputs[i].present && !(i == 1 && isOne(problem.inputs[1])) && !fits(problem, problem.inputs[i]))
            return "scale or bias do not have the normalised dims";
    return {};
}

} // namespace
} // namespace layernorm

void layernorm_cpu(KernelTable& table) {
    table.add(rowMajorKernel({.op = "layernorm",
                              .name = "layernorm.hwy",
                              .refusal = layernorm::refusal,
                              .make = instanceOf<layernorm::HwyInstance>,
                              .elementNs = 0.3}));
}

} // namespace tenon::ops
