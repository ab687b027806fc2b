// SPDX-License-Identifier: Apache-2.0
// The fast Fourier transform in double, of any length: mixed radix where all prime factors are small, else as a
// convolution of a length that has small ones (Bluestein). Making a transform allocates; running one does not.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace tenon::cpu {

struct Complex {
    double re = 0, im = 0;

    friend Complex operator+(Complex a, Complex b) noexcept { return {a.re + b.re, a.im + b.im}; }
    friend Complex operator-(Complex a, Complex b) noexcept { return {a.re - b.re, a.im - b.im}; }
    friend Complex operator*(Complex a, Complex b) noexcept {
        return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    }
};

class Fft {
public:
    /// Of n >= 1 elements; `inverse` turns the other way, without a factor. May throw std::bad_alloc.
    Fft(int64_t n, bool inverse);

    int64_t size() const noexcept { return mSize; }
    /// Elements of scratch that run() needs.
    int64_t scratch() const noexcept { return mConvolution ? 2 * mConvolution->size() + mSize : mSize; }
    /// Transforms n elements in place; called by any number of threads, each with scratch of its own.
    void run(Complex* data, Complex* scratch) const noexcept;

private:
    template <int kRadix>
    void pass(int64_t done, Complex const* from, Complex* to) const noexcept;
    void pass(int64_t radix, int64_t done, Complex const* from, Complex* to) const noexcept;
    void convolve(Complex* data, Complex* scratch) const noexcept;

    int64_t mSize;
    bool mInverse;
    std::vector<int64_t> mRadices;
    std::vector<Complex> mTurns;       ///< e^(-+2 pi i k / n)
    std::unique_ptr<Fft> mConvolution; ///< of the longer length, forwards
    std::vector<Complex> mChirp;       ///< e^(-+pi i k^2 / n)
    std::vector<Complex> mSpectrum;    ///< of the chirp's conjugate, over the longer length
};

} // namespace tenon::cpu
