// SPDX-License-Identifier: Apache-2.0
// Sliding windows over spatial axes, as convolution and pooling define them: kernel, strides, pads, dilations,
// automatic padding. The same arithmetic over expressions (infer) and over numbers (kernels).
#pragma once

#include "base/reflect.h"
#include "shape/dim_expr.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tenon {

/// Where pads come from: the attribute, or such that out = ceil(in / stride) with the odd one at the end or the start,
/// or none.
enum class AutoPad : uint8_t { kExplicit, kSameUpper, kSameLower, kValid };
std::string_view nameOf(AutoPad pad) noexcept;
/// NOTSET, SAME_UPPER, SAME_LOWER, VALID. Throws Error kAttribute for another name.
AutoPad autoPadFromName(std::string_view name);

/// One axis with numbers for everything.
struct WindowAxis {
    int64_t in = 1, out = 1, kernel = 1, stride = 1, dilation = 1;
    int64_t before = 0, after = 0; ///< pads

    int64_t extent() const noexcept { return dilation * (kernel - 1) + 1; }
    /// Input position of tap k of output o; outside [0, in) it is padding.
    int64_t at(int64_t o, int64_t k) const noexcept { return o * stride - before + k * dilation; }
};

struct Window {
    std::vector<int64_t> kernel;    ///< empty where the weights tell
    std::vector<int64_t> strides;   ///< empty: 1
    std::vector<int64_t> pads;      ///< begin of every axis, then end of every axis; empty: 0
    std::vector<int64_t> dilations; ///< empty: 1
    AutoPad autoPad = AutoPad::kExplicit;
    bool ceilMode = false; ///< round the number of windows up

    /// Throws Error kAttribute unless every list is empty or fits `axes` spatial axes, and strides, dilations and
    /// kernel are positive.
    void check(size_t axes) const;
    DimExpr outDim(size_t axis, size_t axes, int64_t kernelDim, DimExpr const& in) const;
    /// Neither throws nor allocates.
    WindowAxis resolve(size_t axis, size_t axes, int64_t kernelDim, int64_t in) const noexcept;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("kernel", self.kernel);
        visit("strides", self.strides);
        visit("pads", self.pads);
        visit("dilations", self.dilations);
        visit("autoPad", self.autoPad);
        visit("ceilMode", self.ceilMode);
    }
};

} // namespace tenon
