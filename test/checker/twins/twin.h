// SPDX-License-Identifier: Apache-2.0
// y = alpha * x + bias, done right, as the base of plugins that do one thing wrong. A twin overrides what it needs and
// stands under the name of the fault that it has: TWIN("state-lost", Class); "state-lost.clone" is another one of it.
#pragma once

#include <NvInfer.h>

#include <cstring>
#include <memory>
#include <string>
#include <tenon/plugin.h>
#include <vector>

namespace twin {

using namespace nvinfer1;

struct Params {
    float alpha = 1, bias = 0;
};

inline int64_t volume(Dims const& dims) {
    int64_t n = 1;
    for (int32_t i = 0; i < dims.nbDims; ++i)
        n *= dims.d[i];
    return n;
}

inline PluginField const* find(PluginFieldCollection const& fields, char const* name) {
    for (int32_t i = 0; i < fields.nbFields; ++i)
        if (std::strcmp(fields.fields[i].name, name) == 0)
            return &fields.fields[i];
    return nullptr;
}

/// False when a field has another type or length than a float.
inline bool read(PluginFieldCollection const& fields, char const* name, float& to) {
    PluginField const* const f = find(fields, name);
    if (f == nullptr)
        return true;
    if (f->type != PluginFieldType::kFLOAT32 || f->length != 1)
        return false;
    to = *static_cast<float const*>(f->data);
    return true;
}

inline bool isPlain(DataType type, TensorFormat format) {
    return type == DataType::kFLOAT && format == TensorFormat::kLINEAR;
}

/// Arguments of enqueue().
struct Run {
    PluginTensorDesc const *in, *out;
    void const* const* inputs;
    void* const* outputs;
    void* workspace;
    float const* x() const { return static_cast<float const*>(inputs[0]); }
    float* y() const { return static_cast<float*>(outputs[0]); }
    int64_t count() const { return volume(in[0].dims); }
};

// --- IPluginV3

class V3 : public IPluginV3, public IPluginV3OneCore, public IPluginV3OneBuildV2, public IPluginV3OneRuntime {
public:
    V3() = default;
    V3(V3 const& other)
        : IPluginV3(), IPluginV3OneCore(), IPluginV3OneBuildV2(), IPluginV3OneRuntime(), p(other.p), name(other.name) {}
    Params p;
    std::string name;

    virtual V3* copy() const = 0;
    /// False: the creator gives null.
    virtual bool take(PluginFieldCollection const& fields) {
        return read(fields, "alpha", p.alpha) && read(fields, "bias", p.bias);
    }
    virtual int32_t compute(Run const& run) {
        for (int64_t i = 0, n = run.count(); i < n; ++i)
            run.y()[i] = p.alpha * run.x()[i] + p.bias;
        return 0;
    }

    IPluginCapability* getCapabilityInterface(PluginCapabilityType type) noexcept override {
        if (type == PluginCapabilityType::kBUILD)
            return static_cast<IPluginV3OneBuildV2*>(this);
        if (type == PluginCapabilityType::kRUNTIME)
            return static_cast<IPluginV3OneRuntime*>(this);
        return static_cast<IPluginV3OneCore*>(this);
    }
    IPluginV3* clone() noexcept override { return copy(); }
    char const* getPluginName() const noexcept override { return name.c_str(); }
    char const* getPluginVersion() const noexcept override { return "1"; }
    char const* getPluginNamespace() const noexcept override { return ""; }
    int32_t configurePlugin(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*, int32_t) override {
        return 0;
    }
    int32_t getOutputDataTypes(DataType* out, int32_t, DataType const* in, int32_t) const override {
        out[0] = in[0];
        return 0;
    }
    int32_t getOutputShapes(DimsExprs const* in, int32_t, DimsExprs const*, int32_t, DimsExprs* out, int32_t,
                            IExprBuilder&) override {
        out[0] = in[0];
        return 0;
    }
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t, int32_t) override {
        return isPlain(all[position].desc.type, all[position].desc.format);
    }
    int32_t getNbOutputs() const override { return 1; }
    int32_t onShapeChange(PluginTensorDesc const*, int32_t, PluginTensorDesc const*, int32_t) override { return 0; }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const* out, void const* const* inputs,
                    void* const* outputs, void* workspace, cudaStream_t) override {
        return compute({in, out, inputs, outputs, workspace});
    }
    IPluginV3* attachToContext(IPluginResourceContext*) override { return copy(); }
    PluginFieldCollection const* getFieldsToSerialize() override {
        mFields = {{"alpha", &p.alpha, PluginFieldType::kFLOAT32, 1}, {"bias", &p.bias, PluginFieldType::kFLOAT32, 1}};
        mCollection = {static_cast<int32_t>(mFields.size()), mFields.data()};
        return &mCollection;
    }

protected:
    std::vector<PluginField> mFields;
    PluginFieldCollection mCollection{};
};

// --- IPluginV2DynamicExt

class V2 : public IPluginV2DynamicExt {
public:
    V2() = default;
    V2(V2 const& other) : IPluginV2DynamicExt(), p(other.p), name(other.name), space(other.space) {}
    Params p;
    std::string name, space;

    virtual V2* copy() const = 0;
    virtual bool take(PluginFieldCollection const& fields) {
        return read(fields, "alpha", p.alpha) && read(fields, "bias", p.bias);
    }
    virtual bool load(void const* data, size_t size) {
        if (size != sizeof(Params))
            return false;
        std::memcpy(&p, data, sizeof(Params));
        return true;
    }
    virtual int32_t compute(Run const& run) {
        for (int64_t i = 0, n = run.count(); i < n; ++i)
            run.y()[i] = p.alpha * run.x()[i] + p.bias;
        return 0;
    }

    char const* getPluginType() const noexcept override { return name.c_str(); }
    char const* getPluginVersion() const noexcept override { return "1"; }
    int32_t getNbOutputs() const noexcept override { return 1; }
    int32_t initialize() noexcept override { return 0; }
    void terminate() noexcept override {}
    size_t getSerializationSize() const noexcept override { return sizeof(Params); }
    void serialize(void* buffer) const noexcept override { std::memcpy(buffer, &p, sizeof(Params)); }
    void destroy() noexcept override { delete this; }
    IPluginV2DynamicExt* clone() const noexcept override { return copy(); }
    void setPluginNamespace(char const* given) noexcept override { space = given; }
    char const* getPluginNamespace() const noexcept override { return space.c_str(); }
    DataType getOutputDataType(int32_t, DataType const* inputs, int32_t) const noexcept override { return inputs[0]; }
    DimsExprs getOutputDimensions(int32_t, DimsExprs const* inputs, int32_t, IExprBuilder&) noexcept override {
        return inputs[0];
    }
    bool supportsFormatCombination(int32_t position, PluginTensorDesc const* all, int32_t, int32_t) noexcept override {
        return isPlain(all[position].type, all[position].format);
    }
    void configurePlugin(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*,
                         int32_t) noexcept override {}
    size_t getWorkspaceSize(PluginTensorDesc const*, int32_t, PluginTensorDesc const*,
                            int32_t) const noexcept override {
        return 0;
    }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const* out, void const* const* inputs,
                    void* const* outputs, void* workspace, cudaStream_t) noexcept override {
        return compute({in, out, inputs, outputs, workspace});
    }
};

/// A class of its own for each twin, with the copying that all need.
template <class Self, class Base = V3>
class Of : public Base {
public:
    Of* copy() const override { return new Self(static_cast<Self const&>(*this)); }
};

// --- creators

/// The name of a further field of one int; null for none.
template <class P>
constexpr char const* wholeOf() {
    if constexpr (requires { P::kWhole; })
        return P::kWhole;
    else
        return nullptr;
}

template <class P>
struct Fields {
    PluginField list[3] = {{"alpha", nullptr, PluginFieldType::kFLOAT32, 1},
                           {"bias", nullptr, PluginFieldType::kFLOAT32, 1},
                           {wholeOf<P>(), nullptr, PluginFieldType::kINT32, 1}};
    PluginFieldCollection collection{wholeOf<P>() == nullptr ? 2 : 3, list};
};

template <class P>
class CreatorV3 final : public IPluginCreatorV3One {
public:
    explicit CreatorV3(char const* name) : mName(name) {}
    IPluginV3* createPlugin(char const*, PluginFieldCollection const* fields, TensorRTPhase) noexcept override {
        auto made = std::make_unique<P>();
        made->name = mName;
        return made->take(*fields) ? made.release() : nullptr;
    }
    PluginFieldCollection const* getFieldNames() noexcept override { return &mFields.collection; }
    char const* getPluginName() const noexcept override { return mName; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    char const* getPluginNamespace() const noexcept override { return ""; }

private:
    char const* mName;
    Fields<P> mFields;
};

template <class P>
class CreatorV2 final : public IPluginCreator {
public:
    explicit CreatorV2(char const* name) : mName(name) {}
    char const* getPluginName() const noexcept override { return mName; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    PluginFieldCollection const* getFieldNames() noexcept override { return &mFields.collection; }
    IPluginV2* createPlugin(char const*, PluginFieldCollection const* fields) noexcept override {
        auto* const made = new P;
        made->name = mName;
        if (made->take(*fields))
            return made;
        made->destroy();
        return nullptr;
    }
    IPluginV2* deserializePlugin(char const*, void const* data, size_t size) noexcept override {
        auto* const made = new P;
        made->name = mName;
        if (made->load(data, size))
            return made;
        made->destroy();
        return nullptr;
    }
    void setPluginNamespace(char const*) noexcept override {}
    char const* getPluginNamespace() const noexcept override { return ""; }

private:
    char const* mName;
    Fields<P> mFields;
};

inline std::vector<IPluginCreatorInterface*>& creators() {
    static std::vector<IPluginCreatorInterface*> list;
    return list;
}

template <class P>
struct Add {
    explicit Add(char const* name, uint32_t traits = 0) {
        if constexpr (std::is_base_of_v<IPluginV3, P>)
            creators().push_back(new CreatorV3<P>(name)); // for as long as the library is loaded
        else
            creators().push_back(new CreatorV2<P>(name));
        tenon::setHostPlugin(name, "1");
        if (traits != 0)
            tenon::setPluginTraits(name, "1", "", traits);
    }
};

} // namespace twin

#define TWIN(name, Class) static twin::Add<Class> const add##Class(name)
