// SPDX-License-Identifier: Apache-2.0
#include "api/builder.h"

#include "api/fence.h"
#include "api/network_state.h"
#include "api/object.h"
#include "api/process.h"
#include "base/cpu.h"
#include "kernel/parallel.h"

#include <fmt/format.h>

namespace tenon::api {
namespace {

using namespace nvinfer1;

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
    explicit BuilderState(std::shared_ptr<Sink> to) : sink(std::move(to)) {}

    std::shared_ptr<Sink> sink;
    IGpuAllocator* allocator = nullptr;
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
    IPluginRegistry& getPluginRegistry() noexcept override { return pluginRegistry(); }
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

    IBuilderConfig* createBuilderConfig() noexcept override { return nullptr; }
    IOptimizationProfile* createOptimizationProfile() noexcept override { return nullptr; }

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
            return newNetwork(*this, sink().child(), flags, mState);
        });
    }

    IHostMemory* buildSerializedNetwork(INetworkDefinition&, IBuilderConfig&) noexcept override { return nullptr; }
    bool isNetworkSupported(INetworkDefinition const&, IBuilderConfig const&) const noexcept override { return false; }
    ICudaEngine* buildEngineWithConfig(INetworkDefinition&, IBuilderConfig&) noexcept override { return nullptr; }
    bool buildSerializedNetworkToStream(INetworkDefinition&, IBuilderConfig&, IStreamWriter&) noexcept override {
        return false;
    }
    IHostMemory* buildSerializedNetworkWithKernelText(INetworkDefinition&, IBuilderConfig&,
                                                      IHostMemory*& kernelText) noexcept override {
        kernelText = nullptr;
        return nullptr;
    }

private:
    Sink& sink() const noexcept { return *mState->sink; }

    std::shared_ptr<BuilderState> mState;
};

} // namespace

IBuilder* makeBuilder(std::shared_ptr<Sink> sink) {
    return new Builder(std::move(sink));
}

} // namespace tenon::api
