// SPDX-License-Identifier: Apache-2.0
// CUDA C++ of pointwise expressions, for NVRTC: text only, nothing of CUDA is needed to make it. The rows come from the
// table, so their meaning is that of the CPU's kernels: each instruction's result is rounded to its type, a product and
// a sum are never contracted, and conversions and integer division follow the table's rules. The text needs no header
// and compiles as C++17 for sm_80 and later.
#pragma once

#include "kernel/expression.h"

#include <string>
#include <string_view>

namespace tenon::cuda {

/// The named functions, element types (tenon::f16, tenon::bf16: 16 bits of storage) and rows, in namespace tenon. Once
/// per program.
std::string pointwisePrelude();

/// `__device__ R name(T0 a0, ...)` over values in the form that they are computed in (float for f16 and bf16, 32 bits
/// for narrower integers); the result has been rounded to the expression's type. Goes after the prelude.
std::string pointwiseFunction(Expression const& expression, std::string_view name);

/// `extern "C" __global__ void name(T0 const* a0, long long step0, ..., R* out, long long count)`: element i reads a0[i
/// * step0]; any grid. Includes the function, as namespace tenon's `name_value`.
std::string pointwiseKernel(Expression const& expression, std::string_view name);

} // namespace tenon::cuda
