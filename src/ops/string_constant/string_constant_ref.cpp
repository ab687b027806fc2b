// SPDX-License-Identifier: Apache-2.0
// Reference string_constant.
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/string_constant/string_constant.h"

namespace tenon::ops {
namespace string_constant {
namespace {

bool run(Attributes const& a, Args const& args) {
    args.outputs[0].box->strings = a.values;
    return true;
}

} // namespace
} // namespace string_constant

void string_constant_ref(KernelTable& table) {
    table.add(
        referenceKernel<string_constant::Attributes>("string_constant", "string_constant.ref", string_constant::run));
}

} // namespace tenon::ops
