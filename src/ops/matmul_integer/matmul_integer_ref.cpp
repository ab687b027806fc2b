// SPDX-License-Identifier: Apache-2.0
// Reference matmul_integer: both operands less their zero points, then three loops in 32 bits, which wrap.
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/matmul_integer/matmul_integer.h"
#include "shape/matrix_product.h"

namespace tenon::ops {
namespace matmul_integer {
namespace {

std::vector<int32_t> less(Args const& args, size_t operand, size_t zero, int64_t columns, int64_t matrix, bool byRow) {
    Tensor const& t = args.inputs[operand];
    std::vector<int32_t> out;
    ZeroIndex const at{args.has(zero) ? args.inputs[zero].elements() : 1, columns, matrix, byRow};
    for (int64_t i = 0; i < t.elements(); ++i) {
        int64_t const z = args.has(zero) ? integerAt(args.inputs[zero], at(i)) : 0;
        out.push_back(static_cast<int32_t>(integerAt(t, i) - z));
    }
    return out;
}

bool run(NoAttrs const&, Args const& args) {
    MatrixProduct const p(false, false, args.inputs[0], args.inputs[1], args.outputs[0]);
    if (p.columnsA != p.k)
        return args.failure->set(Message::kRunFailed, "a matrix product of %lld columns and %lld rows",
                                 static_cast<long long>(p.columnsA), static_cast<long long>(p.k));
    Tensor const& first = args.inputs[0];
    int64_t const rows = first.rank > 1 ? first.dims[first.rank - 2] : 1;
    auto const a = less(args, 0, 2, p.k, rows * p.k, true), b = less(args, 1, 3, p.n, p.n * p.k, false);
    auto* to = args.outputs[0].as<int32_t>();
    for (int64_t outer = 0; outer < p.outerCount(); ++outer)
        for (int64_t i = 0; i < p.batch[0] * p.batch[1]; ++i) {
            int64_t const x = i / p.batch[1], y = i % p.batch[1];
            int32_t const* const left = a.data() + p.outerOffset(outer, p.outerA) + x * p.stepA[0] + y * p.stepA[1];
            int32_t const* const right = b.data() + p.outerOffset(outer, p.outerB) + x * p.stepB[0] + y * p.stepB[1];
            for (int64_t r = 0; r < p.m; ++r)
                for (int64_t c = 0; c < p.n; ++c) {
                    uint32_t sum = 0;
                    for (int64_t k = 0; k < p.k; ++k)
                        sum += static_cast<uint32_t>(left[r * p.k + k] * right[k * p.strideK + c * p.strideN]);
                    *to++ = static_cast<int32_t>(sum);
                }
        }
    return true;
}

} // namespace
} // namespace matmul_integer

void matmul_integer_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("matmul_integer", "matmul_integer.ref", matmul_integer::run));
}

} // namespace tenon::ops
