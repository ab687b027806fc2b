// SPDX-License-Identifier: Apache-2.0
// Definition of string_concat: the strings of the first tensor followed by those of the second, which broadcast.
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace string_concat {
namespace {

void infer(Attrs const&, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kString};
    c.requireType(0, kTypes);
    c.requireType(1, kTypes);
    if (c.type(0).ranked() && c.type(1).ranked())
        c.setOut(0, DType::kString, broadcast(c.dims(0), c.dims(1)));
    else
        c.setOut(0, DType::kString, std::nullopt);
}

} // namespace
} // namespace string_concat

void string_concat_op(KernelTable& table) {
    static OpDef const kOp{.name = "string_concat",
                           .attrs = &attrType<NoAttrs>(),
                           .infer = string_concat::infer,
                           .minInputs = 2,
                           .maxInputs = 2};
    table.add(kOp);
}

} // namespace tenon::ops
