// SPDX-License-Identifier: Apache-2.0
// Element types. The first twelve values are the interface's nvinfer1::DataType; the rest are the ONNX types that it
// lacks. Sizes count bits, since two four-bit elements share a byte (low nibble first).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tenon {

enum class DType : uint8_t {
    kF32 = 0,
    kF16 = 1,
    kI8 = 2,
    kI32 = 3,
    kBool = 4,
    kU8 = 5,
    kF8E4M3 = 6,
    kBF16 = 7,
    kI64 = 8,
    kI4 = 9,
    kF4E2M1 = 10,
    kE8M0 = 11,
    kF64 = 32,
    kI16 = 33,
    kU16 = 34,
    kU32 = 35,
    kU64 = 36,
    kU4 = 37,
    kF8E5M2 = 38,
    kF8E4M3Fnuz = 39,
    kF8E5M2Fnuz = 40,
    kI2 = 41,
    kU2 = 42,
    kString = 48,
};

int bitsOf(DType type) noexcept; ///< 0 for strings, which have no fixed size
std::string_view nameOf(DType type) noexcept;
std::optional<DType> dtypeFromName(std::string_view name) noexcept;
bool isKnown(DType type) noexcept; ///< false for a value that is no enumerator (read from a file)
bool isFloating(DType type) noexcept;
bool isInteger(DType type) noexcept; ///< signed and unsigned integers; not bool

/// Bytes that `count` elements take, rounded up to whole bytes.
constexpr int64_t bytesFor(int bits, int64_t count) noexcept {
    return (count * bits + 7) / 8;
}
inline int64_t bytesFor(DType type, int64_t count) noexcept {
    return bytesFor(bitsOf(type), count);
}

template <class T>
struct DTypeOf;

} // namespace tenon
