// SPDX-License-Identifier: Apache-2.0
// A register tile keeps two sums of each column, one for each digit. One row (a step of a recurrent layer) takes four
// panels at a time: its time is that of reading B. The high digit's sum less 128 times the column's fits in the 24 bits
// of a float.
#include "backend/cpu/gemm_wide.h"

#include "backend/cpu/split.h"
#include "kernel/parallel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
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

constexpr int64_t kMostRows = 6, kWide = 4, kNarrow = 2;
constexpr double kProductsPerNs = 60; // cautious: decides only what stays on one thread

struct Tile {
    uint8_t const *high, *low;
    int64_t lda, quads;
    uint8_t const* b;
    int64_t bPanel;
    int32_t *highSums, *lowSums; ///< [rows][panels * 16]
};

float zeroAt(ByteWeights const& b, int64_t column) {
    return b.zero == nullptr ? 0 : static_cast<float>(static_cast<int8_t>(b.zero[b.ofEach ? column : 0]));
}

#if defined(__x86_64__)

template <int MR, int NP>
TENON_VNNI void runTile(Tile const& t) {
    __m512i high[MR][NP], low[MR][NP];
    HWY_UNROLL(6)
    for (int r = 0; r < MR; ++r) {
        HWY_UNROLL(4)
        for (int j = 0; j < NP; ++j)
            high[r][j] = low[r][j] = _mm512_setzero_si512();
    }
    for (int64_t k = 0; k < t.quads; ++k) {
        __m512i b[NP];
        HWY_UNROLL(4)
        for (int j = 0; j < NP; ++j)
            b[j] = _mm512_loadu_si512(t.b + k * 64 + j * t.bPanel);
        HWY_UNROLL(6)
        for (int r = 0; r < MR; ++r) {
            int32_t quad[2];
            std::memcpy(&quad[0], t.high + r * t.lda + 4 * k, sizeof quad[0]);
            std::memcpy(&quad[1], t.low + r * t.lda + 4 * k, sizeof quad[1]);
            __m512i const h = _mm512_set1_epi32(quad[0]), l = _mm512_set1_epi32(quad[1]);
            HWY_UNROLL(4)
            for (int j = 0; j < NP; ++j) {
                high[r][j] = _mm512_dpbusd_epi32(high[r][j], h, b[j]);
                low[r][j] = _mm512_dpbusd_epi32(low[r][j], l, b[j]);
            }
        }
    }
    HWY_UNROLL(6)
    for (int r = 0; r < MR; ++r) {
        HWY_UNROLL(4)
        for (int j = 0; j < NP; ++j) {
            _mm512_storeu_si512(t.highSums + (r * NP + j) * 16, high[r][j]);
            _mm512_storeu_si512(t.lowSums + (r * NP + j) * 16, low[r][j]);
        }
    }
}

TENON_VNNI void sumPanel(int64_t quads, uint8_t const* panel, int32_t* sums) {
    __m512i total = _mm512_setzero_si512();
    for (int64_t k = 0; k < quads; ++k)
        total = _mm512_dpbusd_epi32(total, _mm512_set1_epi8(1), _mm512_loadu_si512(panel + k * 64));
    _mm512_storeu_si512(sums, total);
}

/// The greatest absolute value; NaN or infinity where an element is that.
TENON_VNNI float greatest(int64_t k, float const* row) {
    __m512 most = _mm512_setzero_ps(), bad = most;
    for (int64_t i = 0; i < k; i += 16) {
        __mmask16 const some = k - i >= 16 ? 0xffff : static_cast<__mmask16>((1u << (k - i)) - 1);
        __m512 const v = _mm512_maskz_loadu_ps(some, row + i);
        most = _mm512_maskz_max_ps(0xffff, most, _mm512_abs_ps(v));
        bad = _mm512_add_ps(bad, _mm512_sub_ps(v, v)); // NaN where v is not finite
    }
    alignas(64) float lanes[2][16];
    _mm512_store_ps(lanes[0], most);
    _mm512_store_ps(lanes[1], bad);
    return *std::max_element(lanes[0], lanes[0] + 16) + std::accumulate(lanes[1], lanes[1] + 16, 0.0f);
}

TENON_VNNI float digitsOfRow(int64_t k, float const* row, float inverse, uint8_t* high, uint8_t* low) {
    __m512i total = _mm512_setzero_si512();
    for (int64_t i = 0; i < k; i += 16) {
        __mmask16 const some = k - i >= 16 ? 0xffff : static_cast<__mmask16>((1u << (k - i)) - 1);
        __m512i const q = _mm512_maskz_cvtps_epi32(
            0xffff, _mm512_mul_ps(_mm512_maskz_loadu_ps(some, row + i), _mm512_set1_ps(inverse)));
        total = _mm512_add_epi32(total, q);
        __m512i const u = _mm512_add_epi32(q, _mm512_set1_epi32(32768));
        _mm_mask_storeu_epi8(high + i, some, _mm512_maskz_cvtepi32_epi8(0xffff, _mm512_maskz_srli_epi32(0xffff, u, 8)));
        _mm_mask_storeu_epi8(low + i, some, _mm512_maskz_cvtepi32_epi8(0xffff, u));
    }
    alignas(64) int32_t lanes[16];
    _mm512_store_si512(lanes, total);
    return static_cast<float>(std::accumulate(lanes, lanes + 16, int64_t{0}));
}

#else // never called: hasVnni() is false

template <int MR, int NP>
void runTile(Tile const&) {}
void sumPanel(int64_t, uint8_t const*, int32_t*) {}
float greatest(int64_t, float const*) {
    return 0;
}
float digitsOfRow(int64_t, float const*, float, uint8_t*, uint8_t*) {
    return 0;
}

#endif

using TileFn = void (*)(Tile const&);

template <int NP, int... I>
constexpr std::array<TileFn, sizeof...(I)> tilesOf(std::integer_sequence<int, I...>) {
    return {&runTile<I + 1, NP>...};
}

TileFn tileOf(int64_t rows, int64_t panels) {
    static constexpr auto one = tilesOf<1>(std::make_integer_sequence<int, kMostRows>());
    static constexpr auto narrow = tilesOf<kNarrow>(std::make_integer_sequence<int, kMostRows>());
    static constexpr auto wide = tilesOf<kWide>(std::make_integer_sequence<int, 2>());
    auto const row = static_cast<size_t>(rows - 1);
    return panels == kWide ? wide[row] : panels == kNarrow ? narrow[row] : one[row];
}

void finish(WideGemmArgs const& g, int32_t const* high, int32_t const* low, int64_t row, int64_t column,
            int64_t width) {
    float const step = g.a.step[row], sum = g.a.sum[row];
    float* const to = g.c + row * g.ldc;
    int64_t const count = std::min(width, g.n - column);
    for (int64_t j = 0; j < count; ++j) {
        int64_t const n = column + j;
        float const whole = static_cast<float>(high[j] - 128 * g.sums[n]) * 256 + static_cast<float>(low[j]);
        float const value = (whole * step - sum * zeroAt(g.b, n)) * g.b.scale[g.b.ofEach ? n : 0];
        to[n] = g.bias != nullptr ? value + g.bias[n] : value;
    }
}

void runPanels(WideGemmArgs const& g, int64_t panel, int64_t panelEnd) {
    alignas(64) int32_t high[kMostRows * kNarrow * 16], low[kMostRows * kNarrow * 16];
    static_assert(kMostRows * kNarrow >= 2 * kWide);
    int64_t const depth = quadDepth(g.k), most = g.m <= 2 ? 2 : kMostRows, wide = g.m <= 2 ? kWide : kNarrow;
    while (panel < panelEnd) {
        int64_t const left = panelEnd - panel, step = left >= wide ? wide : left >= kNarrow ? kNarrow : 1;
        for (int64_t row = 0; row < g.m; row += most) {
            int64_t const rows = std::min(most, g.m - row);
            tileOf(rows, step)({g.a.high + row * depth, g.a.low + row * depth, depth, depth / 4,
                                g.b.panels + panel * 16 * depth, 16 * depth, high, low});
            for (int64_t r = 0; r < rows; ++r)
                finish(g, high + r * step * 16, low + r * step * 16, row + r, panel * 16, step * 16);
        }
        panel += step;
    }
}

} // namespace

bool toDigits(int64_t m, int64_t k, float const* a, int64_t lda, WideRows const& to) noexcept {
    int64_t const depth = quadDepth(k);
    std::atomic<bool> finite{true};
    parallelFor(m, ceilDiv(kSerialNanoseconds, k / 8 + 5), [&](int64_t begin, int64_t end) {
        for (int64_t r = begin; r < end; ++r) {
            constexpr float kLeast = 1e-30f; // whose inverse is far from overflow; less counts as 0
            float const most = greatest(k, a + r * lda);
            if (!std::isfinite(most)) {
                finite.store(false, std::memory_order_relaxed);
                continue;
            }
            float const inverse = most < kLeast ? 0 : 32767 / most, step = most < kLeast ? 0 : most / 32767;
            uint8_t *const high = to.high + r * depth, *const low = to.low + r * depth;
            to.step[r] = step;
            to.sum[r] = step * digitsOfRow(k, a + r * lda, inverse, high, low);
            std::memset(high + k, 0, static_cast<size_t>(depth - k));
            std::memset(low + k, 0, static_cast<size_t>(depth - k));
        }
    });
    return finite.load(std::memory_order_relaxed);
}

void columnSums(int64_t n, int64_t k, uint8_t const* quads, int32_t* sums) noexcept {
    int64_t const depth = quadDepth(k);
    parallelFor(ceilDiv(n, 16), ceilDiv(kSerialNanoseconds, depth / 4 + 1), [&](int64_t begin, int64_t end) {
        for (int64_t panel = begin; panel < end; ++panel)
            sumPanel(depth / 4, quads + panel * 16 * depth, sums + panel * 16);
    });
}

void wideGemm(WideGemmArgs const& g) noexcept {
    int64_t const panels = ceilDiv(g.n, 16);
    double const ns = static_cast<double>(g.m * g.n * g.k) / kProductsPerNs;
    // A row is cut into as many parts as there are threads, so that each finds its part of B in its own cache again.
    int64_t const each = g.m <= 2 ? 1 : 4;
    int64_t const tasks = ns < kSerialNanoseconds ? 1 : std::min<int64_t>(ceilDiv(panels, kWide), each * threads());
    parallelFor(tasks, 1, [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t)
            runPanels(g, splitAt(panels, tasks, t), splitAt(panels, tasks, t + 1));
    });
}

void plainWideGemm(WideGemmArgs const& g, float const* a, int64_t lda) noexcept {
    int64_t const depth = quadDepth(g.k);
    for (int64_t r = 0; r < g.m; ++r)
        for (int64_t n = 0; n < g.n; ++n) {
            uint8_t const* const panel = g.b.panels + n / 16 * 16 * depth + n % 16 * 4;
            float total = 0;
            for (int64_t k = 0; k < g.k; ++k)
                total += a[r * lda + k] *
                         (static_cast<float>(static_cast<int8_t>(panel[k / 4 * 64 + k % 4])) - zeroAt(g.b, n));
            total *= g.b.scale[g.b.ofEach ? n : 0];
            g.c[r * g.ldc + n] = g.bias != nullptr ? total + g.bias[n] : total;
        }
}

} // namespace tenon::cpu
