// SPDX-License-Identifier: Apache-2.0
// Values in files of one TensorProto, SequenceProto, OptionalProto or MapProto, as the ONNX node tests have them
// (input_0.pb). Which message a file holds is not written in it: the model's declared type tells.
#pragma once

#include "base/buffer.h"
#include "kernel/box.h"

#include <string>
#include <string_view>

namespace tenon::onnx {

/// Reads a value of the declared type; dims may differ from the declared ones. Strings are UTF-8 bytes as they are.
/// Throws Error kFileOpen, kOnnxFile, kOnnxTensor, kOnnxTensorType, kOnnxValueFile.
Box readValueFile(std::string const& path, Type const& declared);
Box readValue(Buffer const& file, Type const& declared);

/// Throws Error kFileWrite.
void writeValueFile(std::string const& path, Box const& value, std::string_view name);
std::string valueMessage(Box const& value, std::string_view name);

} // namespace tenon::onnx
