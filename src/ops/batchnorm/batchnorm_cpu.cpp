// SPDX-License-Identifier: Apache-2.0
// batchnorm.hwy: fp32 planes. The factor of each channel is computed at every run, since parameters need not be
// constant; it is nothing beside the planes.
#include "backend/cpu/lines.h"
#include "kernel/row_major.h"
#include "kernel/table.h"
#include "ops/batchnorm/batchnorm.h"

#include <cmath>

namespace tenon::ops {
namespace batchnorm {
namespace {

class HwyInstance final : public Instance {
public:
    explicit HwyInstance(Problem const& problem) : mAttrs(problem.attrs.as<Attributes>()) {}
    bool enqueue(Args const& args) noexcept override {
        Tensor const& x = args.inputs[0];
        int64_t const channels = x.dims[1];
        int64_t pixels = 1;
        for (int32_t i = 2; i < x.rank; ++i)
            pixels *= x.dims[i];
        auto* factor = static_cast<float*>(args.workspace);
        for (int64_t c = 0; c < channels; ++c)
            factor[c] = static_cast<float>(args.inputs[1].as<float const>()[c] /
                                           std::sqrt(args.inputs[4].as<float const>()[c] + mAttrs.epsilon));
        cpu::scaleShift(x.dims[0], channels, pixels, x.as<float const>(), args.inputs[3].as<float const>(), factor,
                        args.inputs[2].as<float const>(), args.outputs[0].as<float>());
        return true;
    }

private:
    Attributes mAttrs;
};

std::string refusal(Problem const& problem) {
    for (OperandDesc const& o : problem.inputs)
        if (o.type.dtype != DType::kF32)
            return "only f32 is computed";
    if (!problem.inputs[0].ranked || problem.inputs[0].dims.size() < 2)
        return "a rank of two or more is needed";
    return {};
}

int64_t workspace(Problem const& problem) {
    return 4 * problem.inputs[0].dims[1].max;
}

} // namespace
} // namespace batchnorm

void batchnorm_cpu(KernelTable& table) {
    table.add(rowMajorKernel({.op = "batchnorm",
                              .name = "batchnorm.hwy",
                              .refusal = batchnorm::refusal,
                              .make = instanceOf<batchnorm::HwyInstance>,
                              .elementNs = 0.2,
                              .inPlace = true,
                              .workspace = batchnorm::workspace}));
}

} // namespace tenon::ops
