// SPDX-License-Identifier: Apache-2.0
// The vector calls that tile programs are lists of. A value is computed in one of seven forms; elements of narrower
// types are widened to a form when they are loaded, and each result is narrowed again to its type (round), so that
// fusing changes no bit.
#pragma once

#include "kernel/tile.h"
#include "ops/pointwise/pointwise.h"

#include <cstdint>

namespace tenon::ops::pointwise {

/// Elements of a repeated operand's block: one value is copied that often, a group of 8 twice.
inline constexpr int64_t kRepeat = 16;

/// Where a call reads: element i is at data[i & mask], with mask -1 (contiguous) or kRepeat - 1 (a block, aligned to 64
/// bytes).
struct Source {
    void const* data = nullptr;
    int64_t mask = -1;
};

/// Computes `count` elements. `out` may be the data of a source whose elements have the same size.
using Call = void (*)(void* out, Source const* in, int64_t count);

enum class Form : uint8_t { kF32, kF64, kI32, kI64, kU32, kU64, kBool };
inline constexpr size_t kForms = 7;

constexpr Form formOf(DType type) noexcept {
    switch (type) {
    case DType::kF64:
        return Form::kF64;
    case DType::kI8:
    case DType::kI16:
    case DType::kI32:
        return Form::kI32;
    case DType::kI64:
        return Form::kI64;
    case DType::kU8:
    case DType::kU16:
    case DType::kU32:
        return Form::kU32;
    case DType::kU64:
        return Form::kU64;
    case DType::kBool:
        return Form::kBool;
    default:
        return Form::kF32;
    }
}
constexpr int64_t sizeOf(Form form) noexcept {
    return form == Form::kBool ? 1 : (form == Form::kF64 || form == Form::kI64 || form == Form::kU64 ? 8 : 4);
}

/// The calls of one narrow element type; all null for a type that is a form itself.
struct NarrowCalls {
    Call load = nullptr;  ///< elements to the form
    Call round = nullptr; ///< numbers of the form that the type can hold
    Call store = nullptr; ///< the form to elements, rounding as `round` does
};

/// Calls in fp32 for the instruction set that dispatch chooses now.
struct FloatCalls {
    Call rows[kRows] = {};
    NarrowCalls half, bfloat;
};
FloatCalls const& floatCalls();

/// Calls in the other forms, compiled once. Null where the row does not take the form (which checkRows() has refused).
Call otherCall(RowId row, Form form) noexcept;
NarrowCalls integerCalls(DType type) noexcept;
/// A conversion by the rule of row "cast", from a form to the form of `to`, with a value that `to` can hold. (Not to
/// f16 or bf16: those are a conversion to f32 and `round`.)
Call castCall(Form from, DType to) noexcept;
/// Copies elements of 1, 2, 4 or 8 bytes.
Call copyCall(int64_t size) noexcept;

} // namespace tenon::ops::pointwise
