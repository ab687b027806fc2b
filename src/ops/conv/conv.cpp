// SPDX-License-Identifier: Apache-2.0
// Definition of conv.
#include "ops/conv/conv.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace conv {
namespace {

constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};

void infer(Attrs const& attrs, InferContext& c) {
    c.requireType(0, kTypes);
    DType const type = c.type(0).dtype;
    c.requireType(1, {&type, 1});
    if (c.has(2))
        c.requireType(2, {&type, 1});
    inferConvolution(attrs.as<Attributes>(), c, type, c.has(2));
}

} // namespace
} // namespace conv

void conv_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "conv", .attrs = &attrType<conv::Attributes>(), .infer = conv::infer, .minInputs = 2, .maxInputs = 3};
    table.add(kOp);
}

} // namespace tenon::ops
