// SPDX-License-Identifier: Apache-2.0
// Hardmax on the host: along one axis, 1 where the greatest value stands and 0 elsewhere. The first of several greatest
// ones wins, zeros of both signs are equal, and a NaN is greater than every number, as numpy.argmax has it.
// The tensor is seen as [outer, count, inner]; count is the extent of the axis.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace hardmax {

/// Bits of a 16-bit float.
struct Half {
    uint16_t bits;
};
inline float one(float) {
    return 1;
}
inline Half one(Half) {
    return {0x3C00};
}

/// Integers in the order of the values: comparing them has no special cases, so a compiler makes vectors of the loops.
inline int32_t key(float value) {
    int32_t u;
    std::memcpy(&u, &value, sizeof(u));
    int32_t const magnitude = u & 0x7FFFFFFF, sign = u >> 31;
    int32_t const ordered = (magnitude ^ sign) - sign;
    return magnitude > 0x7F800000 ? INT32_MAX : ordered;
}
inline int32_t key(Half value) {
    int32_t const magnitude = value.bits & 0x7FFF, sign = -(value.bits >> 15);
    int32_t const ordered = (magnitude ^ sign) - sign;
    return magnitude > 0x7C00 ? INT32_MAX : ordered;
}

/// Place of the first greatest of n > 0 neighbours.
template <class T>
int64_t firstGreatest(T const* x, int64_t n) {
    constexpr int64_t kBlock = 64;
    int64_t at = 0, i = 0;
    int32_t best = key(x[0]);
    for (; i + kBlock <= n; i += kBlock) {
        int32_t top = INT32_MIN;
        for (int64_t j = 0; j < kBlock; ++j)
            top = std::max(top, key(x[i + j]));
        if (top > best) {
            best = top;
            at = i;
        }
    }
    for (; i < n; ++i)
        if (key(x[i]) > best) {
            best = key(x[i]);
            at = i;
        }
    while (key(x[at]) != best) // of a block only its first place is known
        ++at;
    return at;
}

/// One step along the axis for `n` columns.
template <int64_t n, class T>
void step(T const* x, int32_t* best, int32_t* place, int32_t at) {
    for (int64_t j = 0; j < n; ++j) {
        int32_t const k = key(x[j]);
        place[j] = k > best[j] ? at : place[j];
        best[j] = std::max(k, best[j]);
    }
}

/// A tile of columns, so that what is known of them stays in a near cache while the axis goes by.
template <class T>
void columns(T const* x, T* y, int64_t count, int64_t inner, int64_t width) {
    constexpr int64_t kTile = 4096, kVector = 32;
    int32_t best[kTile], place[kTile];
    for (int64_t first = 0; first < width; first += kTile) {
        int64_t const n = std::min(kTile, width - first);
        for (int64_t j = 0; j < n; ++j) {
            best[j] = key(x[first + j]);
            place[j] = 0;
        }
        for (int64_t i = 1; i < count; ++i) {
            T const* const row = x + i * inner + first;
            int64_t j = 0;
            for (; j + kVector <= n; j += kVector)
                step<kVector>(row + j, best + j, place + j, static_cast<int32_t>(i));
            for (; j < n; ++j)
                step<1>(row + j, best + j, place + j, static_cast<int32_t>(i));
        }
        for (int64_t j = 0; j < n; ++j)
            y[place[j] * inner + first + j] = one(T{});
    }
}

template <class T>
void run(T const* x, T* y, int64_t outer, int64_t count, int64_t inner) {
    if (outer * count * inner == 0)
        return;
    std::memset(static_cast<void*>(y), 0, static_cast<size_t>(outer * count * inner) * sizeof(T));
    for (int64_t o = 0; o < outer; ++o, x += count * inner, y += count * inner)
        if (inner == 1)
            y[firstGreatest(x, count)] = one(T{});
        else
            columns(x, y, count, inner, inner);
}

#if defined(TENON_PLUGIN_CUDA)
} // namespace hardmax
#include <cuda_runtime_api.h>
namespace hardmax {
/// The same on a GPU: hardmax.cu. False when the kernel could not be started.
bool launch(float const* x, float* y, int64_t outer, int64_t count, int64_t inner, cudaStream_t stream);
bool launch(Half const* x, Half* y, int64_t outer, int64_t count, int64_t inner, cudaStream_t stream);
#endif

} // namespace hardmax
