// SPDX-License-Identifier: Apache-2.0
// Definition of convert: the dims stay.
#include "ops/convert/convert.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace convert {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    Type const& in = tensorType(c, 0);
    if (in.dtype == DType::kString || a.to == DType::kString)
        c.fail(Message::kTypeUnsupported, "text is not converted here", "numbers or bool",
               std::string(nameOf(in.dtype)));
    if (a.bits && bitsOf(in.dtype) != bitsOf(a.to))
        c.fail(Message::kOperandType, "bits become a type of another width",
               fmt::format("a type of {} bits", bitsOf(in.dtype)), std::string(nameOf(a.to)));
    c.setOut(0, a.to, in.dims);
}

} // namespace
} // namespace convert

void convert_op(KernelTable& table) {
    static OpDef const kOp{.name = "convert", .attrs = &attrType<convert::Attributes>(), .infer = convert::infer};
    table.add(kOp);
}

} // namespace tenon::ops
