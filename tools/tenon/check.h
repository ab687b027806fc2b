// SPDX-License-Identifier: Apache-2.0
// Comparison of outputs, and the outputs of others to compare with.
#pragma once

#include "npy.h"

#include <string>
#include <vector>

namespace tenon::cli {

struct Tolerance {
    double rtol = 0, atol = 0;
};

struct Comparison {
    std::string name;
    double maxAbs = 0,
           maxRel = 0; ///< over all elements; of whole numbers and strings: 1 where they differ in any other way
    bool ok = true;
    std::string why; ///< where it is not: another type, another size, the first element that differs

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("max_abs", self.maxAbs);
        visit("max_rel", self.maxRel);
        visit("ok", self.ok);
        visit("why", self.why);
    }
};

/// |ours - theirs| <= atol + rtol * |theirs| for floating elements (two NaN are equal, infinities only to themselves);
/// all others must be equal. Sequences, optionals and maps are compared item by item.
Comparison compare(std::string const& name, Box const& ours, Box const& theirs, Tolerance tolerance);

/// The model's outputs as Python's onnxruntime computes them. Throws Error kNothingChecked where there is no
/// onnxruntime, where it does not run the model, and for values that are no tensors.
NamedBoxes runOnnxRuntime(std::string const& model, NamedBoxes const& inputs, int threads);

} // namespace tenon::cli
