// SPDX-License-Identifier: Apache-2.0
// The flags and choices of a build.
#ifndef TENON_NV_BUILDER_FLAGS_H
#define TENON_NV_BUILDER_FLAGS_H

#include "NvInferRuntime.h"
#include "tenon/nv/level.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

enum class BuilderFlag : int32_t {
    kFP16 TENON_DEPRECATED_ENUM_10 = 0,
    kINT8 TENON_DEPRECATED_ENUM_10 = 1,
    kDEBUG = 2,
    kGPU_FALLBACK = 3,
    kREFIT = impl::byLevel(5, 4, 4),
    kDISABLE_TIMING_CACHE = impl::byLevel(6, 5, 5),
    kTF32 = impl::byLevel(7, 6, 6),
    kSPARSE_WEIGHTS = impl::byLevel(8, 7, 7),
    kSAFETY_SCOPE TENON_DEPRECATED_ENUM_10 = impl::byLevel(9, 8, 8),
    kOBEY_PRECISION_CONSTRAINTS TENON_DEPRECATED_ENUM_10 = impl::byLevel(10, 9, 9),
    kPREFER_PRECISION_CONSTRAINTS TENON_DEPRECATED_ENUM_10 = impl::byLevel(11, 10, 10),
    kDIRECT_IO TENON_DEPRECATED_ENUM_10 = impl::byLevel(12, 11, 11),
    kREJECT_EMPTY_ALGORITHMS TENON_DEPRECATED_ENUM_10 = impl::byLevel(13, 12, 28),
    kVERSION_COMPATIBLE = impl::byLevel(15, 13, 12),
    kEXCLUDE_LEAN_RUNTIME = impl::byLevel(16, 14, 13),
    kFP8 TENON_DEPRECATED_ENUM_10 = impl::byLevel(17, 15, 14),
    kERROR_ON_TIMING_CACHE_MISS = impl::byLevel(18, 16, 15),
    kBF16 TRT_DEPRECATED_ENUM = impl::byLevel(19, 17, 16),
    kDISABLE_COMPILATION_CACHE = impl::byLevel(20, 18, 17),
    kSTRIP_PLAN = impl::byLevel(21, 19, 18),
    kWEIGHTLESS TRT_DEPRECATED_ENUM = kSTRIP_PLAN,
    kREFIT_IDENTICAL = impl::byLevel(22, 20, 19),
    kWEIGHT_STREAMING = impl::byLevel(23, 21, 20),
    kINT4 TRT_DEPRECATED_ENUM = impl::byLevel(24, 22, 21),
    kREFIT_INDIVIDUAL = impl::byLevel(25, 23, 22),
    kSTRICT_NANS = impl::byLevel(26, 24, 23),
    kMONITOR_MEMORY = impl::byLevel(27, 25, 24),
    kFP4 TRT_DEPRECATED_ENUM = impl::byLevel(28, 26, 25),
    kEDITABLE_TIMING_CACHE = impl::byLevel(29, 27, 26),
    kDISTRIBUTIVE_INDEPENDENCE = impl::byLevel(30, 28, 27),
    kSTRICT_TYPES TRT_DEPRECATED_ENUM = impl::byLevel(4, 29, 29),
    kENABLE_TACTIC_HEURISTIC TENON_DEPRECATED_ENUM_10 = impl::byLevel(14, 30, 30),
};

namespace impl {
template <>
struct EnumMaxImpl<BuilderFlag> {
    static constexpr int32_t kVALUE = byLevel(18, 29, 28);
};
} // namespace impl

enum class MemoryPoolType : int32_t {
    kWORKSPACE = 0,
    kDLA_MANAGED_SRAM = 1,
    kDLA_LOCAL_DRAM = 2,
    kDLA_GLOBAL_DRAM = 3,
    kTACTIC_DRAM = 4,
    kTACTIC_SHARED_MEMORY = 5,
};

namespace impl {
template <>
struct EnumMaxImpl<MemoryPoolType> {
    static constexpr int32_t kVALUE = byLevel(5, 6, 6);
};
} // namespace impl

enum class PreviewFeature : int32_t {
    kPROFILE_SHARING_0806 TENON_DEPRECATED_ENUM_10 = impl::byLevel(2, 0, 2),
    kALIASED_PLUGIN_IO_10_03 = impl::byLevel(3, 1, 0),
    kRUNTIME_ACTIVATION_RESIZE_10_10 = impl::byLevel(4, 2, 1),
    kMULTIDEVICE_RUNTIME_10_16 TENON_DEPRECATED_ENUM_11 = impl::byLevel(5, 3, 3),
    kFASTER_DYNAMIC_SHAPES_0805 TRT_DEPRECATED_ENUM = impl::byLevel(0, 4, 4),
    kDISABLE_EXTERNAL_TACTIC_SOURCES_FOR_CORE_0805 TENON_DEPRECATED_ENUM_10 = impl::byLevel(1, 5, 5),
};

namespace impl {
template <>
struct EnumMaxImpl<PreviewFeature> {
    static constexpr int32_t kVALUE = byLevel(3, 4, 2);
};
} // namespace impl

enum class HardwareCompatibilityLevel : int32_t {
    kNONE = 0,
    kAMPERE_PLUS = 1,
    kSAME_COMPUTE_CAPABILITY = 2,
};

namespace impl {
template <>
struct EnumMaxImpl<HardwareCompatibilityLevel> {
    static constexpr int32_t kVALUE = byLevel(2, 3, 3);
};
} // namespace impl

enum class TilingOptimizationLevel : int32_t {
    kNONE = 0,
    kFAST = 1,
    kMODERATE = 2,
    kFULL = 3,
};

namespace impl {
template <>
struct EnumMaxImpl<TilingOptimizationLevel> {
    static constexpr int32_t kVALUE = 4;
};
} // namespace impl

enum class RuntimePlatform : int32_t {
    kSAME_AS_BUILD = 0,
    kWINDOWS_AMD64 = 1,
};

namespace impl {
template <>
struct EnumMaxImpl<RuntimePlatform> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

//! Mask of 1U << BuilderFlag.
using BuilderFlags = uint32_t;

namespace impl {
//! Numbers of the library for the numbers of BuilderFlag, PreviewFeature and TacticSource at this level.
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
constexpr TacticSources tacticSourcesToLibrary(TacticSources sources) noexcept {
    return sources;
}
constexpr TacticSources tacticSourcesFromLibrary(TacticSources sources) noexcept {
    return sources;
}
} // namespace impl

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_BUILDER_FLAGS_H
