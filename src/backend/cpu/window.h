// SPDX-License-Identifier: Apache-2.0
// Which taps of a window lie inside the input: shared by depthwise convolution and pooling.
#pragma once

#include "backend/cpu/split.h"

namespace tenon::cpu {

struct Range {
    int64_t begin, end;
    int64_t size() const { return end - begin; }
};

/// The taps k of `kernel` for which origin + k * dilation lies in [0, size).
inline Range tapsInside(int64_t origin, int64_t dilation, int64_t kernel, int64_t size) {
    int64_t const begin = origin >= 0 ? 0 : std::min(kernel, ceilDiv(-origin, dilation));
    int64_t const end = origin >= size ? 0 : std::min(kernel, ceilDiv(size - origin, dilation));
    return {begin, std::max(begin, end)};
}

/// The outputs of one dimension all of whose taps lie inside the input.
inline Range outputsInside(int64_t in, int64_t out, int64_t kernel, int64_t stride, int64_t pad, int64_t dilation) {
    int64_t const last = in - 1 - (kernel - 1) * dilation + pad; // the last start, from the padding's edge, that fits
    int64_t const begin = std::clamp<int64_t>(ceilDiv(std::max<int64_t>(0, pad), stride), 0, out);
    return {begin, last < 0 ? begin : std::clamp(last / stride + 1, begin, out)};
}

} // namespace tenon::cpu
