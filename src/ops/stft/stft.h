// SPDX-License-Identifier: Apache-2.0
// The short-time Fourier transform: frames of a signal, a step apart, each times a window and transformed. Operands:
// the signal [B, length, 1 or 2], the step, and optional the window [frame] and the frame's length. Result: [B, frames,
// bins, 2]; one-sided, of real signals, the first half of each spectrum.
#pragma once

#include "base/reflect.h"

#include <cstdint>

namespace tenon::ops::stft {

struct Attributes {
    bool onesided = true;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("onesided", self.onesided);
    }
};

/// The sizes of one call.
struct Frames {
    int64_t batch = 0, signal = 0, parts = 1; ///< of the signal
    int64_t count = 0, bins = 0;              ///< of the result
    int64_t step = 0, length = 0;

    /// T is Tensor, which lies above this folder. `step`, and `length` (0: not given) are values of operands; `window`
    /// is the window's length (-1: there is none).
    template <class T>
    Frames(T const& x, T const& y, int64_t stepGiven, int64_t lengthGiven, int64_t window) noexcept
        : batch(x.dims[0]), signal(x.dims[1]), parts(x.rank == 3 ? x.dims[2] : 1), count(y.dims[1]), bins(y.dims[2]),
          step(stepGiven), length(lengthGiven != 0 ? lengthGiven : (window >= 0 ? window : signal)) {}

    /// The operands' values belong to the result's dims.
    bool fit(Attributes const& a, int64_t window) const noexcept {
        bool const positive = step > 0 && (length > 0 || count * batch == 0);
        int64_t const frames = positive && signal >= length ? (signal - length) / step + 1 : 0;
        return positive && count == frames && bins == (a.onesided ? length / 2 + 1 : length) &&
               (window < 0 || window == length);
    }
};

enum Operand : size_t { kSignal, kStep, kWindow, kLength };

} // namespace tenon::ops::stft
