// SPDX-License-Identifier: Apache-2.0
// Definition of lrn: the result has the operand's type and shape.
#include "ops/lrn/lrn.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace lrn {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    c.requireType(0, kTypes);
    if (c.type(0).ranked())
        c.requireRank(0, 2, 64);
    if (int64_t const size = attrs.as<Attributes>().size; size < 1)
        c.fail(Message::kAttribute, "the size of a response normalisation", "1 or more", fmt::format("{}", size));
    c.setOut(0, c.type(0).dtype, c.type(0).dims);
}

} // namespace
} // namespace lrn

void lrn_op(KernelTable& table) {
    static OpDef const kOp{.name = "lrn", .attrs = &attrType<lrn::Attributes>(), .infer = lrn::infer};
    table.add(kOp);
}

} // namespace tenon::ops
