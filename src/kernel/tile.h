// SPDX-License-Identifier: Apache-2.0
// Pointwise expressions as lists of vector calls over tiles that stay in the first-level cache. A convolution or product uses one on
// each finished piece of its result; the pointwise kernel uses one on whole tensors.
#pragma once

#include "base/dtype.h"
#include "kernel/expression.h"

#include <cstddef>
#include <memory>
#include <string>

namespace tenon {

/// Elements of one tile.
inline constexpr int64_t kTileElements = 1024;

/// One operand of a tile run: `data` is the first element, and step is 1 (contiguous) or 0 (one value for the whole run).
struct TileOperand {
    void const* data = nullptr;
    int64_t step = 1;
};

class TileProgram {
public:
    virtual ~TileProgram() = default;
    /// Computes `count` consecutive elements. `out` may be the data of an operand with step 1 and the same element size (in place).
    /// Thread-safe (scratch is on the stack of the caller); neither throws nor allocates.
    virtual void run(TileOperand const* operands, void* out, int64_t count) const noexcept = 0;
};

/// Why there is no program for the expression; empty when there is one.
std::string rejectTile(Expression const& expression);
/// Compiles the expression for this CPU. Throws DecodeError when rejectTile gives a reason.
std::unique_ptr<TileProgram> makeTile(Expression const& expression);

} // namespace tenon
