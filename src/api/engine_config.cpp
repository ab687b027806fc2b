// SPDX-License-Identifier: Apache-2.0
// The two small configurations that an engine hands out.
#include "api/engine_handle.h"

namespace tenon::api {
namespace {

using nvinfer1::ExecutionContextAllocationStrategy;
using nvinfer1::SerializationFlag;
using nvinfer1::SerializationFlags;

constexpr int32_t kFlags = nvinfer1::EnumMax<SerializationFlag>();

class RuntimeConfig final : public Object<nvinfer1::IRuntimeConfig, nvinfer1::apiv::VRuntimeConfig> {
public:
    RuntimeConfig(ExecutionContextAllocationStrategy strategy, std::shared_ptr<Sink> sink)
        : mStrategy(strategy), mSink(std::move(sink)) {}

    nvinfer1::IRuntimeConfig* getPImpl() noexcept override { return this; }
    void setExecutionContextAllocationStrategy(ExecutionContextAllocationStrategy strategy) noexcept override {
        fence(*mSink, "IRuntimeConfig::setExecutionContextAllocationStrategy", [&] {
            mStrategy = needEnum(strategy, "strategy", nvinfer1::EnumMax<ExecutionContextAllocationStrategy>());
        });
    }
    ExecutionContextAllocationStrategy getExecutionContextAllocationStrategy() const noexcept override {
        return mStrategy;
    }

private:
    ExecutionContextAllocationStrategy mStrategy;
    std::shared_ptr<Sink> mSink;
};

class SerializationConfig final : public Object<nvinfer1::ISerializationConfig, nvinfer1::apiv::VSerializationConfig> {
public:
    SerializationConfig(SerializationFlags flags, std::shared_ptr<Sink> sink) : mFlags(flags), mSink(std::move(sink)) {}

    bool setFlags(SerializationFlags flags) noexcept override {
        return fence(*mSink, "ISerializationConfig::setFlags", false, [&] {
            if (flags >> kFlags != 0)
                needIndex(31 - __builtin_clz(flags), kFlags, "a bit of flags");
            mFlags = flags;
            return true;
        });
    }
    SerializationFlags getFlags() const noexcept override { return mFlags; }
    bool setFlag(SerializationFlag flag) noexcept override {
        return fence(*mSink, "ISerializationConfig::setFlag", false, [&] {
            mFlags |= bit(flag);
            return true;
        });
    }
    bool clearFlag(SerializationFlag flag) noexcept override {
        return fence(*mSink, "ISerializationConfig::clearFlag", false, [&] {
            mFlags &= ~bit(flag);
            return true;
        });
    }
    bool getFlag(SerializationFlag flag) const noexcept override {
        return fence(*mSink, "ISerializationConfig::getFlag", false, [&] { return (mFlags & bit(flag)) != 0; });
    }

private:
    static SerializationFlags bit(SerializationFlag flag) {
        return 1u << static_cast<uint32_t>(needEnum(flag, "flag", kFlags));
    }

    SerializationFlags mFlags;
    std::shared_ptr<Sink> mSink;
};

} // namespace

nvinfer1::IRuntimeConfig* makeRuntimeConfig(ExecutionContextAllocationStrategy strategy, std::shared_ptr<Sink> sink) {
    return new RuntimeConfig(strategy, std::move(sink));
}

nvinfer1::ISerializationConfig* makeSerializationConfig(std::shared_ptr<EngineState> const& state) {
    SerializationFlags const flags =
        state->cameStripped ? 1u << static_cast<uint32_t>(SerializationFlag::kEXCLUDE_WEIGHTS) : 0;
    return new SerializationConfig(flags, state->sink);
}

} // namespace tenon::api
