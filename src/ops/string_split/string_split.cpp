// SPDX-License-Identifier: Apache-2.0
// Definition of string_split: the number of parts is known only to the data.
#include "ops/string_split/string_split.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

namespace tenon::ops {
namespace string_split {
namespace {

void infer(Attrs const&, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kString};
    c.requireType(0, kTypes);
    std::optional<Dims> dims = c.type(0).dims;
    if (c.outputs() > 1)
        c.setOut(1, DType::kI64, dims);
    if (dims)
        dims->push_back(c.newSymbol());
    c.setOut(0, DType::kString, std::move(dims));
}

} // namespace
} // namespace string_split

void string_split_op(KernelTable& table) {
    static OpDef const kOp{.name = "string_split",
                           .attrs = &attrType<string_split::Attributes>(),
                           .infer = string_split::infer,
                           .outputs = 2};
    table.add(kOp);
}

} // namespace tenon::ops
