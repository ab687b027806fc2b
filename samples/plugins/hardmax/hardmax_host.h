// SPDX-License-Identifier: Apache-2.0
// Hardmax on the host: along one axis, 1 where the greatest value stands and 0 elsewhere. The first of several greatest
// ones wins, zeros of both signs are equal, and a NaN is greater than every number, as numpy.argmax has it.
// The tensor is seen as [outer, count, inner]; count is the extent of the axis. Not for nvcc, which stops at vector
// types.
#pragma once

#include "hardmax.h"

#include <algorithm>
#include <cstring>

namespace hardmax {

inline float one(float) {
    return 1;
}
inline Half one(Half) {
    return {0x3C00};
}

/// What is compared: the number itself, or an integer in the order of the halves, NaN above all.
inline float value(float x) {
    return x;
}
inline int32_t value(Half x) {
    int32_t const magnitude = x.bits & 0x7FFF, sign = -(x.bits >> 15);
    int32_t const ordered = (magnitude ^ sign) - sign;
    return magnitude > 0x7C00 ? INT32_MAX : ordered;
}

/// Four of them; a comparison gives Ints of all ones and zeros. Compilers have these types for every processor.
using Floats = float __attribute__((vector_size(16)));
using Ints = int32_t __attribute__((vector_size(16)));
constexpr int64_t kWidth = 4;

inline Floats load(float const* x) {
    Floats out;
    std::memcpy(&out, x, sizeof(out));
    return out;
}
inline Ints load(Half const* x) {
    return Ints{value(x[0]), value(x[1]), value(x[2]), value(x[3])};
}
/// For sums that tell whether a NaN was among the terms (or infinities of both signs: then it is only looked for).
inline void add(Floats& sum, Floats v) {
    sum += v;
}
inline void add(Ints&, Ints) {} // integers are never NaN
inline bool isOdd(Floats sum, int64_t i) {
    return sum[i] != sum[i];
}
inline bool isOdd(Ints, int64_t) {
    return false;
}

/// The definition: place of the first greatest of n > 0 values, or the first NaN.
template <class T>
int64_t oneByOne(T const* x, int64_t n, int64_t stride) {
    int64_t best = 0;
    for (int64_t i = 1; i < n; ++i) {
        auto const now = value(x[i * stride]), before = value(x[best * stride]);
        if (!(now <= before) && before == before)
            best = i;
    }
    return best;
}

/// The same for neighbours: the greatest of several lanes, then where it stands first.
template <class T>
int64_t firstGreatest(T const* x, int64_t n) {
    constexpr int64_t kLanes = 4, kStep = kLanes * kWidth;
    if (n < kStep)
        return oneByOne(x, n, 1);
    decltype(load(x)) top[kLanes], sum[kLanes] = {};
    for (int64_t j = 0; j < kLanes; ++j)
        top[j] = load(x + j * kWidth);
    for (int64_t i = 0; i < n; i += kStep) {
        T const* const part = x + std::min(i, n - kStep); // the last ones may be looked at twice
        for (int64_t j = 0; j < kLanes; ++j) {
            auto const v = load(part + j * kWidth);
            top[j] = v > top[j] ? v : top[j];
            add(sum[j], v);
        }
    }
    for (int64_t j = 1; j < kLanes; ++j) {
        top[0] = top[j] > top[0] ? top[j] : top[0];
        add(sum[0], sum[j]);
    }
    auto best = top[0][0];
    bool odd = false;
    for (int64_t j = 0; j < kWidth; ++j) {
        best = std::max(best, top[0][j]);
        odd |= isOdd(sum[0], j);
    }
    if (odd)
        return oneByOne(x, n, 1);
    constexpr int64_t kLooked = 64, kLine = 16;
    for (int64_t j = 0; j < std::min<int64_t>(n, 512); j += kLine) // the next slice comes while this one is searched
        __builtin_prefetch(x + n + j);
    int64_t i = 0;
    for (; i + kLooked <= n; i += kLooked) {
        Ints found = {};
        for (int64_t j = 0; j < kLooked; j += kWidth)
            found |= load(x + i + j) == best;
        if ((found[0] | found[1] | found[2] | found[3]) != 0)
            break;
    }
    while (value(x[i]) != best)
        ++i;
    return i;
}

/// What is known of four columns.
template <class V>
struct Column {
    V best, sum;
    Ints place;
};

/// `rows` steps along the axis, the first of which is number `at`.
template <int rows, class T, class V>
void step(T const* x, int64_t inner, Column<V>& column, int32_t at) {
    Column<V> c = column;
    for (int r = 0; r < rows; ++r) {
        V const v = load(x + r * inner);
        Ints const better = v > c.best, here = Ints{} + (at + r);
        c.place = better ? here : c.place;
        c.best = v > c.best ? v : c.best;
        add(c.sum, v);
    }
    column = c;
}

/// A tile of columns, so that what is known of them stays in the nearest cache while the axis goes by.
template <class T>
void columns(T const* x, T* y, int64_t count, int64_t inner) {
    constexpr int64_t kTile = 2048, kRows = 8;
    Column<decltype(load(x))> known[kTile / kWidth];
    int64_t first = 0;
    for (int64_t n; (n = std::min(kTile, inner - first) / kWidth * kWidth) > 0; first += n) {
        for (int64_t j = 0; j < n; j += kWidth)
            known[j / kWidth] = {load(x + first + j), load(x + first + j), Ints{}};
        int64_t i = 1;
        for (; i + kRows <= count; i += kRows)
            for (int64_t j = 0; j < n; j += kWidth) {
                if (j % 16 == 0) // a line of the rows to come: short rows hide from the processor what is next
                    for (int64_t r = 0; r < kRows; ++r)
                        __builtin_prefetch(x + (i + 2 * kRows + r) * inner + first + j);
                step<kRows>(x + i * inner + first + j, inner, known[j / kWidth], static_cast<int32_t>(i));
            }
        for (; i < count; ++i)
            for (int64_t j = 0; j < n; j += kWidth)
                step<1>(x + i * inner + first + j, inner, known[j / kWidth], static_cast<int32_t>(i));
        for (int64_t j = 0; j < n; ++j) {
            auto const& k = known[j / kWidth];
            int64_t const place =
                isOdd(k.sum, j % kWidth) ? oneByOne(x + first + j, count, inner) : k.place[j % kWidth];
            y[place * inner + first + j] = one(T{});
        }
    }
    for (; first < inner; ++first)
        y[oneByOne(x + first, count, inner) * inner + first] = one(T{});
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
            columns(x, y, count, inner);
}

} // namespace hardmax
