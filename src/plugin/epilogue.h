// SPDX-License-Identifier: Apache-2.0
// What pointwise operators behind an elementwise plugin compute, on each piece of its result while that is in the
// cache.
#pragma once

#include "kernel/tile.h"
#include "plugin/op.h"

#include <array>

namespace tenon::plugin {

/// Whether any piece of the elements may be computed by itself, in a call with dims of 1 and the number of elements
/// last: the plugin promised that places do not matter, and takes extents from the descriptors of a call.
bool isPiecewise(Plugin const& plugin, Attributes const& a);

/// Why a plugin's step does not take the problem's epilogue; empty when it does.
std::string rejectEpilogue(Plugin const& plugin, Problem const& problem);

class EpilogueRun {
public:
    static constexpr size_t kMostExtra = 8; ///< operands of the expression beside the plugin's result

    explicit EpilogueRun(Problem const& problem);
    /// Takes the operands of one run. False for one that has neither one element nor as many as the result.
    bool bind(Args const& args, int64_t elements) noexcept;
    /// On `count` elements of the result from `first` on. Threads may call it at once.
    void run(void* result, int64_t first, int64_t count) const noexcept;

private:
    std::unique_ptr<TileProgram> mProgram;
    size_t mFirst;             ///< the problem's input that is operand 1 of the expression
    std::vector<DType> mTypes; ///< of the operands
    std::array<TileOperand, kMostExtra + 1> mOperands{};
};

} // namespace tenon::plugin
