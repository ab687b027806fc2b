// SPDX-License-Identifier: Apache-2.0
// Definition of string_cast.
#include "ops/string_cast/string_cast.h"

#include "base/half.h"
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace string_cast {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    DType const to = attrs.as<Attributes>().to, from = tensorType(c, 0).dtype;
    DType const number = to == DType::kString ? from : to;
    bool const known = withType(number, [](auto) {});
    if ((to == DType::kString) == (from == DType::kString) || !known)
        c.fail(Message::kOperandType, "a conversion between strings and numbers does not take these types",
               "string, and f16, bf16, f32, f64, bool or an integer of 8 to 64 bits",
               std::string(nameOf(from)) + " to " + std::string(nameOf(to)));
    c.setOut(0, to, c.type(0).dims);
}

} // namespace
} // namespace string_cast

void string_cast_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "string_cast", .attrs = &attrType<string_cast::Attributes>(), .infer = string_cast::infer};
    table.add(kOp);
}

} // namespace tenon::ops
