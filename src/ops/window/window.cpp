// SPDX-License-Identifier: Apache-2.0
// Definition of window.
#include "ops/window/window.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace window {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    DType const type = attrs.as<Attributes>().type;
    requireIndexType(c, 0);
    if (!isFloating(type) && !isInteger(type))
        c.fail(Message::kAttribute, "a window is of no type of numbers", "a type of numbers",
               std::string(nameOf(type)));
    if (auto const count = lengthOf(c, 0); count && *count != 1)
        c.fail(Message::kShape, "the length of a window is no scalar", "one element", toString(c.type(0)));
    Dims const* const content = c.content(0);
    DimExpr const length = content != nullptr ? (*content)[0] : c.newSymbol();
    if (length.isConst() && length.value() < 0)
        c.fail(Message::kShape, "the length of a window is negative", "at least 0", fmt::format("{}", length.value()));
    c.setOut(0, type, Dims{length});
}

} // namespace
} // namespace window

void window_op(KernelTable& table) {
    static OpDef const kOp{.name = "window",
                           .attrs = &attrType<window::Attributes>(),
                           .infer = window::infer,
                           .minInputs = 1,
                           .maxInputs = 1,
                           .shapeInputs = 1u};
    table.add(kOp);
}

} // namespace tenon::ops
