// SPDX-License-Identifier: Apache-2.0
// Definition of normalizer.
#include "ops/normalizer/normalizer.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace normalizer {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kI64, DType::kI32};
    c.requireType(0, kTypes);
    std::string const& norm = attrs.as<Attributes>().norm;
    if (norm != "MAX" && norm != "L1" && norm != "L2")
        c.fail(Message::kAttribute, "norm is unknown", "MAX, L1 or L2", norm);
    if (c.type(0).ranked())
        c.requireRank(0, 1, INT32_MAX);
    c.setOut(0, DType::kF32, c.type(0).dims);
}

} // namespace
} // namespace normalizer

void normalizer_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "normalizer", .attrs = &attrType<normalizer::Attributes>(), .infer = normalizer::infer};
    table.add(kOp);
}

} // namespace tenon::ops
