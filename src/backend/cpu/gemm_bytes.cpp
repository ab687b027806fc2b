// SPDX-License-Identifier: Apache-2.0
// A register tile is some rows of A by some panels of B. Sums are of the integers as they are stored; what the zero
// points add is taken off with the row's sum at the end.
#include "backend/cpu/simd_targets.h"
// After the list of targets.
#include "backend/cpu/gemm_bytes.h"
#include "backend/cpu/split.h"
#include "kernel/parallel.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/gemm_bytes.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "hwy/highway.h"

#ifndef TENON_CPU_GEMM_BYTES_ONCE
#define TENON_CPU_GEMM_BYTES_ONCE
namespace tenon::cpu {
namespace {

constexpr double kProductsPerNs = 8; // cautious: decides only what stays on one thread

struct BytesTile {
    float const* a;
    int64_t lda, k;
    uint8_t const* b;
    float* sums; ///< [rows][panels * 16]
};

float zeroAt(ByteWeights const& b, int64_t column) {
    if (b.zero == nullptr)
        return 0;
    uint8_t const zero = b.zero[b.ofEach ? column : 0];
    return b.isSigned ? static_cast<float>(static_cast<int8_t>(zero)) : static_cast<float>(zero);
}

} // namespace
} // namespace tenon::cpu
#endif

HWY_BEFORE_NAMESPACE();
namespace tenon::cpu {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<float, 16>;
using IntTag = hn::RebindToSigned<Tag>;
using Vec = hn::Vec<Tag>;
constexpr int kLanes = static_cast<int>(hn::MaxLanes(Tag()));
constexpr int kVecs = 16 / kLanes; // in a row of a panel

#if HWY_TARGET == HWY_AVX3
constexpr int kMostRows = 12, kWide = 4, kNarrow = 2;
#elif HWY_TARGET == HWY_AVX2
constexpr int kMostRows = 4, kWide = 2, kNarrow = 1;
#else
constexpr int kMostRows = 2, kWide = 1, kNarrow = 1;
#endif
constexpr int kFewRows = 2; // up to which a tile is kWide panels wide

template <bool kSigned>
HWY_INLINE Vec widen(uint8_t const* p) {
    constexpr IntTag di;
    if constexpr (kSigned)
        return hn::ConvertTo(
            Tag(), hn::PromoteTo(di, hn::LoadU(hn::Rebind<int8_t, Tag>(), reinterpret_cast<int8_t const*>(p))));
    else
        return hn::ConvertTo(Tag(), hn::PromoteTo(di, hn::LoadU(hn::Rebind<uint8_t, Tag>(), p)));
}

template <int MR, int NP, bool kSigned>
void runTile(BytesTile const& t) {
    constexpr Tag d;
    Vec acc[MR][NP * kVecs];
    HWY_UNROLL(16)
    for (int r = 0; r < MR; ++r) {
        HWY_UNROLL(16)
        for (int j = 0; j < NP * kVecs; ++j)
            acc[r][j] = hn::Zero(d);
    }
    for (int64_t k = 0; k < t.k; ++k) {
        Vec b[NP * kVecs];
        HWY_UNROLL(16)
        for (int j = 0; j < NP * kVecs; ++j)
            b[j] = widen<kSigned>(t.b + (j / kVecs * t.k + k) * 16 + j % kVecs * kLanes);
        HWY_UNROLL(16)
        for (int r = 0; r < MR; ++r) {
            Vec const a = hn::Set(d, t.a[r * t.lda + k]);
            HWY_UNROLL(16)
            for (int j = 0; j < NP * kVecs; ++j)
                acc[r][j] = hn::MulAdd(a, b[j], acc[r][j]);
        }
    }
    HWY_UNROLL(16)
    for (int r = 0; r < MR; ++r) {
        HWY_UNROLL(16)
        for (int j = 0; j < NP * kVecs; ++j)
            hn::StoreU(acc[r][j], d, t.sums + (r * NP * kVecs + j) * kLanes);
    }
}

using TileFn = void (*)(BytesTile const&);

template <int NP, bool kSigned, int... I>
constexpr std::array<TileFn, sizeof...(I)> tilesOf(std::integer_sequence<int, I...>) {
    return {&runTile<I + 1, NP, kSigned>...};
}

template <int kRows, int NP, bool kSigned>
TileFn tile(int64_t rows) {
    static constexpr auto tiles = tilesOf<NP, kSigned>(std::make_integer_sequence<int, kRows>());
    return tiles[static_cast<size_t>(rows - 1)];
}

template <bool kSigned>
TileFn tileOf(int64_t rows, int64_t panels) {
    if (panels == kNarrow)
        return tile<kMostRows, kNarrow, kSigned>(rows);
    return panels == kWide ? tile<kFewRows, kWide, kSigned>(rows) : tile<kMostRows, 1, kSigned>(rows);
}

float sumOf(float const* row, int64_t k) {
    constexpr Tag d;
    Vec sum = hn::Zero(d);
    int64_t i = 0;
    for (; i + kLanes <= k; i += kLanes)
        sum = hn::Add(sum, hn::LoadU(d, row + i));
    float total = hn::GetLane(hn::SumOfLanes(d, sum));
    for (; i < k; ++i)
        total += row[i];
    return total;
}

void finish(ByteGemmArgs const& g, float const* sums, int64_t row, int64_t rows, int64_t panels, int64_t column) {
    int64_t const columns = std::min(panels * 16, g.n - column);
    bool shifted = false;
    for (int64_t j = 0; j < columns; ++j)
        shifted = shifted || zeroAt(g.b, column + j) != 0;
    for (int64_t r = 0; r < rows; ++r) {
        float const whole = shifted ? sumOf(g.a + (row + r) * g.lda, g.k) : 0;
        float* const to = g.c + (row + r) * g.ldc + column;
        for (int64_t j = 0; j < columns; ++j) {
            float const scale = g.b.scale[g.b.ofEach ? column + j : 0];
            float const value = (sums[r * panels * 16 + j] - whole * zeroAt(g.b, column + j)) * scale;
            to[j] = g.bias != nullptr ? value + g.bias[column + j] : value;
        }
    }
}

void panelsImpl(ByteGemmArgs const& g, int64_t panel, int64_t panelEnd) {
    alignas(64) float sums[kMostRows * kWide * 16];
    int64_t const most = g.m <= kFewRows ? kFewRows : kMostRows, wide = g.m <= kFewRows ? kWide : kNarrow;
    while (panel < panelEnd) {
        int64_t const step = panelEnd - panel >= wide ? wide : (panelEnd - panel >= kNarrow ? kNarrow : 1);
        for (int64_t row = 0; row < g.m; row += most) {
            int64_t const rows = std::min(most, g.m - row);
            TileFn const fn = g.b.isSigned ? tileOf<true>(rows, step) : tileOf<false>(rows, step);
            fn({g.a + row * g.lda, g.lda, g.k, g.b.panels + panel * 16 * g.k, sums});
            finish(g, sums, row, rows, step, panel * 16);
        }
        panel += step;
    }
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tenon::cpu {
namespace {

HWY_EXPORT(panelsImpl);

} // namespace

void byteGemm(ByteGemmArgs const& g) noexcept {
    int64_t const panels = ceilDiv(g.n, 16);
    double const ns = static_cast<double>(g.m * g.n * g.k) / kProductsPerNs;
    int64_t const tasks = ns < kSerialNanoseconds ? 1 : std::min<int64_t>(ceilDiv(panels, 4), 4 * threads());
    parallelFor(tasks, 1, [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t)
            HWY_DYNAMIC_DISPATCH(panelsImpl)(g, splitAt(panels, tasks, t), splitAt(panels, tasks, t + 1));
    });
}

} // namespace tenon::cpu
#endif
