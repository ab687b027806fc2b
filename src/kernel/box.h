// SPDX-License-Identifier: Apache-2.0
// A value that the run time owns because its rank, size or kind is known only then: a tensor of any rank and size, a
// string tensor, a sequence, an optional or a map.
#pragma once

#include "base/dtype.h"
#include "shape/type.h"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tenon {

struct Box {
    Kind kind = Kind::kTensor;
    DType dtype = DType::kF32;        ///< of a tensor's elements, of a map's keys
    std::vector<int64_t> dims;        ///< of a tensor
    std::vector<Box> items;           ///< of a sequence; the values of a map; at most one of an optional
    std::vector<std::string> strings; ///< elements of a string tensor; string keys of a map
    std::vector<int64_t> integerKeys; ///< integer keys of a map

    /// Makes this a tensor of these dims with uninitialised elements (row-major, 64-byte aligned). Keeps memory that is
    /// large enough. Throws Error kShapeOverflow or kMemory.
    void setTensor(DType type, std::span<int64_t const> newDims);
    int64_t elements() const noexcept;
    std::byte* data() noexcept { return mData.get(); }
    std::byte const* data() const noexcept { return mData.get(); }
    int64_t bytes() const noexcept { return bytesFor(dtype, elements()); }

    Box() = default;
    Box(Box&&) noexcept = default;
    Box& operator=(Box&&) noexcept = default;
    Box(Box const& other);
    Box& operator=(Box const& other);

private:
    struct Free {
        void operator()(std::byte* p) const noexcept;
    };
    std::unique_ptr<std::byte, Free> mData;
    int64_t mCapacity = 0;
};

/// Elements of dims; throws Error kShapeOverflow when the count or its bytes do not fit, or a dim is negative.
int64_t checkedElements(DType type, std::span<int64_t const> dims);

} // namespace tenon
