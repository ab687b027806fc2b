// SPDX-License-Identifier: Apache-2.0
// ONNX attributes as fields of a plugin.
#pragma once

#include "onnx/proto.h"
#include "onnx/tensor.h"
#include "plugin/fields.h"

#include <optional>

namespace tenon::onnx {

/// In the type that the creator declares, where it declares one: integers become floats, and a number becomes another
/// type of its kind when it fits; of the elements of a tensor none may change by that. Else in the attribute's own:
/// f32, i32 (i64 where one does not fit), characters, or those of a tensor. Throws Error kPluginField with wanted and
/// given.
plugin::Field fieldOf(AttributeProto const& attribute, std::optional<nvinfer1::PluginFieldType> declared,
                      TensorLoader& loader);

std::string_view nameOf(nvinfer1::PluginFieldType type) noexcept;

} // namespace tenon::onnx
