// SPDX-License-Identifier: Apache-2.0
// Reference matmul: three loops with a double (integers: 64-bit, wrapping) accumulator, over any batch.
#include "base/half.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/matmul/matmul.h"

#include <algorithm>
#include <vector>

namespace tenon::ops {
namespace matmul {
namespace {

/// One operand as a stack of matrices: element (r, c) of matrix i at offset[i] + r * rowStep + c * columnStep.
struct Matrices {
    int64_t rows, columns, rowStep, columnStep;
    std::vector<int64_t> batch;

    Matrices(Tensor const& t, bool transposed, bool isFirst) {
        auto const dims = t.shape();
        if (dims.size() == 1) {
            rows = isFirst ? 1 : dims[0];
            columns = isFirst ? dims[0] : 1;
            rowStep = isFirst ? 0 : 1;
            columnStep = isFirst ? 1 : 0;
            return;
        }
        batch.assign(dims.begin(), dims.end() - 2);
        rows = dims[dims.size() - 2];
        columns = dims[dims.size() - 1];
        rowStep = columns;
        columnStep = 1;
        if (transposed) {
            std::swap(rows, columns);
            std::swap(rowStep, columnStep);
        }
    }

    /// Offset of the matrix that belongs to entry `index` of the broadcast batch.
    int64_t offset(std::vector<int64_t> const& full, int64_t index) const {
        int64_t at = 0, step = rows * columns;
        for (size_t i = 0; i < full.size(); ++i) { // from the last axis on
            int64_t const dim = full[full.size() - 1 - i], digit = index % dim;
            index /= dim;
            if (i >= batch.size())
                continue;
            int64_t const own = batch[batch.size() - 1 - i];
            at += own == 1 ? 0 : digit * step;
            step *= own;
        }
        return at;
    }
};

template <class T>
void product(T const* a, Matrices const& left, T const* b, Matrices const& right, T* c) {
    for (int64_t i = 0; i < left.rows; ++i)
        for (int64_t j = 0; j < right.columns; ++j) {
            using Sum = std::conditional_t<std::is_integral_v<T>, uint64_t, double>;
            Sum sum = 0;
            for (int64_t k = 0; k < left.columns; ++k)
                sum += static_cast<Sum>(a[i * left.rowStep + k * left.columnStep]) *
                       static_cast<Sum>(b[k * right.rowStep + j * right.columnStep]);
            if constexpr (std::is_integral_v<T> || std::is_same_v<T, double>)
                c[i * right.columns + j] = static_cast<T>(sum);
            else
                c[i * right.columns + j] = T(static_cast<float>(sum));
        }
}

bool run(Attributes const& attrs, Args const& args) {
    Tensor const &a = args.inputs[0], &b = args.inputs[1], &c = args.outputs[0];
    Matrices const left(a, attrs.transA, true), right(b, attrs.transB, false);
    if (left.columns != right.rows)
        return args.failure->set(Message::kRunFailed, "a matrix product of %lld columns and %lld rows",
                                 static_cast<long long>(left.columns), static_cast<long long>(right.rows));
    int const vectors = (a.rank > 1) + (b.rank > 1);
    std::vector<int64_t> const batch(c.dims, c.dims + c.rank - vectors);
    int64_t count = 1;
    for (int64_t d : batch)
        count *= d;
    return withType(a.dtype, [&](auto sample) {
        using T = decltype(sample);
        for (int64_t i = 0; i < count; ++i)
            product(a.as<T const>() + left.offset(batch, i), left, b.as<T const>() + right.offset(batch, i), right,
                    c.as<T>() + i * left.rows * right.columns);
    });
}

} // namespace
} // namespace matmul

void matmul_ref(KernelTable& table) {
    table.add(referenceKernel<matmul::Attributes>("matmul", "matmul.ref", matmul::run));
}

} // namespace tenon::ops
