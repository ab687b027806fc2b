// SPDX-License-Identifier: Apache-2.0
// Reference compress: sets the dims of its result itself.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/compress/compress.h"

namespace tenon::ops {
namespace compress {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const &in = args.inputs[0], &condition = args.inputs[1];
    std::vector<int64_t> dims(in.shape().begin(), in.shape().end());
    if (!a.axis)
        dims = {in.elements()};
    auto const axis = axisOf(a.axis.value_or(0), static_cast<int64_t>(dims.size()));
    int64_t const size = dims[axis];
    std::vector<int64_t> chosen;
    for (int64_t i = 0; i < condition.elements(); ++i)
        if (condition.as<bool const>()[i]) {
            if (i >= size)
                return args.failure->set(Message::kIndexRange, "compress: the condition chooses index %lld of %lld",
                                         static_cast<long long>(i), static_cast<long long>(size));
            chosen.push_back(i);
        }
    dims[axis] = static_cast<int64_t>(chosen.size());
    Tensor out;
    if (!resize(args.outputs[0], in.dtype, dims, args.failure, out))
        return false;
    int64_t const outer = product(dims, 0, axis), inner = product(dims, axis + 1, dims.size());
    ElementCopy const copy(in, out);
    int64_t to = 0;
    for (int64_t o = 0; o < outer; ++o)
        for (int64_t index : chosen)
            for (int64_t i = 0; i < inner; ++i)
                copy((o * size + index) * inner + i, to++);
    return true;
}

} // namespace
} // namespace compress

void compress_ref(KernelTable& table) {
    table.add(referenceKernel<compress::Attributes>("compress", "compress.ref", compress::run));
}

} // namespace tenon::ops
