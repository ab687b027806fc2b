// SPDX-License-Identifier: Apache-2.0
// Reference constant_of_shape: the dims come from the operand, the value from the attributes.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/constant_of_shape/constant_of_shape.h"

#include <cstring>

namespace tenon::ops {
namespace constant_of_shape {
namespace {

bool run(Attributes const& a, Args const& args) {
    auto const dims = integersOf(args.inputs[0]);
    Tensor out;
    if (!resize(args.outputs[0], a.dtype, dims, args.failure, out))
        return false;
    auto const bytes = static_cast<size_t>(bitsOf(a.dtype)) / 8;
    for (int64_t i = 0; i < out.elements(); ++i)
        std::memcpy(out.as<std::byte>() + i * static_cast<int64_t>(bytes), &a.bits, bytes);
    return true;
}

} // namespace
} // namespace constant_of_shape

void constant_of_shape_ref(KernelTable& table) {
    table.add(referenceKernel<constant_of_shape::Attributes>("constant_of_shape", "constant_of_shape.ref",
                                                             constant_of_shape::run));
}

} // namespace tenon::ops
