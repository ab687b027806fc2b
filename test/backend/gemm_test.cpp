// SPDX-License-Identifier: Apache-2.0
// The matrix product against three plain loops: odd sizes, gaps between rows, bias, epilogue, batches, both orders of
// B, threads.
#include "targets.h"
// After the list of targets.
#include "backend/cpu/gemm.h"

#include <atomic>
#include <cmath>
#include <limits>

namespace tenon::cpu {
namespace {

using test::expectSame;
using test::onEveryTarget;
using test::wholeNumbers;

constexpr float kUntouched = 1234567.0f;

/// C[i][j] of one product by plain loops; element (k, n) of B at b[k * strideK + n * strideN].
void naive(int64_t m, int64_t n, int64_t k, float const* a, int64_t lda, float const* b, int64_t strideK,
           int64_t strideN, float const* bias, float* c, int64_t ldc) {
    for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j) {
            double sum = bias != nullptr ? bias[j] : 0.0;
            for (int64_t l = 0; l < k; ++l)
                sum += static_cast<double>(a[i * lda + l]) * b[l * strideK + j * strideN];
            c[i * ldc + j] = static_cast<float>(sum);
        }
}

/// Doubles each element once and counts what it saw: an element missed or seen twice shows in the values.
struct Doubler {
    std::atomic<int64_t> elements{0}, smallPieces{0};
    void operator()(int64_t, int64_t, int64_t count, float* data) {
        elements += count;
        smallPieces += count < 64;
        for (int64_t i = 0; i < count; ++i)
            data[i] *= 2.0f;
    }
};

void checkGemm(int64_t m, int64_t n, int64_t k, int64_t gap, bool withBias, bool withEpilogue, bool transposed) {
    SCOPED_TRACE(testing::Message() << "m " << m << " n " << n << " k " << k << " gap " << gap << " bias " << withBias
                                    << " epilogue " << withEpilogue << " transposed " << transposed);
    int64_t const lda = k + gap, ldc = n + gap;
    auto const a = wholeNumbers(m * lda, 1), b = wholeNumbers(k * n, 2), bias = wholeNumbers(n, 3);
    int64_t const strideK = transposed ? 1 : n, strideN = transposed ? k : 1;
    std::vector<float> packed(static_cast<size_t>(packedBSize(n, k)), kUntouched);
    packB(n, k, b.data(), strideK, strideN, packed.data());
    std::vector<float> c(static_cast<size_t>(m * ldc), kUntouched), wanted = c;
    Doubler doubler;
    RowEpilogue const epilogue(doubler);
    GemmArgs args{m,
                  n,
                  k,
                  a.data(),
                  lda,
                  packed.data(),
                  c.data(),
                  ldc,
                  withBias ? bias.data() : nullptr,
                  withEpilogue ? &epilogue : nullptr};
    gemm(args);
    naive(m, n, k, a.data(), lda, b.data(), strideK, strideN, args.bias, wanted.data(), ldc);
    if (withEpilogue) {
        EXPECT_EQ(doubler.elements, m * n);
        if (n >= 64) {
            EXPECT_EQ(doubler.smallPieces, 0);
        }
        for (int64_t i = 0; i < m; ++i)
            for (int64_t j = 0; j < n; ++j)
                wanted[static_cast<size_t>(i * ldc + j)] *= 2.0f;
    }
    expectSame(c, wanted);
}

TEST(Gemm, OddSizes) {
    onEveryTarget([] {
        for (int64_t const m : {1, 2, 3, 7, 8, 13, 17, 33})
            for (int64_t const n : {1, 15, 16, 17, 33, 64, 100})
                for (int64_t const k : {1, 2, 15, 33})
                    checkGemm(m, n, k, n % 3, m % 2 == 1, n % 2 == 1, k % 2 == 1);
    });
}

TEST(Gemm, BlocksOfEveryDimension) {
    onEveryTarget([] {
        for (int64_t const m : {5, 47, 49, 97})
            for (int64_t const k : {256, 257, 512, 700})
                for (int64_t const n : {63, 130, 200})
                    checkGemm(m, n, k, 0, true, true, false);
    });
}

TEST(Gemm, EmptyDims) {
    onEveryTarget([] {
        checkGemm(0, 5, 7, 0, true, true, false);
        checkGemm(5, 0, 7, 0, true, true, false);
        checkGemm(5, 70, 0, 0, true, true, false);
        checkGemm(5, 7, 0, 0, false, false, false);
    });
}

TEST(Gemm, SameBitsForAnyNumberOfThreads) {
    int64_t const m = 130, n = 250, k = 600;
    std::vector<float> a(static_cast<size_t>(m * k)), b(static_cast<size_t>(k * n));
    std::minstd_rand random(7);
    for (auto* values : {&a, &b})
        for (float& value : *values)
            value = static_cast<float>(random()) / 2147483648.0f - 0.5f;
    std::vector<float> packed(static_cast<size_t>(packedBSize(n, k)));
    packB(n, k, b.data(), n, 1, packed.data());
    int const before = threads();
    onEveryTarget([&] {
        std::vector<float> one(static_cast<size_t>(m * n)), many = one, unpacked = one, workspace;
        GemmArgs args{m, n, k, a.data(), k, packed.data(), one.data(), n};
        setThreads(1);
        gemm(args);
        setThreads(5);
        args.c = many.data();
        gemm(args);
        expectSame(many, one);
        BatchGemmArgs batch;
        batch.m = m, batch.n = n, batch.k = k, batch.a = a.data(), batch.lda = k, batch.b = b.data(), batch.strideK = n;
        batch.c = unpacked.data(), batch.ldc = n;
        workspace.resize(static_cast<size_t>(batchGemmWorkspace(batch)));
        batch.workspace = workspace.data();
        batchGemm(batch);
        expectSame(unpacked, one);
    });
    setThreads(before);
}

TEST(Gemm, NanAndInfinityReachOnlyTheirRowAndColumn) {
    onEveryTarget([] {
        int64_t const m = 9, n = 40, k = 20;
        auto a = wholeNumbers(m * k, 1), b = wholeNumbers(k * n, 2);
        a[3 * k + 5] = std::numeric_limits<float>::quiet_NaN();
        std::vector<float> packed(static_cast<size_t>(packedBSize(n, k))), c(static_cast<size_t>(m * n));
        packB(n, k, b.data(), n, 1, packed.data());
        gemm({m, n, k, a.data(), k, packed.data(), c.data(), n});
        for (int64_t i = 0; i < m; ++i)
            for (int64_t j = 0; j < n; ++j)
                EXPECT_EQ(std::isnan(c[static_cast<size_t>(i * n + j)]), i == 3);
    });
}

struct BatchCase {
    int64_t outer, inner, m, n, k;
    bool transposed, sharedOuter, sharedInner;
};

/// A, B and C interleave the inner batch with the rows, as the heads of attention do; C's inner batch comes first.
void checkBatch(BatchCase const& t) {
    SCOPED_TRACE(testing::Message() << "outer " << t.outer << " inner " << t.inner << " m " << t.m << " n " << t.n
                                    << " k " << t.k << " transposed " << t.transposed << " shared " << t.sharedOuter
                                    << t.sharedInner);
    auto const a = wholeNumbers(t.outer * t.m * t.inner * t.k, 1), b = wholeNumbers(t.outer * t.inner * t.k * t.n, 2);
    auto const bias = wholeNumbers(t.n, 3);
    std::vector<float> c(static_cast<size_t>(t.outer * t.inner * t.m * t.n), kUntouched), wanted = c;
    BatchGemmArgs args;
    args.m = t.m, args.n = t.n, args.k = t.k, args.batch[0] = t.outer, args.batch[1] = t.inner;
    args.a = a.data(), args.lda = t.inner * t.k, args.batchStrideA[0] = t.m * t.inner * t.k, args.batchStrideA[1] = t.k;
    int64_t const row = t.inner * (t.transposed ? t.k : t.n); // a row of B holds all of the inner batch
    args.b = b.data(), args.strideK = t.transposed ? 1 : row, args.strideN = t.transposed ? row : 1;
    args.batchStrideB[0] = t.sharedOuter ? 0 : t.inner * t.k * t.n;
    args.batchStrideB[1] = t.sharedInner ? 0 : (t.transposed ? t.k : t.n);
    args.c = c.data(), args.ldc = t.n, args.batchStrideC[0] = t.inner * t.m * t.n, args.batchStrideC[1] = t.m * t.n;
    args.bias = bias.data();
    std::vector<int> seen(static_cast<size_t>(t.outer * t.inner * t.m * t.n));
    auto mark = [&](int64_t r, int64_t col, int64_t count, float* data) {
        EXPECT_EQ(data, c.data() + r * t.n + col); // C is dense here: the row counts on over the batch
        for (int64_t i = 0; i < count; ++i)
            ++seen[static_cast<size_t>(r * t.n + col + i)];
    };
    RowEpilogue const epilogue(mark);
    args.epilogue = &epilogue;
    std::vector<float> workspace(static_cast<size_t>(batchGemmWorkspace(args)), std::nanf(""));
    args.workspace = workspace.data();
    batchGemm(args);
    for (int64_t i = 0; i < t.outer; ++i)
        for (int64_t j = 0; j < t.inner; ++j)
            naive(t.m, t.n, t.k, a.data() + i * args.batchStrideA[0] + j * args.batchStrideA[1], args.lda,
                  b.data() + i * args.batchStrideB[0] + j * args.batchStrideB[1], args.strideK, args.strideN,
                  bias.data(), wanted.data() + i * args.batchStrideC[0] + j * args.batchStrideC[1], t.n);
    expectSame(c, wanted);
    EXPECT_EQ(seen, std::vector<int>(seen.size(), 1));
}

TEST(BatchGemm, AgainstLoops) {
    onEveryTarget([] {
        for (bool const transposed : {false, true})
            for (auto const& [m, n, k] : std::vector<std::array<int64_t, 3>>{
                     {1, 33, 16}, {5, 16, 17}, {16, 15, 33}, {17, 64, 1}, {100, 65, 20}, {130, 100, 70}, {33, 1, 300}})
                for (bool const sharedOuter : {false, true})
                    for (bool const sharedInner : {false, true})
                        checkBatch({2, 3, m, n, k, transposed, sharedOuter, sharedInner});
    });
}

TEST(BatchGemm, EmptyDims) {
    onEveryTarget([] {
        checkBatch({0, 3, 5, 6, 7, false, false, false});
        checkBatch({2, 3, 0, 6, 7, false, false, false});
        checkBatch({2, 3, 5, 0, 7, true, false, false});
        checkBatch({2, 3, 5, 6, 0, true, false, false});
    });
}

/// B with a gap in both directions: packed element by element.
TEST(BatchGemm, AnyStrides) {
    onEveryTarget([] {
        int64_t const m = 20, n = 37, k = 19;
        auto const a = wholeNumbers(m * k, 1), b = wholeNumbers(2 * k * n * 3, 2);
        std::vector<float> c(static_cast<size_t>(m * n)), wanted = c;
        BatchGemmArgs args;
        args.m = m, args.n = n, args.k = k, args.a = a.data(), args.lda = k, args.b = b.data();
        args.strideK = 3 * n, args.strideN = 2, args.c = c.data(), args.ldc = n;
        std::vector<float> workspace(static_cast<size_t>(batchGemmWorkspace(args)));
        args.workspace = workspace.data();
        batchGemm(args);
        naive(m, n, k, a.data(), k, b.data(), 3 * n, 2, nullptr, wanted.data(), n);
        expectSame(c, wanted);
    });
}

} // namespace
} // namespace tenon::cpu
