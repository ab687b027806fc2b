// SPDX-License-Identifier: Apache-2.0
// Einsum: the product of any number of tensors whose axes have letters, summed over every letter that the result lacks.
// A letter that stands twice in a term takes its diagonal.
#pragma once

#include "base/reflect.h"

namespace tenon::ops::einsum {

struct Attributes {
    std::string equation;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("equation", self.equation);
    }
};

/// The terms of an equation, one for each operand and one for the result. '.' stands for the axes of an ellipsis.
struct Equation {
    std::vector<std::string> terms;
    std::string result;
};
/// Throws Error kEquation when it cannot be read.
Equation parseEquation(std::string const& text, size_t operands);

/// What the letters of an equation stand for once the ranks are known. An axis of an ellipsis is a letter of its own.
struct Labels {
    std::vector<std::vector<int>> terms; ///< number of the letter of each axis
    std::vector<int> result;
    int count = 0; ///< letters are 0 to count - 1
};
/// Throws Error kEquation where a term has another number of letters than its operand has axes.
Labels labelsOf(Equation const& equation, std::vector<int64_t> const& ranks);

} // namespace tenon::ops::einsum
