// SPDX-License-Identifier: Apache-2.0
// The matrix product. A task is up to 48 rows by a range of panels; inside it K goes in blocks so that the part of B
// under the register tile stays in the L1 cache while the rows of the task pass over it, and 64 columns are finished
// before the epilogue sees them.
#include "backend/cpu/simd_targets.h"
// After the list of targets.
#include "backend/cpu/gemm.h"
#include "backend/cpu/split.h"

#include <algorithm>
#include <array>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/gemm.cpp"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "backend/cpu/simd_tile_inl.h"
#include "backend/cpu/simd_transpose_inl.h"
#include "hwy/highway.h"

#ifndef TENON_CPU_GEMM_ONCE
#define TENON_CPU_GEMM_ONCE
namespace tenon::cpu {
namespace {

constexpr int64_t kRowsOfBlock = 48;
constexpr int64_t kDepthOfBlock = 256; // floats of K: 32 columns of B take 32 KB
constexpr int64_t kGroupPanels = 4;    // columns handed to the epilogue at a time, in panels

/// B as the tiles see it: rows of 16 floats, `row` apart within a panel, panels `panel` apart; the last panel may lie
/// elsewhere.
struct PanelView {
    float const* data;
    int64_t row, panel;
    float const* tail = nullptr; // [K][16], the last panel where N is no multiple of 16 and B is not packed
};

struct Product {
    int64_t m, n, k;
    float const* a;
    int64_t lda;
    PanelView b;
    float* c;
    int64_t ldc;
    float const* bias;
    RowEpilogue const* epilogue;
    int64_t firstRow; // what the epilogue calls row 0
};

struct TileCall {
    float const* a;
    int64_t lda, k;
    float const* b;
    int64_t bRow, bPanel;
    float const* next; // rows of B to fetch meanwhile
    float* c;
    int64_t ldc;
    float const* bias;
    bool add; // to what C holds
};

/// B can be read in place when its rows are contiguous and too few rows of A pass over it to repay a copy.
bool readsInPlace(BatchGemmArgs const& args) {
    return args.strideN == 1 && (args.m <= 2 * kRowsOfBlock || args.n <= 64);
}

int64_t distinctB(BatchGemmArgs const& args) {
    return (args.batchStrideB[0] != 0 ? args.batch[0] : 1) * (args.batchStrideB[1] != 0 ? args.batch[1] : 1);
}

int64_t workspaceOfOne(BatchGemmArgs const& args) {
    if (!readsInPlace(args))
        return packedBSize(args.n, args.k);
    return args.n % 16 != 0 ? 16 * args.k : 0;
}

} // namespace
} // namespace tenon::cpu
#endif

HWY_BEFORE_NAMESPACE();
namespace tenon::cpu {
namespace HWY_NAMESPACE {
namespace {

template <int MR, int NP>
void runTile(TileCall const& t) {
    TileVec acc[MR][NP * kPanelVecs];
    tileZero<MR, NP>(acc);
    tileAccumulate<MR, NP>(acc, t.a, t.lda, t.k, t.b, t.bRow, t.bPanel, t.next);
    tileStore<MR, NP>(acc, t.bias, t.add, t.c, t.ldc, 16);
}

using TileFn = void (*)(TileCall const&);

template <int MR, int NP>
constexpr TileFn tileOrNull() {
    if constexpr (tileFits(MR, NP))
        return &runTile<MR, NP>;
    else
        return nullptr;
}

template <int NP, int... I>
constexpr std::array<TileFn, kTileRows> tilesOf(std::integer_sequence<int, I...>) {
    return {tileOrNull<I + 1, NP>()...};
}

template <int NP>
TileFn tile(int64_t rows) {
    static constexpr std::array<TileFn, kTileRows> tiles = tilesOf<NP>(std::make_integer_sequence<int, kTileRows>());
    return tiles[static_cast<size_t>(rows - 1)];
}

TileFn tileOf(int64_t rows, int64_t panels) {
    return panels == 4 ? tile<4>(rows) : panels == 2 ? tile<2>(rows) : tile<1>(rows);
}

/// A tile whose last panel has fewer than 16 columns of C: through a buffer.
void runEdgeTile(TileFn fn, TileCall call, int64_t rows, int64_t panels, int64_t columns) {
    alignas(64) float buffer[kTileRows * 64];
    float* const c = call.c;
    float const* const bias = call.bias;
    bool const add = call.add;
    int64_t const ldc = call.ldc;
    call.c = buffer;
    call.ldc = panels * 16;
    call.bias = nullptr;
    call.add = false;
    fn(call);
    for (int64_t r = 0; r < rows; ++r)
        for (int64_t j = 0; j < columns; ++j) {
            float const value = buffer[r * panels * 16 + j] + (bias != nullptr ? bias[j] : 0.0f);
            c[r * ldc + j] = add ? c[r * ldc + j] + value : value;
        }
}

/// Rows and part of K that the tiles work on, A wherever it lies.
struct Slab {
    float const* a;
    int64_t lda;
    int64_t row, rows;
    int64_t k, depth;
};

/// Adds one slab's products into panels [panel, panelEnd) of C, in steps of the widest tile. `next` is the part of B
/// that comes after.
void runPanels(Product const& p, Slab const& s, int64_t panel, int64_t panelEnd, float const* next) {
    int64_t const tiles = ceilDiv(s.rows, kTileRows);
    int64_t const wide = s.rows > kTileRows ? widestTile(kTileRows) : widestTile(static_cast<int>(s.rows));
    int64_t const wholePanels = p.b.tail != nullptr ? p.n / 16 : panelEnd;
    while (panel < panelEnd) {
        int64_t step = wide;
        while (step > std::max<int64_t>(1, std::min(panelEnd, wholePanels) - panel))
            step /= 2;
        bool const isTail = panel >= wholePanels;
        TileCall call;
        call.b = isTail ? p.b.tail + s.k * 16 : p.b.data + panel * p.b.panel + s.k * p.b.row;
        call.bRow = isTail ? 16 : p.b.row;
        call.bPanel = p.b.panel;
        call.k = s.depth;
        call.lda = s.lda;
        call.ldc = p.ldc;
        call.bias = p.bias != nullptr && s.k == 0 ? p.bias + panel * 16 : nullptr;
        call.add = s.k != 0;
        int64_t const columns = std::min(step * 16, p.n - panel * 16);
        float const* const then = panel + step < panelEnd ? call.b + step * p.b.panel : next;
        for (int64_t t = 0; t < tiles; ++t) {
            call.next = then + t % step * p.b.panel;
            int64_t const begin = splitAt(s.rows, tiles, t), rows = splitAt(s.rows, tiles, t + 1) - begin;
            call.a = s.a + begin * s.lda;
            call.c = p.c + (s.row + begin) * p.ldc + panel * 16;
            if (columns == step * 16)
                tileOf(rows, step)(call);
            else
                runEdgeTile(tileOf(rows, step), call, rows, step, columns);
        }
        panel += step;
    }
}

void finish(Product const& p, int64_t row, int64_t rows, int64_t panel, int64_t panelEnd) {
    if (p.epilogue == nullptr)
        return;
    int64_t const col = panel * 16, count = std::min(panelEnd * 16, p.n) - col;
    for (int64_t r = row; r < row + rows; ++r)
        (*p.epilogue)(p.firstRow + r, col, count, p.c + r * p.ldc + col);
}

/// End of the group of panels that starts at `panel`: no piece of fewer than 64 columns is left over.
int64_t groupEnd(int64_t panel, int64_t panelEnd) {
    return panelEnd - panel < 2 * kGroupPanels ? panelEnd : panel + kGroupPanels;
}

/// Rows of A that lie a multiple of 4 KB apart share one set of the L1 cache: those are copied closer together.
bool rowsCollide(int64_t lda, int64_t rows) {
    return rows > 2 && lda != 0 && lda * 4 % 4096 == 0;
}

void runBlockCopied(Product const& p, int64_t row, int64_t rows, int64_t panel, int64_t panelEnd, int64_t depths) {
    constexpr int64_t stride = kDepthOfBlock + 16;
    alignas(64) float copy[kRowsOfBlock * stride];
    for (int64_t kb = 0; kb < depths; ++kb) {
        int64_t const k = splitAt(p.k, depths, kb), depth = splitAt(p.k, depths, kb + 1) - k;
        for (int64_t r = 0; r < rows; ++r)
            std::memcpy(copy + r * stride, p.a + (row + r) * p.lda + k, static_cast<size_t>(depth) * 4);
        Slab const slab{copy, stride, row, rows, k, depth};
        for (int64_t g = panel; g < panelEnd; g = groupEnd(g, panelEnd)) {
            int64_t const end = groupEnd(g, panelEnd);
            runPanels(p, slab, g, end,
                      p.b.data +
                          (end < panelEnd ? end * p.b.panel + k * p.b.row : panel * p.b.panel + (k + depth) * p.b.row));
            if (kb + 1 == depths)
                finish(p, row, rows, g, groupEnd(g, panelEnd));
        }
    }
}

void runBlock(Product const& p, int64_t row, int64_t rows, int64_t panel, int64_t panelEnd) {
    int64_t const depths = std::max<int64_t>(1, ceilDiv(p.k, kDepthOfBlock));
    if (rowsCollide(p.lda, rows)) {
        runBlockCopied(p, row, rows, panel, panelEnd, depths);
        return;
    }
    for (int64_t g = panel; g < panelEnd; g = groupEnd(g, panelEnd)) {
        int64_t const end = groupEnd(g, panelEnd);
        for (int64_t kb = 0; kb < depths; ++kb) {
            int64_t const k = splitAt(p.k, depths, kb), depth = splitAt(p.k, depths, kb + 1) - k;
            Slab const slab{p.a + row * p.lda + k, p.lda, row, rows, k, depth};
            runPanels(p, slab, g, end,
                      p.b.data + (kb + 1 < depths ? g * p.b.panel + (k + depth) * p.b.row : end * p.b.panel));
        }
        finish(p, row, rows, g, groupEnd(g, panelEnd));
    }
}

/// How the rows and panels of each product of a batch are cut into tasks.
struct Cut {
    int64_t rowBlocks, panelBlocks;
    double nanoseconds; // estimate for everything
};

Cut cut(int64_t batch, int64_t m, int64_t n, int64_t k) {
    int64_t const panels = ceilDiv(n, 16);
    double const work = static_cast<double>(batch * m) * static_cast<double>(panels * 32 * k) / kFlopsPerNs;
    double const stream = static_cast<double>(batch * panels * 64 * k) / 16.0; // B at 16 GB/s
    int64_t const groups = std::max<int64_t>(1, panels / kGroupPanels);
    Cut c{ceilDiv(m, kRowsOfBlock), 1, std::max(work, stream)};
    if (c.rowBlocks > 1) // where they can, the panels of a task stay in the L2 cache from one row block to the next
        c.panelBlocks =
            std::min(groups, ceilDiv(panels, std::clamp<int64_t>((1 << 20) / (64 * k + 1), 4 * kGroupPanels, 64)));
    int64_t const limit = threads();
    if (limit == 1 || c.nanoseconds < kSerialNanoseconds)
        return c;
    // Four tasks a thread level out; none of less than about 4 microseconds.
    int64_t const most = std::clamp<int64_t>(static_cast<int64_t>(c.nanoseconds / 4000.0), 1, 4 * limit);
    c.panelBlocks = std::max(c.panelBlocks, std::min(groups, most / (batch * c.rowBlocks)));
    c.rowBlocks = std::max(c.rowBlocks, std::min(ceilDiv(m, kTileRows), most / (batch * c.panelBlocks)));
    return c;
}

/// A panel boundary of block i: blocks are whole groups, so that no piece is narrower.
int64_t panelAt(int64_t panels, int64_t blocks, int64_t i) {
    return i == blocks ? panels : kGroupPanels * splitAt(std::max<int64_t>(1, panels / kGroupPanels), blocks, i);
}

/// Task t: all row blocks of a range of panels come one after the other.
void runTask(Product const& p, Cut const& c, int64_t t) {
    int64_t const panels = ceilDiv(p.n, 16), pb = t / c.rowBlocks, rb = t % c.rowBlocks;
    int64_t const row = splitAt(p.m, c.rowBlocks, rb), rows = splitAt(p.m, c.rowBlocks, rb + 1) - row;
    runBlock(p, row, rows, panelAt(panels, c.panelBlocks, pb), panelAt(panels, c.panelBlocks, pb + 1));
}

void packPanels(int64_t n, int64_t k, float const* b, int64_t strideK, int64_t strideN, float* packed, int64_t begin,
                int64_t end) {
    for (int64_t panel = begin; panel < end; ++panel) {
        int64_t const columns = std::min<int64_t>(16, n - panel * 16);
        float const* const from = b + panel * 16 * strideN;
        float* const to = packed + panel * 16 * k;
        if (columns < 16)
            std::memset(to, 0, static_cast<size_t>(16 * k) * 4);
        if (strideK == 1)
            transposeTile(columns, k, from, strideN, to, 16);
        else if (strideN == 1)
            for (int64_t i = 0; i < k; ++i)
                std::memcpy(to + i * 16, from + i * strideK, static_cast<size_t>(columns) * 4);
        else
            for (int64_t i = 0; i < k; ++i)
                for (int64_t j = 0; j < columns; ++j)
                    to[i * 16 + j] = from[i * strideK + j * strideN];
    }
}

/// Packs what batchGemm needs of every distinct B: all of it, or the last partial panel.
void packBatch(BatchGemmArgs const& args, bool inPlace) {
    int64_t const panels = inPlace ? 1 : ceilDiv(args.n, 16), one = workspaceOfOne(args);
    int64_t const inner = args.batchStrideB[1] != 0 ? args.batch[1] : 1;
    parallelFor(distinctB(args) * panels, ceilDiv(kSerialNanoseconds, 8 * args.k + 1), [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t) {
            int64_t const which = t / panels, panel = inPlace ? args.n / 16 : t % panels;
            float const* const b = args.b + which / inner * args.batchStrideB[0] + which % inner * args.batchStrideB[1];
            float* const to = args.workspace + which * one;
            packPanels(args.n, args.k, b, args.strideK, args.strideN, inPlace ? to - panel * 16 * args.k : to, panel,
                       panel + 1);
        }
    });
}

/// Product `index` of the batch.
Product productOf(BatchGemmArgs const& args, bool inPlace, int64_t index) {
    int64_t const i = index / args.batch[1], j = index % args.batch[1];
    int64_t const which =
        args.batchStrideB[0] != 0 ? (args.batchStrideB[1] != 0 ? index : i) : (args.batchStrideB[1] != 0 ? j : 0);
    float const* const b = args.b + i * args.batchStrideB[0] + j * args.batchStrideB[1];
    float const* const packed = args.workspace + which * workspaceOfOne(args);
    Product p;
    p.m = args.m, p.n = args.n, p.k = args.k;
    p.a = args.a + i * args.batchStrideA[0] + j * args.batchStrideA[1], p.lda = args.lda;
    p.b = inPlace ? PanelView{b, args.strideK, 16, args.n % 16 != 0 ? packed : nullptr}
                  : PanelView{packed, 16, 16 * args.k};
    p.c = args.c + i * args.batchStrideC[0] + j * args.batchStrideC[1], p.ldc = args.ldc;
    p.bias = args.bias, p.epilogue = args.epilogue, p.firstRow = index * args.m;
    return p;
}

void packBImpl(int64_t n, int64_t k, float const* b, int64_t strideK, int64_t strideN, float* packed) {
    if (k == 0)
        return;
    parallelFor(ceilDiv(n, 16), ceilDiv(kSerialNanoseconds, 8 * k + 1),
                [&](int64_t begin, int64_t end) { packPanels(n, k, b, strideK, strideN, packed, begin, end); });
}

void gemmImpl(GemmArgs const& args) {
    Product const p{args.m, args.n,   args.k,    args.a,        args.lda, {args.packedB, 16, 16 * args.k},
                    args.c, args.ldc, args.bias, args.epilogue, 0};
    Cut const c = cut(1, p.m, p.n, p.k);
    int64_t const tasks = c.rowBlocks * c.panelBlocks;
    parallelFor(tasks, c.nanoseconds < kSerialNanoseconds ? tasks : 1, [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t)
            runTask(p, c, t);
    });
}

void batchGemmImpl(BatchGemmArgs const& args) {
    int64_t const batch = args.batch[0] * args.batch[1];
    bool const inPlace = readsInPlace(args);
    if (batch == 0 || args.m == 0 || args.n == 0)
        return;
    if (args.k != 0 && workspaceOfOne(args) != 0)
        packBatch(args, inPlace);
    Cut const c = cut(batch, args.m, args.n, args.k);
    int64_t const each = c.rowBlocks * c.panelBlocks, tasks = batch * each;
    parallelFor(tasks, c.nanoseconds < kSerialNanoseconds ? tasks : 1, [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t)
            runTask(productOf(args, inPlace, t / each), c, t % each);
    });
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tenon::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tenon::cpu {
namespace {

HWY_EXPORT(packBImpl);
HWY_EXPORT(gemmImpl);
HWY_EXPORT(batchGemmImpl);

} // namespace

void packB(int64_t n, int64_t k, float const* b, int64_t strideK, int64_t strideN, float* packed) noexcept {
    HWY_DYNAMIC_DISPATCH(packBImpl)(n, k, b, strideK, strideN, packed);
}

void gemm(GemmArgs const& args) noexcept {
    HWY_DYNAMIC_DISPATCH(gemmImpl)(args);
}

int64_t batchGemmWorkspace(BatchGemmArgs const& args) noexcept {
    return distinctB(args) * workspaceOfOne(args);
}

void batchGemm(BatchGemmArgs const& args) noexcept {
    HWY_DYNAMIC_DISPATCH(batchGemmImpl)(args);
}

} // namespace tenon::cpu
#endif
