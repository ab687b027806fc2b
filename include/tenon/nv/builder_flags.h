// SPDX-License-Identifier: Apache-2.0
// The flags and choices of networks and builds.
#ifndef TENON_NV_BUILDER_FLAGS_H
#define TENON_NV_BUILDER_FLAGS_H

#include "NvInferRuntime.h"
#include "tenon/nv/level.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! Choices of a build that are on or off; bits of BuilderFlags. All are off at first but kTF32.
enum class BuilderFlag : int32_t {
    //! May compute in kHALF.
    kFP16 TENON_DEPRECATED_ENUM_10 = 0,
    //! May compute in kINT8.
    kINT8 TENON_DEPRECATED_ENUM_10 = 1,
    //! Waits for each layer to end before the next starts.
    kDEBUG = 2,
    //! No effect: there is no DLA.
    kGPU_FALLBACK = 3,
    //! Weights of the engine can be changed by an IRefitter.
    kREFIT = impl::byLevel(5, 4, 4),
    //! Measures each layer anew, also of equal ones.
    kDISABLE_TIMING_CACHE = impl::byLevel(6, 5, 5),
    //! May round factors of products to 10 bits of fraction.
    kTF32 = impl::byLevel(7, 6, 6),
    //! May use that two of each four weights are 0.
    kSPARSE_WEIGHTS = impl::byLevel(8, 7, 7),
    //! No effect: there is no safety subset.
    kSAFETY_SCOPE TENON_DEPRECATED_ENUM_10 = impl::byLevel(9, 8, 8),
    //! setPrecision() and setOutputType() are orders: the build fails where they cannot be kept.
    kOBEY_PRECISION_CONSTRAINTS TENON_DEPRECATED_ENUM_10 = impl::byLevel(10, 9, 9),
    //! setPrecision() and setOutputType() are wishes: a warning where they cannot be kept.
    kPREFER_PRECISION_CONSTRAINTS TENON_DEPRECATED_ENUM_10 = impl::byLevel(11, 10, 10),
    //! No conversion at inputs and outputs: the build fails where one is needed.
    kDIRECT_IO TENON_DEPRECATED_ENUM_10 = impl::byLevel(12, 11, 11),
    //! The build fails where an algorithm selector returns no choice.
    kREJECT_EMPTY_ALGORITHMS TENON_DEPRECATED_ENUM_10 = impl::byLevel(13, 12, 28),
    //! The engine runs on later versions of the library.
    kVERSION_COMPATIBLE = impl::byLevel(15, 13, 12),
    //! No runtime inside an engine of kVERSION_COMPATIBLE.
    kEXCLUDE_LEAN_RUNTIME = impl::byLevel(16, 14, 13),
    //! May compute in kFP8.
    kFP8 TENON_DEPRECATED_ENUM_10 = impl::byLevel(17, 15, 14),
    //! The build fails where the timing cache has no time; since 10.
    kERROR_ON_TIMING_CACHE_MISS = impl::byLevel(18, 16, 15),
    //! May compute in kBF16; of 10.
    kBF16 TRT_DEPRECATED_ENUM = impl::byLevel(19, 17, 16),
    //! Compiled kernels are not kept in the timing cache; since 10.
    kDISABLE_COMPILATION_CACHE = impl::byLevel(20, 18, 17),
    //! The plan holds no refittable weights; since 10.
    kSTRIP_PLAN = impl::byLevel(21, 19, 18),
    //! First name of kSTRIP_PLAN; of 10.
    kWEIGHTLESS TRT_DEPRECATED_ENUM = kSTRIP_PLAN,
    //! Refit only gives back the weights of the build, so that the build may use their values; since 10.
    kREFIT_IDENTICAL = impl::byLevel(22, 20, 19),
    //! The engine can keep weights in host memory and copy them as it runs; since 10.
    kWEIGHT_STREAMING = impl::byLevel(23, 21, 20),
    //! May hold weights in kINT4; of 10.
    kINT4 TRT_DEPRECATED_ENUM = impl::byLevel(24, 22, 21),
    //! As kREFIT, of no weights but those that markWeightsRefittable() names; since 10.
    kREFIT_INDIVIDUAL = impl::byLevel(25, 23, 22),
    //! No rewrite such as x - x to 0, which would hide NaNs and infinities; since 10.
    kSTRICT_NANS = impl::byLevel(26, 24, 23),
    //! Reports the memory of the build; since 10.
    kMONITOR_MEMORY = impl::byLevel(27, 25, 24),
    //! May compute in kFP4; of 10.
    kFP4 TRT_DEPRECATED_ENUM = impl::byLevel(28, 26, 25),
    //! The timing cache can be changed by ITimingCache::update(); since 10.
    kEDITABLE_TIMING_CACHE = impl::byLevel(29, 27, 26),
    //! Results along an axis that a layer does not reduce all come from the same operations; since 10.
    kDISTRIBUTIVE_INDEPENDENCE = impl::byLevel(30, 28, 27),
    //! First name of kPREFER_PRECISION_CONSTRAINTS and kDIRECT_IO together; of 8.6.
    kSTRICT_TYPES TRT_DEPRECATED_ENUM = impl::byLevel(4, 29, 29),
    //! Measures fewer candidates, chosen by estimate; of 8.6.
    kENABLE_TACTIC_HEURISTIC TENON_DEPRECATED_ENUM_10 = impl::byLevel(14, 30, 30),
};

namespace impl {
template <>
struct EnumMaxImpl<BuilderFlag> {
    static constexpr int32_t kVALUE = byLevel(18, 29, 28);
};
} // namespace impl

//! Pools whose size IBuilderConfig::setMemoryPoolLimit() bounds.
enum class MemoryPoolType : int32_t {
    kWORKSPACE = 0,            //!< Scratch memory that layers may use as they run.
    kDLA_MANAGED_SRAM = 1,     //!< No effect: there is no DLA.
    kDLA_LOCAL_DRAM = 2,       //!< No effect: there is no DLA.
    kDLA_GLOBAL_DRAM = 3,      //!< No effect: there is no DLA.
    kTACTIC_DRAM = 4,          //!< Device memory that the build may use to measure candidates.
    kTACTIC_SHARED_MEMORY = 5, //!< Shared memory of a thread block; since 10.
};

namespace impl {
template <>
struct EnumMaxImpl<MemoryPoolType> {
    static constexpr int32_t kVALUE = byLevel(5, 6, 6);
};
} // namespace impl

//! Behaviour that is not the rule yet, for IBuilderConfig::setPreviewFeature().
enum class PreviewFeature : int32_t {
    //! Several contexts may use one profile; always so.
    kPROFILE_SHARING_0806 TENON_DEPRECATED_ENUM_10 = impl::byLevel(2, 0, 2),
    //! Plugins may write outputs over inputs; since 10.
    kALIASED_PLUGIN_IO_10_03 = impl::byLevel(3, 1, 0),
    //! Memory of a context follows the shapes of a run; since 10.
    kRUNTIME_ACTIVATION_RESIZE_10_10 = impl::byLevel(4, 2, 1),
    //! Engines may span devices; of 10.
    kMULTIDEVICE_RUNTIME_10_16 TENON_DEPRECATED_ENUM_11 = impl::byLevel(5, 3, 3),
    //! Always so; of 8.6.
    kFASTER_DYNAMIC_SHAPES_0805 TRT_DEPRECATED_ENUM = impl::byLevel(0, 4, 4),
    //! No effect; of 8.6.
    kDISABLE_EXTERNAL_TACTIC_SOURCES_FOR_CORE_0805 TENON_DEPRECATED_ENUM_10 = impl::byLevel(1, 5, 5),
};

namespace impl {
template <>
struct EnumMaxImpl<PreviewFeature> {
    static constexpr int32_t kVALUE = byLevel(3, 4, 2);
};
} // namespace impl

//! Which devices besides that of the build can run an engine.
enum class HardwareCompatibilityLevel : int32_t {
    kNONE = 0,                    //!< None: devices of its kind only.
    kAMPERE_PLUS = 1,             //!< GPUs of compute capability 8.0 and later.
    kSAME_COMPUTE_CAPABILITY = 2, //!< GPUs of the same compute capability; since 10.
};

namespace impl {
template <>
struct EnumMaxImpl<HardwareCompatibilityLevel> {
    static constexpr int32_t kVALUE = byLevel(2, 3, 3);
};
} // namespace impl

//! How hard the build looks for tilings of several layers (since 10).
enum class TilingOptimizationLevel : int32_t {
    kNONE = 0,     //!< Not at all.
    kFAST = 1,     //!< By rule.
    kMODERATE = 2, //!< A little.
    kFULL = 3,     //!< Through all.
};

namespace impl {
template <>
struct EnumMaxImpl<TilingOptimizationLevel> {
    static constexpr int32_t kVALUE = 4;
};
} // namespace impl

//! Where an engine will run (since 10).
enum class RuntimePlatform : int32_t {
    kSAME_AS_BUILD = 0, //!< As where it is built.
    kWINDOWS_AMD64 = 1, //!< Windows on x86-64.
};

namespace impl {
template <>
struct EnumMaxImpl<RuntimePlatform> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

//! Mask of 1U << NetworkDefinitionCreationFlag.
using NetworkDefinitionCreationFlags = uint32_t;

//! What a network is like; bits of NetworkDefinitionCreationFlags.
enum class NetworkDefinitionCreationFlag : int32_t {
    //! The batch is an axis of each tensor. At level 8 it must be set; later it has no effect.
    kEXPLICIT_BATCH TENON_DEPRECATED_ENUM_10 = impl::byLevel(0, 0, 3),
    //! Types follow from the inputs and from casts; the builder changes none. Always so at level 11; since 10.
    kSTRONGLY_TYPED TENON_DEPRECATED_ENUM_11 = impl::byLevel(2, 1, 0),
    //! Plugins of Python that have both forms are compiled as they run; since 10.
    kPREFER_JIT_PYTHON_PLUGINS = impl::byLevel(3, 2, 1),
    //! Plugins of Python that have both forms are compiled at the build; since 10.
    kPREFER_AOT_PYTHON_PLUGINS = impl::byLevel(4, 3, 2),
    //! No effect; of 8.6.
    kEXPLICIT_PRECISION TRT_DEPRECATED_ENUM = impl::byLevel(1, 4, 4),
};

namespace impl {
template <>
struct EnumMaxImpl<NetworkDefinitionCreationFlag> {
    static constexpr int32_t kVALUE = byLevel(2, 4, 3);
};
} // namespace impl

namespace impl {
//! Numbers of the library for the numbers of NetworkDefinitionCreationFlag at this level.
#if TENON_API_LEVEL == 8
constexpr int8_t kCREATION_FLAGS[] = {0, 4, 1, 2, 3};
#elif TENON_API_LEVEL == 11
constexpr int8_t kCREATION_FLAGS[] = {1, 2, 3, 0, 4};
#else
constexpr int8_t kCREATION_FLAGS[] = {0, 1, 2, 3, 4};
#endif

constexpr NetworkDefinitionCreationFlag toLibrary(NetworkDefinitionCreationFlag flag) noexcept {
    return static_cast<NetworkDefinitionCreationFlag>(renumber(kCREATION_FLAGS, static_cast<int32_t>(flag)));
}
constexpr NetworkDefinitionCreationFlags creationFlagsToLibrary(NetworkDefinitionCreationFlags flags) noexcept {
    return renumberMask(kCREATION_FLAGS, flags);
}
constexpr NetworkDefinitionCreationFlags creationFlagsFromLibrary(NetworkDefinitionCreationFlags flags) noexcept {
    return renumberMaskBack(kCREATION_FLAGS, flags);
}
} // namespace impl

//! Mask of 1U << BuilderFlag.
using BuilderFlags = uint32_t;

namespace impl {
//! Numbers of the library for the numbers of BuilderFlag and PreviewFeature at this level.
#if TENON_API_LEVEL == 8
constexpr int8_t kBUILDER_FLAGS[] = {0,  1,  2,  3,  29, 4,  5,  6,  7,  8,  9,  10, 11, 12, 30, 13,
                                     14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28};
constexpr int8_t kPREVIEW_FEATURES[] = {4, 5, 0, 1, 2, 3};
#elif TENON_API_LEVEL == 11
constexpr int8_t kBUILDER_FLAGS[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 13, 14, 15, 16,
                                     17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 12, 29, 30};
constexpr int8_t kPREVIEW_FEATURES[] = {1, 2, 0, 3, 4, 5};
#else
constexpr int8_t kBUILDER_FLAGS[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                     16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30};
constexpr int8_t kPREVIEW_FEATURES[] = {0, 1, 2, 3, 4, 5};
#endif

constexpr BuilderFlag toLibrary(BuilderFlag flag) noexcept {
    return static_cast<BuilderFlag>(renumber(kBUILDER_FLAGS, static_cast<int32_t>(flag)));
}
constexpr BuilderFlags builderFlagsToLibrary(BuilderFlags flags) noexcept {
    return renumberMask(kBUILDER_FLAGS, flags);
}
constexpr BuilderFlags builderFlagsFromLibrary(BuilderFlags flags) noexcept {
    return renumberMaskBack(kBUILDER_FLAGS, flags);
}
constexpr PreviewFeature toLibrary(PreviewFeature feature) noexcept {
    return static_cast<PreviewFeature>(renumber(kPREVIEW_FEATURES, static_cast<int32_t>(feature)));
}
} // namespace impl

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_BUILDER_FLAGS_H
