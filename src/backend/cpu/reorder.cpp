// SPDX-License-Identifier: Apache-2.0
// A strided copy is first made as simple as it can be: dims of 1 go, dims are put in the order of the destination,
// neighbours that are one run in both are joined. What is left is rows of bytes, a transposition of two dims, or single
// elements.
#include "backend/cpu/simd_targets.h"
// After the list of targets.
#include "backend/cpu/reorder.h"
#include "backend/cpu/split.h"

#include <cstdlib>
#include <cstring>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/reorder.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "backend/cpu/simd_transpose_inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tenon::cpu {
namespace HWY_NAMESPACE {
namespace {

/// Pixels [begin, end) of one channel block of `channels` channels.
void toBlockedPart(int64_t channels, int64_t pixels, float const* plain, float* blocked, int64_t begin, int64_t end) {
    transposeTile(channels, end - begin, plain + begin, pixels, blocked + begin * 16, 16);
    if (channels < 16)
        for (int64_t p = begin; p < end; ++p)
            std::memset(blocked + p * 16 + channels, 0, static_cast<size_t>(16 - channels) * 4);
}

void fromBlockedPart(int64_t channels, int64_t pixels, float const* blocked, float* plain, int64_t begin, int64_t end) {
    transposeTile(end - begin, channels, blocked + begin * 16, 16, plain + begin, pixels);
}

void transposeFloats(int64_t rows, int64_t cols, float const* from, int64_t fromStride, float* to, int64_t toStride) {
    transposeTile(rows, cols, from, fromStride, to, toStride);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tenon::cpu {
namespace {

HWY_EXPORT(toBlockedPart);
HWY_EXPORT(fromBlockedPart);
HWY_EXPORT(transposeFloats);

constexpr int64_t kBytesOfTask = 32 << 10; // a few microseconds, both sides in the L1 or L2 cache
constexpr int64_t kSerialBytes = kSerialNanoseconds * 4;

/// The grain for `tasks` equal tasks that move `bytes` in all.
int64_t grainOf(int64_t tasks, int64_t bytes) {
    return bytes < kSerialBytes ? tasks : std::max<int64_t>(1, tasks * kBytesOfTask / bytes);
}

/// Calls fn(channel block's first channel, channels in it, its number over all images, first pixel, end) for all of a
/// tensor.
template <class Fn>
void forEachBlock(int64_t n, int64_t c, int64_t pixels, Fn const& fn) {
    int64_t const blocks = ceilDiv(c, 16), parts = ceilDiv(pixels, 256);
    int64_t const tasks = n * blocks * parts;
    parallelFor(tasks, grainOf(tasks, n * blocks * pixels * 128), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
            int64_t const block = i / parts, channel = block % blocks * 16;
            fn(block / blocks * c + channel, std::min<int64_t>(16, c - channel), block,
               splitAt(pixels, parts, i % parts), splitAt(pixels, parts, i % parts + 1));
        }
    });
}

struct Dim {
    int64_t size, from, to;
};

/// A copy without dims of 1, ordered by the destination's strides, with joined neighbours; the last dim has the
/// smallest stride of `to`.
struct Simple {
    Dim dims[kMaxCopyRank];
    int rank = 0;
    int64_t elements = 1;

    explicit Simple(StridedCopy const& copy) {
        for (int d = 0; d < copy.rank; ++d) {
            elements *= copy.dims[d];
            if (copy.dims[d] == 1)
                continue;
            int at = rank++;
            for (; at > 0 && dims[at - 1].to < copy.toStride[d]; --at)
                dims[at] = dims[at - 1];
            dims[at] = {copy.dims[d], copy.fromStride[d], copy.toStride[d]};
        }
        int last = 0;
        for (int d = 1; d < rank; ++d) {
            if (dims[last].from == dims[d].from * dims[d].size && dims[last].to == dims[d].to * dims[d].size)
                dims[last] = {dims[last].size * dims[d].size, dims[d].from, dims[d].to};
            else
                dims[++last] = dims[d];
        }
        if (rank > 0)
            rank = last + 1;
    }

    Dim take(int at) {
        Dim const taken = dims[at];
        for (int d = at + 1; d < rank; ++d)
            dims[d - 1] = dims[d];
        --rank;
        return taken;
    }

    /// Calls fn(offset in from, offset in to, part) for each index of the dims that are left and each of `parts`, in
    /// parallel.
    template <class Fn>
    void forEach(int64_t parts, int64_t bytes, Fn const& fn) const {
        int64_t tasks = parts;
        for (int d = 0; d < rank; ++d)
            tasks *= dims[d].size;
        parallelFor(tasks, grainOf(tasks, bytes), [&](int64_t begin, int64_t end) {
            int64_t index[kMaxCopyRank], from = 0, to = 0, part = begin % parts, rest = begin / parts;
            for (int d = rank - 1; d >= 0; rest /= dims[d--].size) {
                index[d] = rest % dims[d].size;
                from += index[d] * dims[d].from;
                to += index[d] * dims[d].to;
            }
            for (int64_t i = begin; i < end; ++i) {
                fn(from, to, part);
                if (++part != parts)
                    continue;
                part = 0;
                for (int d = rank - 1; d >= 0; --d) { // the next index
                    from += dims[d].from, to += dims[d].to;
                    if (++index[d] != dims[d].size)
                        break;
                    from -= dims[d].size * dims[d].from, to -= dims[d].size * dims[d].to;
                    index[d] = 0;
                }
            }
        });
    }
};

template <class T>
void transpose(int64_t rows, int64_t cols, T const* from, int64_t fromStride, T* to, int64_t toStride) {
    if constexpr (sizeof(T) == 4) {
        HWY_DYNAMIC_DISPATCH(transposeFloats)(rows, cols, from, fromStride, to, toStride);
    } else {
        for (int64_t c = 0; c < cols; ++c)
            for (int64_t r = 0; r < rows; ++r)
                to[c * toStride + r] = from[r * fromStride + c];
    }
}

/// Rows that are contiguous on both sides.
template <class T>
void copyRuns(Simple& s, T const* from, T* to) {
    int64_t const size = s.take(s.rank - 1).size, bytes = s.elements * static_cast<int64_t>(2 * sizeof(T));
    int64_t const parts = std::max<int64_t>(1, size * static_cast<int64_t>(sizeof(T)) / (2 * kBytesOfTask));
    s.forEach(parts, bytes, [&](int64_t f, int64_t t, int64_t part) {
        int64_t const begin = splitAt(size, parts, part), count = splitAt(size, parts, part + 1) - begin;
        std::memcpy(to + t + begin, from + f + begin, static_cast<size_t>(count) * sizeof(T));
    });
}

/// The last dim is contiguous in `to`, the one at `across` in `from`: tiles of 32 x 64 are read and written along whole
/// cache lines.
template <class T>
void copyTransposed(Simple& s, int across, T const* from, T* to) {
    constexpr int64_t cols = 32, rows = 64;
    Dim const last = s.take(s.rank - 1), row = s.take(across);
    int64_t const parts = ceilDiv(row.size, cols);
    s.forEach(parts, s.elements * static_cast<int64_t>(4 * sizeof(T)), [&](int64_t f, int64_t t, int64_t part) {
        int64_t const begin = part * cols, count = std::min(cols, row.size - begin);
        for (int64_t r = 0; r < last.size; r += rows)
            transpose<T>(std::min(rows, last.size - r), count, from + f + begin + r * last.from, last.from,
                         to + t + begin * row.to + r, row.to);
    });
}

template <class T>
void copyElements(Simple& s, T const* from, T* to) {
    Dim const last = s.take(s.rank - 1);
    s.forEach(1, s.elements * static_cast<int64_t>(4 * sizeof(T)), [&](int64_t f, int64_t t, int64_t) {
        for (int64_t i = 0; i < last.size; ++i)
            to[t + i * last.to] = from[f + i * last.from];
    });
}

template <class T>
void copyTyped(StridedCopy const& copy) {
    auto const* const from = static_cast<T const*>(copy.from);
    auto* const to = static_cast<T*>(copy.to);
    Simple s(copy);
    if (s.elements == 0)
        return;
    if (s.rank == 0) {
        *to = *from;
        return;
    }
    Dim const& last = s.dims[s.rank - 1];
    if (last.from == 1 && last.to == 1)
        return copyRuns(s, from, to);
    for (int d = 0; d + 1 < s.rank && last.to == 1; ++d)
        if (s.dims[d].from == 1)
            return copyTransposed(s, d, from, to);
    copyElements(s, from, to);
}

} // namespace

void toBlocked(int64_t n, int64_t c, int64_t pixels, void const* plain, void* blocked) noexcept {
    auto const part = HWY_DYNAMIC_DISPATCH(toBlockedPart);
    forEachBlock(n, c, pixels, [&](int64_t channel, int64_t channels, int64_t block, int64_t begin, int64_t end) {
        part(channels, pixels, static_cast<float const*>(plain) + channel * pixels,
             static_cast<float*>(blocked) + block * pixels * 16, begin, end);
    });
}

void fromBlocked(int64_t n, int64_t c, int64_t pixels, void const* blocked, void* plain) noexcept {
    auto const part = HWY_DYNAMIC_DISPATCH(fromBlockedPart);
    forEachBlock(n, c, pixels, [&](int64_t channel, int64_t channels, int64_t block, int64_t begin, int64_t end) {
        part(channels, pixels, static_cast<float const*>(blocked) + block * pixels * 16,
             static_cast<float*>(plain) + channel * pixels, begin, end);
    });
}

void copyStrided(StridedCopy const& copy) noexcept {
    switch (copy.elementBytes) {
    case 1:
        return copyTyped<uint8_t>(copy);
    case 2:
        return copyTyped<uint16_t>(copy);
    case 4:
        return copyTyped<float>(copy);
    default:
        return copyTyped<uint64_t>(copy);
    }
}

void copyRows(int64_t rows, int64_t rowBytes, void const* from, int64_t fromStride, void* to,
              int64_t toStride) noexcept {
    StridedCopy copy;
    copy.rank = 2;
    copy.dims[0] = rows, copy.dims[1] = rowBytes;
    copy.fromStride[0] = fromStride, copy.fromStride[1] = 1;
    copy.toStride[0] = toStride, copy.toStride[1] = 1;
    copy.elementBytes = 1, copy.from = from, copy.to = to;
    copyStrided(copy);
}

} // namespace tenon::cpu
#endif
