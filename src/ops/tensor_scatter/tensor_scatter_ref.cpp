// SPDX-License-Identifier: Apache-2.0
// Reference tensor_scatter: the cache, then the update over it.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/tensor_scatter/tensor_scatter.h"

namespace tenon::ops {
namespace tensor_scatter {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const &cache = args.inputs[0], &update = args.inputs[1], &out = args.outputs[0];
    size_t const axis = axisOf(a.axis, cache.rank);
    int64_t const outer = product(cache.shape(), 0, axis),
                  inner = product(cache.shape(), axis + 1, cache.shape().size());
    int64_t const length = cache.dims[axis], added = update.dims[axis];
    if (update.elements() != outer * added * inner)
        return args.failure->set(Message::kShape, "tensor_scatter: the update does not fit the cache");
    if (args.has(2) && args.inputs[2].elements() != cache.dims[0])
        return args.failure->set(Message::kShape, "tensor_scatter: %lld write indices for %lld samples",
                                 static_cast<long long>(args.inputs[2].elements()),
                                 static_cast<long long>(cache.dims[0]));
    if (!copyAll(cache, out, args.failure))
        return false;
    ElementCopy const copy(update, out);
    int64_t const perSample = cache.dims[0] == 0 ? 1 : outer / cache.dims[0];
    for (int64_t o = 0; o < outer; ++o) {
        int64_t const begin = args.has(2) ? integerAt(args.inputs[2], o / perSample) : 0;
        if (begin < 0 || (!a.circular && begin + added > length))
            return args.failure->set(
                Message::kIndexRange, "tensor_scatter: %lld entries at %lld lie outside a cache of %lld",
                static_cast<long long>(added), static_cast<long long>(begin), static_cast<long long>(length));
        for (int64_t i = 0; i < added; ++i)
            for (int64_t k = 0; k < inner; ++k)
                copy((o * added + i) * inner + k, (o * length + (begin + i) % length) * inner + k);
    }
    return true;
}

} // namespace
} // namespace tensor_scatter

void tensor_scatter_ref(KernelTable& table) {
    table.add(referenceKernel<tensor_scatter::Attributes>("tensor_scatter", "tensor_scatter.ref", tensor_scatter::run));
}

} // namespace tenon::ops
