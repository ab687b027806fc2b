// SPDX-License-Identifier: Apache-2.0
// Definition of string_normalizer: how many strings are left is known only to the data; never none.
#include "ops/string_normalizer/string_normalizer.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace string_normalizer {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kString};
    c.requireType(0, kTypes);
    std::string const& change = attrs.as<Attributes>().change;
    if (change != "NONE" && change != "LOWER" && change != "UPPER")
        c.fail(Message::kAttribute, "case_change_action is unknown", "NONE, LOWER or UPPER", change);
    if (!c.type(0).ranked())
        return c.setOut(0, DType::kString, std::nullopt);
    c.requireRank(0, 1, 2);
    Dims dims = c.dims(0);
    if (dims.size() == 2 && dims[0].isConst() && !dims[0].is(1))
        c.fail(Message::kShape, "the first of two dims is not 1", "[C] or [1, C]", textOfDims(dims));
    dims.back() = c.newSymbol();
    c.setOut(0, DType::kString, std::move(dims));
}

} // namespace
} // namespace string_normalizer

void string_normalizer_op(KernelTable& table) {
    static OpDef const kOp{.name = "string_normalizer",
                           .attrs = &attrType<string_normalizer::Attributes>(),
                           .infer = string_normalizer::infer};
    table.add(kOp);
}

} // namespace tenon::ops
