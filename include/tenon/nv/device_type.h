// SPDX-License-Identifier: Apache-2.0
// Kinds of devices that a layer can be built for.
#ifndef TENON_NV_DEVICE_TYPE_H
#define TENON_NV_DEVICE_TYPE_H

#include "NvInferRuntimeBase.h"

namespace nvinfer1 TENON_NV_VISIBILITY {

//! Kinds of devices that a layer can be built for.
enum class DeviceType : int32_t {
    kGPU = 0, //!< The device of the build, whatever it is.
    kDLA = 1, //!< A deep-learning accelerator of NVIDIA's Tegra chips, which the library does not drive.
};

namespace impl {
template <>
struct EnumMaxImpl<DeviceType> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

} // namespace nvinfer1

#endif // TENON_NV_DEVICE_TYPE_H
