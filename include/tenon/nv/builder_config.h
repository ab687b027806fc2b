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

//! How an engine is built. Made by IBuilder::createBuilderConfig(); the caller deletes it. Not safe under concurrent
//! calls.
class IBuilderConfig : public INoCopy {
public:
    virtual ~IBuilderConfig() noexcept = default;

    //! Number of runs whose mean time counts for a candidate; 1 unless set.
    virtual void setAvgTimingIterations(int32_t avgTiming) noexcept { mImpl->setAvgTimingIterations(avgTiming); }

    //! The value of setAvgTimingIterations().
    int32_t getAvgTimingIterations() const noexcept { return mImpl->getAvgTimingIterations(); }

    //! What engines are for: only EngineCapability::kSTANDARD can be built.
    void setEngineCapability(EngineCapability capability) noexcept { mImpl->setEngineCapability(capability); }

    //! The value of setEngineCapability().
    EngineCapability getEngineCapability() const noexcept { return mImpl->getEngineCapability(); }

    //! Who gives ranges of 8-bit tensors under BuilderFlag::kINT8; null for nobody. It must live until the engine is
    //! built.
    TENON_DEPRECATED_10 void setInt8Calibrator(IInt8Calibrator* calibrator) noexcept {
        mImpl->setInt8Calibrator(calibrator);
    }

    //! The calibrator of setInt8Calibrator(), or null.
    TENON_DEPRECATED_10 IInt8Calibrator* getInt8Calibrator() const noexcept { return mImpl->getInt8Calibrator(); }

    //! Sets all flags at once: a mask of 1U << BuilderFlag.
    void setFlags(BuilderFlags builderFlags) noexcept { mImpl->setFlags(impl::builderFlagsToLibrary(builderFlags)); }

    //! The mask of all flags.
    BuilderFlags getFlags() const noexcept { return impl::builderFlagsFromLibrary(mImpl->getFlags()); }

    //! Turns a flag off.
    void clearFlag(BuilderFlag builderFlag) noexcept { mImpl->clearFlag(impl::toLibrary(builderFlag)); }

    //! Turns a flag on.
    void setFlag(BuilderFlag builderFlag) noexcept { mImpl->setFlag(impl::toLibrary(builderFlag)); }

    //! Whether a flag is on.
    bool getFlag(BuilderFlag builderFlag) const noexcept { return mImpl->getFlag(impl::toLibrary(builderFlag)); }

    //! Device of a layer: only DeviceType::kGPU, which stands for the device of the build.
    void setDeviceType(ILayer const* layer, DeviceType deviceType) noexcept { mImpl->setDeviceType(layer, deviceType); }

    //! Device of a layer; the default one unless set.
    DeviceType getDeviceType(ILayer const* layer) const noexcept { return mImpl->getDeviceType(layer); }

    //! Whether setDeviceType() was called for a layer since the last reset.
    bool isDeviceTypeSet(ILayer const* layer) const noexcept { return mImpl->isDeviceTypeSet(layer); }

    //! Forgets the device of a layer.
    void resetDeviceType(ILayer const* layer) noexcept { mImpl->resetDeviceType(layer); }

    //! Always false: there is no DLA.
    bool canRunOnDLA(ILayer const* layer) const noexcept { return mImpl->canRunOnDLA(layer); }

    //! Remembered without effect: there is no DLA.
    void setDLACore(int32_t dlaCore) noexcept { mImpl->setDLACore(dlaCore); }

    //! The number of setDLACore(); -1 unless set.
    int32_t getDLACore() const noexcept { return mImpl->getDLACore(); }

    //! Device of layers that have none of their own; kGPU unless set.
    void setDefaultDeviceType(DeviceType deviceType) noexcept { mImpl->setDefaultDeviceType(deviceType); }

    //! The value of setDefaultDeviceType().
    DeviceType getDefaultDeviceType() const noexcept { return mImpl->getDefaultDeviceType(); }

    //! Sets everything back to how it was at creation.
    void reset() noexcept { mImpl->reset(); }

    //! CUDA stream that candidates are measured on; it must belong to the current device. Of no effect on the CPU.
    void setProfileStream(const cudaStream_t stream) noexcept { mImpl->setProfileStream(stream); }

    //! The stream of setProfileStream(); null unless set.
    cudaStream_t getProfileStream() const noexcept { return mImpl->getProfileStream(); }

    //! Adds ranges for extents that are known only at run time. Returns the profile's index, -1 when it is not valid.
    int32_t addOptimizationProfile(IOptimizationProfile const* profile) noexcept {
        return mImpl->addOptimizationProfile(profile);
    }

    //! Number of profiles added.
    int32_t getNbOptimizationProfiles() const noexcept { return mImpl->getNbOptimizationProfiles(); }

    //! How much the engine inspector and profilers may tell; kLAYER_NAMES_ONLY unless set.
    void setProfilingVerbosity(ProfilingVerbosity verbosity) noexcept { mImpl->setProfilingVerbosity(verbosity); }

    //! The value of setProfilingVerbosity().
    ProfilingVerbosity getProfilingVerbosity() const noexcept { return mImpl->getProfilingVerbosity(); }

    //! Who chooses among candidates; null for the build itself.
    TENON_DEPRECATED_10 void setAlgorithmSelector(IAlgorithmSelector* selector) noexcept {
        mImpl->setAlgorithmSelector(selector);
    }

    //! The selector of setAlgorithmSelector(), or null.
    TENON_DEPRECATED_10 IAlgorithmSelector* getAlgorithmSelector() const noexcept {
        return mImpl->getAlgorithmSelector();
    }

    //! Shapes to calibrate at, when extents are known only at run time. False when it is not valid.
    TENON_DEPRECATED_10 bool setCalibrationProfile(IOptimizationProfile const* profile) noexcept {
        return mImpl->setCalibrationProfile(profile);
    }

    //! The profile of setCalibrationProfile(), or null.
    TENON_DEPRECATED_10 IOptimizationProfile const* getCalibrationProfile() noexcept {
        return mImpl->getCalibrationProfile();
    }

    //! Sets all flags of calibration at once: a mask of 1U << QuantizationFlag.
    TENON_DEPRECATED_10 void setQuantizationFlags(QuantizationFlags flags) noexcept {
        mImpl->setQuantizationFlags(flags);
    }

    //! The mask of all flags of calibration.
    TENON_DEPRECATED_10 QuantizationFlags getQuantizationFlags() const noexcept {
        return mImpl->getQuantizationFlags();
    }

    //! Turns a flag of calibration off.
    TENON_DEPRECATED_10 void clearQuantizationFlag(QuantizationFlag flag) noexcept {
        mImpl->clearQuantizationFlag(flag);
    }

    //! Turns a flag of calibration on.
    TENON_DEPRECATED_10 void setQuantizationFlag(QuantizationFlag flag) noexcept { mImpl->setQuantizationFlag(flag); }

    //! Whether a flag of calibration is on.
    TENON_DEPRECATED_10 bool getQuantizationFlag(QuantizationFlag flag) const noexcept {
        return mImpl->getQuantizationFlag(flag);
    }

    //! Libraries that candidates may come from, a mask of 1U << TacticSource. False when a bit is unknown.
    bool setTacticSources(TacticSources tacticSources) noexcept {
        return mImpl->setTacticSources(impl::tacticSourcesToLibrary(tacticSources));
    }

    //! The mask of setTacticSources().
    TacticSources getTacticSources() const noexcept {
        return impl::tacticSourcesFromLibrary(mImpl->getTacticSources());
    }

    //! A timing cache from the bytes of ITimingCache::serialize(), or an empty one for size 0. The caller deletes it,
    //! after the builds that use it. Bytes that cannot be read give an empty one and a warning.
    ITimingCache* createTimingCache(void const* blob, std::size_t size) const noexcept {
        return mImpl->createTimingCache(blob, size);
    }

    //! Uses a timing cache, which must live until the engine is built. False when it comes from another device, unless
    //! ignoreMismatch allows that.
    bool setTimingCache(ITimingCache const& cache, bool ignoreMismatch) noexcept {
        return mImpl->setTimingCache(cache, ignoreMismatch);
    }

    //! The cache in use, or null.
    ITimingCache const* getTimingCache() const noexcept { return mImpl->getTimingCache(); }

    //! Most bytes of a pool. kWORKSPACE: all memory unless set.
    void setMemoryPoolLimit(MemoryPoolType pool, std::size_t poolSize) noexcept {
        mImpl->setMemoryPoolLimit(pool, poolSize);
    }

    //! Most bytes of a pool; 0 for a pool that the device lacks.
    std::size_t getMemoryPoolLimit(MemoryPoolType pool) const noexcept { return mImpl->getMemoryPoolLimit(pool); }

    //! Turns a preview feature on or off.
    void setPreviewFeature(PreviewFeature feature, bool enable) noexcept {
        mImpl->setPreviewFeature(impl::toLibrary(feature), enable);
    }

    //! Whether a preview feature is on.
    bool getPreviewFeature(PreviewFeature feature) const noexcept {
        return mImpl->getPreviewFeature(impl::toLibrary(feature));
    }

    //! How long the build may look for fast kernels, from 0, hardly, to 5; 3 unless set.
    void setBuilderOptimizationLevel(int32_t level) noexcept { mImpl->setBuilderOptimizationLevel(level); }

    //! The value of setBuilderOptimizationLevel().
    int32_t getBuilderOptimizationLevel() noexcept { return mImpl->getBuilderOptimizationLevel(); }

    //! Which other devices can run the engine; kNONE unless set.
    void setHardwareCompatibilityLevel(HardwareCompatibilityLevel hardwareCompatibilityLevel) noexcept {
        mImpl->setHardwareCompatibilityLevel(hardwareCompatibilityLevel);
    }

    //! The value of setHardwareCompatibilityLevel().
    HardwareCompatibilityLevel getHardwareCompatibilityLevel() const noexcept {
        return mImpl->getHardwareCompatibilityLevel();
    }

    //! Libraries of plugins that go into the plan; nbPaths paths, all different.
    void setPluginsToSerialize(char const* const* paths, int32_t nbPaths) noexcept {
        mImpl->setPluginsToSerialize(paths, nbPaths);
    }

    //! A path of setPluginsToSerialize(), or null for an index out of range.
    char const* getPluginToSerialize(int32_t index) const noexcept { return mImpl->getPluginToSerialize(index); }

    //! Number of paths of setPluginsToSerialize().
    int32_t getNbPluginsToSerialize() const noexcept { return mImpl->getNbPluginsToSerialize(); }

    //! Most streams besides the caller's that a run may use; 0 for none, by rule unless set. Returns whether the number
    //! was taken; earlier generations than 11 return nothing.
    bool setMaxAuxStreams(int32_t nbStreams) noexcept {
        mImpl->setMaxAuxStreams(nbStreams);
        return mImpl->getMaxAuxStreams() == nbStreams;
    }

    //! The number of setMaxAuxStreams(); -1 unless set.
    int32_t getMaxAuxStreams() const noexcept { return mImpl->getMaxAuxStreams(); }

    //! Who follows the build (since 10); null for nobody.
    void setProgressMonitor(IProgressMonitor* monitor) noexcept { mImpl->setProgressMonitor(monitor); }

    //! The monitor of setProgressMonitor(), or null (since 10).
    IProgressMonitor* getProgressMonitor() const noexcept { return mImpl->getProgressMonitor(); }

    //! Where the engine will run; kSAME_AS_BUILD unless set (since 10).
    void setRuntimePlatform(RuntimePlatform runtimePlatform) noexcept { mImpl->setRuntimePlatform(runtimePlatform); }

    //! The value of setRuntimePlatform().
    RuntimePlatform getRuntimePlatform() const noexcept { return mImpl->getRuntimePlatform(); }

    //! Most candidates that are measured for a layer (since 10); -1, as unless set, for a rule of the builder.
    void setMaxNbTactics(int32_t maxNbTactics) noexcept { mImpl->setMaxNbTactics(maxNbTactics); }

    //! The value of setMaxNbTactics().
    int32_t getMaxNbTactics() const noexcept { return mImpl->getMaxNbTactics(); }

    //! How hard the build looks for tilings; kNONE unless set (since 10). False when refused.
    bool setTilingOptimizationLevel(TilingOptimizationLevel level) noexcept {
        return mImpl->setTilingOptimizationLevel(level);
    }

    //! The value of setTilingOptimizationLevel().
    TilingOptimizationLevel getTilingOptimizationLevel() const noexcept { return mImpl->getTilingOptimizationLevel(); }

    //! Most bytes of level 2 cache that a tiling may count on (since 10). False when refused.
    bool setL2LimitForTiling(int64_t size) noexcept { return mImpl->setL2LimitForTiling(size); }

    //! The value of setL2LimitForTiling().
    int64_t getL2LimitForTiling() const noexcept { return mImpl->getL2LimitForTiling(); }

    //! Refused: there is no remote tuning. False (since 10).
    bool setRemoteAutoTuningConfig(char const* config) noexcept { return mImpl->setRemoteAutoTuningConfig(config); }

    //! Always null: there is no remote tuning (since 10).
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

    //! Options of the build as text (of 11.1). This library has none: an empty text is taken, another is refused
    //! with false.
    bool setBuildRoute(char const* buildRoute) noexcept { return mImpl->setBuildRoute(buildRoute); }

    //! The text of setBuildRoute(); the configuration owns it (of 11.1).
    char const* getBuildRoute() const noexcept { return mImpl->getBuildRoute(); }

    //! The options that setBuildRoute() takes, as JSON text that the configuration owns (of 11.1).
    char const* getAllBuildRoutes() const noexcept { return mImpl->getAllBuildRoutes(); }

    //! As `delete` (of 8.6).
    TRT_DEPRECATED void destroy() noexcept { delete this; }

protected:
    apiv::VBuilderConfig* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_BUILDER_CONFIG_H
