// SPDX-License-Identifier: Apache-2.0
// Reference assert.
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/assert/assert.h"

#include <algorithm>

namespace tenon::ops {
namespace assertion {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const& in = args.inputs[0];
    bool const* const from = in.as<bool const>();
    int64_t const count = in.elements();
    for (int64_t i = 0; i < count; ++i)
        if (!from[i])
            return args.failure->set(Message::kAssertion, "assertion: %s", a.message.c_str());
    std::copy(from, from + count, args.outputs[0].as<bool>());
    return true;
}

} // namespace
} // namespace assertion

void assert_ref(KernelTable& table) {
    table.add(referenceKernel<assertion::Attributes>("assert", "assert.ref", assertion::run));
}

} // namespace tenon::ops
