// SPDX-License-Identifier: Apache-2.0
// The dims of one batched matrix product (of the last two axes), worked out at run time without allocating: adjacent
// batch axes over which both operands advance evenly are one, the last two that remain are the batch of one call of a
// kernel, and those before them are a loop around it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace tenon {

inline constexpr size_t kMaxProductRank = 8;

struct MatrixProduct {
    int64_t m = 1, n = 1, k = 0;
    int64_t columnsA = 0; ///< what A has; must equal k
    bool transA = false;  ///< A's matrices are stored transposed
    int64_t elementsA = 0;
    int64_t batch[2] = {1, 1}, stepA[2] = {0, 0}, stepB[2] = {0, 0};
    int64_t strideK = 0, strideN = 1; ///< of B
    size_t outer = 0;                 ///< axes before those of `batch`
    std::array<int64_t, kMaxProductRank> outerDims{}, outerA{}, outerB{};

    template <class T> // Tensor, which lies above this folder
    MatrixProduct(bool transposedA, bool transposedB, T const& a, T const& b, T const& c) noexcept {
        setMatrices(transposedA, transposedB, a, b);
        elementsA = a.elements();
        size_t const axes = c.shape().size() - (a.rank > 1) - (b.rank > 1);
        std::array<int64_t, kMaxProductRank> dims{}, stepsA{}, stepsB{};
        std::copy_n(c.dims, axes, dims.begin());
        steps(a, m * columnsA, axes, stepsA);
        steps(b, n * k, axes, stepsB);
        size_t const groups = merge(dims, stepsA, stepsB, axes);
        bool const allRows = groups == 1 && stepsB[0] == 0 && stepsA[0] == m * k && !transA;
        if (groups == 0 || allRows) { // one product, of more rows
            m *= allRows ? dims[0] : 1;
            return;
        }
        size_t const inner = std::min<size_t>(groups, 2);
        outer = groups - inner;
        for (size_t i = 0; i < inner; ++i) {
            batch[2 - inner + i] = dims[outer + i];
            stepA[2 - inner + i] = stepsA[outer + i];
            stepB[2 - inner + i] = stepsB[outer + i];
        }
        outerDims = dims;
        outerA = stepsA;
        outerB = stepsB;
    }

    int64_t outerCount() const noexcept {
        int64_t count = 1;
        for (size_t i = 0; i < outer; ++i)
            count *= outerDims[i];
        return count;
    }
    int64_t outerOffset(int64_t index, std::array<int64_t, kMaxProductRank> const& step) const noexcept {
        int64_t at = 0;
        for (size_t i = outer; i-- > 0; index /= outerDims[i])
            at += index % outerDims[i] * step[i];
        return at;
    }

private:
    template <class T>
    void setMatrices(bool transposedA, bool transposedB, T const& a, T const& b) noexcept {
        transA = transposedA && a.rank > 1;
        columnsA = a.dims[a.rank - (transA ? 2 : 1)];
        m = a.rank > 1 ? a.dims[a.rank - (transA ? 1 : 2)] : 1;
        if (b.rank == 1) {
            k = b.dims[0];
            strideK = 1;
            strideN = k;
            return;
        }
        k = b.dims[b.rank - (transposedB ? 1 : 2)];
        n = b.dims[b.rank - (transposedB ? 2 : 1)];
        strideK = transposedB ? 1 : n;
        strideN = transposedB ? k : 1;
    }

    /// How far one operand advances along each axis of the batch: 0 where it broadcasts.
    template <class T>
    static void steps(T const& t, int64_t matrix, size_t axes, std::array<int64_t, kMaxProductRank>& out) noexcept {
        int64_t step = matrix;
        for (size_t i = 0; i < axes && i + 2 < t.shape().size(); ++i) { // from the last axis on
            int64_t const dim = t.dims[t.shape().size() - 3 - i];
            out[axes - 1 - i] = dim == 1 ? 0 : step;
            step *= dim;
        }
    }

    /// Joins axes; the number that is left.
    static size_t merge(std::array<int64_t, kMaxProductRank>& dims, std::array<int64_t, kMaxProductRank>& a,
                        std::array<int64_t, kMaxProductRank>& b, size_t axes) noexcept {
        size_t groups = 0;
        for (size_t i = 0; i < axes; ++i) {
            if (dims[i] == 1)
                continue;
            if (groups > 0 && a[groups - 1] == a[i] * dims[i] && b[groups - 1] == b[i] * dims[i]) {
                dims[groups - 1] *= dims[i];
                a[groups - 1] = a[i];
                b[groups - 1] = b[i];
                continue;
            }
            dims[groups] = dims[i];
            a[groups] = a[i];
            b[groups++] = b[i];
        }
        return groups;
    }
};

} // namespace tenon
