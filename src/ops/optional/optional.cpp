// SPDX-License-Identifier: Apache-2.0
// Definition of optional.
#include "ops/optional/optional.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace optional {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    Type element = c.has(0) ? c.type(0) : attrs.as<Attributes>().element;
    element.dims.reset(); // the value of an optional may have others at another time
    c.out(0).type = Type::optional(std::move(element));
}

} // namespace
} // namespace optional

void optional_op(KernelTable& table) {
    static OpDef const kOp{.name = "optional",
                           .attrs = &attrType<optional::Attributes>(),
                           .infer = optional::infer,
                           .minInputs = 0,
                           .maxInputs = 1};
    table.add(kOp);
}

} // namespace tenon::ops
