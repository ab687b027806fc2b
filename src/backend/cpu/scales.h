// SPDX-License-Identifier: Apache-2.0
// What the CPU kernels that quantise and dequantise have in common: fp32 and eight-bit integers, one scale or a list of
// them along an axis, and the layouts in which that is a walk over contiguous memory.
#pragma once

#include "backend/cpu/lines.h"
#include "kernel/kernel.h"
#include "shape/granularity.h"

namespace tenon::cpu {

/// Signatures for operands x, scale and zero point (optional); or why there are none. `real` and `whole` are the types
/// of the two sides, x and the result.
Kernel::Proposal proposeScaled(Problem const& problem, Granularity const& granularity, DType real, DType whole);
/// Nanoseconds.
double scaledCost(Problem const& problem, Signature const& signature) noexcept;
/// Quantises where x is f32, else dequantises, by one of the proposed signatures.
std::unique_ptr<Instance> makeScaled(Problem const& problem, Signature const& signature,
                                     Granularity const& granularity);

} // namespace tenon::cpu
