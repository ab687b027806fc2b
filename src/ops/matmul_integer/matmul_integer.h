// SPDX-License-Identifier: Apache-2.0
// The matrix product of 8-bit integers, NumPy's matmul of (a - zero of a) and (b - zero of b) in 32 bits. Operands: a,
// b, and the optional zero points of a (one, or one for each row) and b (one, or one for each column), of their types.
#pragma once

#include "base/reflect.h"

#include <cstdint>

namespace tenon::ops::matmul_integer {

/// Which zero point element i of an operand with rows of `columns` elements and matrices of `matrix` elements has.
/// The zero points are one, a list as long as the matrix has rows (or columns), or one list for each matrix.
struct ZeroIndex {
    int64_t count = 1, columns = 1, matrix = 1;
    bool byRow = true;

    int64_t operator()(int64_t i) const noexcept {
        if (count == 1)
            return 0;
        int64_t const rows = columns == 0 ? 0 : matrix / columns, of = byRow ? rows : columns;
        int64_t const within = byRow ? i % matrix / columns : i % columns;
        return count == of ? within : i / matrix * of + within;
    }
};

} // namespace tenon::ops::matmul_integer
