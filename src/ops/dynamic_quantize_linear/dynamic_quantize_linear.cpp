// SPDX-License-Identifier: Apache-2.0
// DynamicQuantizeLinear: x (f32) in u8, with the scale and zero point that spread its range, widened to hold 0, over
// [0, 255]. Results: y, scale (f32, rank 0), zero point (u8, rank 0). Where all elements are 0 the scale is 1.
#include "kernel/attr_type.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace dynamic_quantize_linear {
namespace {

void infer(Attrs const&, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32};
    c.requireType(0, kTypes);
    c.setOut(0, DType::kU8, c.type(0).dims);
    if (c.outputs() > 1)
        c.setOut(1, DType::kF32, Dims{});
    if (c.outputs() > 2)
        c.setOut(2, DType::kU8, Dims{});
}

} // namespace
} // namespace dynamic_quantize_linear

void dynamic_quantize_linear_op(KernelTable& table) {
    static OpDef const kOp{.name = "dynamic_quantize_linear",
                           .attrs = &attrType<NoAttrs>(),
                           .infer = dynamic_quantize_linear::infer,
                           .minInputs = 1,
                           .maxInputs = 1,
                           .outputs = 3};
    table.add(kOp);
}

} // namespace tenon::ops
