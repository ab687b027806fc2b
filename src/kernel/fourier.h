// SPDX-License-Identifier: Apache-2.0
// The discrete Fourier transform as it is defined, term by term in double: what the reference kernels compute with.
#pragma once

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

namespace tenon {

/// out[k] = sum of in[j] * e^(-+2 pi i j k / n), for k < count; `inverse` turns the other way, and divides by n.
inline std::vector<std::complex<double>> fourier(std::vector<std::complex<double>> const& in, bool inverse,
                                                 size_t count) {
    size_t const n = in.size();
    std::vector<std::complex<double>> turns, out;
    for (size_t k = 0; k < n; ++k) {
        double const angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
        turns.emplace_back(std::cos(angle), inverse ? std::sin(angle) : -std::sin(angle));
    }
    for (size_t k = 0; k < count; ++k) {
        std::complex<double> sum = 0;
        for (size_t j = 0; j < n; ++j)
            sum += in[j] * turns[j * k % n];
        out.push_back(inverse ? sum / static_cast<double>(n) : sum);
    }
    return out;
}

} // namespace tenon
