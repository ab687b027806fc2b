// SPDX-License-Identifier: Apache-2.0
// L2Norm as an IPluginV2DynamicExt, written out: y = x / max(sqrt(sum of x * x over axis 1), eps), field `eps`
// (float32, default 1e-12), float32 and float16, rank 2 to 5. l2norm_base.cpp is the same plugin by
// tenon/plugin_base.h.
#include "l2norm_host.h"

#include <NvInfer.h>
#include <tenon/plugin_call.h>

#include <cstring>
#include <new>
#include <string>

using namespace nvinfer1;

namespace {

class L2Norm final : public IPluginV2DynamicExt {
public:
    L2Norm(float eps, std::string space) : mEps(eps), mSpace(std::move(space)) {}

    char const* getPluginType() const noexcept override { return "L2Norm"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    int32_t getNbOutputs() const noexcept override { return 1; }
    int32_t initialize() noexcept override { return 0; }
    void terminate() noexcept override {}
    void destroy() noexcept override { delete this; }
    IPluginV2DynamicExt* clone() const noexcept override { return new (std::nothrow) L2Norm(mEps, mSpace); }
    void setPluginNamespace(char const* space) noexcept override { mSpace = space == nullptr ? "" : space; }
    char const* getPluginNamespace() const noexcept override { return mSpace.c_str(); }

    // The state: one number, in bytes that every machine reads alike.
    size_t getSerializationSize() const noexcept override { return sizeof(float); }
    void serialize(void* buffer) const noexcept override { tenon::StateWriter(buffer).put(mEps); }

    DimsExprs getOutputDimensions(int32_t, DimsExprs const* in, int32_t, IExprBuilder&) noexcept override {
        return in[0];
    }
    DataType getOutputDataType(int32_t, DataType const* in, int32_t) const noexcept override { return in[0]; }
    bool supportsFormatCombination(int32_t position, PluginTensorDesc const* tensors, int32_t nbInputs,
                                   int32_t) noexcept override {
        PluginTensorDesc const& t = tensors[position];
        if (nbInputs != 1 || t.format != TensorFormat::kLINEAR || t.dims.nbDims < 2 || t.dims.nbDims > 5)
            return false;
        return position == 0 ? t.type == DataType::kFLOAT || t.type == DataType::kHALF : t.type == tensors[0].type;
    }
    void configurePlugin(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*,
                         int32_t) noexcept override {}
    size_t getWorkspaceSize(PluginTensorDesc const*, int32_t, PluginTensorDesc const*,
                            int32_t) const noexcept override {
        return 0;
    }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const*, void const* const* inputs,
                    void* const* outputs, void*, cudaStream_t stream) noexcept override {
        Dims const& dims = in[0].dims;
        int64_t inner = 1;
        for (int32_t i = 2; i < dims.nbDims; ++i)
            inner *= dims.d[i];
        bool const half = in[0].type == DataType::kHALF;
#if defined(TENON_PLUGIN_CUDA)
        if (tenon::isDeviceMemory(outputs[0]))
            return l2norm::launch(inputs[0], outputs[0], half, dims.d[0], dims.d[1], inner, mEps, stream) ? 0 : 1;
#else
        static_cast<void>(stream);
#endif
        half ? compute<tenon::author::Half>(inputs[0], outputs[0], dims, inner)
             : compute<float>(inputs[0], outputs[0], dims, inner);
        return 0;
    }

private:
    template <class T>
    void compute(void const* x, void* y, Dims const& dims, int64_t inner) const {
        l2norm::run(static_cast<T const*>(x), static_cast<T*>(y), dims.d[0], dims.d[1], inner, mEps);
    }

    float mEps;
    std::string mSpace;
};

class L2NormCreator final : public IPluginCreator {
public:
    char const* getPluginName() const noexcept override { return "L2Norm"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    void setPluginNamespace(char const* space) noexcept override { mSpace = space == nullptr ? "" : space; }
    char const* getPluginNamespace() const noexcept override { return mSpace.c_str(); }
    PluginFieldCollection const* getFieldNames() noexcept override { return &mFields; }
    IPluginV2* createPlugin(char const*, PluginFieldCollection const* fields) noexcept override {
        float eps = 1e-12F;
        for (int32_t i = 0; fields != nullptr && i < fields->nbFields; ++i) {
            PluginField const& f = fields->fields[i];
            if (std::strcmp(f.name, "eps") != 0)
                continue;
            if (f.type != PluginFieldType::kFLOAT32 || f.length != 1 || f.data == nullptr)
                return nullptr;
            eps = *static_cast<float const*>(f.data);
        }
        return new (std::nothrow) L2Norm(eps, mSpace);
    }
    IPluginV2* deserializePlugin(char const*, void const* data, size_t size) noexcept override {
        float eps = 0;
        tenon::StateReader state(data, size);
        state.get(eps);
        return state.finished() ? new (std::nothrow) L2Norm(eps, mSpace) : nullptr;
    }

private:
    PluginField mEps{"eps", nullptr, PluginFieldType::kFLOAT32, 1};
    PluginFieldCollection mFields{1, &mEps};
    std::string mSpace;
};

REGISTER_TENSORRT_PLUGIN(L2NormCreator);
TENON_HOST_PLUGIN(L2NormCreator);
TENON_PLUGIN_TRAITS(L2NormCreator, tenon::kCAPTURE_SAFE | tenon::kTHREAD_PARALLEL);

} // namespace
