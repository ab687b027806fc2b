// SPDX-License-Identifier: Apache-2.0
// Register tiles of up to 12 rows by two panels of 16 columns. The sums of B's columns, which A's zero points are taken
// off with, come from one more multiply-add by ones.
#include "backend/cpu/gemm_vnni.h"

#include "backend/cpu/byte_panels.h"
#include "backend/cpu/split.h"
#include "base/cpu.h"
#include "kernel/parallel.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <utility>

#include "hwy/base.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define TENON_VNNI __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni")))
#endif

namespace tenon::cpu {
namespace {

constexpr int64_t kTileRows = 12, kTilePanels = 2;
constexpr int64_t kRowsOfTask = 96;
constexpr int64_t kOperationsPerNs = 60; // cautious: decides only what stays on one thread

struct Call {
    uint8_t const* a;
    int64_t lda, quads;
    uint8_t const* b;
    int64_t bPanel;
    uint8_t flip;     ///< 128 where B is unsigned
    int32_t* sums;    ///< [rows][panels * 16]
    int32_t* columns; ///< [panels * 16], sums of B
};

#if defined(__x86_64__)

template <int MR, int NP>
TENON_VNNI void runTile(Call const& t) {
    __m512i acc[MR][NP], column[NP];
    HWY_UNROLL(2)
    for (int j = 0; j < NP; ++j) {
        column[j] = _mm512_setzero_si512();
        HWY_UNROLL(12)
        for (int r = 0; r < MR; ++r)
            acc[r][j] = _mm512_setzero_si512();
    }
    __m512i const flip = _mm512_set1_epi8(static_cast<char>(t.flip)), ones = _mm512_set1_epi8(1);
    for (int64_t k = 0; k < t.quads; ++k) {
        __m512i b[NP];
        HWY_UNROLL(2)
        for (int j = 0; j < NP; ++j) {
            b[j] = _mm512_xor_si512(_mm512_loadu_si512(t.b + k * 64 + j * t.bPanel), flip);
            column[j] = _mm512_dpbusd_epi32(column[j], ones, b[j]);
        }
        HWY_UNROLL(12)
        for (int r = 0; r < MR; ++r) {
            int32_t quad;
            std::memcpy(&quad, t.a + r * t.lda + 4 * k, sizeof quad);
            __m512i const a = _mm512_set1_epi32(quad);
            HWY_UNROLL(2)
            for (int j = 0; j < NP; ++j)
                acc[r][j] = _mm512_dpbusd_epi32(acc[r][j], a, b[j]);
        }
    }
    HWY_UNROLL(2)
    for (int j = 0; j < NP; ++j) {
        _mm512_storeu_si512(t.columns + j * 16, column[j]);
        HWY_UNROLL(12)
        for (int r = 0; r < MR; ++r)
            _mm512_storeu_si512(t.sums + (r * NP + j) * 16, acc[r][j]);
    }
}

/// Copies a row with its bits flipped; the sum of its elements.
TENON_VNNI uint32_t flipRow(uint8_t const* from, int64_t k, uint8_t flip, uint8_t* to) {
    __m512i const flips = _mm512_set1_epi8(static_cast<char>(flip));
    __m512i sum = _mm512_setzero_si512();
    for (int64_t i = 0; i < k; i += 64) {
        __mmask64 const some = k - i >= 64 ? ~__mmask64{0} : (__mmask64{1} << (k - i)) - 1;
        __m512i const v = _mm512_xor_si512(_mm512_maskz_loadu_epi8(some, from + i), flips);
        _mm512_mask_storeu_epi8(to + i, some, v);
        sum = _mm512_add_epi64(sum, _mm512_sad_epu8(_mm512_maskz_mov_epi8(some, v), _mm512_setzero_si512()));
    }
    alignas(64) uint64_t lanes[8];
    _mm512_store_si512(lanes, sum);
    return static_cast<uint32_t>(std::accumulate(lanes, lanes + 8, uint64_t{0}));
}

#else

uint32_t flipRow(uint8_t const*, int64_t, uint8_t, uint8_t*) {
    return 0; // never called: hasVnni() is false
}

template <int MR, int NP>
void runTile(Call const&) {} // never called: hasVnni() is false

#endif

using TileFn = void (*)(Call const&);

template <int NP, int... I>
constexpr std::array<TileFn, kTileRows> tilesOf(std::integer_sequence<int, I...>) {
    return {&runTile<I + 1, NP>...};
}

TileFn tileOf(int64_t rows, int64_t panels) {
    static constexpr auto one = tilesOf<1>(std::make_integer_sequence<int, kTileRows>());
    static constexpr auto two = tilesOf<2>(std::make_integer_sequence<int, kTileRows>());
    return (panels == 2 ? two : one)[static_cast<size_t>(rows - 1)];
}

int32_t zeroOf(QuadGemmArgs const& g, int64_t column) {
    int32_t const shift = g.b.isSigned ? 0 : -128;
    if (g.zeros.data == nullptr)
        return shift;
    uint8_t const zero = g.zeros.data[g.zeroOfEach ? column : 0];
    return shift + (g.b.isSigned ? static_cast<int8_t>(zero) : zero);
}

/// C from the sums of a tile, zero points taken off; all in 32 bits, which wrap.
void finish(QuadGemmArgs const& g, int32_t const* sums, int32_t const* columns, int64_t row, int64_t rows,
            int64_t column, int64_t width) {
    alignas(64) uint32_t zeros[kTilePanels * 16];
    int64_t const count = std::min(width, g.n - column);
    // Where B is unsigned, the zeros that fill its depth up count as -128 in the columns' sums.
    auto const filled = static_cast<uint32_t>(g.b.isSigned ? 0 : 128 * (quadDepth(g.k) - g.k));
    for (int64_t j = 0; j < count; ++j)
        zeros[j] = static_cast<uint32_t>(zeroOf(g, column + j));
    for (int64_t r = 0; r < rows; ++r) {
        auto const sum = static_cast<uint32_t>(g.rows[row + r].sum), zero = static_cast<uint32_t>(g.rows[row + r].zero);
        uint32_t const ofRow = static_cast<uint32_t>(g.k) * zero - sum; // what a zero point of B is to be met by
        int32_t* const to = g.c + (row + r) * g.ldc + column;
        for (int64_t j = 0; j < count; ++j)
            to[j] = static_cast<int32_t>(static_cast<uint32_t>(sums[r * width + j]) -
                                         zero * (static_cast<uint32_t>(columns[j]) + filled) + ofRow * zeros[j]);
    }
}

} // namespace

bool hasVnni() noexcept {
#if defined(__x86_64__)
    static bool const has = missingCpuFeatures({"avx512f", "avx512bw", "avx512vl", "avx512_vnni"}).empty();
    return has;
#else
    return false;
#endif
}

void packQuadB(int64_t n, int64_t k, uint8_t const* b, int64_t strideK, int64_t strideN, uint8_t* packed) noexcept {
    packPanels<4>(n, k, b, strideK, strideN, packed);
}

void interleaveQuads(int64_t depth, uint8_t const* rows, int64_t stride, uint8_t* panel) noexcept {
#if defined(__x86_64__)
    auto load = [](uint8_t const* p) { return _mm_loadu_si128(reinterpret_cast<__m128i const*>(p)); };
    for (int64_t k = 0; k < depth; k += 4, rows += 4 * stride, panel += 64) {
        __m128i const a = load(rows), b = load(rows + stride), c = load(rows + 2 * stride), d = load(rows + 3 * stride);
        __m128i const ab[2] = {_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)};
        __m128i const cd[2] = {_mm_unpacklo_epi8(c, d), _mm_unpackhi_epi8(c, d)};
        auto* const to = reinterpret_cast<__m128i*>(panel);
        for (int half = 0; half < 2; ++half) {
            _mm_storeu_si128(to + 2 * half, _mm_unpacklo_epi16(ab[half], cd[half]));
            _mm_storeu_si128(to + 2 * half + 1, _mm_unpackhi_epi16(ab[half], cd[half]));
        }
    }
#else
    for (int64_t k = 0; k < depth; ++k)
        for (int64_t j = 0; j < 16; ++j)
            panel[(k / 4 * 16 + j) * 4 + k % 4] = rows[k * stride + j];
#endif
}

void unsignedRows(int64_t m, int64_t k, Bytes a, int64_t lda, int32_t zero, uint8_t* to, QuadRow* rows) noexcept {
    int64_t const depth = quadDepth(k);
    uint8_t const flip = a.isSigned ? 128 : 0;
    parallelFor(m, ceilDiv(kSerialNanoseconds, k / 8 + 5), [&](int64_t begin, int64_t end) {
        for (int64_t r = begin; r < end; ++r) {
            uint8_t* const row = to + r * depth;
            uint32_t const sum = flipRow(a.data + r * lda, k, flip, row);
            std::memset(row + k, 0, static_cast<size_t>(depth - k));
            rows[r] = {static_cast<int32_t>(sum), zero + flip};
        }
    });
}

void quadGemmPart(QuadGemmArgs const& g, int64_t row, int64_t rowEnd, int64_t panel, int64_t panelEnd) noexcept {
    alignas(64) int32_t sums[kTileRows * kTilePanels * 16], columns[kTilePanels * 16];
    int64_t const depth = quadDepth(g.k), panelBytes = 16 * depth;
    while (panel < panelEnd) {
        int64_t const step = std::min(kTilePanels, panelEnd - panel);
        for (int64_t r = row; r < rowEnd; r += kTileRows) {
            int64_t const rows = std::min(kTileRows, rowEnd - r);
            tileOf(rows, step)({g.a + r * depth, depth, depth / 4, g.b.data + panel * panelBytes, panelBytes,
                                static_cast<uint8_t>(g.b.isSigned ? 0 : 128), sums, columns});
            finish(g, sums, columns, r, rows, panel * 16, step * 16);
        }
        panel += step;
    }
}

void quadGemm(QuadGemmArgs const& g) noexcept {
    int64_t const panels = ceilDiv(g.n, 16), rowTasks = ceilDiv(g.m, kRowsOfTask);
    int64_t const panelTasks = std::min(panels, std::max<int64_t>(1, 4 * threads() / std::max<int64_t>(rowTasks, 1)));
    int64_t const tasks = rowTasks * panelTasks;
    bool const serial = g.m * g.n * g.k / kOperationsPerNs < kSerialNanoseconds;
    parallelFor(tasks, serial ? tasks : 1, [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t) {
            int64_t const row = t % rowTasks * kRowsOfTask, part = t / rowTasks;
            quadGemmPart(g, row, std::min(g.m, row + kRowsOfTask), splitAt(panels, panelTasks, part),
                         splitAt(panels, panelTasks, part + 1));
        }
    });
}

} // namespace tenon::cpu
