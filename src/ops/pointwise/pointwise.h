// SPDX-License-Identifier: Apache-2.0
// The pointwise operator: an expression (kernel/expression.h) over operands that broadcast to one shape. Its functions
// are the rows of table.inc; findRow() and rows() give them by name and in the order of that file.
#pragma once

#include "kernel/expression.h"

#include <cstddef>

namespace tenon::ops::pointwise {

using Attributes = PointwiseAttributes;

/// A row's place in rows().
enum class RowId : uint16_t {
#define TENON_ROW1(name, rule, classes, text) k_##name,
#define TENON_ROW2(name, rule, classes, text) k_##name,
#define TENON_ROW3(name, rule, classes, text) k_##name,
#include "ops/pointwise/table.inc"
#undef TENON_ROW1
#undef TENON_ROW2
#undef TENON_ROW3
    kCount
};
inline constexpr size_t kRows = static_cast<size_t>(RowId::kCount);

/// The row of an instruction that checkRows() accepted (not "const").
inline RowId rowId(Expression::Instr const& instr) noexcept {
    return static_cast<RowId>(findRow(instr.row) - rows().data());
}

} // namespace tenon::ops::pointwise
