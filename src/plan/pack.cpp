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

template <class T>
void scatter(T const*& from, T* to, std::vector<std::vector<int64_t>> const& table, size_t axis) {
    if (axis + 1 == table.size()) {
        for (int64_t term : table[axis])
            to[term] = *from++;
        return;
    }
    for (int64_t term : table[axis])
        scatter(from, to + term, table, axis + 1);
}

template <class T>
void packAs(std::byte const* from, std::byte* to, std::vector<std::vector<int64_t>> const& table) {
    auto const* source = reinterpret_cast<T const*>(from);
    scatter(source, reinterpret_cast<T*>(to), table, 0);
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
    std::vector<std::vector<int64_t>> table;
    for (size_t i = 0; i < dims.size(); ++i)
        table.push_back(terms(dims, layout, i));
    switch (bitsOf(type)) {
    case 8:
        return packAs<uint8_t>(from, to, table);
    case 16:
        return packAs<uint16_t>(from, to, table);
    case 32:
        return packAs<uint32_t>(from, to, table);
    case 64:
        return packAs<uint64_t>(from, to, table);
    default:
        assert(!"a type below a byte has no layout but row-major");
    }
}

} // namespace tenon::plan
