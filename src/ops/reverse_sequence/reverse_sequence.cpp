// SPDX-License-Identifier: Apache-2.0
// Definition of reverse_sequence.
#include "ops/reverse_sequence/reverse_sequence.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace reverse_sequence {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    Type const& in = tensorType(c, 0);
    requireIndexType(c, 1);
    if (a.batch_axis + a.time_axis != 1 || a.batch_axis * a.time_axis != 0)
        c.fail(Message::kAttribute, "batch_axis and time_axis are not 0 and 1", "one 0, the other 1",
               fmt::format("{} and {}", a.batch_axis, a.time_axis));
    if (in.ranked()) {
        c.requireRank(0, 2, 1 << 20);
        DimExpr const& batch = (*in.dims)[static_cast<size_t>(a.batch_axis)];
        if (auto const count = lengthOf(c, 1); count && batch.isConst() && batch != DimExpr(*count))
            c.fail(Message::kShape, fmt::format("{} lengths for {} batch entries", *count, batch.value()));
    }
    c.setOut(0, in.dtype, in.dims);
}

} // namespace
} // namespace reverse_sequence

void reverse_sequence_op(KernelTable& table) {
    static OpDef const kOp{.name = "reverse_sequence",
                           .attrs = &attrType<reverse_sequence::Attributes>(),
                           .infer = reverse_sequence::infer,
                           .minInputs = 2,
                           .maxInputs = 2};
    table.add(kOp);
}

} // namespace tenon::ops
