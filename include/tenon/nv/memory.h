// SPDX-License-Identifier: Apache-2.0
// What engines and networks share: weights, memory that the library hands out, and where things run.
// Included by NvInferRuntime.h.
#ifndef TENON_NV_MEMORY_H
#define TENON_NV_MEMORY_H

#include "tenon/nv/impl_runtime.h"

namespace nvinfer1 TENON_NV_VISIBILITY {

//! Base of the objects that the library makes: they have an identity, so they are neither copied nor moved.
class INoCopy {
protected:
    INoCopy() = default;
    virtual ~INoCopy() = default;
    INoCopy(INoCopy const& other) = delete;
    INoCopy& operator=(INoCopy const& other) = delete;
    INoCopy(INoCopy&& other) = delete;
    INoCopy& operator=(INoCopy&& other) = delete;
};

//! Which kind of runtime an engine is meant for.
enum class EngineCapability : int32_t {
    kSTANDARD = 0,                     //!< The ordinary one.
    kDEFAULT TRT_DEPRECATED_ENUM = 0,  //!< Generation 8's older name of kSTANDARD.
    kSAFETY = 1,                       //!< One for certified systems.
    kSAFE_GPU TRT_DEPRECATED_ENUM = 1, //!< Generation 8's older name of kSAFETY.
    kDLA_STANDALONE = 2,               //!< A DLA by itself.
    kSAFE_DLA TRT_DEPRECATED_ENUM = 2, //!< Generation 8's older name of kDLA_STANDALONE.
};

namespace impl {
template <>
struct EnumMaxImpl<EngineCapability> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

//! An array of numbers that a layer or a refitter is given. It does not own them; what it is given to says how long
//! they must stay.
class Weights {
public:
    DataType type;      //!< Type of the numbers.
    void const* values; //!< The first of them; null when count is 0.
    int64_t count;      //!< How many there are.
};

//! A block of host memory that the library made, for example a serialized engine. The caller deletes it.
class IHostMemory : public INoCopy {
public:
    virtual ~IHostMemory() noexcept = default;

    //! Its first byte; valid as long as the object.
    void* data() const noexcept { return mImpl->data(); }

    //! Its length in bytes.
    std::size_t size() const noexcept { return mImpl->size(); }

    //! Type of what it holds; kINT8 for plain bytes.
    DataType type() const noexcept { return mImpl->type(); }

    //! Ends the object; generation 8's form of delete.
    TRT_DEPRECATED void destroy() noexcept { delete this; }

protected:
    apiv::VHostMemory* mImpl{nullptr};
};

//! Where a tensor's elements lie.
enum class TensorLocation : int32_t {
    kDEVICE = 0, //!< In memory of the device that runs the engine; on a CPU, host memory too.
    kHOST = 1,   //!< In host memory.
};

namespace impl {
template <>
struct EnumMaxImpl<TensorLocation> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

} // namespace nvinfer1

#endif // TENON_NV_MEMORY_H
