// SPDX-License-Identifier: Apache-2.0
// The library's entry points of the build half.
#ifndef TENON_NV_CREATE_BUILDER_H
#define TENON_NV_CREATE_BUILDER_H

#include "tenon/nv/builder.h"

//! Makes an nvinfer1::IBuilder for callers of interface `version`. Users call createInferBuilder(). Null after a
//! failure that the logger was told.
extern "C" TENSORRTAPI void* createInferBuilder_INTERNAL(void* logger, int32_t version) noexcept
    TENON_NV_SYMBOL(createInferBuilder_INTERNAL);

namespace nvinfer1 TENON_NV_VISIBILITY {
namespace {
//! Makes a builder, which the caller deletes. The logger must outlive all objects that come from it. Null on failure.
inline IBuilder* createInferBuilder(ILogger& logger) noexcept {
    return static_cast<IBuilder*>(createInferBuilder_INTERNAL(&logger, NV_TENSORRT_VERSION));
}
} // namespace

//! The registry of plugins that builders of a capability use; the library owns it. Null for a capability without one.
extern "C" TENSORRTAPI nvinfer1::IPluginRegistry*
getBuilderPluginRegistry(nvinfer1::EngineCapability capability) noexcept TENON_NV_SYMBOL(getBuilderPluginRegistry);

//! Accepted and ignored: the library loads no parts of its own from a path. True for a text (since 10).
extern "C" TENSORRTAPI bool setInternalLibraryPath(AsciiChar const* path) noexcept
    TENON_NV_SYMBOL(setInternalLibraryPath);

namespace safe {
class IPluginRegistry;
} // namespace safe

//! The registry of the safety subset, which this library lacks: always null.
extern "C" TRT_DEPRECATED_API nvinfer1::safe::IPluginRegistry*
getBuilderSafePluginRegistry(nvinfer1::EngineCapability capability) noexcept
    TENON_NV_SYMBOL(getBuilderSafePluginRegistry);

} // namespace nvinfer1

#endif // TENON_NV_CREATE_BUILDER_H
