// SPDX-License-Identifier: Apache-2.0
// nvinfer1::IBuilderConfig: what was set, with the defaults of the caller's generation. What it means for a build is in
// build.cpp.
#pragma once

#include "NvInfer.h"
#include "api/profile.h"
#include "api/timing_cache.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tenon::api {

constexpr uint32_t bit(nvinfer1::BuilderFlag flag) noexcept {
    return 1U << static_cast<uint32_t>(flag);
}

struct ConfigState {
    nvinfer1::BuilderFlags flags = bit(nvinfer1::BuilderFlag::kTF32);
    int32_t avgTiming = 1, minTiming = 1;
    nvinfer1::EngineCapability capability = nvinfer1::EngineCapability::kSTANDARD;
    nvinfer1::IInt8Calibrator* calibrator = nullptr;
    nvinfer1::IOptimizationProfile const* calibrationProfile = nullptr;
    nvinfer1::QuantizationFlags quantizationFlags = 0;
    std::map<nvinfer1::ILayer const*, nvinfer1::DeviceType> deviceTypes;
    int32_t dlaCore = -1;
    cudaStream_t profileStream = nullptr;
    std::vector<std::shared_ptr<ProfileState const>> profiles;
    nvinfer1::ProfilingVerbosity verbosity = nvinfer1::ProfilingVerbosity::kLAYER_NAMES_ONLY;
    nvinfer1::IAlgorithmSelector* selector = nullptr;
    std::optional<nvinfer1::TacticSources> tacticSources; ///< nothing: not set
    nvinfer1::ITimingCache const* timingCache = nullptr;  ///< the handle, to return it
    std::shared_ptr<TimingCacheState> times;
    std::optional<size_t> workspace, tacticMemory;
    uint32_t previewFeatures = 0; ///< bits of PreviewFeature
    int32_t optimizationLevel = 3;
    nvinfer1::HardwareCompatibilityLevel hardware = nvinfer1::HardwareCompatibilityLevel::kNONE;
    std::vector<std::string> pluginsToSerialize;
    int32_t maxAuxStreams = -1;
    nvinfer1::IProgressMonitor* monitor = nullptr;
    nvinfer1::RuntimePlatform platform = nvinfer1::RuntimePlatform::kSAME_AS_BUILD;
    int32_t maxTactics = -1;
    nvinfer1::TilingOptimizationLevel tiling = nvinfer1::TilingOptimizationLevel::kNONE;
    int64_t l2Limit = -1;

    bool has(nvinfer1::BuilderFlag flag) const noexcept { return (flags & bit(flag)) != 0; }
};

/// The caller deletes it.
nvinfer1::IBuilderConfig* makeConfig(std::shared_ptr<Sink> sink);

ConfigState const& stateOf(nvinfer1::IBuilderConfig const& config) noexcept;

} // namespace tenon::api
