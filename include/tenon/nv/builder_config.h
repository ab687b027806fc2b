// SPDX-License-Identifier: Apache-2.0
// How a network is built into an engine.
#ifndef TENON_NV_BUILDER_CONFIG_H
#define TENON_NV_BUILDER_CONFIG_H

#include "tenon/nv/algorithm.h"
#include "tenon/nv/builder_flags.h"
#include "tenon/nv/calibrator.h"
#include "tenon/nv/layer.h"
#include "tenon/nv/progress.h"
#include "tenon/nv/timing_cache.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

class IBuilderConfig : public INoCopy {
public:
    virtual ~IBuilderConfig() noexcept = default;

    virtual void setAvgTimingIterations(int32_t avgTiming) noexcept { mImpl->setAvgTimingIterations(avgTiming); }

    int32_t getAvgTimingIterations() const noexcept { return mImpl->getAvgTimingIterations(); }

    void setEngineCapability(EngineCapability capability) noexcept { mImpl->setEngineCapability(capability); }

    EngineCapability getEngineCapability() const noexcept { return mImpl->getEngineCapability(); }

    TENON_DEPRECATED_10 void setInt8Calibrator(IInt8Calibrator* calibrator) noexcept {
        mImpl->setInt8Calibrator(calibrator);
    }

    TENON_DEPRECATED_10 IInt8Calibrator* getInt8Calibrator() const noexcept { return mImpl->getInt8Calibrator(); }

    void setFlags(BuilderFlags builderFlags) noexcept { mImpl->setFlags(impl::builderFlagsToLibrary(builderFlags)); }

    BuilderFlags getFlags() const noexcept { return impl::builderFlagsFromLibrary(mImpl->getFlags()); }

    void clearFlag(BuilderFlag builderFlag) noexcept { mImpl->clearFlag(impl::toLibrary(builderFlag)); }

    void setFlag(BuilderFlag builderFlag) noexcept { mImpl->setFlag(impl::toLibrary(builderFlag)); }

    bool getFlag(BuilderFlag builderFlag) const noexcept { return mImpl->getFlag(impl::toLibrary(builderFlag)); }

    void setDeviceType(ILayer const* layer, DeviceType deviceType) noexcept { mImpl->setDeviceType(layer, deviceType); }

    DeviceType getDeviceType(ILayer const* layer) const noexcept { return mImpl->getDeviceType(layer); }

    bool isDeviceTypeSet(ILayer const* layer) const noexcept { return mImpl->isDeviceTypeSet(layer); }

    void resetDeviceType(ILayer const* layer) noexcept { mImpl->resetDeviceType(layer); }

    bool canRunOnDLA(ILayer const* layer) const noexcept { return mImpl->canRunOnDLA(layer); }

    void setDLACore(int32_t dlaCore) noexcept { mImpl->setDLACore(dlaCore); }

    int32_t getDLACore() const noexcept { return mImpl->getDLACore(); }

    void setDefaultDeviceType(DeviceType deviceType) noexcept { mImpl->setDefaultDeviceType(deviceType); }

    DeviceType getDefaultDeviceType() const noexcept { return mImpl->getDefaultDeviceType(); }

    void reset() noexcept { mImpl->reset(); }

    void setProfileStream(const cudaStream_t stream) noexcept { mImpl->setProfileStream(stream); }

    cudaStream_t getProfileStream() const noexcept { return mImpl->getProfileStream(); }

    int32_t addOptimizationProfile(IOptimizationProfile const* profile) noexcept {
        return mImpl->addOptimizationProfile(profile);
    }

    int32_t getNbOptimizationProfiles() const noexcept { return mImpl->getNbOptimizationProfiles(); }

    void setProfilingVerbosity(ProfilingVerbosity verbosity) noexcept { mImpl->setProfilingVerbosity(verbosity); }

    ProfilingVerbosity getProfilingVerbosity() const noexcept { return mImpl->getProfilingVerbosity(); }

    TENON_DEPRECATED_10 void setAlgorithmSelector(IAlgorithmSelector* selector) noexcept {
        mImpl->setAlgorithmSelector(selector);
    }

    TENON_DEPRECATED_10 IAlgorithmSelector* getAlgorithmSelector() const noexcept {
        return mImpl->getAlgorithmSelector();
    }

    TENON_DEPRECATED_10 bool setCalibrationProfile(IOptimizationProfile const* profile) noexcept {
        return mImpl->setCalibrationProfile(profile);
    }

    TENON_DEPRECATED_10 IOptimizationProfile const* getCalibrationProfile() noexcept {
        return mImpl->getCalibrationProfile();
    }

    TENON_DEPRECATED_10 void setQuantizationFlags(QuantizationFlags flags) noexcept {
        mImpl->setQuantizationFlags(flags);
    }

    TENON_DEPRECATED_10 QuantizationFlags getQuantizationFlags() const noexcept {
        return mImpl->getQuantizationFlags();
    }

    TENON_DEPRECATED_10 void clearQuantizationFlag(QuantizationFlag flag) noexcept {
        mImpl->clearQuantizationFlag(flag);
    }

    TENON_DEPRECATED_10 void setQuantizationFlag(QuantizationFlag flag) noexcept { mImpl->setQuantizationFlag(flag); }

    TENON_DEPRECATED_10 bool getQuantizationFlag(QuantizationFlag flag) const noexcept {
        return mImpl->getQuantizationFlag(flag);
    }

    bool setTacticSources(TacticSources tacticSources) noexcept {
        return mImpl->setTacticSources(impl::tacticSourcesToLibrary(tacticSources));
    }

    TacticSources getTacticSources() const noexcept {
        return impl::tacticSourcesFromLibrary(mImpl->getTacticSources());
    }

    ITimingCache* createTimingCache(void const* blob, std::size_t size) const noexcept {
        return mImpl->createTimingCache(blob, size);
    }

    bool setTimingCache(ITimingCache const& cache, bool ignoreMismatch) noexcept {
        return mImpl->setTimingCache(cache, ignoreMismatch);
    }

    ITimingCache const* getTimingCache() const noexcept { return mImpl->getTimingCache(); }

    void setMemoryPoolLimit(MemoryPoolType pool, std::size_t poolSize) noexcept {
        mImpl->setMemoryPoolLimit(pool, poolSize);
    }

    std::size_t getMemoryPoolLimit(MemoryPoolType pool) const noexcept { return mImpl->getMemoryPoolLimit(pool); }

    void setPreviewFeature(PreviewFeature feature, bool enable) noexcept {
        mImpl->setPreviewFeature(impl::toLibrary(feature), enable);
    }

    bool getPreviewFeature(PreviewFeature feature) const noexcept {
        return mImpl->getPreviewFeature(impl::toLibrary(feature));
    }

    void setBuilderOptimizationLevel(int32_t level) noexcept { mImpl->setBuilderOptimizationLevel(level); }

    int32_t getBuilderOptimizationLevel() noexcept { return mImpl->getBuilderOptimizationLevel(); }

    void setHardwareCompatibilityLevel(HardwareCompatibilityLevel hardwareCompatibilityLevel) noexcept {
        mImpl->setHardwareCompatibilityLevel(hardwareCompatibilityLevel);
    }

    HardwareCompatibilityLevel getHardwareCompatibilityLevel() const noexcept {
        return mImpl->getHardwareCompatibilityLevel();
    }

    void setPluginsToSerialize(char const* const* paths, int32_t nbPaths) noexcept {
        mImpl->setPluginsToSerialize(paths, nbPaths);
    }

    char const* getPluginToSerialize(int32_t index) const noexcept { return mImpl->getPluginToSerialize(index); }

    int32_t getNbPluginsToSerialize() const noexcept { return mImpl->getNbPluginsToSerialize(); }

    bool setMaxAuxStreams(int32_t nbStreams) noexcept {
        mImpl->setMaxAuxStreams(nbStreams);
        return mImpl->getMaxAuxStreams() == nbStreams;
    }

    int32_t getMaxAuxStreams() const noexcept { return mImpl->getMaxAuxStreams(); }

    void setProgressMonitor(IProgressMonitor* monitor) noexcept { mImpl->setProgressMonitor(monitor); }

    IProgressMonitor* getProgressMonitor() const noexcept { return mImpl->getProgressMonitor(); }

    void setRuntimePlatform(RuntimePlatform runtimePlatform) noexcept { mImpl->setRuntimePlatform(runtimePlatform); }

    RuntimePlatform getRuntimePlatform() const noexcept { return mImpl->getRuntimePlatform(); }

    void setMaxNbTactics(int32_t maxNbTactics) noexcept { mImpl->setMaxNbTactics(maxNbTactics); }

    int32_t getMaxNbTactics() const noexcept { return mImpl->getMaxNbTactics(); }

    bool setTilingOptimizationLevel(TilingOptimizationLevel level) noexcept {
        return mImpl->setTilingOptimizationLevel(level);
    }

    TilingOptimizationLevel getTilingOptimizationLevel() const noexcept { return mImpl->getTilingOptimizationLevel(); }

    bool setL2LimitForTiling(int64_t size) noexcept { return mImpl->setL2LimitForTiling(size); }

    int64_t getL2LimitForTiling() const noexcept { return mImpl->getL2LimitForTiling(); }

    bool setRemoteAutoTuningConfig(char const* config) noexcept { return mImpl->setRemoteAutoTuningConfig(config); }

    char const* getRemoteAutoTuningConfig() const noexcept { return mImpl->getRemoteAutoTuningConfig(); }

    //! As setMemoryPoolLimit() of MemoryPoolType::kWORKSPACE (of 8.6).
    TRT_DEPRECATED void setMaxWorkspaceSize(std::size_t workspaceSize) noexcept {
        setMemoryPoolLimit(MemoryPoolType::kWORKSPACE, workspaceSize);
    }

    //! As getMemoryPoolLimit() of MemoryPoolType::kWORKSPACE (of 8.6).
    TRT_DEPRECATED std::size_t getMaxWorkspaceSize() const noexcept {
        return getMemoryPoolLimit(MemoryPoolType::kWORKSPACE);
    }

    //! Least number of timed runs of a candidate (of 8.6).
    TRT_DEPRECATED void setMinTimingIterations(int32_t minTiming) noexcept { mImpl->setMinTimingIterations(minTiming); }

    //! The number of setMinTimingIterations(); 1 unless set (of 8.6).
    TRT_DEPRECATED int32_t getMinTimingIterations() const noexcept { return mImpl->getMinTimingIterations(); }

    //! Names the route that the next build takes, one of getAllBuildRoutes(); null or empty for the usual one
    //! (of 11.1). False when the name is unknown.
    bool setBuildRoute(char const* buildRoute) noexcept { return mImpl->setBuildRoute(buildRoute); }

    //! The route of setBuildRoute(); the configuration owns the text (of 11.1).
    char const* getBuildRoute() const noexcept { return mImpl->getBuildRoute(); }

    //! The routes that setBuildRoute() takes, as JSON text that the configuration owns (of 11.1).
    char const* getAllBuildRoutes() const noexcept { return mImpl->getAllBuildRoutes(); }

    //! As `delete` (of 8.6).
    TRT_DEPRECATED void destroy() noexcept { delete this; }

protected:
    apiv::VBuilderConfig* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_BUILDER_CONFIG_H
