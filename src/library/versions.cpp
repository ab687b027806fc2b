// SPDX-License-Identifier: Apache-2.0
// The version of the interface that the library tells callers of one generation. Compiled once for each
// TENON_API_LEVEL: the headers give each level's functions names of their own.
#include "NvInfer.h"

extern "C" {

int32_t getInferLibVersion() noexcept {
    return NV_TENSORRT_VERSION;
}
int32_t getInferLibMajorVersion() noexcept {
    return NV_TENSORRT_MAJOR;
}
int32_t getInferLibMinorVersion() noexcept {
    return NV_TENSORRT_MINOR;
}
int32_t getInferLibPatchVersion() noexcept {
    return NV_TENSORRT_PATCH;
}
int32_t getInferLibBuildVersion() noexcept {
    return NV_TENSORRT_BUILD;
}

} // extern "C"
