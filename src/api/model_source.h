// SPDX-License-Identifier: Apache-2.0
// The ONNX model that a parser or parser refitter works on: its bytes, the folder of its external files, and the
// initializers that the user gives in place of the model's. All methods throw Error.
#pragma once

#include "base/buffer.h"
#include "onnx/reader.h"

#include <map>
#include <optional>
#include <string>

namespace tenon::api {

/// An ONNX model without a copy of its bytes taken yet, as both interfaces give it.
struct ModelSource {
    Buffer bytes;
    std::optional<std::string> folder;
    std::string path; ///< empty: from memory

    static ModelSource file(char const* path);
    /// Copies: callers free what they gave as soon as the call returns. `path` may be null.
    static ModelSource memory(void const* data, size_t size, char const* path);
    /// Reads the model; `options` as of onnx::readModel.
    Network read(onnx::ReadOptions const& options = {}) const;
};

/// What loadModelProto(), loadInitializer() and the call after them share.
class LoadedModel {
public:
    /// Throws Error kCallOrder when one is loaded already, kOnnxFile for bytes that are no model.
    void load(void const* data, size_t size, char const* path);
    /// Borrows the bytes. Throws Error kInitializer for a name that the model lacks or another size than it has.
    void give(char const* name, void const* data, size_t size);
    /// Throws Error kCallOrder when none is loaded; `next` names the call that needs it.
    ModelSource const& source(char const* next) const;
    std::map<std::string, Buffer> const& initializers() const noexcept { return mGiven; }

private:
    std::optional<ModelSource> mSource;
    std::map<std::string, size_t, std::less<>> mSizes; ///< bytes of each initializer
    std::map<std::string, Buffer> mGiven;
};

} // namespace tenon::api
