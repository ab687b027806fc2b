// SPDX-License-Identifier: Apache-2.0
// Definition of assert.
#include "ops/assert/assert.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace assertion {
namespace {

void infer(Attrs const&, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kBool};
    c.requireType(0, kTypes);
    c.setOut(0, DType::kBool, c.type(0).dims);
}

} // namespace
} // namespace assertion

void assert_op(KernelTable& table) {
    static OpDef const kOp{.name = "assert",
                           .attrs = &attrType<assertion::Attributes>(),
                           .infer = assertion::infer,
                           .effect = Effect::kAssert};
    table.add(kOp);
}

} // namespace tenon::ops
