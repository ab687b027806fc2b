// SPDX-License-Identifier: Apache-2.0
// softmax.hwy: fp32, any axis, all dims, in place where the operand is not needed afterwards.
#include "backend/cpu/lines.h"
#include "kernel/row_major.h"
#include "kernel/table.h"
#include "ops/softmax/softmax.h"

namespace tenon::ops {
namespace softmax {
namespace {

class HwyInstance final : public Instance {
public:
    explicit HwyInstance(Problem const& problem) : mAttrs(problem.attrs.as<Attributes>()) {}
    bool enqueue(Args const& args) noexcept override {
        Tensor const& in = args.inputs[0];
        int64_t const axis = mAttrs.axis < 0 ? mAttrs.axis + in.rank : mAttrs.axis;
        cpu::Lines lines;
        for (int64_t i = 0; i < in.rank; ++i)
            (i < axis ? lines.outer : (i == axis || mAttrs.coerced ? lines.count : lines.inner)) *= in.dims[i];
        cpu::softmax(lines, mAttrs.log, in.as<float const>(), args.outputs[0].as<float>());
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
} // namespace softmax

void softmax_cpu(KernelTable& table) {
    table.add(rowMajorKernel({.op = "softmax",
                              .name = "softmax.hwy",
                              .refusal = softmax::refusal,
                              .make = instanceOf<softmax::HwyInstance>,
                              .elementNs = 0.6,
                              .inPlace = true}));
}

} // namespace tenon::ops
