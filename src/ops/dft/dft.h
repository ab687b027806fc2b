// SPDX-License-Identifier: Apache-2.0
// The discrete Fourier transform along one axis. Operands: x [..., 1] (real) or [..., 2] (complex), and optional
// scalars: the length (x is cut, or filled up with zeros) and the axis. One-sided, the forward transform of real
// numbers gives the first half of the spectrum, and the inverse one makes real numbers of it.
#pragma once

#include "base/reflect.h"

#include <cstdint>

namespace tenon::ops::dft {

struct Attributes {
    int64_t axis = -2; ///< where there is no third operand
    bool inverse = false;
    bool onesided = false;

    bool givesReal() const noexcept { return inverse && onesided; }

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("axis", self.axis);
        visit("inverse", self.inverse);
        visit("onesided", self.onesided);
    }
};

/// The lines of a transform: [outer][in or out][inner][1 or 2].
struct Lines {
    int64_t outer = 1, inner = 1;
    int64_t in = 0, out = 0; ///< elements of a line of x, and of the result
    int64_t n = 0;           ///< length of the transform
    int64_t partsIn = 1, partsOut = 2;

    bool fit = false; ///< the operands' values belong to the result's dims

    /// `axisGiven` and `length` (0: not given) are values of operands. T is Tensor, which lies above this folder.
    template <class T>
    Lines(Attributes const& a, T const& x, T const& y, int64_t axisGiven, int64_t length) noexcept {
        int64_t const axis = axisGiven < 0 ? axisGiven + x.rank : axisGiven;
        if (axis < 0 || axis >= x.rank - 1 || length < 0 || y.rank != x.rank)
            return;
        fit = true;
        for (int64_t i = 0; i + 1 < x.rank; ++i) {
            if (i == axis)
                continue;
            (i < axis ? outer : inner) *= x.dims[i];
            fit = fit && x.dims[i] == y.dims[i];
        }
        in = x.dims[axis];
        out = y.dims[axis];
        n = length != 0 ? length : (a.givesReal() ? 2 * (in - 1) : in);
        partsIn = x.dims[x.rank - 1];
        partsOut = y.dims[y.rank - 1];
        bool const half = a.onesided && !a.inverse;
        fit = fit && n >= 0 && out == (half ? n / 2 + 1 : n) && partsOut == (a.givesReal() ? 1 : 2) &&
              (partsIn == 2 ? !half : partsIn == 1 && !a.givesReal());
    }
};

} // namespace tenon::ops::dft
