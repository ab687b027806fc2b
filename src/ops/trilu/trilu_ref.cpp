// SPDX-License-Identifier: Apache-2.0
// Reference trilu.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/trilu/trilu.h"

#include <cstring>

namespace tenon::ops {
namespace trilu {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const &in = args.inputs[0], &out = args.outputs[0];
    int64_t const rows = in.dims[in.rank - 2], columns = in.dims[in.rank - 1],
                  k = args.has(1) ? integerAt(args.inputs[1], 0) : 0;
    if (in.elements() != 0 && out.dtype != DType::kString)
        std::memset(out.data, 0, static_cast<size_t>(bytesFor(out.dtype, out.elements())));
    ElementCopy const copy(in, out);
    for (int64_t i = 0; i < in.elements(); ++i) {
        int64_t const below = i % columns - i / columns % rows;
        if (a.upper ? below >= k : below <= k)
            copy(i, i);
    }
    return true;
}

} // namespace
} // namespace trilu

void trilu_ref(KernelTable& table) {
    table.add(referenceKernel<trilu::Attributes>("trilu", "trilu.ref", trilu::run));
}

} // namespace tenon::ops
