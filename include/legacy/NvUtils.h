// SPDX-License-Identifier: Apache-2.0
// Three functions of TensorRT 8.6 that rearrange weights in memory, for programs that bring weights of TensorFlow's
// LSTM cells. They need no library: everything is here. Each returns false for arguments that make no sense, for
// element types narrower than a byte and when memory runs out.
#ifndef NV_UTILS_H
#define NV_UTILS_H

#include "NvInfer.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {
namespace utils {
namespace impl {

//! Bytes of one element; 0 for a type narrower than a byte.
inline size_t bytesOf(DataType type) noexcept {
    switch (type) {
    case DataType::kINT64:
        return 8;
    case DataType::kFLOAT:
    case DataType::kINT32:
        return 4;
    case DataType::kHALF:
    case DataType::kBF16:
        return 2;
    case DataType::kINT8:
    case DataType::kBOOL:
    case DataType::kUINT8:
    case DataType::kFP8:
    case DataType::kE8M0:
        return 1;
    default:
        return 0;
    }
}

//! True when `order` holds each of 0 to num - 1 once.
inline bool isPermutation(int32_t const* order, int32_t num) noexcept {
    for (int32_t i = 0; i < num; ++i) {
        if (order[i] < 0 || order[i] >= num) {
            return false;
        }
        for (int32_t j = 0; j < i; ++j) {
            if (order[i] == order[j]) {
                return false;
            }
        }
    }
    return true;
}

//! A copy of `bytes` bytes; null when memory ran out.
inline std::unique_ptr<char[]> copyOf(char const* from, size_t bytes) noexcept {
    std::unique_ptr<char[]> copy(new (std::nothrow) char[bytes]);
    if (copy) {
        std::memcpy(copy.get(), from, bytes);
    }
    return copy;
}

} // namespace impl

//! Transposes `input`, row-major with the `nbDims` sizes of `shape`, into `data`: axis i of the result is axis
//! shapeOrder[i] of the input. `data` has room for as many elements and does not overlap the input. 8.6 only.
TRT_DEPRECATED inline bool reshapeWeights(Weights const& input, int32_t const* shape, int32_t const* shapeOrder,
                                          void* data, int32_t nbDims) noexcept {
    auto const bytes = impl::bytesOf(input.type);
    if (!input.values || !shape || !shapeOrder || !data || nbDims < 1 || nbDims > Dims::MAX_DIMS || bytes == 0 ||
        !impl::isPermutation(shapeOrder, nbDims)) {
        return false;
    }
    int64_t strides[Dims::MAX_DIMS]; // of the input's axes, in elements
    int64_t count = 1;
    for (int32_t i = nbDims - 1; i >= 0; --i) {
        if (shape[i] < 1 || count > input.count / shape[i]) {
            return false;
        }
        strides[i] = count;
        count *= shape[i];
    }
    if (count != input.count) {
        return false;
    }
    auto const* from = static_cast<char const*>(input.values);
    auto* to = static_cast<char*>(data);
    for (int64_t element = 0; element < count; ++element, to += bytes) {
        int64_t rest = element;
        int64_t source = 0;
        for (int32_t i = nbDims - 1; i >= 0; --i) {
            source += rest % shape[shapeOrder[i]] * strides[shapeOrder[i]];
            rest /= shape[shapeOrder[i]];
        }
        std::memcpy(to, from + static_cast<size_t>(source) * bytes, bytes);
    }
    return true;
}

//! Moves `num` neighbouring blocks of `size` bytes at `input`: block i goes to place order[i]. 8.6 only.
TRT_DEPRECATED inline bool reorderSubBuffers(void* input, int32_t const* order, int32_t num, int32_t size) noexcept {
    if (!input || !order || num < 1 || size < 1 || !impl::isPermutation(order, num)) {
        return false;
    }
    auto const bytes = static_cast<size_t>(size);
    auto* blocks = static_cast<char*>(input);
    auto const copy = impl::copyOf(blocks, static_cast<size_t>(num) * bytes);
    if (!copy) {
        return false;
    }
    for (int32_t i = 0; i < num; ++i) {
        std::memcpy(blocks + static_cast<size_t>(order[i]) * bytes, copy.get() + static_cast<size_t>(i) * bytes, bytes);
    }
    return true;
}

//! Transposes in place each of `num` neighbouring row-major matrices of `height` rows and `width` columns. 8.6 only.
TRT_DEPRECATED inline bool transposeSubBuffers(void* input, DataType type, int32_t num, int32_t height,
                                               int32_t width) noexcept {
    auto const bytes = impl::bytesOf(type);
    if (!input || num < 1 || height < 1 || width < 1 || bytes == 0) {
        return false;
    }
    auto const rows = static_cast<size_t>(height);
    auto const columns = static_cast<size_t>(width);
    auto* matrix = static_cast<char*>(input);
    for (int32_t n = 0; n < num; ++n, matrix += rows * columns * bytes) {
        auto const copy = impl::copyOf(matrix, rows * columns * bytes);
        if (!copy) {
            return false;
        }
        for (size_t row = 0; row < rows; ++row) {
            for (size_t column = 0; column < columns; ++column) {
                std::memcpy(matrix + (column * rows + row) * bytes, copy.get() + (row * columns + column) * bytes,
                            bytes);
            }
        }
    }
    return true;
}

} // namespace utils
} // namespace nvinfer1
TENON_NV_END

#endif // NV_UTILS_H
