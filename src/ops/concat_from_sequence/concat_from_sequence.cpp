// SPDX-License-Identifier: Apache-2.0
// Definition of concat_from_sequence: the number of tensors is known only to the data.
#include "ops/concat_from_sequence/concat_from_sequence.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace concat_from_sequence {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    Type const& element = sequenceElement(c, 0);
    if (!element.ranked())
        return c.setOut(0, element.dtype, std::nullopt);
    auto const at = static_cast<std::ptrdiff_t>(c.axis(a.axis, element.rank() + (a.newAxis ? 1 : 0)));
    Dims dims = *element.dims;
    DimExpr const joined = c.newSymbol();
    if (a.newAxis)
        dims.insert(dims.begin() + at, joined);
    else
        dims[static_cast<size_t>(at)] = joined;
    c.setOut(0, element.dtype, std::move(dims));
}

} // namespace
} // namespace concat_from_sequence

void concat_from_sequence_op(KernelTable& table) {
    static OpDef const kOp{.name = "concat_from_sequence",
                           .attrs = &attrType<concat_from_sequence::Attributes>(),
                           .infer = concat_from_sequence::infer};
    table.add(kOp);
}

} // namespace tenon::ops
