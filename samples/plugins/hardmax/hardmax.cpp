// SPDX-License-Identifier: Apache-2.0
// CustomHardmax as an IPluginV3, written out: field `axis` (int32, default -1, negative counts from the end), float32
// and float16, any rank from 1 to 8. hardmax_base.cpp is the same plugin by tenon/plugin_base.h.
#include "hardmax_host.h"

#include <NvInfer.h>
#include <tenon/plugin.h>

#include <new>

using namespace nvinfer1;

namespace {

class Hardmax final : public IPluginV3, public IPluginV3OneCore, public IPluginV3OneBuild, public IPluginV3OneRuntime {
public:
    explicit Hardmax(int32_t axis) : mAxis(axis) {}
    Hardmax(Hardmax const& other) : mAxis(other.mAxis) {} // mField points into its own object

    IPluginCapability* getCapabilityInterface(PluginCapabilityType type) noexcept override {
        if (type == PluginCapabilityType::kCORE)
            return static_cast<IPluginV3OneCore*>(this);
        if (type == PluginCapabilityType::kBUILD)
            return static_cast<IPluginV3OneBuild*>(this);
        return static_cast<IPluginV3OneRuntime*>(this);
    }
    IPluginV3* clone() noexcept override { return new (std::nothrow) Hardmax(*this); }
    char const* getPluginName() const noexcept override { return "CustomHardmax"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    char const* getPluginNamespace() const noexcept override { return ""; }

    // While an engine is built.
    int32_t getNbOutputs() const noexcept override { return 1; }
    int32_t getOutputDataTypes(DataType* out, int32_t, DataType const* in, int32_t) const noexcept override {
        out[0] = in[0];
        return 0;
    }
    int32_t getOutputShapes(DimsExprs const* in, int32_t nbInputs, DimsExprs const*, int32_t, DimsExprs* out, int32_t,
                            IExprBuilder&) noexcept override {
        int32_t const rank = nbInputs == 1 ? in[0].nbDims : 0;
        if (mAxis < -rank || mAxis >= rank)
            return 1;
        out[0] = in[0];
        return 0;
    }
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* tensors, int32_t,
                                   int32_t) noexcept override {
        PluginTensorDesc const& t = tensors[position].desc;
        bool const typed =
            position == 0 ? t.type == DataType::kFLOAT || t.type == DataType::kHALF : t.type == tensors[0].desc.type;
        return typed && t.format == TensorFormat::kLINEAR;
    }
    int32_t configurePlugin(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*,
                            int32_t) noexcept override {
        return 0;
    }

    // While it runs.
    int32_t onShapeChange(PluginTensorDesc const*, int32_t, PluginTensorDesc const*, int32_t) noexcept override {
        return 0;
    }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const*, void const* const* inputs,
                    void* const* outputs, void*, cudaStream_t stream) noexcept override {
        Dims const& dims = in[0].dims;
        int32_t const axis = mAxis < 0 ? mAxis + dims.nbDims : mAxis;
        int64_t outer = 1, inner = 1;
        for (int32_t i = 0; i < axis; ++i)
            outer *= dims.d[i];
        for (int32_t i = axis + 1; i < dims.nbDims; ++i)
            inner *= dims.d[i];
        return in[0].type == DataType::kFLOAT
                   ? compute<float>(inputs, outputs, outer, dims.d[axis], inner, stream)
                   : compute<hardmax::Half>(inputs, outputs, outer, dims.d[axis], inner, stream);
    }
    IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
    PluginFieldCollection const* getFieldsToSerialize() noexcept override {
        mField = {"axis", &mAxis, PluginFieldType::kINT32, 1};
        mFields = {1, &mField};
        return &mFields;
    }

private:
    template <class T>
    static int32_t compute(void const* const* inputs, void* const* outputs, int64_t outer, int64_t count, int64_t inner,
                           cudaStream_t stream) {
        auto const* const x = static_cast<T const*>(inputs[0]);
        auto* const y = static_cast<T*>(outputs[0]);
#if defined(TENON_PLUGIN_CUDA)
        if (tenon::isDeviceMemory(y))
            return hardmax::launch(x, y, outer, count, inner, stream) ? 0 : 1;
#else
        static_cast<void>(stream);
#endif
        hardmax::run(x, y, outer, count, inner);
        return 0;
    }

    int32_t mAxis;
    PluginField mField{};
    PluginFieldCollection mFields{};
};

class HardmaxCreator final : public IPluginCreatorV3One {
public:
    char const* getPluginName() const noexcept override { return "CustomHardmax"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    char const* getPluginNamespace() const noexcept override { return ""; }
    PluginFieldCollection const* getFieldNames() noexcept override { return &mFields; }
    IPluginV3* createPlugin(char const*, PluginFieldCollection const* fields, TensorRTPhase) noexcept override {
        int32_t axis = -1;
        for (int32_t i = 0; fields != nullptr && i < fields->nbFields; ++i) {
            PluginField const& f = fields->fields[i];
            if (std::strcmp(f.name, "axis") != 0)
                continue;
            if (f.type != PluginFieldType::kINT32 || f.length != 1 || f.data == nullptr)
                return nullptr;
            axis = *static_cast<int32_t const*>(f.data);
        }
        return new (std::nothrow) Hardmax(axis);
    }

private:
    PluginField mAxis{"axis", nullptr, PluginFieldType::kINT32, 1};
    PluginFieldCollection mFields{1, &mAxis};
};

REGISTER_TENSORRT_PLUGIN(HardmaxCreator);
TENON_HOST_PLUGIN(HardmaxCreator);
TENON_PLUGIN_TRAITS(HardmaxCreator, tenon::kCAPTURE_SAFE);

} // namespace
