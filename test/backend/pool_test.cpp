// SPDX-License-Identifier: Apache-2.0
// Pooling against plain loops: pads, strides, dilation, sizes rounded up, windows outside the input, NaN, both layouts,
// global pooling.
#include "targets.h"
// After the list of targets.
#include "backend/cpu/pool.h"

#include <cmath>
#include <limits>

namespace tenon::cpu {
namespace {

using test::onEveryTarget;
using test::wholeNumbers;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
float const kNan = std::nanf("");

/// Output (y, x) of one plain plane.
float naive(PoolArgs const& t, float const* plane, int64_t y, int64_t x) {
    ConvDims const& d = t.dims;
    double sum = 0;
    float most = -kInfinity;
    int64_t inside = 0, padded = 0;
    for (int64_t ky = 0; ky < d.kernelH; ++ky)
        for (int64_t kx = 0; kx < d.kernelW; ++kx) {
            int64_t const iy = y * d.strideH - d.padTop + ky * d.dilationH,
                          ix = x * d.strideW - d.padLeft + kx * d.dilationW;
            padded += iy < d.inH + t.padBottom && ix < d.inW + t.padRight;
            if (iy < 0 || iy >= d.inH || ix < 0 || ix >= d.inW)
                continue;
            float const value = plane[iy * d.inW + ix];
            ++inside;
            sum += value;
            most = std::isnan(most) || std::isnan(value) ? kNan : std::max(most, value);
        }
    if (t.kind == PoolKind::kMAX)
        return most;
    int64_t const count = t.kind == PoolKind::kAVERAGE ? inside : padded;
    return count == 0 ? 0.0f : static_cast<float>(sum) / static_cast<float>(count);
}

void expectBits(float got, float wanted) {
    if (std::isnan(wanted))
        EXPECT_TRUE(std::isnan(got));
    else
        EXPECT_EQ(got, wanted);
}

/// `planes` planes of 16 channels: once as nChw16c, once as 16 * planes plain ones.
void check(PoolArgs args, int64_t planes, std::vector<float> const& plain) {
    ConvDims const& d = args.dims;
    SCOPED_TRACE(testing::Message() << "kind " << static_cast<int>(args.kind) << " in " << d.inH << "x" << d.inW
                                    << " out " << d.outH << "x" << d.outW << " kernel " << d.kernelH << "x" << d.kernelW
                                    << " stride " << d.strideH << "x" << d.strideW << " pad " << d.padTop << ","
                                    << d.padLeft << " dilation " << d.dilationH);
    int64_t const in = d.inH * d.inW, out = d.outH * d.outW;
    std::vector<float> blocked(plain.size()), output(static_cast<size_t>(planes * 16 * out), 1234567.0f),
        second = output;
    for (int64_t c = 0; c < planes * 16; ++c)
        for (int64_t p = 0; p < in; ++p)
            blocked[static_cast<size_t>((c / 16 * in + p) * 16 + c % 16)] = plain[static_cast<size_t>(c * in + p)];
    args.planes = planes * 16, args.input = plain.data(), args.output = output.data();
    poolPlain(args);
    args.planes = planes, args.input = blocked.data(), args.output = second.data();
    poolBlocked(args);
    for (int64_t c = 0; c < planes * 16; ++c)
        for (int64_t p = 0; p < out; ++p) {
            float const wanted = naive(args, plain.data() + c * in, p / d.outW, p % d.outW);
            expectBits(output[static_cast<size_t>(c * out + p)], wanted);
            expectBits(second[static_cast<size_t>((c / 16 * out + p) * 16 + c % 16)], wanted);
        }
}

/// The output's size is rounded up, and no window starts beyond the left padding and the input.
PoolArgs geometry(int64_t h, int64_t w, int64_t kh, int64_t kw, int64_t sh, int64_t sw, int64_t top, int64_t left,
                  int64_t bottom, int64_t right, int64_t dilation) {
    PoolArgs args;
    args.dims = {1, h, w, 0, 0, kh, kw, sh, sw, top, left, dilation, dilation};
    auto const size = [&](int64_t in, int64_t pads, int64_t before, int64_t kernel, int64_t stride) {
        int64_t const out = (in + pads - (kernel - 1) * dilation - 1 + stride - 1) / stride + 1;
        return (out - 1) * stride >= in + before ? out - 1 : out;
    };
    args.dims.outH = size(h, top + bottom, top, kh, sh), args.dims.outW = size(w, left + right, left, kw, sw);
    args.padBottom = bottom, args.padRight = right;
    return args;
}

std::vector<PoolArgs> poolGeometries() {
    return {geometry(1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1),    geometry(7, 33, 3, 3, 1, 1, 1, 1, 1, 1, 1),
            geometry(8, 34, 3, 3, 2, 2, 1, 1, 1, 1, 1),   geometry(9, 17, 2, 2, 2, 2, 0, 0, 0, 0, 1),
            geometry(6, 40, 2, 3, 1, 2, 0, 1, 1, 0, 1),   geometry(11, 29, 3, 2, 2, 3, 2, 1, 0, 1, 2),
            geometry(3, 3, 5, 5, 1, 1, 2, 2, 2, 2, 1),    geometry(1, 130, 1, 5, 1, 1, 0, 2, 0, 2, 1),
            geometry(2, 3000, 2, 3, 1, 2, 1, 1, 1, 1, 1), geometry(2, 1500, 2, 1100, 1, 3, 1, 5, 1, 5, 1),
            geometry(5, 5, 1, 1, 3, 4, 0, 0, 0, 0, 1),    geometry(12, 12, 12, 12, 1, 1, 0, 0, 0, 0, 1)};
}

#ifdef TENON_SANITIZED // slow, and memory and races are all that is looked at
constexpr int64_t kPlanes = 1;
#else
constexpr int64_t kPlanes = 2;
#endif

TEST(Pool, AgainstLoops) {
    onEveryTarget([] {
        for (PoolArgs args : poolGeometries())
            for (PoolKind const kind : {PoolKind::kMAX, PoolKind::kAVERAGE, PoolKind::kAVERAGE_PADDED}) {
                args.kind = kind;
                check(args, kPlanes, wholeNumbers(kPlanes * 16 * args.dims.inH * args.dims.inW, 1));
            }
    });
}

TEST(Pool, WindowsOutsideTheInput) {
    PoolArgs args;
    args.dims = {1, 2, 2, 5, 9, 2, 2, 1, 1, 2, 3};
    args.padBottom = 2, args.padRight = 5;
    onEveryTarget([&] {
        for (PoolKind const kind : {PoolKind::kMAX, PoolKind::kAVERAGE, PoolKind::kAVERAGE_PADDED}) {
            args.kind = kind;
            check(args, 1, wholeNumbers(64, 1));
        }
    });
}

TEST(Pool, MaxPropagatesNanAndInfinity) {
    onEveryTarget([] {
        for (int64_t const where : {0, 1, 20, 34, 100}) {
            PoolArgs args = geometry(5, 40, 3, 3, 1, 1, 1, 1, 1, 1, 1);
            auto values = wholeNumbers(16 * 200, 2);
            values[static_cast<size_t>(where)] = kNan;
            values[static_cast<size_t>(where + 2)] = kInfinity;
            values[static_cast<size_t>(where + 60)] = -kInfinity;
            check(args, 1, values);
        }
    });
}

TEST(Pool, EmptyDims) {
    onEveryTarget([] {
        PoolArgs args = geometry(5, 40, 3, 3, 1, 1, 1, 1, 1, 1, 1);
        check(args, 0, {});
        args.dims.inH = 0, args.dims.outH = 2;
        check(args, 1, {});
        args.dims.outW = 0;
        check(args, 1, {});
    });
}

TEST(Pool, Large) {
    onEveryTarget([] {
        PoolArgs args = geometry(60, 70, 3, 3, 2, 2, 1, 1, 1, 1, 1);
        for (PoolKind const kind : {PoolKind::kMAX, PoolKind::kAVERAGE}) {
            args.kind = kind;
            check(args, 8, wholeNumbers(128 * 60 * 70, 1));
        }
    });
}

TEST(GlobalPool, AgainstLoops) {
    onEveryTarget([] {
        for (int64_t const planes : {0, 1, 3, 33})
            for (int64_t const pixels : {1, 3, 15, 16, 17, 64, 100, 3000})
                for (PoolKind const kind : {PoolKind::kMAX, PoolKind::kAVERAGE}) {
                    SCOPED_TRACE(testing::Message()
                                 << planes << " planes of " << pixels << " kind " << static_cast<int>(kind));
                    auto values = wholeNumbers(planes * pixels * 16, 1);
                    if (planes > 1 && kind == PoolKind::kMAX)
                        values[static_cast<size_t>(pixels + pixels / 2)] = kNan;
                    std::vector<float> plain(static_cast<size_t>(planes * 16)), blocked = plain;
                    globalPoolPlain(kind, planes * 16, pixels, values.data(), plain.data());
                    globalPoolBlocked(kind, planes, pixels, values.data(), blocked.data());
                    PoolArgs all;
                    all.dims = {1, 1, pixels, 1, 1, 1, pixels};
                    all.kind = kind;
                    for (int64_t i = 0; i < planes * 16; ++i) {
                        expectBits(plain[static_cast<size_t>(i)], naive(all, values.data() + i * pixels, 0, 0));
                        std::vector<float> lane;
                        for (int64_t p = 0; p < pixels; ++p)
                            lane.push_back(values[static_cast<size_t>((i / 16 * pixels + p) * 16 + i % 16)]);
                        expectBits(blocked[static_cast<size_t>(i)], naive(all, lane.data(), 0, 0));
                    }
                }
    });
}

} // namespace
} // namespace tenon::cpu
