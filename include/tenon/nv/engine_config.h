// SPDX-License-Identifier: Apache-2.0
// Choices about engines: tactic sources, profiling, serialization and the memory of execution contexts.
// Included by NvInferRuntime.h.
#ifndef TENON_NV_ENGINE_CONFIG_H
#define TENON_NV_ENGINE_CONFIG_H

#include "tenon/nv/impl_runtime.h"
#include "tenon/nv/level.h"
#include "tenon/nv/memory.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! Where kernels may come from. A build takes these as a wish about groups of kernels; Tenon uses what it was linked
//! with.
enum class TacticSource : int32_t {
    kCUBLAS TENON_DEPRECATED_ENUM_10 = impl::byLevel(0, 0, 2),    //!< Matrix products of cuBLAS; generations 8 and 10.
    kCUBLAS_LT TENON_DEPRECATED_ENUM_10 = impl::byLevel(1, 1, 3), //!< Those of cuBLASLt; generations 8 and 10.
    kCUDNN TENON_DEPRECATED_ENUM_10 = impl::byLevel(2, 2, 4),     //!< Kernels of cuDNN; generations 8 and 10.
    kEDGE_MASK_CONVOLUTIONS = impl::byLevel(3, 3, 0),             //!< Convolutions with tables for the image's edge.
    kJIT_CONVOLUTIONS = impl::byLevel(4, 4, 1),                   //!< Convolutions that are compiled during the build.
};

namespace impl {
template <>
struct EnumMaxImpl<TacticSource> {
    static constexpr int32_t kVALUE = impl::byLevel(5, 5, 2);
};

//! Numbers of the library for the numbers of TacticSource at this level.
#if TENON_API_LEVEL == 11
constexpr int8_t kTACTIC_SOURCES[] = {3, 4, 0, 1, 2};
#else
constexpr int8_t kTACTIC_SOURCES[] = {0, 1, 2, 3, 4};
#endif

constexpr TacticSources tacticSourcesToLibrary(TacticSources sources) noexcept {
    return renumberMask(kTACTIC_SOURCES, sources);
}
constexpr TacticSources tacticSourcesFromLibrary(TacticSources sources) noexcept {
    return renumberMaskBack(kTACTIC_SOURCES, sources);
}
} // namespace impl

//! How much an engine keeps about its layers, for profilers, markers and the inspector.
enum class ProfilingVerbosity : int32_t {
    kLAYER_NAMES_ONLY = 0,            //!< Their names.
    kNONE = 1,                        //!< Nothing.
    kDETAILED = 2,                    //!< Names, types, shapes and kernels.
    kDEFAULT TRT_DEPRECATED_ENUM = 0, //!< Generation 8's older name of kLAYER_NAMES_ONLY.
    kVERBOSE TRT_DEPRECATED_ENUM = 2, //!< Generation 8's older name of kDETAILED.
};

namespace impl {
template <>
struct EnumMaxImpl<ProfilingVerbosity> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

//! What a serialized engine leaves out or keeps. Since generation 10.
enum class SerializationFlag : int32_t {
    kEXCLUDE_WEIGHTS = 0,      //!< Leave out the weights that a refitter can supply.
    kEXCLUDE_LEAN_RUNTIME = 1, //!< Leave out the runtime that a version-compatible engine brings along.
    kINCLUDE_REFIT = 2,        //!< Keep what refitting needs, although all weights are there.
};

namespace impl {
template <>
struct EnumMaxImpl<SerializationFlag> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

//! Flags for ICudaEngine::serializeWithConfig(). ICudaEngine::createSerializationConfig() makes it; the caller deletes
//! it. Since generation 10.
class ISerializationConfig : public INoCopy {
public:
    virtual ~ISerializationConfig() noexcept = default;

    //! Sets the whole set of flags: bit i stands for SerializationFlag i. False when it names an unknown one.
    bool setFlags(SerializationFlags serializationFlags) noexcept { return mImpl->setFlags(serializationFlags); }

    //! The set of flags.
    SerializationFlags getFlags() const noexcept { return mImpl->getFlags(); }

    //! Removes one flag. False when it is unknown.
    bool clearFlag(SerializationFlag serializationFlag) noexcept { return mImpl->clearFlag(serializationFlag); }

    //! Adds one flag. False when it is unknown.
    bool setFlag(SerializationFlag serializationFlag) noexcept { return mImpl->setFlag(serializationFlag); }

    //! Whether a flag is set.
    bool getFlag(SerializationFlag serializationFlag) const noexcept { return mImpl->getFlag(serializationFlag); }

protected:
    apiv::VSerializationConfig* mImpl{nullptr};
};

//! When an execution context gets the memory for its intermediate tensors. Since generation 10.
enum class ExecutionContextAllocationStrategy : int32_t {
    kSTATIC = 0,            //!< When it is made, enough for every profile.
    kON_PROFILE_CHANGE = 1, //!< When a profile is chosen, enough for that one.
    kUSER_MANAGED = 2,      //!< Never: the user calls setDeviceMemoryV2().
};

namespace impl {
template <>
struct EnumMaxImpl<ExecutionContextAllocationStrategy> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

//! Choices about an execution context. ICudaEngine::createRuntimeConfig() makes it; the caller deletes it.
//! Since generation 10.
class IRuntimeConfig : public INoCopy {
public:
    virtual ~IRuntimeConfig() noexcept = default;

    //! Sets when the context gets its memory; kSTATIC by default.
    void setExecutionContextAllocationStrategy(ExecutionContextAllocationStrategy strategy) noexcept {
        return mImpl->setExecutionContextAllocationStrategy(strategy);
    }

    //! When the context gets its memory.
    ExecutionContextAllocationStrategy getExecutionContextAllocationStrategy() const noexcept {
        return mImpl->getExecutionContextAllocationStrategy();
    }

protected:
    apiv::VRuntimeConfig* mImpl{nullptr};
};

//! Numbers about an engine. Since generation 10.
enum class EngineStat : int32_t {
    kTOTAL_WEIGHTS_SIZE = 0,    //!< Bytes of all weights.
    kSTRIPPED_WEIGHTS_SIZE = 1, //!< Bytes of the weights that were left out; only for engines built with kSTRIP_PLAN.
};

namespace impl {
template <>
struct EnumMaxImpl<EngineStat> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_ENGINE_CONFIG_H
