// SPDX-License-Identifier: Apache-2.0
// Reference shape.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/shape/shape.h"

namespace tenon::ops {
namespace shape {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const& in = args.inputs[0];
    Range const r = rangeOf(a, in.rank);
    int64_t const dims[] = {static_cast<int64_t>(r.count)};
    Tensor out;
    if (!resize(args.outputs[0], DType::kI64, dims, args.failure, out))
        return false;
    std::copy_n(in.dims + r.first, r.count, out.as<int64_t>());
    return true;
}

} // namespace
} // namespace shape

void shape_ref(KernelTable& table) {
    table.add(referenceKernel<shape::Attributes>("shape", "shape.ref", shape::run));
}

} // namespace tenon::ops
