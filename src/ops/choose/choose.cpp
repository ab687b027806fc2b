// SPDX-License-Identifier: Apache-2.0
// Definition of choose: Where for element types that no pointwise row takes (strings, floats of eight bits).
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace choose {
namespace {

void infer(Attrs const&, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kBool};
    c.requireType(0, kTypes);
    Type const &x = tensorType(c, 1), &y = tensorType(c, 2);
    if (x.dtype != y.dtype)
        c.fail(Message::kOperandType, "the two values to choose from have different types", toString(x), toString(y));
    if (c.type(0).ranked() && x.ranked() && y.ranked())
        c.setOut(0, x.dtype, broadcast(c.dims(0), broadcast(*x.dims, *y.dims)));
    else
        c.setOut(0, x.dtype, std::nullopt);
}

} // namespace
} // namespace choose

void choose_op(KernelTable& table) {
    static OpDef const kOp{
        .name = "choose", .attrs = &attrType<NoAttrs>(), .infer = choose::infer, .minInputs = 3, .maxInputs = 3};
    table.add(kOp);
}

} // namespace tenon::ops
