// SPDX-License-Identifier: Apache-2.0
// The offset of an element is a sum of one term an axis, so a table of terms for each axis gives every offset by
// additions alone.
#include "plan/pack.h"

#include "kernel/box.h"

#include <cassert>
#include <cstring>
#include <vector>

namespace tenon::plan {
namespace {

std::vector<int64_t> terms(std::span<int64_t const> dims, Layout const& layout, size_t axis) {
    std::vector<int64_t> index(dims.size(), 0);
    std::vector<int64_t> out;
    for (int64_t i = 0; i < dims[axis]; ++i) {
        index[axis] = i;
        out.push_back(layout.offset(dims, index));
    }
    return out;
}

/// Calls fn with the offset of each element, in row-major order.
template <class F>
void forOffsets(std::vector<std::vector<int64_t>> const& table, size_t axis, int64_t base, F const& fn) {
    if (axis + 1 == table.size()) {
        for (int64_t term : table[axis])
            fn(base + term);
        return;
    }
    for (int64_t term : table[axis])
        forOffsets(table, axis + 1, base + term, fn);
}

std::vector<std::vector<int64_t>> tableOf(std::span<int64_t const> dims, Layout const& layout) {
    std::vector<std::vector<int64_t>> table;
    for (size_t i = 0; i < dims.size(); ++i)
        table.push_back(terms(dims, layout, i));
    return table;
}

/// Calls fn with an unsigned integer of the type's size.
template <class F>
void withUnit(DType type, F&& fn) {
    switch (bitsOf(type)) {
    case 8:
        return fn(uint8_t{});
    case 16:
        return fn(uint16_t{});
    case 32:
        return fn(uint32_t{});
    case 64:
        return fn(uint64_t{});
    default:
        assert(!"a type below a byte has no layout but row-major");
    }
}

} // namespace

int64_t packedBytes(DType type, std::span<int64_t const> dims, Layout const& layout) {
    std::vector<int64_t> padded;
    for (size_t i = 0; i < dims.size(); ++i)
        padded.push_back(dims[i] < 0 || dims[i] > (int64_t{1} << 46) ? -1 : layout.padded(i, dims[i]));
    return bytesFor(type, checkedElements(type, padded));
}

void pack(std::byte const* from, DType type, std::span<int64_t const> dims, Layout const& layout, std::byte* to) {
    auto const bytes = static_cast<size_t>(packedBytes(type, dims, layout));
    if (bytes == 0)
        return;
    if (layout.isRowMajor() || dims.empty()) {
        std::memcpy(to, from, bytes);
        return;
    }
    std::memset(to, 0, bytes);
    withUnit(type, [&](auto unit) {
        using T = decltype(unit);
        auto const* source = reinterpret_cast<T const*>(from);
        forOffsets(tableOf(dims, layout), 0, 0, [&](int64_t offset) { reinterpret_cast<T*>(to)[offset] = *source++; });
    });
}

void unpack(std::byte const* from, DType type, std::span<int64_t const> dims, Layout const& layout, std::byte* to) {
    auto const bytes = static_cast<size_t>(bytesFor(type, checkedElements(type, dims)));
    if (bytes == 0)
        return;
    if (layout.isRowMajor() || dims.empty()) {
        std::memcpy(to, from, bytes);
        return;
    }
    withUnit(type, [&](auto unit) {
        using T = decltype(unit);
        auto* target = reinterpret_cast<T*>(to);
        forOffsets(tableOf(dims, layout), 0, 0,
                   [&](int64_t offset) { *target++ = reinterpret_cast<T const*>(from)[offset]; });
    });
}

} // namespace tenon::plan
