// SPDX-License-Identifier: Apache-2.0
// Pooling over regions of images. RoiAlign: operands x [N, C, H, W], regions [R, 4] {x1, y1, x2, y2}, image of each
// region [R]; points between elements are interpolated. MaxRoiPool: x and regions [R, 5] {image, x1, y1, x2, y2}; the
// greatest of the whole elements of each bin.
#pragma once

#include "base/reflect.h"

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

} // namespace tenon::ops::roi_align
