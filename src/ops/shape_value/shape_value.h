// SPDX-License-Identifier: Apache-2.0
// A small integer tensor whose elements are shape expressions: what is left of shape arithmetic where something reads
// its result. It is never run: the shape program writes the elements.
#pragma once

#include "shape/type.h"

namespace tenon::ops::shape_value {

struct Attributes {
    DType dtype = DType::kI64;
    std::vector<int64_t> dims;
    Dims content; ///< as many as dims multiply to

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("dtype", self.dtype);
        visit("dims", self.dims);
        visit("content", self.content);
    }
};

} // namespace tenon::ops::shape_value
