// SPDX-License-Identifier: Apache-2.0
// The library's entry points for the run time, and registration of plugin creators.
// Included by NvInferRuntime.h.
#ifndef TENON_NV_CREATE_H
#define TENON_NV_CREATE_H

#include "tenon/nv/engine.h"
#include "tenon/nv/refitter.h"
#include "tenon/nv/runtime.h"

//! createInferRuntime() and createInferRefitter() with the caller's generation, in the form of NV_TENSORRT_VERSION.
extern "C" TENSORRTAPI void* createInferRuntime_INTERNAL(void* logger, int32_t version) noexcept
    TENON_NV_SYMBOL(createInferRuntime_INTERNAL);
extern "C" TENSORRTAPI void* createInferRefitter_INTERNAL(void* engine, void* logger, int32_t version) noexcept
    TENON_NV_SYMBOL(createInferRefitter_INTERNAL);

//! The process's plugin registry.
extern "C" TENSORRTAPI nvinfer1::IPluginRegistry* getPluginRegistry() noexcept TENON_NV_SYMBOL(getPluginRegistry);

//! The logger for what belongs to no runtime, builder or refitter: that of the first one made; where
//! there is none, one that prints warnings and worse, so it is never null.
extern "C" TENSORRTAPI nvinfer1::ILogger* getLogger() noexcept TENON_NV_SYMBOL(getLogger);

//! The parts of getInferLibVersion().
extern "C" TENSORRTAPI int32_t getInferLibMajorVersion() noexcept TENON_NV_SYMBOL_OF_LEVEL(getInferLibMajorVersion);
extern "C" TENSORRTAPI int32_t getInferLibMinorVersion() noexcept TENON_NV_SYMBOL_OF_LEVEL(getInferLibMinorVersion);
extern "C" TENSORRTAPI int32_t getInferLibPatchVersion() noexcept TENON_NV_SYMBOL_OF_LEVEL(getInferLibPatchVersion);
extern "C" TENSORRTAPI int32_t getInferLibBuildVersion() noexcept TENON_NV_SYMBOL_OF_LEVEL(getInferLibBuildVersion);

namespace nvinfer1 TENON_NV_VISIBILITY {

// Unnamed, because their bodies differ between levels and may not meet.
namespace {

//! A runtime that logs to `logger`; the caller deletes it. Null when it cannot be made.
inline IRuntime* createInferRuntime(ILogger& logger) noexcept {
    return static_cast<IRuntime*>(createInferRuntime_INTERNAL(&logger, NV_TENSORRT_VERSION));
}

//! A refitter of the engine that logs to `logger`; the caller deletes it, before the engine. Null when the engine is
//! not refittable.
inline IRefitter* createInferRefitter(ICudaEngine& engine, ILogger& logger) noexcept {
    return static_cast<IRefitter*>(createInferRefitter_INTERNAL(&engine, &logger, NV_TENSORRT_VERSION));
}

} // namespace

TENON_NV_BEGIN
//! An object that holds a plugin creator and has registered it, in the empty namespace.
template <typename T>
class PluginRegistrar {
public:
    PluginRegistrar() { getPluginRegistry()->registerCreator(instance, ""); }

private:
    T instance{};
};
TENON_NV_END

} // namespace nvinfer1

//! Registers a creator of class `name`, of version 2 or 3, when the program or library is loaded.
#define REGISTER_TENSORRT_PLUGIN(name)                                                                                 \
    static nvinfer1::PluginRegistrar<name> pluginRegistrar##name {}

#endif // TENON_NV_CREATE_H
