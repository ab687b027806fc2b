// SPDX-License-Identifier: Apache-2.0
// Reference max_unpool. Indices count over the dims that the window gives; where operand 2 asks for larger ones, the
// rest is zero.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/max_unpool/max_unpool.h"

#include <cstring>

namespace tenon::ops {
namespace max_unpool {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const &x = args.inputs[0], &indices = args.inputs[1];
    auto const rank = static_cast<size_t>(x.rank);
    std::vector<int64_t> inner{x.dims[0], x.dims[1]};
    for (size_t i = 0; i + 2 < rank; ++i)
        inner.push_back(a.outDim(i, rank - 2, x.dims[i + 2]).value());
    std::vector<int64_t> const dims = args.has(2) ? integersOf(args.inputs[2]) : inner;
    Tensor out;
    if (indices.elements() != x.elements() || dims.size() != rank)
        return args.failure->set(Message::kShape, "max_unpool: indices or dims do not fit the operand");
    for (size_t i = 0; i < rank; ++i)
        if (dims[i] < inner[i])
            return args.failure->set(Message::kShape, "max_unpool: dim %zu is %lld and cannot be %lld", i,
                                     static_cast<long long>(inner[i]), static_cast<long long>(dims[i]));
    if (!resize(args.outputs[0], x.dtype, dims, args.failure, out))
        return false;
    if (out.elements() != 0)
        std::memset(out.data, 0, static_cast<size_t>(bytesFor(out.dtype, out.elements())));
    ElementCopy const copy(x, out);
    int64_t const total = product(inner, 0, rank);
    for (int64_t i = 0; i < x.elements(); ++i) {
        int64_t rest = integerAt(indices, i), at = 0, step = 1;
        if (rest < 0 || rest >= total)
            return args.failure->set(Message::kIndexRange,
                                     "max_unpool: the index %lld lies outside the range [0, %lld]",
                                     static_cast<long long>(rest), static_cast<long long>(total - 1));
        for (size_t k = rank; k-- > 0; rest /= inner[k]) {
            at += rest % inner[k] * step;
            step *= dims[k];
        }
        copy(i, at);
    }
    return true;
}

} // namespace
} // namespace max_unpool

void max_unpool_ref(KernelTable& table) {
    table.add(referenceKernel<max_unpool::Attributes>("max_unpool", "max_unpool.ref", max_unpool::run));
}

} // namespace tenon::ops
