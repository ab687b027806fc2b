// SPDX-License-Identifier: Apache-2.0
// Definition of string_constant.
#include "ops/string_constant/string_constant.h"

#include "kernel/attr_type.h"
#include "kernel/box.h"
#include "kernel/table.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace string_constant {
namespace {

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    int64_t const count = checkedElements(DType::kString, a.dims);
    if (count != static_cast<int64_t>(a.values.size()))
        c.fail(Message::kAttribute, "a constant has not one string for each element", fmt::format("{}", count),
               fmt::format("{}", a.values.size()));
    c.setOut(0, DType::kString, Dims(a.dims.begin(), a.dims.end()));
}

} // namespace
} // namespace string_constant

void string_constant_op(KernelTable& table) {
    static OpDef const kOp{.name = "string_constant",
                           .attrs = &attrType<string_constant::Attributes>(),
                           .infer = string_constant::infer,
                           .minInputs = 0,
                           .maxInputs = 0};
    table.add(kOp);
}

} // namespace tenon::ops
