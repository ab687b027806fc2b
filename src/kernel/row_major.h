// SPDX-License-Identifier: Apache-2.0
// The kernel that most hand-written loops need: row-major operands of any dims, one signature, no epilogue, a cost in
// proportion to the elements. What is left to say of it:
//     table.add(rowMajorKernel({.op = "softmax", .name = "softmax.hwy", .refusal = refusal,
//                               .make = instanceOf<HwyInstance>, .elementNs = 0.6, .inPlace = true}));
#pragma once

#include "kernel/kernel.h"

namespace tenon {

struct RowMajor {
    std::string_view op;
    std::string_view name;
    /// Why the kernel does not take the problem; empty when it does. Problems with an epilogue are refused before.
    std::string (*refusal)(Problem const&) = nullptr;
    std::unique_ptr<Instance> (*make)(Problem const&) = nullptr;
    double fixedNs = 200;
    double elementNs = 1; ///< for each element of the first operand or result, whichever has more
    bool inPlace = false; ///< the first result may take the place of the first operand
    int64_t (*workspace)(Problem const&) = nullptr; ///< bytes that suffice for all dims; null: none
};

std::unique_ptr<Kernel> rowMajorKernel(RowMajor const& what);

/// An Instance of type T, which is made from the problem.
template <class T>
std::unique_ptr<Instance> instanceOf(Problem const& problem) {
    return std::make_unique<T>(problem);
}

} // namespace tenon
