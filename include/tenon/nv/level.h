// SPDX-License-Identifier: Apache-2.0
// What the generations number or type differently. The library speaks the numbers of level 10; at levels 8 and 11 the
// inline methods of these headers renumber, so that the library never sees another generation's numbers. At level 10
// every conversion here is the identity.
#ifndef TENON_NV_LEVEL_H
#define TENON_NV_LEVEL_H

#include "NvInferRuntimeBase.h"

namespace nvinfer1 TENON_NV_VISIBILITY {
namespace impl {

//! The number that the current level gives to an enumerator, of those of 8.6, 10.16 and 11.1.
constexpr int32_t byLevel(int32_t level8, int32_t level10, int32_t level11) noexcept {
    return TENON_API_LEVEL == 8 ? level8 : TENON_API_LEVEL == 10 ? level10 : level11;
}

//! Type of counts that 8.6 returns as int32_t and later generations as int64_t.
#if TENON_API_LEVEL == 8
using Extent = int32_t;
#else
using Extent = int64_t;
#endif

//! Translates a number by a table: entry i is what i stands for. Numbers beyond the table stay.
template <std::size_t N>
constexpr int32_t renumber(int8_t const (&table)[N], int32_t number) noexcept {
    return number >= 0 && number < static_cast<int32_t>(N) ? table[number] : number;
}

//! The number that `table` translates into `number`.
template <std::size_t N>
constexpr int32_t renumberBack(int8_t const (&table)[N], int32_t number) noexcept {
    for (int32_t i = 0; i < static_cast<int32_t>(N); ++i) {
        if (table[i] == number) {
            return i;
        }
    }
    return number;
}

//! Translates the bits of a mask.
template <std::size_t N>
constexpr uint32_t renumberMask(int8_t const (&table)[N], uint32_t mask) noexcept {
    uint32_t result = 0;
    for (int32_t i = 0; i < 32; ++i) {
        result |= (mask >> i & 1U) << renumber(table, i);
    }
    return result;
}

//! Reverse of renumberMask().
template <std::size_t N>
constexpr uint32_t renumberMaskBack(int8_t const (&table)[N], uint32_t mask) noexcept {
    uint32_t result = 0;
    for (int32_t i = 0; i < 32; ++i) {
        result |= (mask >> i & 1U) << renumberBack(table, i);
    }
    return result;
}

} // namespace impl
} // namespace nvinfer1

#endif // TENON_NV_LEVEL_H
