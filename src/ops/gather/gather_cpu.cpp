// SPDX-License-Identifier: Apache-2.0
// Gather as copies of whole rows: one row is everything behind the axis.
#include "backend/cpu/move.h"
#include "kernel/elements.h"
#include "kernel/table.h"
#include "ops/gather/gather.h"

#include <cstring>

namespace tenon::ops {
namespace gather {
namespace {

struct Rows {
    std::byte const* from;
    std::byte* to;
    int64_t count; ///< indices
    int64_t size;  ///< dim of the axis
    int64_t bytes; ///< of one row
};

template <class T, class Index>
void elements(Rows const& r, Index const* indices, int64_t begin, int64_t end) noexcept {
    for (int64_t row = begin; row < end; ++row) {
        int64_t const index = indices[row % r.count];
        auto const at = row / r.count * r.size + (index < 0 ? index + r.size : index);
        reinterpret_cast<T*>(r.to)[row] = reinterpret_cast<T const*>(r.from)[at];
    }
}

template <class Index>
void rows(Rows const& r, Index const* indices, int64_t begin, int64_t end) noexcept {
    switch (r.bytes) {
    case 1:
        return elements<uint8_t>(r, indices, begin, end);
    case 2:
        return elements<uint16_t>(r, indices, begin, end);
    case 4:
        return elements<uint32_t>(r, indices, begin, end);
    case 8:
        return elements<uint64_t>(r, indices, begin, end);
    default:
        break;
    }
    for (int64_t row = begin; row < end; ++row) {
        int64_t const index = indices[row % r.count];
        int64_t const at = row / r.count * r.size + (index < 0 ? index + r.size : index);
        std::memcpy(r.to + row * r.bytes, r.from + at * r.bytes, static_cast<size_t>(r.bytes));
    }
}

template <class Index>
bool gatherRows(Rows const& r, int64_t outer, Index const* indices, Failure* failure) noexcept {
    for (int64_t i = 0; i < r.count; ++i) {
        int64_t index = indices[i];
        if (!wrapIndex(index, r.size, "gather", failure))
            return false;
    }
    cpu::forRows(outer * r.count, r.bytes, [&](int64_t begin, int64_t end) { rows(r, indices, begin, end); });
    return true;
}

bool run(Attributes const& a, Args const& args) noexcept {
    Tensor const& data = args.inputs[0];
    Tensor const& indices = args.inputs[1];
    auto const axis = axisOf(a.axis, data.rank);
    int64_t const inner = product(data.shape(), axis + 1, data.shape().size());
    int64_t const outer = product(data.shape(), 0, axis);
    Rows const r{data.as<std::byte const>(), args.outputs[0].as<std::byte>(), indices.elements(), data.dims[axis],
                 bytesFor(data.dtype, inner)};
    if (args.outputs[0].elements() == 0 && indices.elements() == 0)
        return true;
    return indices.dtype == DType::kI32 ? gatherRows(r, outer, indices.as<int32_t const>(), args.failure)
                                        : gatherRows(r, outer, indices.as<int64_t const>(), args.failure);
}

} // namespace
} // namespace gather

void gather_cpu(KernelTable& table) {
    table.add(cpu::moveKernel<gather::Attributes>("gather", "gather.cpu", gather::run));
}

} // namespace tenon::ops
