// SPDX-License-Identifier: Apache-2.0
// (documentation follows)
// Included by NvInferRuntime.h.
#ifndef TENON_NV_MEMORY_H
#define TENON_NV_MEMORY_H

#include "tenon/nv/impl_runtime.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

class INoCopy {
protected:
    INoCopy() = default;
    virtual ~INoCopy() = default;
    INoCopy(INoCopy const& other) = delete;
    INoCopy& operator=(INoCopy const& other) = delete;
    INoCopy(INoCopy&& other) = delete;
    INoCopy& operator=(INoCopy&& other) = delete;
};

enum class EngineCapability : int32_t {
    kSTANDARD = 0,
    kDEFAULT TRT_DEPRECATED_ENUM = 0,
    kSAFETY = 1,
    kSAFE_GPU TRT_DEPRECATED_ENUM = 1,
    kDLA_STANDALONE = 2,
    kSAFE_DLA TRT_DEPRECATED_ENUM = 2,
};

namespace impl {
template <>
struct EnumMaxImpl<EngineCapability> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

class Weights {
public:
    DataType type;
    void const* values;
    int64_t count;
};

class IHostMemory : public INoCopy {
public:
    virtual ~IHostMemory() noexcept = default;
    void* data() const noexcept { return mImpl->data(); }
    std::size_t size() const noexcept { return mImpl->size(); }
    DataType type() const noexcept { return mImpl->type(); }

    //! Ends the object; generation 8's name of delete.
    TRT_DEPRECATED void destroy() noexcept { delete this; }

protected:
    apiv::VHostMemory* mImpl{nullptr};
};

enum class TensorLocation : int32_t {
    kDEVICE = 0,
    kHOST = 1,
};

namespace impl {
template <>
struct EnumMaxImpl<TensorLocation> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_MEMORY_H
