// SPDX-License-Identifier: Apache-2.0
// Pooling over regions of images. RoiAlign: operands x [N, C, H, W], regions [R, 4] {x1, y1, x2, y2}, image of each
// region [R]; points between elements are interpolated. MaxRoiPool: x and regions [R, 5] {image, x1, y1, x2, y2}; the
// greatest of the whole elements of each bin.
#pragma once

#include "base/reflect.h"

#include <algorithm>
#include <cmath>

namespace tenon::ops::roi_align {

enum class Kind : uint8_t { kAverage, kMax, kWholeMax };

struct Attributes {
    Kind kind = Kind::kAverage;
    bool halfPixel = true; ///< an element's centre lies half a step from its edge
    int64_t height = 1, width = 1;
    int64_t sampling = 0; ///< points of a bin along each axis; 0: as many as it has elements
    double scale = 1;     ///< of the regions' coordinates

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("kind", self.kind);
        visit("halfPixel", self.halfPixel);
        visit("height", self.height);
        visit("width", self.width);
        visit("sampling", self.sampling);
        visit("scale", self.scale);
    }
};

/// One axis of a region: where it begins, and the extent of a bin.
struct Span {
    double start = 0, bin = 0;
    int64_t points = 1, size = 0;
};

inline Span spanOf(Attributes const& a, double from, double to, int64_t bins, int64_t size) noexcept {
    double const offset = a.halfPixel ? 0.5 : 0;
    double const start = from * a.scale - offset, end = to * a.scale - offset;
    double const extent = a.halfPixel ? end - start : std::max(end - start, 1.0);
    double const bin = extent / static_cast<double>(bins);
    double const most = static_cast<double>(size) * 4 + 64; // more points than that change nothing to speak of
    auto const adapted = static_cast<int64_t>(bin > 0 ? std::min(std::ceil(bin), most) : 0.0);
    return {start, bin, a.sampling > 0 ? a.sampling : adapted, size};
}

/// The two elements about a point and the weight of the second; absent where it lies outside.
struct Point {
    int64_t low = -1, high = -1;
    double weight = 0;
};

inline Point pointOf(Span const& s, int64_t bin, int64_t i) noexcept {
    double x = s.start + static_cast<double>(bin) * s.bin +
               (static_cast<double>(i) + 0.5) * s.bin / static_cast<double>(s.points);
    if (!(x >= -1 && x <= static_cast<double>(s.size)))
        return {};
    x = std::max(x, 0.0);
    auto const low = static_cast<int64_t>(x);
    if (low >= s.size - 1)
        return {s.size - 1, s.size - 1, 0};
    return {low, low + 1, x - static_cast<double>(low)};
}

/// Whole elements of a bin along one axis.
struct Bin {
    int64_t begin, end;
};

/// Bin `bin` of a region between two coordinates, which are rounded.
inline Bin binOf(Attributes const& a, double from, double to, int64_t bin, int64_t bins, int64_t size) noexcept {
    double const start = std::round(from * a.scale), end = std::round(to * a.scale);
    double const step = std::max(end - start + 1, 1.0) / static_cast<double>(bins);
    auto bounded = [&](double v) {
        return static_cast<int64_t>(start + v > 0 ? std::min(start + v, static_cast<double>(size)) : 0.0);
    };
    auto const at = static_cast<double>(bin);
    return {bounded(std::floor(at * step)), bounded(std::ceil((at + 1) * step))};
}

} // namespace tenon::ops::roi_align
