// SPDX-License-Identifier: Apache-2.0
// AddOne as an IPluginV2 with its creator, the oldest form: y = x + 1 in float32. It sees shapes without the batch.
// add_one_base.cpp is the same by tenon/plugin_base.h. By hand:
//   g++ -std=c++17 -O2 -shared -fPIC add_one.cpp -o libaddone.so -I<include> -L<lib> -lnvinfer
// A kernel for a GPU stands in a file that nvcc compiles, not in this one:
//   nvcc -c -Xcompiler -fPIC add_one.cu -o add_one.o
//   g++ -std=c++17 -O2 -shared -fPIC -DTENON_PLUGIN_CUDA add_one.cpp add_one.o -o libaddone.so -I<include>
//   -I<cuda>/include
//       -L<lib> -lnvinfer -L<cuda>/lib64 -lcudart
#include "add_one.h"

#include <NvInfer.h>
#include <tenon/plugin.h>

#include <new>
#include <string>

using namespace nvinfer1;

namespace {

class AddOne final : public IPluginV2 {
public:
    AddOne(int64_t count, std::string space) : mCount(count), mSpace(std::move(space)) {}

    char const* getPluginType() const noexcept override { return "AddOne"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    int32_t getNbOutputs() const noexcept override { return 1; }
    Dims getOutputDimensions(int32_t, Dims const* in, int32_t) noexcept override { return in[0]; }
    bool supportsFormat(DataType type, PluginFormat format) const noexcept override {
        return type == DataType::kFLOAT && format == PluginFormat::kLINEAR;
    }
    void configureWithFormat(Dims const* in, int32_t, Dims const*, int32_t, DataType, PluginFormat,
                             int32_t) noexcept override {
        mCount = 1;
        for (int32_t i = 0; i < in[0].nbDims; ++i)
            mCount *= in[0].d[i];
    }
    int32_t initialize() noexcept override { return 0; }
    void terminate() noexcept override {}
    size_t getWorkspaceSize(int32_t) const noexcept override { return 0; }
    int32_t enqueue(int32_t batchSize, void const* const* inputs, void* const* outputs, void*,
                    cudaStream_t stream) noexcept override {
        auto const* const x = static_cast<float const*>(inputs[0]);
        auto* const y = static_cast<float*>(outputs[0]);
#if defined(TENON_PLUGIN_CUDA)
        if (tenon::isDeviceMemory(y))
            return addOneOnDevice(x, y, batchSize * mCount, stream) ? 0 : 1;
#else
        static_cast<void>(stream);
#endif
        for (int64_t i = 0; i < batchSize * mCount; ++i)
            y[i] = x[i] + 1.0F;
        return 0;
    }
    // What was learned from configureWithFormat() belongs to the state: an engine that is loaded does not call it.
    size_t getSerializationSize() const noexcept override {
        return sizeof(mCount);
    }
    void serialize(void* buffer) const noexcept override {
        tenon::StateWriter(buffer).put(mCount);
    }
    void destroy() noexcept override {
        delete this;
    }
    IPluginV2* clone() const noexcept override {
        return new (std::nothrow) AddOne(mCount, mSpace);
    }
    void setPluginNamespace(char const* space) noexcept override {
        mSpace = space == nullptr ? "" : space;
    }
    char const* getPluginNamespace() const noexcept override {
        return mSpace.c_str();
    }

private:
    int64_t mCount; ///< elements of one image of the batch
    std::string mSpace;
};

class AddOneCreator final : public IPluginCreator {
public:
    char const* getPluginName() const noexcept override { return "AddOne"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    PluginFieldCollection const* getFieldNames() noexcept override { return &mFields; }
    IPluginV2* createPlugin(char const*, PluginFieldCollection const*) noexcept override {
        return new (std::nothrow) AddOne(0, mSpace);
    }
    IPluginV2* deserializePlugin(char const*, void const* data, size_t size) noexcept override {
        int64_t count = 0;
        tenon::StateReader state(data, size);
        state.get(count);
        return state.finished() ? new (std::nothrow) AddOne(count, mSpace) : nullptr;
    }
    void setPluginNamespace(char const* space) noexcept override { mSpace = space == nullptr ? "" : space; }
    char const* getPluginNamespace() const noexcept override { return mSpace.c_str(); }

private:
    PluginFieldCollection mFields{};
    std::string mSpace;
};

REGISTER_TENSORRT_PLUGIN(AddOneCreator);
TENON_HOST_PLUGIN(AddOneCreator);
TENON_PLUGIN_TRAITS(AddOneCreator, tenon::kELEMENTWISE | tenon::kIN_PLACE | tenon::kCAPTURE_SAFE);

} // namespace
