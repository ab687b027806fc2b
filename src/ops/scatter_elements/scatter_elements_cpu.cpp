// SPDX-License-Identifier: Apache-2.0
// scatter_elements.rows: axes of indices that cover the data's are joined; then rows of the last axis are worked on, a
// block of positions at a time. Only the axis of the indices can bring two updates together, so work is split along the
// others, and updates of one element meet it in their order.
#include "backend/cpu/scatter.h"
#include "kernel/table.h"
#include "ops/scatter_elements/scatter_elements.h"

namespace tenon::ops {
namespace scatter_elements {
namespace {

constexpr int64_t kBlock = 256; ///< positions that are looked at before their updates are
constexpr int64_t kPiece = 32;  ///< elements of a row that one thread at least works on

/// The dims of the indices and the data, but those that could be joined; `axis` and `last` are places in them.
struct Axes {
    std::array<int64_t, cpu::kMaxCopyRank> indices, data, stride;
    size_t rank = 0, axis = 0;

    Axes(Tensor const& data_, Tensor const& indices_, size_t at) noexcept {
        bool joinable = false; // to the last one that is listed
        for (size_t d = 0; d < static_cast<size_t>(data_.rank); ++d) {
            bool const whole = indices_.dims[d] == data_.dims[d];
            if (d != at && whole && joinable) {
                indices[rank - 1] *= data_.dims[d];
                data[rank - 1] *= data_.dims[d];
                continue;
            }
            if (d != at && whole && data_.dims[d] == 1)
                continue;
            axis = d == at ? rank : axis;
            joinable = d != at;
            indices[rank] = indices_.dims[d];
            data[rank++] = data_.dims[d];
        }
        int64_t step = 1;
        for (size_t d = rank; d-- > 0; step *= data[d])
            stride[d] = step;
    }
    int64_t size() const noexcept { return data[axis]; }
    bool alongLast() const noexcept { return axis + 1 == rank; }
    int64_t last() const noexcept { return indices[rank - 1]; }
    /// Rows that lie behind each other along the axis of the indices; those of different such groups never meet.
    int64_t together() const noexcept {
        int64_t n = 1;
        for (size_t d = axis; d + 1 < rank; ++d)
            n *= indices[d];
        return n;
    }
    int64_t groups() const noexcept {
        int64_t n = 1;
        for (size_t d = 0; d < (alongLast() ? rank - 1 : axis); ++d)
            n *= indices[d];
        return n;
    }
    /// Where a row's elements lie in the data, but for the axis of the indices.
    int64_t place(int64_t row) const noexcept {
        int64_t at = 0;
        for (size_t d = rank - 1; d-- > 0; row /= indices[d])
            at += d == axis ? 0 : row % indices[d] * stride[d];
        return at;
    }
};

/// Offsets of `n` elements from their row's place; `step` apart where the axis is not the last.
template <class I>
void offsets(I const* positions, int64_t n, Axes const& x, int64_t step, int64_t* to, cpu::Outside& outside) noexcept {
    int64_t const size = x.size(), stride = x.stride[x.axis];
    for (int64_t k = 0; k < n; ++k) {
        auto const given = static_cast<int64_t>(positions[k]);
        int64_t i = given < 0 ? given + size : given;
        if (i < 0 || i >= size) {
            outside.set(given, size);
            i = 0;
        }
        to[k] = i * stride + k * step;
    }
}

template <class I, class T, class M>
void scatter(Axes const& x, I const* indices, T const* updates, T* out, cpu::Outside& outside, M met) noexcept {
    int64_t const last = x.last(), together = x.together(), step = x.alongLast() ? 0 : 1;
    int64_t const pieces = step == 0 ? 1 : std::max<int64_t>(1, last / kPiece);
    int64_t const grain = kSerialNanoseconds / (together * (last / pieces) * 2 + 1) + 1;
    parallelFor(x.groups() * pieces, grain, [&](int64_t begin, int64_t end) {
        std::array<int64_t, kBlock> offset;
        while (begin < end) { // pieces of one group that follow each other are one
            int64_t const group = begin / pieces, until = std::min(end, (group + 1) * pieces);
            int64_t const from = begin % pieces * last / pieces, to = (until - group * pieces) * last / pieces;
            for (int64_t row = group * together; row < (group + 1) * together; ++row) {
                int64_t const place = x.place(row);
                for (int64_t i = from; i < to; i += kBlock) {
                    int64_t const n = std::min(kBlock, to - i);
                    offsets(indices + row * last + i, n, x, step, offset.data(), outside);
                    T* const base = out + place + i * step;
                    for (int64_t k = 0; k < n; ++k)
                        met(base[offset[static_cast<size_t>(k)]], updates[row * last + i + k]);
                }
            }
            begin = until;
        }
    });
}

bool rows(Attributes const& a, Args const& args) noexcept {
    Tensor const &data = args.inputs[0], &indices = args.inputs[1], &updates = args.inputs[2], &out = args.outputs[0];
    size_t const axis = axisOf(a.axis, data.rank);
    bool const some = indices.elements() > 0;
    for (size_t d = 0; some && d < static_cast<size_t>(data.rank); ++d)
        if (int64_t end = indices.dims[d] - 1; d != axis || data.dims[d] == 0)
            if (!wrapIndex(end, data.dims[d], "scatter_elements", args.failure))
                return false;
    int64_t const bytes = bitsOf(data.dtype) / 8;
    if (data.data != out.data)
        cpu::forRows(data.elements(), bytes, [&](int64_t begin, int64_t end) {
            std::copy_n(data.as<std::byte const>() + begin * bytes, (end - begin) * bytes,
                        out.as<std::byte>() + begin * bytes);
        });
    if (!some)
        return true;
    Axes const axes(data, indices, axis);
    cpu::Outside outside;
    cpu::withMeet(a.reduction, data.dtype, [&](auto sample, auto met) {
        using T = decltype(sample);
        if (indices.dtype == DType::kI32)
            scatter(axes, indices.as<int32_t const>(), updates.as<T const>(), out.as<T>(), outside, met);
        else
            scatter(axes, indices.as<int64_t const>(), updates.as<T const>(), out.as<T>(), outside, met);
    });
    return outside.none("scatter_elements", args.failure);
}

} // namespace
} // namespace scatter_elements

void scatter_elements_cpu(KernelTable& table) {
    table.add(std::make_unique<cpu::ScatterKernel<scatter_elements::Attributes>>(
        "scatter_elements", "scatter_elements.rows", scatter_elements::rows));
}

} // namespace tenon::ops
