// SPDX-License-Identifier: Apache-2.0
// y = alpha * x + bias as a plugin of each generation. All count what the engine does with them.
#pragma once

#include <NvInfer.h>

#include <atomic>
#include <cstring>
#include <string>
#include <vector>

namespace test {

using namespace nvinfer1;

/// Of all plugins of the program; a test resets it first.
struct Counts {
    std::atomic<int> made{0}, ended{0}, initialized{0}, terminated{0}, attached{0}, detached{0}, configured{0},
        shapeChanges{0}, asked{0};
    void reset() {
        made = ended = initialized = terminated = attached = detached = configured = shapeChanges = asked = 0;
    }
};
inline Counts counts;

struct ScaleState {
    float alpha = 1, bias = 0;
};

inline int64_t volume(Dims const& dims) {
    int64_t n = 1;
    for (int32_t i = 0; i < dims.nbDims; ++i)
        n *= dims.d[i];
    return n;
}

inline void scale(ScaleState const& s, void const* x, void* y, int64_t count) {
    for (int64_t i = 0; i < count; ++i)
        static_cast<float*>(y)[i] = s.alpha * static_cast<float const*>(x)[i] + s.bias;
}

inline ScaleState stateOf(PluginFieldCollection const& fields) {
    ScaleState out;
    for (int32_t i = 0; i < fields.nbFields; ++i) {
        PluginField const& f = fields.fields[i];
        if (std::strcmp(f.name, "alpha") == 0)
            out.alpha = *static_cast<float const*>(f.data);
        if (std::strcmp(f.name, "bias") == 0)
            out.bias = *static_cast<float const*>(f.data);
    }
    return out;
}

inline bool isPlainFloat(DataType type, TensorFormat format) {
    return type == DataType::kFLOAT && format == TensorFormat::kLINEAR;
}

/// What is the same in all plugins of version 2.
template <class Base, class Self>
class ScaleV2 : public Base {
public:
    explicit ScaleV2(ScaleState state) : mState(state) { ++counts.made; }
    ScaleV2(ScaleV2 const& other) : mState(other.mState), mSpace(other.mSpace) { ++counts.made; }
    ~ScaleV2() override { ++counts.ended; }

    char const* getPluginVersion() const noexcept override { return "1"; }
    int32_t getNbOutputs() const noexcept override { return 1; }
    int32_t initialize() noexcept override {
        ++counts.initialized;
        return 0;
    }
    void terminate() noexcept override { ++counts.terminated; }
    size_t getSerializationSize() const noexcept override { return sizeof(ScaleState); }
    void serialize(void* buffer) const noexcept override { std::memcpy(buffer, &mState, sizeof(ScaleState)); }
    void destroy() noexcept override { delete this; }
    Base* clone() const noexcept override { return new Self(static_cast<Self const&>(*this)); }
    void setPluginNamespace(char const* space) noexcept override { mSpace = space; }
    char const* getPluginNamespace() const noexcept override { return mSpace.c_str(); }

protected:
    ScaleState mState;
    std::string mSpace;
};

/// What is the same in those that see shapes without the batch.
template <class Base, class Self>
class ScaleBatch : public ScaleV2<Base, Self> {
public:
    using ScaleV2<Base, Self>::ScaleV2;
    Dims getOutputDimensions(int32_t, Dims const* inputs, int32_t) noexcept override { return inputs[0]; }
    size_t getWorkspaceSize(int32_t) const noexcept override { return 0; }
    int32_t enqueue(int32_t batch, void const* const* inputs, void* const* outputs, void*,
                    cudaStream_t) noexcept override {
        scale(this->mState, inputs[0], outputs[0], batch * mCount);
        return mCount == 0 ? 7 : 0;
    }
    size_t getSerializationSize() const noexcept override { return sizeof(ScaleState) + sizeof(mCount); }
    void serialize(void* buffer) const noexcept override { // with what was learned from configurePlugin()
        std::memcpy(buffer, &this->mState, sizeof(ScaleState));
        std::memcpy(static_cast<char*>(buffer) + sizeof(ScaleState), &mCount, sizeof(mCount));
    }
    void read(void const* data) {
        std::memcpy(&mCount, static_cast<char const*>(data) + sizeof(ScaleState), sizeof(mCount));
    }

protected:
    int64_t mCount = 0; ///< elements of an input without the batch
};

class ScaleOldest final : public ScaleBatch<IPluginV2, ScaleOldest> {
public:
    using ScaleBatch::ScaleBatch;
    char const* getPluginType() const noexcept override { return "ScaleOldest"; }
    bool supportsFormat(DataType type, PluginFormat format) const noexcept override {
        return isPlainFloat(type, format);
    }
    void configureWithFormat(Dims const* inputs, int32_t, Dims const*, int32_t, DataType, PluginFormat,
                             int32_t) noexcept override {
        ++counts.configured;
        mCount = volume(inputs[0]);
    }
};

class ScaleExt final : public ScaleBatch<IPluginV2Ext, ScaleExt> {
public:
    using ScaleBatch::ScaleBatch;
    char const* getPluginType() const noexcept override { return "ScaleExt"; }
    bool supportsFormat(DataType type, PluginFormat format) const noexcept override {
        return isPlainFloat(type, format);
    }
    DataType getOutputDataType(int32_t, DataType const* inputs, int32_t) const noexcept override { return inputs[0]; }
    void configurePlugin(Dims const* inputs, int32_t, Dims const*, int32_t, DataType const*, DataType const*,
                         bool const*, bool const*, PluginFormat, int32_t) noexcept override {
        ++counts.configured;
        mCount = volume(inputs[0]);
    }
    void attachToContext(cudnnContext*, cublasContext*, IGpuAllocator*) noexcept override { ++counts.attached; }
    void detachFromContext() noexcept override { ++counts.detached; }
};

class ScaleInOut final : public ScaleBatch<IPluginV2IOExt, ScaleInOut> {
public:
    using ScaleBatch::ScaleBatch;
    char const* getPluginType() const noexcept override { return "ScaleInOut"; }
    DataType getOutputDataType(int32_t, DataType const* inputs, int32_t) const noexcept override { return inputs[0]; }
    bool supportsFormatCombination(int32_t position, PluginTensorDesc const* all, int32_t,
                                   int32_t) const noexcept override {
        return isPlainFloat(all[position].type, all[position].format);
    }
    void configurePlugin(PluginTensorDesc const* in, int32_t, PluginTensorDesc const*, int32_t) noexcept override {
        ++counts.configured;
        mCount = volume(in[0].dims);
    }
};

class ScaleDynamic final : public ScaleV2<IPluginV2DynamicExt, ScaleDynamic> {
public:
    using ScaleV2::ScaleV2;
    char const* getPluginType() const noexcept override { return "Scale"; }
    DataType getOutputDataType(int32_t, DataType const* inputs, int32_t) const noexcept override { return inputs[0]; }
    DimsExprs getOutputDimensions(int32_t, DimsExprs const* inputs, int32_t, IExprBuilder&) noexcept override {
        return inputs[0];
    }
    bool supportsFormatCombination(int32_t position, PluginTensorDesc const* all, int32_t, int32_t) noexcept override {
        ++counts.asked;
        return isPlainFloat(all[position].type, all[position].format);
    }
    void configurePlugin(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*,
                         int32_t) noexcept override {
        ++counts.configured;
    }
    size_t getWorkspaceSize(PluginTensorDesc const*, int32_t, PluginTensorDesc const*,
                            int32_t) const noexcept override {
        return 64;
    }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const*, void const* const* inputs,
                    void* const* outputs, void* workspace, cudaStream_t) noexcept override {
        std::memset(workspace, 1, 64);
        scale(mState, inputs[0], outputs[0], volume(in[0].dims));
        return 0;
    }
    void attachToContext(cudnnContext*, cublasContext*, IGpuAllocator*) noexcept override { ++counts.attached; }
    void detachFromContext() noexcept override { ++counts.detached; }
};

class ScaleNewest : public IPluginV3, public IPluginV3OneCore, public IPluginV3OneBuild, public IPluginV3OneRuntime {
public:
    explicit ScaleNewest(ScaleState state) : mState(state) { ++counts.made; }
    ScaleNewest(ScaleNewest const& other) : mState(other.mState) { ++counts.made; }
    ~ScaleNewest() override { ++counts.ended; }

    IPluginCapability* getCapabilityInterface(PluginCapabilityType type) noexcept override {
        if (type == PluginCapabilityType::kBUILD)
            return static_cast<IPluginV3OneBuild*>(this);
        if (type == PluginCapabilityType::kRUNTIME)
            return static_cast<IPluginV3OneRuntime*>(this);
        return static_cast<IPluginV3OneCore*>(this);
    }
    IPluginV3* clone() noexcept override { return new ScaleNewest(*this); }
    char const* getPluginName() const noexcept override { return "ScaleV3"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    char const* getPluginNamespace() const noexcept override { return ""; }

    int32_t configurePlugin(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*,
                            int32_t) noexcept override {
        ++counts.configured;
        return 0;
    }
    int32_t getOutputDataTypes(DataType* out, int32_t, DataType const* in, int32_t) const noexcept override {
        out[0] = in[0];
        return 0;
    }
    int32_t getOutputShapes(DimsExprs const* in, int32_t, DimsExprs const*, int32_t, DimsExprs* out, int32_t,
                            IExprBuilder&) noexcept override {
        out[0] = in[0];
        return 0;
    }
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t, int32_t) override {
        return isPlainFloat(all[position].desc.type, all[position].desc.format);
    }
    int32_t getNbOutputs() const noexcept override { return 1; }

    int32_t onShapeChange(PluginTensorDesc const* in, int32_t, PluginTensorDesc const*, int32_t) noexcept override {
        ++counts.shapeChanges;
        mCount = volume(in[0].dims);
        return 0;
    }
    int32_t enqueue(PluginTensorDesc const*, PluginTensorDesc const*, void const* const* inputs, void* const* outputs,
                    void*, cudaStream_t) override {
        scale(mState, inputs[0], outputs[0], mCount);
        return 0;
    }
    IPluginV3* attachToContext(IPluginResourceContext* context) noexcept override {
        ++counts.attached;
        return context == nullptr ? nullptr : new ScaleNewest(*this);
    }
    PluginFieldCollection const* getFieldsToSerialize() noexcept override {
        mFields[0] = {"alpha", &mState.alpha, PluginFieldType::kFLOAT32, 1};
        mFields[1] = {"bias", &mState.bias, PluginFieldType::kFLOAT32, 1};
        mCollection = {2, mFields};
        return &mCollection;
    }

private:
    ScaleState mState;
    int64_t mCount = 0;
    PluginField mFields[2];
    PluginFieldCollection mCollection{};
};

/// Of a plugin of version 2.
template <class P>
class CreatorV2 : public IPluginCreator {
public:
    CreatorV2(char const* name, char const* space, float factor = 1) : mName(name), mSpace(space), mFactor(factor) {
        mFields[0] = {"alpha", nullptr, PluginFieldType::kFLOAT32, 1};
        mFields[1] = {"bias", nullptr, PluginFieldType::kFLOAT32, 1};
        mCollection = {2, mFields};
    }
    char const* getPluginName() const noexcept override { return mName; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    PluginFieldCollection const* getFieldNames() noexcept override { return &mCollection; }
    IPluginV2* createPlugin(char const*, PluginFieldCollection const* fields) noexcept override {
        ScaleState state = stateOf(*fields);
        state.alpha *= mFactor;
        return made(state);
    }
    IPluginV2* deserializePlugin(char const*, void const* data, size_t) noexcept override {
        ScaleState state;
        std::memcpy(&state, data, sizeof(state));
        P* const plugin = made(state);
        if constexpr (requires { plugin->read(data); })
            plugin->read(data);
        return plugin;
    }
    void setPluginNamespace(char const* space) noexcept override { mSpace = space; }
    char const* getPluginNamespace() const noexcept override { return mSpace.c_str(); }

private:
    /// Null for another kind of plugin, whose creator makes it by itself.
    P* made(ScaleState const& state) const {
        P* plugin = nullptr;
        if constexpr (std::is_constructible_v<P, ScaleState>) {
            plugin = new P(state);
            plugin->setPluginNamespace(mSpace.c_str());
        }
        return plugin;
    }
    char const* mName;
    std::string mSpace;
    float mFactor;
    PluginField mFields[2];
    PluginFieldCollection mCollection{};
};

/// Of a plugin of version 3.
template <class P>
class CreatorV3 : public IPluginCreatorV3One {
public:
    explicit CreatorV3(char const* name) : mName(name) {}
    IPluginV3* createPlugin(char const*, PluginFieldCollection const* fields, TensorRTPhase) noexcept override {
        if constexpr (std::is_constructible_v<P, ScaleState>)
            return new P(stateOf(*fields));
        else
            return new P;
    }
    PluginFieldCollection const* getFieldNames() noexcept override { return &mCollection; }
    char const* getPluginName() const noexcept override { return mName; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    char const* getPluginNamespace() const noexcept override { return ""; }

private:
    char const* mName;
    PluginFieldCollection mCollection{};
};

/// Registered in the process as long as it stands.
template <class C>
struct Registered {
    template <class... A>
    explicit Registered(A... arguments) : creator(arguments...) {
        getPluginRegistry()->registerCreator(creator, creator.getPluginNamespace());
    }
    ~Registered() { getPluginRegistry()->deregisterCreator(creator); }
    Registered(Registered const&) = delete;
    Registered& operator=(Registered const&) = delete;
    C creator;
};

} // namespace test
