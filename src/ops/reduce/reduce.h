// SPDX-License-Identifier: Apache-2.0
// Reductions over a set of axes. Operand 1, where it is there, is an i64 tensor of axes and takes the place of the
// attribute.
#pragma once

#include "base/reflect.h"

#include <span>

namespace tenon::ops::reduce {

enum class Kind : uint8_t { kSum, kMean, kMax, kMin, kProd, kL1, kL2, kLogSum, kLogSumExp, kSumSquare };
std::string_view nameOf(Kind kind) noexcept;

struct Attributes {
    Kind kind = Kind::kSum;
    std::vector<int64_t> axes; ///< from -rank to rank - 1
    bool keepDims = true;      ///< a reduced axis stays, with dim 1
    bool noAxesIsIdentity =
        false; ///< without axes nothing is reduced (but the function is applied); otherwise everything is

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("kind", self.kind);
        visit("axes", self.axes);
        visit("keepDims", self.keepDims);
        visit("noAxesIsIdentity", self.noAxesIsIdentity);
    }
};

/// Bit i: axis i is reduced. Axes outside the rank are ignored. Rank at most 64.
uint64_t reducedAxes(Attributes const& attrs, std::span<int64_t const> axes, size_t rank) noexcept;

} // namespace tenon::ops::reduce
