// SPDX-License-Identifier: Apache-2.0
// A pass takes one factor of the length out: short transforms of that many elements, whose results are turned and
// written in the order that the next pass reads, so that no reordering is left at the end.
#include "backend/cpu/fft.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tenon::cpu {
namespace {

constexpr int64_t kGreatestRadix = 13;

Complex turn(int64_t k, int64_t n, bool inverse) {
    double const angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
    return {std::cos(angle), inverse ? std::sin(angle) : -std::sin(angle)};
}

/// The factors of n up to kGreatestRadix, 4 before 2; what is left over is the last one, unless it is 1.
std::vector<int64_t> radicesOf(int64_t n) {
    std::vector<int64_t> out;
    for (int64_t radix : {4, 2, 3, 5, 7, 11, 13})
        while (n % radix == 0) {
            out.push_back(radix);
            n /= radix;
        }
    if (n > 1)
        out.push_back(n);
    return out;
}

Complex conjugate(Complex a) {
    return {a.re, -a.im};
}

/// The transform of kRadix elements that lie `step` apart; turns[k] = e^(-+2 pi i k / kRadix).
template <int kRadix>
void shortTransform(Complex const* from, int64_t step, Complex const (&turns)[kRadix], bool inverse, Complex* out) {
    if constexpr (kRadix == 2) {
        out[0] = from[0] + from[step], out[1] = from[0] - from[step];
    } else if constexpr (kRadix == 4) {
        Complex const a = from[0] + from[2 * step], b = from[0] - from[2 * step];
        Complex const c = from[step] + from[3 * step], d = from[step] - from[3 * step];
        Complex const quarter = inverse ? Complex{-d.im, d.re} : Complex{d.im, -d.re};
        out[0] = a + c, out[1] = b + quarter, out[2] = a - c, out[3] = b - quarter;
    } else { // pairs of elements from both ends: their sums meet the cosines, their differences the sines
        constexpr int kHalf = kRadix / 2;
        Complex sum[kHalf + 1], difference[kHalf + 1];
        Complex all = from[0];
        for (int j = 1; j <= kHalf; ++j) {
            sum[j] = from[j * step] + from[(kRadix - j) * step];
            difference[j] = from[j * step] - from[(kRadix - j) * step];
            all = all + sum[j];
        }
        out[0] = all;
        for (int k = 1; k <= kHalf; ++k) {
            Complex even = from[0], odd;
            for (int j = 1; j <= kHalf; ++j) {
                Complex const w = turns[j * k % kRadix];
                even = {even.re + w.re * sum[j].re, even.im + w.re * sum[j].im};
                odd = {odd.re - w.im * difference[j].im, odd.im + w.im * difference[j].re};
            }
            out[k] = even + odd;
            out[kRadix - k] = even - odd;
        }
    }
}

} // namespace

Fft::Fft(int64_t n, bool inverse) : mSize(n), mInverse(inverse), mRadices(radicesOf(n)) {
    if (!mRadices.empty() && mRadices.back() > kGreatestRadix) {
        int64_t longer = 1;
        while (longer < 2 * n - 1)
            longer *= 2;
        mConvolution = std::make_unique<Fft>(longer, false);
        mSpectrum.resize(static_cast<size_t>(longer));
        for (int64_t k = 0; k < n; ++k) {
            mChirp.push_back(turn(k * k % (2 * n), 2 * n, inverse));
            Complex const value = conjugate(mChirp.back());
            mSpectrum[static_cast<size_t>(k)] = value;
            mSpectrum[static_cast<size_t>((longer - k) % longer)] = value;
        }
        std::vector<Complex> scratch(static_cast<size_t>(longer));
        mConvolution->run(mSpectrum.data(), scratch.data());
        return;
    }
    for (int64_t k = 0; k < n; ++k)
        mTurns.push_back(turn(k, n, inverse));
}

template <int kRadix>
void Fft::pass(int64_t done, Complex const* from, Complex* to) const noexcept {
    int64_t const rest = mSize / (kRadix * done);
    Complex turns[kRadix], out[kRadix];
    for (int j = 0; j < kRadix; ++j)
        turns[j] = mTurns[static_cast<size_t>(mSize / kRadix * j)];
    for (int64_t i = 0; i < rest; ++i) {
        Complex twist[kRadix];
        for (int j = 1; j < kRadix; ++j)
            twist[j] = mTurns[static_cast<size_t>(j * i * done)];
        for (int64_t k = 0; k < done; ++k) {
            shortTransform<kRadix>(from + i + rest * kRadix * k, rest, turns, mInverse, out);
            to[i + rest * k] = out[0];
            for (int j = 1; j < kRadix; ++j)
                to[i + rest * (k + done * j)] = i == 0 ? out[j] : out[j] * twist[j];
        }
    }
}

void Fft::pass(int64_t radix, int64_t done, Complex const* from, Complex* to) const noexcept {
    switch (radix) {
    case 2:
        return pass<2>(done, from, to);
    case 3:
        return pass<3>(done, from, to);
    case 4:
        return pass<4>(done, from, to);
    case 5:
        return pass<5>(done, from, to);
    case 7:
        return pass<7>(done, from, to);
    case 11:
        return pass<11>(done, from, to);
    default:
        return pass<13>(done, from, to);
    }
}

void Fft::convolve(Complex* data, Complex* scratch) const noexcept {
    int64_t const longer = mConvolution->size();
    Complex *const padded = scratch, *const inner = scratch + longer;
    for (int64_t k = 0; k < mSize; ++k)
        padded[k] = data[k] * mChirp[static_cast<size_t>(k)];
    std::fill(padded + mSize, padded + longer, Complex{});
    mConvolution->run(padded, inner);
    // The inverse transform is the forward one of the conjugate, conjugated.
    for (int64_t k = 0; k < longer; ++k)
        padded[k] = conjugate(padded[k] * mSpectrum[static_cast<size_t>(k)]);
    mConvolution->run(padded, inner);
    double const factor = 1 / static_cast<double>(longer);
    for (int64_t k = 0; k < mSize; ++k) {
        Complex const value = conjugate(padded[k]) * mChirp[static_cast<size_t>(k)];
        data[k] = {value.re * factor, value.im * factor};
    }
}

void Fft::run(Complex* data, Complex* scratch) const noexcept {
    if (mConvolution)
        return convolve(data, scratch);
    Complex *from = data, *to = scratch;
    int64_t done = 1;
    for (int64_t radix : mRadices) {
        pass(radix, done, from, to);
        done *= radix;
        std::swap(from, to);
    }
    if (from != data)
        std::copy_n(from, mSize, data);
}

} // namespace tenon::cpu
