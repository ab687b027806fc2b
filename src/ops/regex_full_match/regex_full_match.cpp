// SPDX-License-Identifier: Apache-2.0
// Definition of regex_full_match.
#include "ops/regex_full_match/regex_full_match.h"

#include "kernel/attr_type.h"
#include "kernel/regex.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace regex_full_match {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kString};
    c.requireType(0, kTypes);
    Regex const checked(attrs.as<Attributes>().pattern);
    c.setOut(0, DType::kBool, c.type(0).dims);
}

} // namespace
} // namespace regex_full_match

void regex_full_match_op(KernelTable& table) {
    static OpDef const kOp{.name = "regex_full_match",
                           .attrs = &attrType<regex_full_match::Attributes>(),
                           .infer = regex_full_match::infer};
    table.add(kOp);
}

} // namespace tenon::ops
