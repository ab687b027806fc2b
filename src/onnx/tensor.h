// SPDX-License-Identifier: Apache-2.0
// The elements of a TensorProto: row-major bytes in Tenon's types. raw_data and external data that are aligned for
// their type stay in the mapping; everything else is decoded or copied. Nothing is allocated before the number of
// elements stored is known to be right.
#pragma once

#include "base/buffer.h"
#include "onnx/proto.h"
#include "shape/type.h"

#include <map>
#include <string>

namespace tenon::onnx {

struct TensorData {
    Type type;    ///< static dims
    Buffer bytes; ///< never null, also for no elements; not for strings
};

/// Reads the tensors of one model. Files of external data are mapped once and shared.
class TensorLoader {
public:
    /// `folder`: where external data lie; nothing: there is no folder, and external data are refused.
    TensorLoader(Buffer file, std::optional<std::string> folder) : mFile(std::move(file)), mFolder(std::move(folder)) {}

    /// Throws Error kOnnxTensor, kOnnxTensorType or kOnnxExternal naming the tensor. Strings are refused.
    TensorData load(TensorProto const& tensor);

private:
    Buffer external(TensorProto const& tensor, int64_t wanted);
    Buffer const& map(TensorProto const& tensor, std::string_view location);

    Buffer mFile;
    std::optional<std::string> mFolder;
    std::map<std::string, Buffer, std::less<>> mMapped;
};

/// Element type and dims. Throws Error kOnnxTensor (negative dims, overflow) or kOnnxTensorType.
Type typeOf(TensorProto const& tensor);
/// Elements of string_data. Throws Error kOnnxTensor when they are not as many as the dims say.
std::vector<std::string> stringsOf(TensorProto const& tensor);

} // namespace tenon::onnx
