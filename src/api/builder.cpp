// SPDX-License-Identifier: Apache-2.0
#include "api/builder.h"

#include "api/build.h"
#include "api/engine_state.h"
#include "api/fence.h"
#include "api/host_memory.h"
#include "api/network_state.h"
#include "api/object.h"
#include "api/plugin_registry.h"
#include "kernel/parallel.h"
#include "plan/codec.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::api {
namespace {

using namespace nvinfer1;

constexpr size_t kPiece = size_t{16} << 20; ///< bytes that a stream writer gets at a time

constexpr uint32_t bit(NetworkDefinitionCreationFlag flag) noexcept {
    return 1U << static_cast<uint32_t>(flag);
}

constexpr uint32_t kKnownFlags = bit(NetworkDefinitionCreationFlag::kEXPLICIT_BATCH) |
                                 bit(NetworkDefinitionCreationFlag::kSTRONGLY_TYPED) |
                                 bit(NetworkDefinitionCreationFlag::kPREFER_JIT_PYTHON_PLUGINS) |
                                 bit(NetworkDefinitionCreationFlag::kPREFER_AOT_PYTHON_PLUGINS) |
                                 bit(NetworkDefinitionCreationFlag::kEXPLICIT_PRECISION);

/// What outlives the builder's handle as long as something that it made is alive.
struct BuilderState {
    explicit BuilderState(std::shared_ptr<Sink> to) : sink(std::move(to)), registry(makePluginRegistry(sink)) {}

    std::shared_ptr<Sink> sink;
    std::unique_ptr<PluginRegistry> registry;
    IGpuAllocator* allocator = nullptr;
    std::vector<std::unique_ptr<ProfileHandle>> profiles;
    int32_t maxBatchSize = 1;
};

class Builder final : public Object<IBuilder, apiv::VBuilder> {
public:
    explicit Builder(std::shared_ptr<Sink> sink) : mState(std::make_shared<BuilderState>(std::move(sink))) {}

    bool platformHasFastFp16() const noexcept override { return false; }
    bool platformHasFastInt8() const noexcept override { return false; }
    bool platformHasTf32() const noexcept override { return false; }
    int32_t getMaxDLABatchSize() const noexcept override { return 0; }
    int32_t getNbDLACores() const noexcept override { return 0; }

    void setGpuAllocator(IGpuAllocator* allocator) noexcept override { mState->allocator = allocator; }
    void setErrorRecorder(IErrorRecorder* recorder) noexcept override { sink().setRecorder(recorder); }
    IErrorRecorder* getErrorRecorder() const noexcept override { return sink().recorder(); }
    ILogger* getLogger() const noexcept override { return sink().logger(); }
    IPluginRegistry& getPluginRegistry() noexcept override { return *mState->registry; }
    void setMaxBatchSize(int32_t size) noexcept override { mState->maxBatchSize = size; }
    int32_t getMaxBatchSize() const noexcept override { return mState->maxBatchSize; }

    bool setMaxThreads(int32_t count) noexcept override {
        return fence(sink(), "IBuilder::setMaxThreads", false, [&] {
            if (count < 1)
                throw Error(Message::kArgument, "the number of threads is too small")
                    .wanted("1 or more")
                    .given(fmt::format("{}", count));
            setThreads(count);
            return true;
        });
    }
    int32_t getMaxThreads() const noexcept override { return threads(); }

    void reset() noexcept override {
        mState->allocator = nullptr;
        mState->maxBatchSize = 1;
        sink().setRecorder(nullptr);
    }

    IBuilderConfig* createBuilderConfig() noexcept override {
        return fence(sink(), "IBuilder::createBuilderConfig", static_cast<IBuilderConfig*>(nullptr),
                     [&] { return makeConfig(mState->sink); });
    }
    IOptimizationProfile* createOptimizationProfile() noexcept override {
        return fence(sink(), "IBuilder::createOptimizationProfile", static_cast<IOptimizationProfile*>(nullptr), [&] {
            mState->profiles.push_back(makeProfile(mState->sink));
            return mState->profiles.back()->get();
        });
    }

    INetworkDefinition* createNetworkV2(NetworkDefinitionCreationFlags flags) noexcept override {
        return fence(sink(), "IBuilder::createNetworkV2", static_cast<INetworkDefinition*>(nullptr), [&] {
            if ((flags & ~kKnownFlags) != 0)
                throw Error(Message::kArgument, "the flags have bits that mean nothing")
                    .wanted(fmt::format("bits of {:#x}", kKnownFlags))
                    .given(fmt::format("{:#x}", flags));
            if (sink().level() == Level::k8 && (flags & bit(NetworkDefinitionCreationFlag::kEXPLICIT_BATCH)) == 0)
                throw Error(Message::kImplicitBatch, "a network with an implicit batch dimension was asked for")
                    .wanted("kEXPLICIT_BATCH among the flags")
                    .tip("builder->createNetworkV2(1U << static_cast<uint32_t>("
                         "nvinfer1::NetworkDefinitionCreationFlag::kEXPLICIT_BATCH))");
            return newNetwork(*this, sink().child(), flags, mState->registry->registry(), mState);
        });
    }

    IHostMemory* buildSerializedNetwork(INetworkDefinition& network, IBuilderConfig& config) noexcept override {
        return fence(sink(), "IBuilder::buildSerializedNetwork", static_cast<IHostMemory*>(nullptr),
                     [&] { return makeHostMemory(serialized(network, config)); });
    }
    IHostMemory* buildSerializedNetworkWithKernelText(INetworkDefinition& network, IBuilderConfig& config,
                                                      IHostMemory*& kernelText) noexcept override {
        kernelText = nullptr; // of safety kernels only
        return buildSerializedNetwork(network, config);
    }
    bool buildSerializedNetworkToStream(INetworkDefinition& network, IBuilderConfig& config,
                                        IStreamWriter& writer) noexcept override {
        return fence(sink(), "IBuilder::buildSerializedNetworkToStream", false, [&] {
            write(serialized(network, config), writer);
            return true;
        });
    }
    ICudaEngine* buildEngineWithConfig(INetworkDefinition& network, IBuilderConfig& config) noexcept override {
        return fence(sink(), "IBuilder::buildEngineWithConfig", static_cast<ICudaEngine*>(nullptr), [&] {
            plugin::RegistryScope const scope(mState->registry->registry());
            return makeEngine(buildPlan(stateOf(network), stateOf(config), sink()),
                              {sink().child(), mState->allocator});
        });
    }
    bool isNetworkSupported(INetworkDefinition const& network, IBuilderConfig const& config) const noexcept override {
        return fence(sink(), "IBuilder::isNetworkSupported", false, [&] {
            checkBuild(stateOf(network), stateOf(config));
            return true;
        });
    }

private:
    Buffer serialized(INetworkDefinition& network, IBuilderConfig& config) const {
        plugin::RegistryScope const scope(mState->registry->registry());
        return Buffer::own(plan::encodePlan(buildPlan(stateOf(network), stateOf(config), sink())));
    }

    static void write(Buffer const& engine, IStreamWriter& writer) {
        for (size_t at = 0; at < engine.size();) {
            auto const piece = static_cast<int64_t>(std::min(kPiece, engine.size() - at));
            int64_t taken = 0;
            try {
                taken = writer.write(engine.data() + at, piece);
            } catch (std::exception const& e) {
                throw Error(Message::kCallback, fmt::format("IStreamWriter::write threw: {}", e.what()));
            }
            if (taken != piece)
                throw Error(Message::kStreamWriter, "the stream writer did not take all of the engine")
                    .wanted(fmt::format("{} bytes from byte {} on", piece, at))
                    .given(fmt::format("{}", taken));
            at += static_cast<size_t>(piece);
        }
    }

    Sink& sink() const noexcept { return *mState->sink; }

    std::shared_ptr<BuilderState> mState;
};

} // namespace

IBuilder* makeBuilder(std::shared_ptr<Sink> sink) {
    return new Builder(std::move(sink));
}

} // namespace tenon::api
