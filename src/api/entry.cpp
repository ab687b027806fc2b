// SPDX-License-Identifier: Apache-2.0
// The C entry points. A create function learns its caller's generation from the version that it is given.
#include "api/builder.h"
#include "api/engine_state.h"
#include "api/fence.h"
#include "api/parser.h"
#include "api/plugin_registry.h"
#include "api/process.h"
#include "plugin/host.h"
#include "plugin/registry.h"
#include "plugin/standard.h"

#include "NvInferPlugin.h"
#include "NvOnnxParser.h"

#include <fmt/format.h>
#include <map>
#include <mutex>

namespace tenon::api {
namespace {

constexpr int32_t kThisVersion = NV_TENSORRT_VERSION; ///< where the caller does not tell its own

/// Runs `make(sink)` for a caller of `version`; null after a failure that the logger was told.
template <class F>
void* create(char const* call, void* logger, int32_t version, F&& make) noexcept {
    try {
        auto* const to = static_cast<ILogger*>(logger);
        std::optional<Level> const level = levelOf(version);
        auto const sink = std::make_shared<Sink>(to, level.value_or(Level::k10));
        return fence(*sink, call, static_cast<void*>(nullptr), [&]() -> void* {
            need(to != nullptr ? to : userLogger(), "the logger");
            if (!level)
                throw Error(Message::kApiVersion, "the caller's headers are of another generation")
                    .wanted("8, 10 or 11: versions such as 8601, 101600, 110100")
                    .given(fmt::format("{}", version));
            return make(sink);
        });
    } catch (...) { // no memory for the sink
        return nullptr;
    }
}

/// Once for each namespace. The creators stay, as the registry does.
void addStandardPlugins(std::string const& space) {
    static std::mutex mutex;
    static auto* const added = new std::map<std::string, std::vector<plugin::Standard>>;
    std::lock_guard const lock(mutex);
    if (added->contains(space))
        return;
    auto& list = added->emplace(space, plugin::standardPlugins()).first->second;
    for (plugin::Standard& s : list) {
        s.key.space = space;
        if (plugin::processRegistry().find(s.key))
            continue; // the user's own of that name
        plugin::processRegistry().add(*s.creator, space);
        plugin::setHost(s.key);
        plugin::setTraits(s.key, s.traits);
    }
}

} // namespace
} // namespace tenon::api

using namespace tenon;
using namespace tenon::api;

extern "C" {

void* createInferBuilder_INTERNAL(void* logger, int32_t version) noexcept {
    return create("createInferBuilder", logger, version,
                  [](auto const& sink) -> nvinfer1::IBuilder* { return makeBuilder(sink); });
}

void* createInferRuntime_INTERNAL(void* logger, int32_t version) noexcept {
    return create("createInferRuntime", logger, version,
                  [](auto const& sink) -> nvinfer1::IRuntime* { return makeRuntime(sink); });
}

void* createInferRefitter_INTERNAL(void* engine, void* logger, int32_t version) noexcept {
    return create("createInferRefitter", logger, version, [&](auto const& sink) -> nvinfer1::IRefitter* {
        return makeRefitter(*need(static_cast<nvinfer1::ICudaEngine*>(engine), "the engine"), sink);
    });
}

nvinfer1::IPluginRegistry* getPluginRegistry() noexcept {
    return &pluginRegistry();
}

nvinfer1::ILogger* getLogger() noexcept {
    return processLogger();
}

bool initLibNvInferPlugins(void* logger, char const* space) {
    Sink sink(static_cast<ILogger*>(logger), Level::k10);
    return fence(sink, "initLibNvInferPlugins", false, [&] {
        addStandardPlugins(space == nullptr ? "" : space);
        return true;
    });
}

void* createNvOnnxParser_INTERNAL(void* network, void* logger, int) noexcept {
    return create("createParser", logger, kThisVersion, [&](auto const& sink) -> nvonnxparser::IParser* {
        return makeParser(*need(static_cast<nvinfer1::INetworkDefinition*>(network), "the network"), *sink->logger());
    });
}

void* createNvOnnxParserRefitter_INTERNAL(void* refitter, void* logger, int32_t) noexcept {
    return create("createParserRefitter", logger, kThisVersion,
                  [&](auto const& sink) -> nvonnxparser::IParserRefitter* {
                      return makeParserRefitter(*need(static_cast<nvinfer1::IRefitter*>(refitter), "the refitter"),
                                                *sink->logger());
                  });
}

int getNvOnnxParserVersion() noexcept {
    return NV_ONNX_PARSER_VERSION;
}

} // extern "C"

nvinfer1::IPluginRegistry* nvinfer1::getBuilderPluginRegistry(nvinfer1::EngineCapability capability) noexcept {
    return capability == EngineCapability::kSTANDARD ? &pluginRegistry() : nullptr;
}

nvinfer1::safe::IPluginRegistry* nvinfer1::getBuilderSafePluginRegistry(nvinfer1::EngineCapability) noexcept {
    return nullptr;
}

bool nvinfer1::setInternalLibraryPath(AsciiChar const* path) noexcept {
    return path != nullptr;
}
