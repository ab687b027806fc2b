// SPDX-License-Identifier: Apache-2.0
#include "kernel/box.h"

#include "base/error.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon {

int64_t checkedElements(DType type, std::span<int64_t const> dims) {
    int64_t count = 1;
    bool good = true;
    for (int64_t d : dims)
        good = good && d >= 0 && !__builtin_mul_overflow(count, d, &count);
    int64_t bits = 0;
    good =
        good && !__builtin_mul_overflow(count, int64_t{std::max(8, bitsOf(type))}, &bits) && bits < (int64_t{1} << 62);
    if (!good)
        throw Error(Message::kShapeOverflow,
                    fmt::format("a {} tensor of dims [{}] has no size", nameOf(type), fmt::join(dims, ", ")))
            .wanted("dims of at least 0 whose product in bytes fits into 63 bits");
    return count;
}

void Box::Free::operator()(std::byte* p) const noexcept {
    std::free(p);
}

int64_t Box::elements() const noexcept {
    int64_t count = 1;
    for (int64_t d : dims)
        count *= d;
    return count;
}

void Box::setTensor(DType type, std::span<int64_t const> newDims) {
    int64_t const count = checkedElements(type, newDims);
    // Never null, even without elements: kernels may copy nothing from or to it.
    int64_t const needed = std::max<int64_t>(64, (bytesFor(type, count) + 63) / 64 * 64);
    if (needed > mCapacity) {
        auto* memory = static_cast<std::byte*>(std::aligned_alloc(64, static_cast<size_t>(needed)));
        if (memory == nullptr)
            throw Error(Message::kMemory, fmt::format("cannot allocate {} bytes", needed));
        mData.reset(memory);
        mCapacity = needed;
    }
    kind = Kind::kTensor;
    dtype = type;
    dims.assign(newDims.begin(), newDims.end());
    items.clear();
    if (type == DType::kString)
        strings.resize(static_cast<size_t>(count));
}

Box::Box(Box const& other) {
    *this = other;
}

Box& Box::operator=(Box const& other) {
    if (this == &other)
        return *this;
    if (other.kind == Kind::kTensor && other.dtype != DType::kString) {
        setTensor(other.dtype, other.dims);
        if (other.bytes() != 0)
            std::memcpy(mData.get(), other.mData.get(), static_cast<size_t>(other.bytes()));
    }
    kind = other.kind;
    dtype = other.dtype;
    dims = other.dims;
    items = other.items;
    strings = other.strings;
    integerKeys = other.integerKeys;
    return *this;
}

} // namespace tenon
