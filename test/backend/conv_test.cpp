// SPDX-License-Identifier: Apache-2.0
// The convolutions against plain loops over NCHW: odd sizes, strides, pads (negative ones too), dilations, groups,
// channel tails, epilogue, short rows, large kernels, threads.
#include "targets.h"
// After the list of targets.
#include "backend/cpu/conv.h"

#include <atomic>
#include <cmath>

namespace tenon::cpu {
namespace {

using test::expectSame;
using test::onEveryTarget;
using test::wholeNumbers;

/// NCHW to nChw16c; lanes of padding get `fill`.
std::vector<float> blocked(std::vector<float> const& plain, int64_t n, int64_t c, int64_t pixels, float fill) {
    int64_t const blocks = (c + 15) / 16;
    std::vector<float> out(static_cast<size_t>(n * blocks * pixels * 16), fill);
    for (int64_t i = 0; i < n; ++i)
        for (int64_t j = 0; j < c; ++j)
            for (int64_t p = 0; p < pixels; ++p)
                out[static_cast<size_t>(((i * blocks + j / 16) * pixels + p) * 16 + j % 16)] =
                    plain[static_cast<size_t>((i * c + j) * pixels + p)];
    return out;
}

struct Case {
    ConvDims d;
    int64_t groups, inChannels, outChannels;
};

std::string describe(Case const& t) {
    ConvDims const& d = t.d;
    testing::Message m;
    m << "n " << d.batch << " c " << t.inChannels << "->" << t.outChannels << " g " << t.groups << " in " << d.inH
      << "x" << d.inW << " out " << d.outH << "x" << d.outW << " kernel " << d.kernelH << "x" << d.kernelW << " stride "
      << d.strideH << "x" << d.strideW << " pad " << d.padTop << "," << d.padLeft << " dilation " << d.dilationH << "x"
      << d.dilationW;
    return m.GetString();
}

/// Everything in plain layouts: weights OIHW.
struct Data {
    std::vector<float> input, weights, bias, output;

    explicit Data(Case const& t)
        : input(wholeNumbers(t.d.batch * t.inChannels * t.d.inH * t.d.inW, 1)),
          weights(wholeNumbers(t.outChannels * (t.inChannels / t.groups) * t.d.kernelH * t.d.kernelW, 2)),
          bias(wholeNumbers(t.outChannels, 3)) {
        ConvDims const& d = t.d;
        int64_t const in = t.inChannels / t.groups, out = t.outChannels / t.groups;
        for (int64_t n = 0; n < d.batch; ++n)
            for (int64_t o = 0; o < t.outChannels; ++o)
                for (int64_t y = 0; y < d.outH; ++y)
                    for (int64_t x = 0; x < d.outW; ++x) {
                        double sum = bias[static_cast<size_t>(o)];
                        for (int64_t i = 0; i < in; ++i)
                            sum += tapsOf(t, n * t.inChannels + o / out * in + i, o * in + i, y, x);
                        output.push_back(static_cast<float>(sum));
                    }
    }

private:
    double tapsOf(Case const& t, int64_t plane, int64_t filter, int64_t y, int64_t x) const {
        ConvDims const& d = t.d;
        double sum = 0;
        for (int64_t ky = 0; ky < d.kernelH; ++ky)
            for (int64_t kx = 0; kx < d.kernelW; ++kx) {
                int64_t const iy = y * d.strideH - d.padTop + ky * d.dilationH,
                              ix = x * d.strideW - d.padLeft + kx * d.dilationW;
                if (iy >= 0 && iy < d.inH && ix >= 0 && ix < d.inW)
                    sum += static_cast<double>(input[static_cast<size_t>((plane * d.inH + iy) * d.inW + ix)]) *
                           weights[static_cast<size_t>((filter * d.kernelH + ky) * d.kernelW + kx)];
            }
        return sum;
    }
};

/// Negates each output once; a piece missed or seen twice, or one with the wrong place, shows.
struct Negate {
    ConvDims d;
    int64_t blocks;
    float const* output;
    std::atomic<int64_t> seen{0};
    void operator()(int64_t n, int64_t cBlock, int64_t offset, int64_t count16, float* data) {
        EXPECT_EQ(data, output + ((n * blocks + cBlock) * d.outH * d.outW + offset) * 16);
        seen += count16;
        for (int64_t i = 0; i < count16 * 16; ++i)
            data[i] = -data[i];
    }
};

using Threads = std::vector<int>; ///< each of these numbers in turn; none: as many as there are

/// Runs one of the functions with bias and epilogue, then without bias, and compares the whole output, padding lanes
/// too.
template <class Args>
void compareOnce(Case const& t, Args args, Data const& data, void (*fn)(Args const&) noexcept) {
    int64_t const blocks = (t.outChannels + 15) / 16, pixels = t.d.outH * t.d.outW;
    auto const bias = blocked(data.bias, 1, t.outChannels, 1, 0.0f);
    std::vector<float> output(static_cast<size_t>(t.d.batch * blocks * pixels * 16), 1234567.0f);
    Negate negate{t.d, blocks, output.data()};
    BlockEpilogue const epilogue(negate);
    args.dims = t.d, args.bias = bias.data(), args.output = output.data(), args.epilogue = &epilogue;
    fn(args);
    EXPECT_EQ(negate.seen, t.d.batch * blocks * pixels);
    auto plain = data.output;
    for (float& value : plain)
        value = -value;
    expectSame(output, blocked(plain, t.d.batch, t.outChannels, pixels, 0.0f));
    args.bias = nullptr, args.epilogue = nullptr;
    fn(args);
    for (size_t i = 0; i < plain.size(); ++i)
        plain[i] = data.output[i] - data.bias[i / static_cast<size_t>(pixels) % static_cast<size_t>(t.outChannels)];
    expectSame(output, blocked(plain, t.d.batch, t.outChannels, pixels, 0.0f));
}

template <class Args>
void compare(Case const& t, Args const& args, Data const& data, void (*fn)(Args const&) noexcept,
             Threads const& counts) {
    int const before = threads();
    for (int const count : counts.empty() ? Threads{before} : counts) {
        SCOPED_TRACE(testing::Message() << "threads " << count);
        setThreads(count);
        compareOnce(t, args, data, fn);
    }
    setThreads(before);
}

void checkConv(Case const& t, Threads const& counts = {}) {
    SCOPED_TRACE(describe(t));
    Data const data(t);
    int64_t const in = t.inChannels / t.groups, taps = t.d.kernelH * t.d.kernelW, inBlocks = (in + 15) / 16;
    // What must not be read is NaN: the lanes of padding of input and weights.
    auto const input = blocked(data.input, t.d.batch, t.inChannels, t.d.inH * t.d.inW, std::nanf(""));
    std::vector<float> weights(static_cast<size_t>((t.outChannels + 15) / 16 * inBlocks * taps * 256), std::nanf(""));
    for (int64_t o = 0; o < (t.outChannels + 15) / 16 * 16; ++o)
        for (int64_t i = 0; i < in; ++i)
            for (int64_t k = 0; k < taps; ++k)
                weights[static_cast<size_t>((((o / 16 * inBlocks + i / 16) * taps + k) * 16 + i % 16) * 16 + o % 16)] =
                    o < t.outChannels ? data.weights[static_cast<size_t>((o * in + i) * taps + k)] : 0.0f;
    ConvArgs args;
    args.groups = t.groups, args.inChannels = t.inChannels, args.outBlocks = (t.outChannels + 15) / 16;
    args.input = input.data(), args.weights = weights.data();
    compare(t, args, data, conv, counts);
}

void checkPlain(Case const& t, Threads const& counts = {}) {
    SCOPED_TRACE("plain " + describe(t));
    Data const data(t);
    int64_t const taps = t.d.kernelH * t.d.kernelW, outs = (t.outChannels + 15) / 16 * 16;
    std::vector<float> weights(static_cast<size_t>(outs * taps * t.inChannels));
    for (int64_t o = 0; o < t.outChannels; ++o)
        for (int64_t i = 0; i < t.inChannels; ++i)
            for (int64_t k = 0; k < taps; ++k)
                weights[static_cast<size_t>(((o / 16 * taps + k) * t.inChannels + i) * 16 + o % 16)] =
                    data.weights[static_cast<size_t>((o * t.inChannels + i) * taps + k)];
    ConvPlainArgs args;
    args.inChannels = t.inChannels, args.outBlocks = outs / 16, args.input = data.input.data(),
    args.weights = weights.data();
    compare(t, args, data, convPlain, counts);
}

void checkDepthwise(ConvDims const& d, int64_t channels, Threads const& counts = {}) {
    Case const t{d, channels, channels, channels};
    SCOPED_TRACE("depthwise " + describe(t));
    Data const data(t);
    auto const input = blocked(data.input, d.batch, channels, d.inH * d.inW, 0.0f);
    auto const weights = blocked(data.weights, 1, channels, d.kernelH * d.kernelW, 0.0f);
    DepthwiseArgs args;
    args.blocks = (channels + 15) / 16, args.input = input.data(), args.weights = weights.data();
    compare(t, args, data, depthwise, counts);
}

ConvDims dims(int64_t batch, int64_t h, int64_t w, int64_t kh, int64_t kw, int64_t sh = 1, int64_t sw = 1,
              int64_t top = 0, int64_t left = 0, int64_t dh = 1, int64_t dw = 1, int64_t bottom = -1,
              int64_t right = -1) {
    ConvDims d{batch, h, w, 0, 0, kh, kw, sh, sw, top, left, dh, dw};
    d.outH = (h + top + (bottom < 0 ? top : bottom) - (kh - 1) * dh - 1) / sh + 1;
    d.outW = (w + left + (right < 0 ? left : right) - (kw - 1) * dw - 1) / sw + 1;
    return d;
}

/// Every kind of geometry, small.
std::vector<ConvDims> convGeometries() {
    return {
        dims(1, 1, 1, 1, 1),
        dims(2, 3, 5, 1, 1),
        dims(1, 1, 33, 1, 1),
        dims(1, 11, 13, 1, 1),
        dims(1, 9, 17, 1, 1, 2, 2),
        dims(1, 5, 5, 1, 1, 1, 1, 1, 2),  // a padded 1x1
        dims(1, 1, 1, 3, 3, 1, 1, 1, 1),  // only the middle tap is inside
        dims(2, 2, 2, 3, 3, 1, 1, 1, 1),  // short rows
        dims(1, 40, 3, 3, 3, 1, 1, 1, 1), // many short rows
        dims(1, 7, 7, 3, 3, 1, 1, 1, 1),
        dims(1, 14, 14, 3, 3, 1, 1, 1, 1),
        dims(1, 15, 33, 3, 3, 2, 2, 1, 1),
        dims(1, 16, 17, 5, 5, 1, 1, 2, 2),
        dims(1, 9, 31, 5, 3, 2, 1, 2, 1),
        dims(1, 1, 80, 1, 3, 1, 1, 0, 1),
        dims(1, 1, 130, 1, 7, 1, 2, 0, 3),
        dims(1, 13, 15, 3, 3, 1, 1, 2, 2, 2, 2),       // dilated
        dims(1, 12, 29, 2, 3, 1, 3, 3, 4, 3, 2, 0, 1), // uneven pads, stride and dilation
        dims(1, 6, 6, 3, 3, 1, 1, 4, 4),               // pads larger than the kernel's reach
        dims(1, 12, 40, 3, 3, 1, 1, -1, -2),           // negative pads
        dims(1, 3, 4, 9, 9, 1, 1, 4, 4),               // more than 64 taps, kernel larger than the input
        dims(1, 3, 16, 3, 3, 4, 5, 1, 1),              // strides larger than the kernel
    };
}

TEST(Conv, Geometries) {
    onEveryTarget([] {
        for (ConvDims const& d : convGeometries())
            checkConv({d, 1, 17, 33});
    });
}

TEST(Conv, Channels) {
    onEveryTarget([] {
        for (int64_t const in : {1, 15, 16, 17, 33, 100})
            for (int64_t const out : {1, 15, 16, 17, 33, 80})
                for (ConvDims const& d : {dims(1, 5, 19, 3, 3, 1, 1, 1, 1), dims(1, 4, 25, 1, 1), dims(2, 1, 1, 1, 1)})
                    checkConv({d, 1, in, out});
    });
}

TEST(Conv, Groups) {
    onEveryTarget([] {
        for (ConvDims const& d : {dims(2, 7, 18, 3, 3, 2, 2, 1, 1), dims(1, 3, 20, 1, 1)}) {
            checkConv({d, 2, 32, 64});
            checkConv({d, 3, 96, 48});
        }
    });
}

TEST(Conv, LongReduction) {
    onEveryTarget([] {
        checkConv({dims(1, 7, 7, 3, 3, 1, 1, 1, 1), 1, 200, 48});
        checkConv({dims(1, 1, 3, 9, 9, 1, 1, 4, 4), 1, 40, 16});
    });
}

TEST(ConvPlain, Geometries) {
    onEveryTarget([] {
        for (ConvDims const& d : convGeometries())
            for (int64_t const in : {1, 3})
                checkPlain({d, 1, in, in == 1 ? 17 : 64});
    });
}

TEST(ConvPlain, LongReduction) {
    onEveryTarget([] {
        checkPlain({dims(2, 20, 21, 7, 7, 2, 2, 3, 3), 1, 5, 33}); // more steps than one pass takes
        checkPlain({dims(1, 6, 19, 3, 3, 1, 1, 1, 1), 1, 40, 16});
    });
}

TEST(Depthwise, Geometries) {
    onEveryTarget([] {
        for (ConvDims const& d : convGeometries())
            for (int64_t const channels : {1, 16, 33})
                checkDepthwise(d, channels);
    });
}

TEST(Conv, EmptyDims) {
    ConvDims none = dims(0, 3, 3, 3, 3, 1, 1, 1, 1), flat = dims(1, 3, 3, 3, 3, 1, 1, 1, 1), dry = flat;
    flat.outW = 0;
    dry.inH = 0;
    onEveryTarget([&] {
        for (ConvDims const& d : {none, flat, dry}) {
            checkConv({d, 1, 5, 7});
            checkPlain({d, 1, 3, 7});
            checkDepthwise(d, 7);
        }
    });
}

/// Large enough to be split: the same bits as on one thread.
TEST(Conv, SameBitsForAnyNumberOfThreads) {
    Threads const counts{1, 2, 5, 16};
    checkConv({dims(2, 30, 41, 3, 3, 1, 1, 1, 1), 1, 48, 80}, counts);
    checkConv({dims(1, 60, 41, 1, 1), 1, 48, 80}, counts);
    checkPlain({dims(2, 100, 141, 3, 3, 2, 2, 1, 1), 1, 3, 64}, counts);
    checkDepthwise(dims(1, 60, 70, 5, 5, 1, 1, 2, 2), 160, counts);
}

} // namespace
} // namespace tenon::cpu
