// SPDX-License-Identifier: Apache-2.0
// A plugin library of its level: at 8 an IPluginV2DynamicExt that multiplies by a field and counts elements in 32-bit
// shapes; at 11 an IPluginV3 that adds one. All run on the CPU.
#include <tenon/plugin.h>

#include <cstring>

using namespace nvinfer1;

namespace {

int64_t volume(Dims const& dims) {
    int64_t n = 1;
    for (int32_t i = 0; i < dims.nbDims; ++i)
        n *= dims.d[i];
    return n;
}

#if TENON_API_LEVEL == 8

static_assert(sizeof(Dims) == 36, "32-bit shapes");

class Times final : public IPluginV2DynamicExt {
public:
    explicit Times(float factor) : mFactor(factor) {}
    char const* getPluginType() const noexcept override { return "Times"; }
    char const* getPluginVersion() const noexcept override { return "8"; }
    int32_t getNbOutputs() const noexcept override { return 1; }
    int32_t initialize() noexcept override { return 0; }
    void terminate() noexcept override {}
    size_t getSerializationSize() const noexcept override { return sizeof(mFactor); }
    void serialize(void* to) const noexcept override { std::memcpy(to, &mFactor, sizeof(mFactor)); }
    void destroy() noexcept override { delete this; }
    IPluginV2DynamicExt* clone() const noexcept override { return new Times(mFactor); }
    void setPluginNamespace(char const*) noexcept override {}
    char const* getPluginNamespace() const noexcept override { return ""; }
    DataType getOutputDataType(int32_t, DataType const* in, int32_t) const noexcept override { return in[0]; }
    DimsExprs getOutputDimensions(int32_t, DimsExprs const* in, int32_t, IExprBuilder&) noexcept override {
        return in[0];
    }
    bool supportsFormatCombination(int32_t position, PluginTensorDesc const* all, int32_t, int32_t) noexcept override {
        return all[position].type == DataType::kFLOAT && all[position].format == TensorFormat::kLINEAR;
    }
    void configurePlugin(DynamicPluginTensorDesc const* in, int32_t, DynamicPluginTensorDesc const*,
                         int32_t) noexcept override {
        mMost = volume(in[0].max);
    }
    size_t getWorkspaceSize(PluginTensorDesc const* in, int32_t, PluginTensorDesc const*,
                            int32_t) const noexcept override {
        return static_cast<size_t>(volume(in[0].dims)) * sizeof(float);
    }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const* out, void const* const* inputs,
                    void* const* outputs, void* workspace, cudaStream_t) noexcept override {
        int64_t const n = volume(in[0].dims);
        if (n != volume(out[0].dims) || n > mMost)
            return 1;
        auto* const copy = static_cast<float*>(workspace);
        std::memcpy(copy, inputs[0], static_cast<size_t>(n) * sizeof(float));
        for (int64_t i = 0; i < n; ++i)
            static_cast<float*>(outputs[0])[i] = mFactor * copy[i];
        return 0;
    }

private:
    float mFactor;
    int64_t mMost = 0;
};

class Creator final : public IPluginCreator {
public:
    char const* getPluginName() const noexcept override { return "Times"; }
    char const* getPluginVersion() const noexcept override { return "8"; }
    PluginFieldCollection const* getFieldNames() noexcept override { return &mNone; }
    IPluginV2* createPlugin(char const*, PluginFieldCollection const* fields) noexcept override {
        bool const given = fields->nbFields == 1 && std::strcmp(fields->fields[0].name, "factor") == 0;
        return given ? new Times(*static_cast<float const*>(fields->fields[0].data)) : nullptr;
    }
    IPluginV2* deserializePlugin(char const*, void const* data, size_t) noexcept override {
        float factor = 0;
        std::memcpy(&factor, data, sizeof(factor));
        return new Times(factor);
    }
    void setPluginNamespace(char const*) noexcept override {}
    char const* getPluginNamespace() const noexcept override { return ""; }

private:
    PluginFieldCollection mNone{};
};

#else

class PlusOne final : public IPluginV3, public IPluginV3OneCore, public IPluginV3OneBuild, public IPluginV3OneRuntime {
public:
    IPluginCapability* getCapabilityInterface(PluginCapabilityType type) noexcept override {
        if (type == PluginCapabilityType::kBUILD)
            return static_cast<IPluginV3OneBuild*>(this);
        if (type == PluginCapabilityType::kRUNTIME)
            return static_cast<IPluginV3OneRuntime*>(this);
        return static_cast<IPluginV3OneCore*>(this);
    }
    IPluginV3* clone() noexcept override { return new PlusOne; }
    char const* getPluginName() const noexcept override { return "PlusOne"; }
    char const* getPluginVersion() const noexcept override { return "11"; }
    char const* getPluginNamespace() const noexcept override { return ""; }
    int32_t configurePlugin(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*,
                            int32_t) noexcept override {
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
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t,
                                   int32_t) noexcept override {
        return all[position].desc.type == DataType::kFLOAT && all[position].desc.format == TensorFormat::kLINEAR;
    }
    int32_t getNbOutputs() const noexcept override { return 1; }
    int32_t onShapeChange(PluginTensorDesc const* in, int32_t, PluginTensorDesc const*, int32_t) noexcept override {
        mCount = volume(in[0].dims);
        return 0;
    }
    int32_t enqueue(PluginTensorDesc const*, PluginTensorDesc const*, void const* const* inputs, void* const* outputs,
                    void*, cudaStream_t) noexcept override {
        for (int64_t i = 0; i < mCount; ++i)
            static_cast<float*>(outputs[0])[i] = static_cast<float const*>(inputs[0])[i] + 1;
        return 0;
    }
    IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
    PluginFieldCollection const* getFieldsToSerialize() noexcept override { return &mNone; }

private:
    int64_t mCount = 0;
    PluginFieldCollection mNone{};
};

class Creator final : public IPluginCreatorV3One {
public:
    IPluginV3* createPlugin(char const*, PluginFieldCollection const*, TensorRTPhase) noexcept override {
        return new PlusOne;
    }
    PluginFieldCollection const* getFieldNames() noexcept override { return &mNone; }
    char const* getPluginName() const noexcept override { return "PlusOne"; }
    char const* getPluginVersion() const noexcept override { return "11"; }
    char const* getPluginNamespace() const noexcept override { return ""; }

private:
    PluginFieldCollection mNone{};
};

#endif

REGISTER_TENSORRT_PLUGIN(Creator);
TENON_HOST_PLUGIN(Creator);

} // namespace
