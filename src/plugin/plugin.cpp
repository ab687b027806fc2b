// SPDX-License-Identifier: Apache-2.0
// Making plugins: from objects, and from the state in an engine.
#include "plugin/plugin.h"

#include "base/reflect_binary.h"
#include "plugin/call.h"
#include "plugin/fields.h"
#include "plugin/v2.h"

#include <algorithm>
#include <cstdlib>

namespace tenon::plugin {
namespace {

using nvinfer1::IPluginV2;

constexpr int32_t kMostOutputs = 4096;

Generation generationOf(IPluginV2 const& object, Key const& key) {
    auto const version =
        static_cast<uint32_t>(fenced(key, "getTensorRTVersion", [&] { return object.getTensorRTVersion(); }));
    auto const kind = static_cast<nvinfer1::PluginVersion>(version >> 24);
    switch (kind) {
    case nvinfer1::PluginVersion::kV2:
        return Generation::kV2;
    case nvinfer1::PluginVersion::kV2_EXT:
        return Generation::kV2Ext;
    case nvinfer1::PluginVersion::kV2_IOEXT:
        return Generation::kV2IOExt;
    case nvinfer1::PluginVersion::kV2_DYNAMICEXT:
    case nvinfer1::PluginVersion::kV2_DYNAMICEXT_PYTHON:
        return Generation::kV2DynamicExt;
    }
    throw Error(Message::kPluginInterface, fmt::format("the plugin {} is of an unknown kind", key.text()),
                {{}, {}, {}, key.path()})
        .wanted("IPluginV2, IPluginV2Ext, IPluginV2IOExt or IPluginV2DynamicExt")
        .given(fmt::format("kind {} in getTensorRTVersion()", version >> 24));
}

std::string textOf(char const* text) {
    return text == nullptr ? "" : text;
}

Key keyOf(IPluginV2 const& object) {
    Key const unknown{"?", "?", ""};
    return call(unknown, "getPluginType", [&] {
        return Key{textOf(object.getPluginType()), textOf(object.getPluginVersion()),
                   textOf(object.getPluginNamespace())};
    });
}

class HostAllocator final : public nvinfer1::IGpuAllocator {
public:
    void* allocate(uint64_t size, uint64_t alignment, nvinfer1::AllocatorFlags) noexcept override {
        uint64_t const step = std::max<uint64_t>(alignment, 64);
        return std::aligned_alloc(step, (size + step - 1) / step * step);
    }
    void free(void* memory) noexcept override { std::free(memory); }
    bool deallocate(void* memory) noexcept override {
        std::free(memory);
        return true;
    }
};

class HostContext final : public nvinfer1::IPluginResourceContext {
public:
    nvinfer1::IGpuAllocator* getGpuAllocator() const noexcept override { return &mAllocator; }
    nvinfer1::IErrorRecorder* getErrorRecorder() const noexcept override { return nullptr; }

private:
    mutable HostAllocator mAllocator;
};

} // namespace

void Plugin::badOutputs(size_t output, std::string what) const {
    throw Error(Message::kPluginOutputs, fmt::format("output {} of the plugin {} cannot be used", output, mKey.text()),
                {{}, {}, {}, mKey.path()})
        .given(std::move(what));
}

int32_t Plugin::checkedOutputs(int32_t given) const {
    if (given >= 1 && given <= kMostOutputs)
        return given;
    throw Error(Message::kPluginOutputs, fmt::format("getNbOutputs() of the plugin {} cannot be used", mKey.text()),
                {{}, {}, {}, mKey.path()})
        .wanted(fmt::format("1 to {}", kMostOutputs))
        .given(fmt::format("{}", given));
}

int32_t callEnqueue(Plugin& plugin, Launch const& launch) {
    return call(plugin.key(), "enqueue", [&] { return plugin.enqueue(launch); });
}

std::unique_ptr<Plugin> adopt(IPluginV2* object, Key key, std::shared_ptr<Library> library) {
    if (library == nullptr)
        library = Library::holding(imageOf(object));
    call(key, "setPluginNamespace", [&] { object->setPluginNamespace(key.space.c_str()); });
    Generation const generation = generationOf(*object, key);
    return wrapV2(std::move(key), generation, std::move(library), object);
}

std::unique_ptr<Plugin> cloneOf(IPluginV2 const& object) {
    Key const key = keyOf(object);
    Generation const generation = generationOf(object, key);
    IPluginV2* const made = call(key, "clone", [&] { return object.clone(); });
    return wrapV2(key, generation, Library::holding(imageOf(&object)), requireNew(key, "clone", made, &object));
}

std::unique_ptr<Plugin> restore(Registry const& registry, Key const& key, std::string const& layer,
                                std::span<std::byte const> state) {
    std::optional<Creator> const creator = registry.find(key);
    if (!creator)
        throw registry.notFound(key);
    auto refuse = [&](char const* method) {
        return Error(Message::kPluginState, fmt::format("the creator of {} did not make the plugin again", key.text()),
                     {layer, {}, {}, key.path()})
            .given(fmt::format("null from {}() for {} bytes of state", method, state.size()))
            .tip(creator->kind == CreatorKind::kV2
                     ? "deserializePlugin() is given the bytes that serialize() wrote, and makes the plugin from them"
                     : "createPlugin() with kRUNTIME is given the fields that getFieldsToSerialize() told, and makes "
                       "the plugin from them");
    };
    if (creator->kind == CreatorKind::kV2) {
        IPluginV2* const made = call(key, "deserializePlugin", [&] {
            return creator->v2().deserializePlugin(layer.c_str(), state.data(), state.size());
        });
        if (made == nullptr)
            throw refuse("deserializePlugin");
        return adopt(made, key, creator->library);
    }
    Fields fields;
    try {
        BinaryReader(state.data(), state.size()).read(fields);
    } catch (DecodeError const& e) {
        throw Error(Message::kPluginState, fmt::format("the state of {} is damaged: {}", key.text(), e.what()),
                    {layer, {}, {}, key.path()});
    }
    FieldView const view(fields);
    nvinfer1::IPluginV3* const made = call(key, "createPlugin", [&] {
        return creator->v3().createPlugin(layer.c_str(), view.collection(), nvinfer1::TensorRTPhase::kRUNTIME);
    });
    if (made == nullptr)
        throw refuse("createPlugin");
    return adopt(made, key, creator->library);
}

nvinfer1::IPluginResourceContext& hostContext() noexcept {
    static HostContext context;
    return context;
}

nvinfer1::Dims dimsOf(std::span<int64_t const> dims) {
    if (dims.size() > nvinfer1::Dims::MAX_DIMS)
        throw Error(Message::kRank, "a plugin takes and gives tensors of up to 8 dims")
            .wanted("0 to 8")
            .given(fmt::format("{}", dims.size()));
    nvinfer1::Dims out{static_cast<int32_t>(dims.size()), {}};
    std::copy(dims.begin(), dims.end(), out.d);
    return out;
}

} // namespace tenon::plugin
