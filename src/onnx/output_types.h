// SPDX-License-Identifier: Apache-2.0
// What a graph declares of its outputs beside what is computed.
#pragma once

#include "onnx/proto.h"
#include "shape/type.h"

#include <string>

namespace tenon::onnx {

/// What is to be said where a graph declares an output otherwise than it is computed: another type, another rank,
/// another number for a dim. Empty where the two agree, or one only says less than the other.
std::string declarationWarning(ValueInfoProto const& output, Type const& computed);

} // namespace tenon::onnx
