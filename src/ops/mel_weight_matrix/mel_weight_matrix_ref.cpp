// SPDX-License-Identifier: Apache-2.0
// Reference mel_weight_matrix, in double. The bins of the triangles' corners are whole numbers; where two corners fall
// on one bin its weight is 1.
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/mel_weight_matrix/mel_weight_matrix.h"

#include <algorithm>
#include <cmath>

namespace tenon::ops {
namespace mel_weight_matrix {
namespace {

/// The bins of all corners: two more than there are bands.
std::vector<int64_t> cornersOf(int64_t bands, int64_t length, double rate, double lowest, double highest) {
    auto mel = [](double hertz) { return 2595 * std::log1p(hertz / 700) / std::log(10.0); };
    double const from = mel(lowest), step = (mel(highest) - from) / static_cast<double>(bands + 2);
    std::vector<int64_t> out;
    for (int64_t i = 0; i < bands + 2; ++i) {
        double const hertz = 700 * std::expm1((from + static_cast<double>(i) * step) / 2595 * std::log(10.0));
        out.push_back(static_cast<int64_t>(std::floor(static_cast<double>(length + 1) * hertz / rate)));
    }
    return out;
}

/// One column of the matrix: the triangle over three corners.
std::vector<double> triangle(int64_t bins, int64_t left, int64_t center, int64_t right) {
    std::vector<double> out(static_cast<size_t>(bins), 0);
    for (int64_t j = left; j <= std::min(center, bins - 1); ++j)
        out[static_cast<size_t>(j)] =
            left == center ? 1 : static_cast<double>(j - left) / static_cast<double>(center - left);
    for (int64_t j = center; j < right; ++j)
        out[static_cast<size_t>(j)] = static_cast<double>(right - j) / static_cast<double>(right - center);
    return out;
}

bool run(Attributes const&, Args const& args) {
    Tensor const& y = args.outputs[0];
    int64_t const bins = y.dims[0], bands = y.dims[1], length = integerAt(args.inputs[1], 0);
    double const rate = static_cast<double>(integerAt(args.inputs[2], 0));
    auto const corners = cornersOf(bands, length, rate, numberAt(args.inputs[3], 0), numberAt(args.inputs[4], 0));
    if (!(rate > 0) || corners.front() < 0 || corners.back() > bins || !std::is_sorted(corners.begin(), corners.end()))
        return args.failure->set(Message::kRunFailed,
                                 "mel_weight_matrix: the frequencies leave the spectrum of %lld bins",
                                 static_cast<long long>(bins));
    for (int64_t i = 0; i < bands; ++i) {
        auto const at = static_cast<size_t>(i);
        auto const column = triangle(bins, corners[at], corners[at + 1], corners[at + 2]);
        withType(y.dtype, [&](auto sample) {
            using T = decltype(sample);
            for (int64_t j = 0; j < bins; ++j) {
                double const value = column[static_cast<size_t>(j)];
                if constexpr (std::is_arithmetic_v<T>)
                    y.as<T>()[j * bands + i] = static_cast<T>(value);
                else
                    y.as<T>()[j * bands + i] = T(static_cast<float>(value));
            }
        });
    }
    return true;
}

} // namespace
} // namespace mel_weight_matrix

void mel_weight_matrix_ref(KernelTable& table) {
    table.add(referenceKernel<mel_weight_matrix::Attributes>("mel_weight_matrix", "mel_weight_matrix.ref",
                                                             mel_weight_matrix::run));
}

} // namespace tenon::ops
