// SPDX-License-Identifier: Apache-2.0
// What the infer functions of operators that move elements and dims about have in common: operands as numbers, dims
// that only the data tell, and the content of results (so that shape arithmetic ends in expressions and not in steps to
// run).
#pragma once

#include "base/reduction.h"
#include "shape/infer.h"

#include <optional>
#include <vector>

namespace tenon {

/// Content with more elements than this is not worth keeping as expressions.
inline constexpr int64_t kMaxContent = 1024;

/// Type of operand i. Throws Error kOperandType when it is no tensor.
Type const& tensorType(InferContext const& c, size_t i);
/// Type of the elements of operand i. Throws Error kOperandType when it is no sequence of tensors.
Type const& sequenceElement(InferContext const& c, size_t i);
/// The type of tensors of both types: the dims are known where the two are equal. Throws Error kOperandType when the
/// element types differ.
Type commonType(InferContext const& c, Type const& a, Type const& b);
/// Throws Error kOperandType unless operand i is a tensor of i32 or i64.
void requireIndexType(InferContext const& c, size_t i);

/// Operands data, indices, updates of a scatter: the updates have the data's type, and a reduction needs numbers.
void requireScatterTypes(InferContext const& c, Reduction reduction);

/// Dims as numbers, when all of them are.
std::optional<std::vector<int64_t>> numbersOf(Dims const& dims);
/// Content of operand i as numbers, when all elements are known numbers.
std::optional<std::vector<int64_t>> numbers(InferContext const& c, size_t i);
/// Number of elements of a list operand (rank 0 counts as one element); absent when it is not a known number.
/// Throws Error kRank when the rank is over 1.
std::optional<int64_t> lengthOf(InferContext const& c, size_t i);
/// Elements of a list operand: its content, else as many unknown non-negative values; absent when even the length is
/// unknown.
std::optional<Dims> elementsOf(InferContext& c, size_t i);

/// `count` dims that only the data tell, each at most `upper` (null: no bound).
Dims newSymbols(InferContext& c, int64_t count, DimExpr const* upper = nullptr);
/// axes, each in [-rank, rank), brought into [0, rank). Throws Error kAxis, or kAttribute where one is named twice.
std::vector<int64_t> axesOf(InferContext const& c, std::vector<int64_t> axes, int64_t rank);

/// Keeps the content of result i, whose dims are set already, when its type and size allow.
void setContent(InferContext& c, size_t i, Dims content);
/// True when result i may keep content: a static integer or bool tensor of at most kMaxContent elements.
bool keepsContent(InferContext& c, size_t i);

} // namespace tenon
