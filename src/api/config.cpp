// SPDX-License-Identifier: Apache-2.0
#include "api/config.h"

#include "api/absent.h"
#include "api/fence.h"
#include "api/object.h"

#include <fmt/format.h>
#include <unistd.h>

namespace tenon::api {
namespace {

using namespace nvinfer1;

constexpr int32_t kFlags = 31, kPreviewFeatures = 6, kTacticSources = 5, kMostLevel = 5; // of level 10's numbering

constexpr TacticSources kUsualSources = 0x18; // edge mask and JIT convolutions

constexpr uint32_t mask(int32_t bits) noexcept {
    return (1U << bits) - 1;
}
constexpr uint32_t bit(PreviewFeature feature) noexcept {
    return 1U << static_cast<uint32_t>(feature);
}

size_t deviceMemory() noexcept {
    return static_cast<size_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<size_t>(::sysconf(_SC_PAGE_SIZE));
}

void checkBits(uint32_t given, uint32_t known, char const* what) {
    if ((given & ~known) != 0)
        throw Error(Message::kArgument, fmt::format("{} have bits that mean nothing", what))
            .wanted(fmt::format("bits of {:#x}", known))
            .given(fmt::format("{:#x}", given));
}

Error noDla() {
    return Error(Message::kNoDla, "there is no DLA").wanted("DeviceType::kGPU").given("DeviceType::kDLA");
}

ConfigState defaultsOf(Level level) {
    ConfigState out;
    out.previewFeatures = level == Level::k8 ? bit(PreviewFeature::kFASTER_DYNAMIC_SHAPES_0805) |
                                                   bit(PreviewFeature::kDISABLE_EXTERNAL_TACTIC_SOURCES_FOR_CORE_0805)
                                             : bit(PreviewFeature::kPROFILE_SHARING_0806);
    return out;
}

class Config final : public Object<IBuilderConfig, apiv::VBuilderConfig> {
public:
    explicit Config(std::shared_ptr<Sink> sink) : mSink(std::move(sink)), mState(defaultsOf(mSink->level())) {}

    ConfigState const& state() const noexcept { return mState; }

    void reset() noexcept override { mState = defaultsOf(mSink->level()); }

    // --- timing

    void setAvgTimingIterations(int32_t count) noexcept override {
        atLeast("setAvgTimingIterations", count, 1, mState.avgTiming);
    }
    int32_t getAvgTimingIterations() const noexcept override { return mState.avgTiming; }
    void setMinTimingIterations(int32_t count) noexcept override {
        atLeast("setMinTimingIterations", count, 1, mState.minTiming);
    }
    int32_t getMinTimingIterations() const noexcept override { return mState.minTiming; }
    void setProfileStream(cudaStream_t stream) noexcept override { mState.profileStream = stream; }
    cudaStream_t getProfileStream() const noexcept override { return mState.profileStream; }
    void setBuilderOptimizationLevel(int32_t level) noexcept override {
        atLeast("setBuilderOptimizationLevel", std::min(level, kMostLevel), 0, mState.optimizationLevel);
    }
    int32_t getBuilderOptimizationLevel() const noexcept override { return mState.optimizationLevel; }
    void setMaxNbTactics(int32_t count) noexcept override { atLeast("setMaxNbTactics", count, -1, mState.maxTactics); }
    int32_t getMaxNbTactics() const noexcept override { return mState.maxTactics; }
    bool setTacticSources(TacticSources sources) noexcept override {
        return fence(*mSink, "IBuilderConfig::setTacticSources", false, [&] {
            checkBits(sources, mask(kTacticSources), "the tactic sources");
            mState.tacticSources = sources;
            return true;
        });
    }
    TacticSources getTacticSources() const noexcept override {
        TacticSources const usual = mSink->level() == Level::k8 ? mask(kTacticSources) : kUsualSources;
        return mState.tacticSources.value_or(usual);
    }

    ITimingCache* createTimingCache(void const* blob, size_t size) const noexcept override {
        return fence(*mSink, "IBuilderConfig::createTimingCache", static_cast<ITimingCache*>(nullptr), [&] {
            return makeTimingCache(mSink, blob, size, mState.has(BuilderFlag::kEDITABLE_TIMING_CACHE));
        });
    }
    bool setTimingCache(ITimingCache const& cache, bool ignoreMismatch) noexcept override {
        return fence(*mSink, "IBuilderConfig::setTimingCache", false, [&] {
            std::string const why = whyForeign(TimingCache(machineText()), stateOf(cache)->cache, ignoreMismatch);
            if (!why.empty()) {
                mSink->warning("IBuilderConfig::setTimingCache: " + why);
                return false;
            }
            mState.timingCache = &cache;
            mState.times = stateOf(cache);
            return true;
        });
    }
    ITimingCache const* getTimingCache() const noexcept override { return mState.timingCache; }

    // --- flags

    void setFlags(BuilderFlags flags) noexcept override {
        fence(*mSink, "IBuilderConfig::setFlags", [&] {
            checkBits(flags, mask(kFlags), "the flags");
            mState.flags = flags;
        });
    }
    BuilderFlags getFlags() const noexcept override { return mState.flags; }
    void setFlag(BuilderFlag flag) noexcept override { change("setFlag", flag, kFlags, mState.flags, true); }
    void clearFlag(BuilderFlag flag) noexcept override { change("clearFlag", flag, kFlags, mState.flags, false); }
    bool getFlag(BuilderFlag flag) const noexcept override { return isSet(flag, kFlags, mState.flags); }
    void setPreviewFeature(PreviewFeature feature, bool enable) noexcept override {
        change("setPreviewFeature", feature, kPreviewFeatures, mState.previewFeatures, enable);
    }
    bool getPreviewFeature(PreviewFeature feature) const noexcept override {
        return isSet(feature, kPreviewFeatures, mState.previewFeatures);
    }

    // --- quantization of generations 8 and 10

    void setInt8Calibrator(IInt8Calibrator* calibrator) noexcept override { mState.calibrator = calibrator; }
    IInt8Calibrator* getInt8Calibrator() const noexcept override { return mState.calibrator; }
    bool setCalibrationProfile(IOptimizationProfile const* profile) noexcept override {
        return fence(*mSink, "IBuilderConfig::setCalibrationProfile", false, [&] {
            api::stateOf(*need(profile, "the profile"))->check();
            mState.calibrationProfile = profile;
            return true;
        });
    }
    IOptimizationProfile const* getCalibrationProfile() noexcept override { return mState.calibrationProfile; }
    void setQuantizationFlags(QuantizationFlags flags) noexcept override {
        fence(*mSink, "IBuilderConfig::setQuantizationFlags", [&] {
            checkBits(flags, 1, "the quantization flags");
            mState.quantizationFlags = flags;
        });
    }
    QuantizationFlags getQuantizationFlags() const noexcept override { return mState.quantizationFlags; }
    void setQuantizationFlag(QuantizationFlag flag) noexcept override {
        change("setQuantizationFlag", flag, 1, mState.quantizationFlags, true);
    }
    void clearQuantizationFlag(QuantizationFlag flag) noexcept override {
        change("clearQuantizationFlag", flag, 1, mState.quantizationFlags, false);
    }
    bool getQuantizationFlag(QuantizationFlag flag) const noexcept override {
        return isSet(flag, 1, mState.quantizationFlags);
    }
    void setAlgorithmSelector(IAlgorithmSelector* selector) noexcept override { mState.selector = selector; }
    IAlgorithmSelector* getAlgorithmSelector() const noexcept override { return mState.selector; }

    // --- devices

    void setEngineCapability(EngineCapability capability) noexcept override {
        fence(*mSink, "IBuilderConfig::setEngineCapability",
              [&] { mState.capability = needEnum(capability, "the engine capability", 3); });
    }
    EngineCapability getEngineCapability() const noexcept override { return mState.capability; }
    void setDeviceType(ILayer const* layer, DeviceType type) noexcept override {
        fence(*mSink, "IBuilderConfig::setDeviceType", [&] {
            need(layer, "the layer");
            if (needEnum(type, "the device type", 2) == DeviceType::kDLA)
                throw noDla();
            mState.deviceTypes[layer] = type;
        });
    }
    DeviceType getDeviceType(ILayer const*) const noexcept override { return DeviceType::kGPU; }
    bool isDeviceTypeSet(ILayer const* layer) const noexcept override { return mState.deviceTypes.contains(layer); }
    void resetDeviceType(ILayer const* layer) noexcept override { mState.deviceTypes.erase(layer); }
    bool canRunOnDLA(ILayer const*) const noexcept override { return false; }
    void setDLACore(int32_t core) noexcept override { mState.dlaCore = core; }
    int32_t getDLACore() const noexcept override { return mState.dlaCore; }
    void setDefaultDeviceType(DeviceType type) noexcept override {
        fence(*mSink, "IBuilderConfig::setDefaultDeviceType", [&] {
            if (needEnum(type, "the device type", 2) == DeviceType::kDLA)
                throw noDla();
        });
    }
    DeviceType getDefaultDeviceType() const noexcept override { return DeviceType::kGPU; }
    void setHardwareCompatibilityLevel(HardwareCompatibilityLevel level) noexcept override {
        fence(*mSink, "IBuilderConfig::setHardwareCompatibilityLevel",
              [&] { mState.hardware = needEnum(level, "the hardware compatibility level", 3); });
    }
    HardwareCompatibilityLevel getHardwareCompatibilityLevel() const noexcept override { return mState.hardware; }
    void setRuntimePlatform(RuntimePlatform platform) noexcept override {
        fence(*mSink, "IBuilderConfig::setRuntimePlatform",
              [&] { mState.platform = needEnum(platform, "the runtime platform", 2); });
    }
    RuntimePlatform getRuntimePlatform() const noexcept override { return mState.platform; }

    // --- shapes and memory

    int32_t addOptimizationProfile(IOptimizationProfile const* profile) noexcept override {
        return fence(*mSink, "IBuilderConfig::addOptimizationProfile", -1, [&] {
            auto const state = api::stateOf(*need(profile, "the profile"));
            state->check();
            mState.profiles.push_back(state);
            return static_cast<int32_t>(mState.profiles.size()) - 1;
        });
    }
    int32_t getNbOptimizationProfiles() const noexcept override { return static_cast<int32_t>(mState.profiles.size()); }
    void setMemoryPoolLimit(MemoryPoolType pool, size_t size) noexcept override {
        fence(*mSink, "IBuilderConfig::setMemoryPoolLimit", [&] {
            switch (needEnum(pool, "the memory pool", 6)) {
            case MemoryPoolType::kWORKSPACE:
                mState.workspace = size;
                break;
            case MemoryPoolType::kTACTIC_DRAM:
                mState.tacticMemory = size;
                break;
            case MemoryPoolType::kTACTIC_SHARED_MEMORY:
                break; // a CPU has none
            default:
                throw noDla();
            }
        });
    }
    size_t getMemoryPoolLimit(MemoryPoolType pool) const noexcept override {
        if (pool == MemoryPoolType::kWORKSPACE)
            return mState.workspace.value_or(deviceMemory());
        if (pool == MemoryPoolType::kTACTIC_DRAM)
            return mState.tacticMemory.value_or(deviceMemory() / 4 * 3);
        return 0;
    }
    void setMaxAuxStreams(int32_t count) noexcept override {
        atLeast("setMaxAuxStreams", count, 0, mState.maxAuxStreams);
    }
    int32_t getMaxAuxStreams() const noexcept override { return mState.maxAuxStreams; }
    bool setTilingOptimizationLevel(TilingOptimizationLevel level) noexcept override {
        return fence(*mSink, "IBuilderConfig::setTilingOptimizationLevel", false, [&] {
            mState.tiling = needEnum(level, "the tiling optimization level", 4);
            return true;
        });
    }
    TilingOptimizationLevel getTilingOptimizationLevel() const noexcept override { return mState.tiling; }
    bool setL2LimitForTiling(int64_t size) noexcept override {
        return atLeast("setL2LimitForTiling", size, int64_t{0}, mState.l2Limit);
    }
    int64_t getL2LimitForTiling() const noexcept override { return mState.l2Limit; }

    // --- the rest

    void setProfilingVerbosity(ProfilingVerbosity verbosity) noexcept override {
        fence(*mSink, "IBuilderConfig::setProfilingVerbosity",
              [&] { mState.verbosity = needEnum(verbosity, "the profiling verbosity", 3); });
    }
    ProfilingVerbosity getProfilingVerbosity() const noexcept override { return mState.verbosity; }
    void setProgressMonitor(IProgressMonitor* monitor) noexcept override { mState.monitor = monitor; }
    IProgressMonitor* getProgressMonitor() const noexcept override { return mState.monitor; }
    void setPluginsToSerialize(char const* const* paths, int32_t count) noexcept override {
        fence(*mSink, "IBuilderConfig::setPluginsToSerialize", [&] {
            std::vector<std::string> all;
            if (count != 0)
                need(paths, "the array of paths");
            for (int32_t i = 0; i < count; ++i)
                all.push_back(needName(paths[i], "the path of a plugin library"));
            mState.pluginsToSerialize = std::move(all);
        });
    }
    char const* getPluginToSerialize(int32_t index) const noexcept override {
        return fence(*mSink, "IBuilderConfig::getPluginToSerialize", static_cast<char const*>(nullptr), [&] {
            needIndex(index, getNbPluginsToSerialize());
            return mState.pluginsToSerialize[static_cast<size_t>(index)].c_str();
        });
    }
    int32_t getNbPluginsToSerialize() const noexcept override {
        return static_cast<int32_t>(mState.pluginsToSerialize.size());
    }
    bool setRemoteAutoTuningConfig(char const*) noexcept override {
        TENON_ABSENT(*mSink, "IBuilderConfig::setRemoteAutoTuningConfig", "kernels are timed on this machine only");
        return false;
    }
    char const* getRemoteAutoTuningConfig() const noexcept override { return nullptr; }
    bool setBuildRoute(char const* route) noexcept override {
        if (route != nullptr && *route == '\0')
            return true;
        TENON_ABSENT(*mSink, "IBuilderConfig::setBuildRoute", "a build has one route");
        return false;
    }
    char const* getBuildRoute() const noexcept override { return ""; }
    char const* getAllBuildRoutes() const noexcept override { return "{}"; }

private:
    template <class T>
    bool atLeast(char const* name, T given, T least, T& to) noexcept {
        std::string const call = std::string("IBuilderConfig::") + name;
        return fence(*mSink, call.c_str(), false, [&] {
            if (given < least)
                throw Error(Message::kArgument, "the number is too small")
                    .wanted(fmt::format("{} or more", least))
                    .given(fmt::format("{}", given));
            to = given;
            return true;
        });
    }
    template <class E>
    void change(char const* name, E which, int32_t end, uint32_t& bits, bool on) noexcept {
        std::string const call = std::string("IBuilderConfig::") + name;
        fence(*mSink, call.c_str(), [&] {
            uint32_t const one = 1U << static_cast<uint32_t>(needEnum(which, "the flag", end));
            bits = on ? bits | one : bits & ~one;
        });
    }
    template <class E>
    static bool isSet(E which, int32_t end, uint32_t bits) noexcept {
        auto const i = static_cast<int32_t>(which);
        return i >= 0 && i < end && (bits >> i & 1U) != 0;
    }

    std::shared_ptr<Sink> mSink;
    ConfigState mState;
};

} // namespace

IBuilderConfig* makeConfig(std::shared_ptr<Sink> sink) {
    return new Config(std::move(sink));
}

ConfigState const& stateOf(IBuilderConfig const& config) noexcept {
    return static_cast<Config const&>(config).state();
}

} // namespace tenon::api
