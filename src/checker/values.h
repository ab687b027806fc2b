// SPDX-License-Identifier: Apache-2.0
// Tensors of host memory as the checker gives and gets them, and how two differ.
#pragma once

#include "base/dtype.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tenon::checker {

using Shape = std::vector<int64_t>;

struct Values {
    DType dtype = DType::kF32;
    Shape dims;
    std::vector<std::byte> bytes;

    friend bool operator==(Values const&, Values const&) = default;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("dtype", self.dtype);
        visit("dims", self.dims);
        visit("bytes", self.bytes);
    }
};

int64_t volumeOf(Shape const& dims) noexcept;
size_t bytesOf(DType dtype, int64_t count) noexcept;
/// "2x3", "scalar" for rank 0; several joined by commas.
std::string textOf(Shape const& dims);
std::string textOf(std::vector<Shape> const& list);

/// Numbers for an input. Floats lie in [low, high], by default in [-100, 100], and are exact in half precision where
/// they fit there; whole numbers in [-8, 8] (unsigned: [0, 16]).
struct ValueRange {
    std::optional<double> low, high;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("low", self.low);
        visit("high", self.high);
    }
};
Values randomValues(DType dtype, Shape const& dims, ValueRange const& range, uint64_t seed);
/// Element `index` as a number; for types without a numeric meaning here, its byte.
double elementOf(Values const& v, int64_t index);
void setElement(Values& v, int64_t index, double value);

/// Where two results of the same types differ first, and by how much at most; absent when all bytes are equal.
std::optional<std::string> difference(std::vector<Values> const& wanted, std::vector<Values> const& given);
/// The same with tolerances; NaN equals NaN. Whole numbers must be equal.
std::optional<std::string> difference(std::vector<Values> const& wanted, std::vector<Values> const& given, double rtol,
                                      double atol);

} // namespace tenon::checker
