// SPDX-License-Identifier: Apache-2.0
#include "api/model_source.h"

#include "api/fence.h"
#include "onnx/at_path.h"
#include "onnx/proto.h"
#include "onnx/tensor.h"

#include <filesystem>
#include <fmt/format.h>

namespace tenon::api {
namespace {

constexpr size_t kAligned = 8; ///< elements are at most eight bytes

std::string folderOf(std::string const& path) {
    return std::filesystem::path(path).parent_path().string();
}

size_t bytesOf(Type const& type) {
    int64_t count = 1;
    for (DimExpr const& d : *type.dims)
        count *= d.value();
    return static_cast<size_t>(bytesFor(type.dtype, count));
}

} // namespace

ModelSource ModelSource::file(char const* path) {
    std::string const name = needName(path, "the model's path");
    return {Buffer::mapFile(name), folderOf(name), name};
}

ModelSource ModelSource::memory(void const* data, size_t size, char const* path) {
    if (size != 0)
        need(data, "the model");
    std::string const folder = path == nullptr ? "" : folderOf(path);
    return {Buffer::copy({static_cast<std::byte const*>(data), size}), folder, {}};
}

Network ModelSource::read(onnx::ReadOptions const& options) const {
    try {
        return onnx::readModel(bytes, folder, builtinTable(), onnx::builtinImporters(), options);
    } catch (Error const& e) {
        if (e.id() == Message::kOnnxFile && !path.empty())
            throw onnx::atPath(e, path);
        throw;
    }
}

void LoadedModel::load(void const* data, size_t size, char const* path) {
    if (mSource)
        throw Error(Message::kCallOrder, "a model was loaded already").tip("make another parser for another model");
    ModelSource source = ModelSource::memory(data, size, path);
    onnx::ModelProto const model = onnx::parseModel(source.bytes.bytes());
    for (onnx::TensorProto const& t : model.graph->initializers)
        mSizes[std::string(t.name)] = bytesOf(onnx::typeOf(t));
    mSource = std::move(source);
}

void LoadedModel::give(char const* name, void const* data, size_t size) {
    source("loadInitializer()");
    std::string const key = needName(name, "the initializer's name");
    auto const found = mSizes.find(key);
    if (found == mSizes.end())
        throw Error(Message::kInitializer, fmt::format("the model has no initializer '{}'", key), {.tensor = key});
    if (found->second != size)
        throw Error(Message::kInitializer, fmt::format("the initializer '{}' has another size", key), {.tensor = key})
            .wanted(fmt::format("{} bytes", found->second))
            .given(fmt::format("{} bytes", size));
    if (size != 0)
        need(data, "the initializer's data");
    std::span<std::byte const> const bytes{static_cast<std::byte const*>(data), size};
    bool const isAligned = reinterpret_cast<uintptr_t>(data) % kAligned == 0;
    mGiven.insert_or_assign(key, isAligned ? Buffer::borrow(bytes) : Buffer::copy(bytes));
}

ModelSource const& LoadedModel::source(char const* next) const {
    if (!mSource)
        throw Error(Message::kCallOrder, fmt::format("no model was loaded before {}", next))
            .wanted("loadModelProto() first");
    return *mSource;
}

} // namespace tenon::api
