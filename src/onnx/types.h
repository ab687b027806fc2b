// SPDX-License-Identifier: Apache-2.0
// TypeProto as a Type of the network, and as text.
#pragma once

#include "onnx/proto.h"
#include "shape/type.h"

#include <functional>
#include <string>

namespace tenon::onnx {

/// Gives the expression for a dim that is no number.
using DimNamer = std::function<DimExpr(DimProto const&, size_t axis)>;

/// True for a dim whose size has no name either: absent, -1, "" or "?".
bool isAnonymous(DimProto const& dim) noexcept;

/// The type that a graph declares for `name`. A tensor inside a sequence, optional or map keeps its dims only where all
/// are numbers, since each element may have others. Throws Error kOnnxType naming the tensor.
Type typeOf(TypeProto const& type, std::string_view name, DimNamer const& namer);

/// The type without dims: what can be believed of a declaration that is not a graph input's. Absent when Tenon does not
/// read it.
std::optional<Type> elementTypeOf(TypeProto const& type);

/// FLOAT[batch, 3, ?], seq(FLOAT[?]); dims as the file names them
std::string textOf(TypeProto const& type);

} // namespace tenon::onnx
