// SPDX-License-Identifier: Apache-2.0
// libnvinfer.so.10
#include "forward.h"

TENON_FORWARD(void*, createInferBuilder_INTERNAL, (void* logger, int32_t version), (logger, version))
TENON_FORWARD(void*, createInferRuntime_INTERNAL, (void* logger, int32_t version), (logger, version))
TENON_FORWARD(void*, createInferRefitter_INTERNAL, (void* engine, void* logger, int32_t version),
              (engine, logger, version))
TENON_FORWARD(void*, getPluginRegistry, (), ())
TENON_FORWARD(void*, getBuilderPluginRegistry, (int32_t capability), (capability))
TENON_FORWARD(void*, getBuilderSafePluginRegistry, (int32_t capability), (capability))
TENON_FORWARD(bool, setInternalLibraryPath, (char const* path), (path))
TENON_FORWARD(void*, getLogger, (), ())
TENON_FORWARD_VERSION(getInferLibVersion)
TENON_FORWARD_VERSION(getInferLibMajorVersion)
TENON_FORWARD_VERSION(getInferLibMinorVersion)
TENON_FORWARD_VERSION(getInferLibPatchVersion)
TENON_FORWARD_VERSION(getInferLibBuildVersion)
