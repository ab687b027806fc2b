// SPDX-License-Identifier: Apache-2.0
// Pointwise expressions as lists of vector calls over tiles that stay in the first-level cache. A convolution or
// product uses one on each finished piece of its result; the pointwise kernel uses one on whole tensors.
#pragma once

#include "base/dtype.h"
#include "kernel/expression.h"

#include <cstddef>
#include <memory>
#include <string>

namespace tenon {

/// Elements of one tile.
inline constexpr int64_t kTileElements = 1024;

/// One operand of a tile run: `data` is the first element. Step 1: the elements are contiguous; 0: one value serves the
/// whole run; 8 or 16: that many elements lie at `data` and repeat (a block of channels of nChw8c or nChw16c, in a run
/// of pixels).
struct TileOperand {
    void const* data = nullptr;
    int64_t step = 1;
};

class TileProgram {
public:
    virtual ~TileProgram() = default;
    /// Computes `count` consecutive elements, any number (they are taken in tiles). `out` may be the data of an operand
    /// with step 1 and the same element size (in place). The bits (but for those within a NaN) do not depend on how
    /// elements are divided into runs, on the steps, or on whether instructions run in one program or in several.
    /// Thread-safe (scratch is on the stack of the caller, below 64 KiB); neither throws nor allocates.
    virtual void run(TileOperand const* operands, void* out, int64_t count) const noexcept = 0;
};

/// Why there is no program for the expression; empty when there is one. The limits: 32 operands, 64 constants, 64
/// values at a time.
std::string rejectTile(Expression const& expression);
/// Compiles the expression for this CPU. Throws DecodeError when rejectTile gives a reason. (Linked from
/// src/ops/pointwise.)
std::unique_ptr<TileProgram> makeTile(Expression const& expression);

} // namespace tenon
