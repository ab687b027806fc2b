// SPDX-License-Identifier: Apache-2.0
// Runs one operator on host values with its reference kernel: the constant folder, refit, values that shapes read,
// boxed steps and every test oracle are this function.
#pragma once

#include "kernel/table.h"

#include <vector>

namespace tenon {

/// Infers the results (with all dims known), allocates them and runs the reference kernel. An absent operand is null.
/// Throws Error: what infer refuses, what the kernel finds wrong in the data, kNoReference when there is no reference
/// kernel.
std::vector<Box> evaluate(KernelTable const& table, OpDef const& op, Attrs const& attrs,
                          std::span<Box const* const> inputs, size_t results);

/// The facts of values that are at hand: types with constant dims, bytes, and the content of small integer tensors.
Fact factOf(Box const& box);
/// Integer and bool elements as constants; absent when the type is another or there are more than 1024.
std::optional<Dims> contentOf(DType type, std::byte const* bytes, int64_t elements);

/// A Box seen as an operand. `box` must outlive the Tensor.
Tensor tensorOf(Box& box) noexcept;

} // namespace tenon
