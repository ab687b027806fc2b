// SPDX-License-Identifier: Apache-2.0
// l2norm.hwy: fp32, any axis, all dims, in place where the operand is not needed afterwards.
#include "backend/cpu/lines.h"
#include "kernel/row_major.h"
#include "kernel/table.h"
#include "ops/l2norm/l2norm.h"

namespace tenon::ops {
namespace l2norm {
namespace {

class HwyInstance final : public Instance {
public:
    explicit HwyInstance(Problem const& problem) : mAttrs(problem.attrs.as<Attributes>()) {}
    bool enqueue(Args const& args) noexcept override {
        Tensor const& in = args.inputs[0];
        int64_t const axis = mAttrs.axis < 0 ? mAttrs.axis + in.rank : mAttrs.axis;
        cpu::Lines lines{1, in.dims[axis], 1};
        for (int64_t i = 0; i < in.rank; ++i)
            if (i != axis)
                (i < axis ? lines.outer : lines.inner) *= in.dims[i];
        auto by = [this](float sum) { return static_cast<float>(divisor(mAttrs, sum)); };
        cpu::normalise(lines, mAttrs.p == 2, by, in.as<float const>(), args.outputs[0].as<float>());
        return true;
    }

private:
    Attributes mAttrs;
};

std::string refusal(Problem const& problem) {
    if (problem.inputs[0].type.dtype != DType::kF32)
        return "only f32 is computed";
    return {};
}

} // namespace
} // namespace l2norm

void l2norm_cpu(KernelTable& table) {
    table.add(rowMajorKernel({.op = "l2norm",
                              .name = "l2norm.hwy",
                              .refusal = l2norm::refusal,
                              .make = instanceOf<l2norm::HwyInstance>,
                              .elementNs = 0.25,
                              .inPlace = true}));
}

} // namespace tenon::ops
