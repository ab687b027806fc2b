// SPDX-License-Identifier: Apache-2.0
// A user's plugin object of any generation, as the engine sees it. make() finds out the generation; one adaptor a
// generation is behind it. Every call into the user's code goes through call.h. Not safe under concurrent calls, except
// where a method says so.
#pragma once

#include "NvInferRuntime.h"
#include "plugin/exprs.h"
#include "plugin/registry.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // they are about what the headers call deprecated

namespace tenon::plugin {

using nvinfer1::DataType;
using nvinfer1::DynamicPluginTensorDesc;
using nvinfer1::PluginTensorDesc;

enum class Generation : uint8_t { kV2, kV2Ext, kV2IOExt, kV2DynamicExt, kV3 };
constexpr std::string_view kGenerationNames[] = {"IPluginV2", "IPluginV2Ext", "IPluginV2IOExt", "IPluginV2DynamicExt",
                                                 "IPluginV3"};

/// Inputs first, then outputs.
struct Descs {
    std::vector<DynamicPluginTensorDesc> list;
    size_t inputs = 0;

    std::span<DynamicPluginTensorDesc const> in() const { return std::span(list).first(inputs); }
    std::span<DynamicPluginTensorDesc const> out() const { return std::span(list).subspan(inputs); }
};

/// What a plugin is asked its outputs' dims with.
struct ShapeQuery {
    std::vector<Dims> inputs;      ///< a number, or dimSymbol()
    std::vector<Dims> shapeInputs; ///< elements: a number, or elementSymbol()
};

/// Arguments of one run.
struct Launch {
    PluginTensorDesc const* in = nullptr;
    PluginTensorDesc const* out = nullptr;
    void const* const* inputs = nullptr;
    void* const* outputs = nullptr;
    void* workspace = nullptr;
};
/// Of descriptors and addresses that lie inputs first, then outputs.
inline Launch launchOf(std::span<PluginTensorDesc const> descs, std::span<void const* const> pointers, size_t inputs,
                       void* workspace) {
    return {descs.data(), descs.data() + inputs, pointers.data(), const_cast<void* const*>(pointers.data() + inputs),
            workspace};
}

class Plugin {
public:
    Plugin(Key key, Generation generation, std::shared_ptr<Library> library)
        : mLibrary(std::move(library)), mKey(std::move(key)), mGeneration(generation) {}
    virtual ~Plugin() = default;
    Plugin(Plugin const&) = delete;
    Plugin& operator=(Plugin const&) = delete;

    Key const& key() const noexcept { return mKey; }
    Generation generation() const noexcept { return mGeneration; }
    std::shared_ptr<Library> const& library() const noexcept { return mLibrary; }

    virtual int32_t outputs() const = 0;
    virtual std::vector<DataType> outputTypes(std::vector<DataType> const& inputs) const = 0;
    /// Dims of each output, over the symbols of the query and of the size tensors that it declares through `exprs`.
    virtual std::vector<Dims> outputDims(ShapeQuery const& query, Exprs& exprs) = 0;
    /// Whether type and format at `position` suit it, given those before.
    virtual bool accepts(int32_t position, Descs const& descs) = 0;
    virtual void configure(Descs const& descs) = 0;
    virtual int64_t workspace(Descs const& descs) = 0;
    /// Its ways to compute what configure() told last, numbers from 1 on; none where it has one way only.
    virtual std::vector<int32_t> tactics() { return {}; }
    /// For enqueue(): one of tactics(), or 0.
    virtual void setTactic(int32_t) {}
    /// The input whose memory an output must share, or -1.
    virtual int32_t aliasedInput(int32_t) { return -1; }
    /// What its times are remembered by, beside its names and state; nothing: they are not remembered.
    virtual std::optional<std::string> timingKey() { return std::string(); }
    /// Most combinations of formats that it wants to be timed in.
    virtual int32_t formatLimit() { return 1; }
    /// Whether it is asked for other formats than row-major ones. Those that see no batch are not: the place of their
    /// channels is another.
    bool takesFormats() const noexcept { return mGeneration >= Generation::kV2DynamicExt; }
    /// What its creator makes it from again.
    virtual std::vector<std::byte> state() = 0;
    virtual std::unique_ptr<Plugin> clone() = 0;
    /// A clone that runs in one context: initialised, attached; its end takes both back.
    virtual std::unique_ptr<Plugin> forContext() = 0;
    /// Before the first run and when a shape is another one than in the run before.
    virtual void shapesChanged(std::span<PluginTensorDesc const> in, std::span<PluginTensorDesc const> out) = 0;
    /// The plugin's status.
    virtual int32_t enqueue(Launch const& launch) = 0;

    virtual nvinfer1::IPluginV2* v2() noexcept { return nullptr; }
    virtual nvinfer1::IPluginV3* v3() noexcept { return nullptr; }

protected:
    [[noreturn]] void badOutputs(size_t output, std::string what) const;
    /// What getNbOutputs() gave. Throws Error kPluginOutputs for none, and for a number that is none.
    int32_t checkedOutputs(int32_t given) const;

private:
    std::shared_ptr<Library> mLibrary; ///< first: it goes last
    Key mKey;
    Generation mGeneration;
};

/// Plugin::enqueue(): its status; whatever the user's method throws is an Error.
int32_t callEnqueue(Plugin& plugin, Launch const& launch);

/// Takes an object that the creator of `key` made. Throws Error kPluginInterface.
std::unique_ptr<Plugin> adopt(nvinfer1::IPluginV2* object, Key key, std::shared_ptr<Library> library);
std::unique_ptr<Plugin> adopt(nvinfer1::IPluginV3* object, Key key, std::shared_ptr<Library> library);
/// A clone of the caller's object, with the names that it tells.
std::unique_ptr<Plugin> cloneOf(nvinfer1::IPluginV2 const& object);
std::unique_ptr<Plugin> cloneOf(nvinfer1::IPluginV3& object);

/// Through its creator, from state(). Throws Error kPluginNotFound, kPluginState.
std::unique_ptr<Plugin> restore(Registry const& registry, Key const& key, std::string const& layer,
                                std::span<std::byte const> state);

/// What contexts lend plugins: memory of the host, no recorder.
nvinfer1::IPluginResourceContext& hostContext() noexcept;

/// Throws Error kRank for more dims than the interface has room for.
nvinfer1::Dims dimsOf(std::span<int64_t const> dims);

} // namespace tenon::plugin

#pragma GCC diagnostic pop
