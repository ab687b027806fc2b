// SPDX-License-Identifier: Apache-2.0
// Random numbers. Element i of a draw comes from bits(seed, i), a function of two numbers (SplitMix64), so a given seed
// gives the same elements on every machine, in every run and for every number of threads. Without a seed each run
// draws others. Operands: none (the dims are an attribute), a tensor whose dims count, or probabilities.
#pragma once

#include "base/dtype.h"
#include "base/reflect.h"

#include <optional>

namespace tenon::ops::draws {

enum class Kind : uint8_t { kUniform, kNormal, kBernoulli, kMultinomial };

struct Attributes {
    Kind kind = Kind::kUniform;
    DType dtype = DType::kF32;
    std::vector<int64_t> shape;   ///< without an operand
    double first = 0, second = 1; ///< low and high, or mean and deviation
    int64_t samples = 1;          ///< draws of each row, of kMultinomial
    std::optional<double> seed;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("kind", self.kind);
        visit("dtype", self.dtype);
        visit("shape", self.shape);
        visit("first", self.first);
        visit("second", self.second);
        visit("samples", self.samples);
        visit("seed", self.seed);
    }
};

} // namespace tenon::ops::draws
