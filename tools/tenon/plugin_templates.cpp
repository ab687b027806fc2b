// SPDX-License-Identifier: Apache-2.0
#include "plugin_templates.h"

namespace tenon::cli {

char const* const kPluginV3 = R"cpp(// The plugin @NAME@: y = alpha * x + bias, of any shape, in float32.
#include <NvInfer.h>
#include <tenon/plugin.h>

#include <cstring>
#include <memory>

using namespace nvinfer1;

class @NAME@ final : public IPluginV3, public IPluginV3OneCore, public IPluginV3OneBuild, public IPluginV3OneRuntime {
public:
    @NAME@(float alpha, float bias) : mAlpha(alpha), mBias(bias) {}

    IPluginCapability* getCapabilityInterface(PluginCapabilityType type) noexcept override {
        switch (type) {
        case PluginCapabilityType::kBUILD: return static_cast<IPluginV3OneBuild*>(this);
        case PluginCapabilityType::kRUNTIME: return static_cast<IPluginV3OneRuntime*>(this);
        default: return static_cast<IPluginV3OneCore*>(this);
        }
    }
    IPluginV3* clone() noexcept override { return new @NAME@(mAlpha, mBias); }

    // --- names
    char const* getPluginName() const noexcept override { return "@NAME@"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    char const* getPluginNamespace() const noexcept override { return ""; }

    // --- while an engine is built
    int32_t getNbOutputs() const noexcept override { return 1; }
    int32_t getOutputDataTypes(DataType* out, int32_t, DataType const* in, int32_t) const noexcept override {
        out[0] = in[0];
        return 0;
    }
    int32_t getOutputShapes(DimsExprs const* in, int32_t, DimsExprs const*, int32_t, DimsExprs* out, int32_t,
                            IExprBuilder&) noexcept override {
        out[0] = in[0];
        return 0;
    }
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* tensors, int32_t nbInputs,
                                   int32_t nbOutputs) noexcept override {
        PluginTensorDesc const& t = tensors[position].desc;
        return nbInputs == 1 && nbOutputs == 1 && t.type == DataType::kFLOAT && t.format == TensorFormat::kLINEAR;
    }
    int32_t configurePlugin(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*,
                            int32_t) noexcept override {
        return 0;
    }

    // --- in a context
    IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
    int32_t onShapeChange(PluginTensorDesc const*, int32_t, PluginTensorDesc const*, int32_t) noexcept override {
        return 0;
    }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const*, void const* const* inputs,
                    void* const* outputs, void*, cudaStream_t) noexcept override {
        int64_t count = 1;
        for (int32_t i = 0; i < in[0].dims.nbDims; ++i)
            count *= in[0].dims.d[i];
        auto const* x = static_cast<float const*>(inputs[0]);
        auto* y = static_cast<float*>(outputs[0]);
        for (int64_t i = 0; i < count; ++i)
            y[i] = mAlpha * x[i] + mBias;
        return 0;
    }
    PluginFieldCollection const* getFieldsToSerialize() noexcept override {
        mFields[0] = PluginField("alpha", &mAlpha, PluginFieldType::kFLOAT32, 1);
        mFields[1] = PluginField("bias", &mBias, PluginFieldType::kFLOAT32, 1);
        mCollection = PluginFieldCollection{2, mFields};
        return &mCollection;
    }

private:
    float mAlpha, mBias;
    PluginField mFields[2];
    PluginFieldCollection mCollection{};
};

class @NAME@Creator final : public IPluginCreatorV3One {
public:
    IPluginV3* createPlugin(char const*, PluginFieldCollection const* given, TensorRTPhase) noexcept override {
        float alpha = 1, bias = 0; // what a field that is left out means
        for (int32_t i = 0; i < given->nbFields; ++i) {
            PluginField const& f = given->fields[i];
            float* const to = std::strcmp(f.name, "alpha") == 0 ? &alpha : std::strcmp(f.name, "bias") == 0 ? &bias : nullptr;
            if (to == nullptr)
                continue;
            if (f.type != PluginFieldType::kFLOAT32 || f.length != 1)
                return nullptr;
            *to = *static_cast<float const*>(f.data);
        }
        return new @NAME@(alpha, bias);
    }
    PluginFieldCollection const* getFieldNames() noexcept override { return &mCollection; }
    char const* getPluginName() const noexcept override { return "@NAME@"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    char const* getPluginNamespace() const noexcept override { return ""; }

private:
    PluginField mFields[2] = {PluginField("alpha", nullptr, PluginFieldType::kFLOAT32, 1),
                              PluginField("bias", nullptr, PluginFieldType::kFLOAT32, 1)};
    PluginFieldCollection mCollection{2, mFields};
};
REGISTER_TENSORRT_PLUGIN(@NAME@Creator);
TENON_HOST_PLUGIN(@NAME@Creator);
)cpp";

char const* const kPluginV2 = R"cpp(// The plugin @NAME@: y = alpha * x + bias, of any shape, in float32.
#include <NvInfer.h>
#include <tenon/plugin.h>

#include <cstring>
#include <string>

using namespace nvinfer1;

class @NAME@ final : public IPluginV2DynamicExt {
public:
    @NAME@(float alpha, float bias) : mAlpha(alpha), mBias(bias) {}

    // --- names
    char const* getPluginType() const noexcept override { return "@NAME@"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    void setPluginNamespace(char const* space) noexcept override { mSpace = space; }
    char const* getPluginNamespace() const noexcept override { return mSpace.c_str(); }

    // --- while an engine is built
    int32_t getNbOutputs() const noexcept override { return 1; }
    DataType getOutputDataType(int32_t, DataType const* in, int32_t) const noexcept override { return in[0]; }
    DimsExprs getOutputDimensions(int32_t, DimsExprs const* in, int32_t, IExprBuilder&) noexcept override {
        return in[0];
    }
    bool supportsFormatCombination(int32_t position, PluginTensorDesc const* tensors, int32_t nbInputs,
                                   int32_t nbOutputs) noexcept override {
        PluginTensorDesc const& t = tensors[position];
        return nbInputs == 1 && nbOutputs == 1 && t.type == DataType::kFLOAT && t.format == TensorFormat::kLINEAR;
    }
    void configurePlugin(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*,
                         int32_t) noexcept override {}
    size_t getWorkspaceSize(PluginTensorDesc const*, int32_t, PluginTensorDesc const*, int32_t) const noexcept override {
        return 0;
    }

    // --- saved
    size_t getSerializationSize() const noexcept override { return state(nullptr).size(); }
    void serialize(void* buffer) const noexcept override { state(buffer); }

    // --- in a context
    IPluginV2DynamicExt* clone() const noexcept override {
        auto* const made = new @NAME@(mAlpha, mBias);
        made->mSpace = mSpace;
        return made;
    }
    int32_t initialize() noexcept override { return 0; }
    void terminate() noexcept override {}
    void destroy() noexcept override { delete this; }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const*, void const* const* inputs,
                    void* const* outputs, void*, cudaStream_t) noexcept override {
        int64_t count = 1;
        for (int32_t i = 0; i < in[0].dims.nbDims; ++i)
            count *= in[0].dims.d[i];
        auto const* x = static_cast<float const*>(inputs[0]);
        auto* y = static_cast<float*>(outputs[0]);
        for (int64_t i = 0; i < count; ++i)
            y[i] = mAlpha * x[i] + mBias;
        return 0;
    }

private:
    tenon::StateWriter state(void* buffer) const { return tenon::StateWriter(buffer).put(mAlpha).put(mBias); }

    float mAlpha, mBias;
    std::string mSpace;
};

class @NAME@Creator final : public IPluginCreator {
public:
    IPluginV2* createPlugin(char const*, PluginFieldCollection const* given) noexcept override {
        float alpha = 1, bias = 0; // what a field that is left out means
        for (int32_t i = 0; i < given->nbFields; ++i) {
            PluginField const& f = given->fields[i];
            float* const to = std::strcmp(f.name, "alpha") == 0 ? &alpha : std::strcmp(f.name, "bias") == 0 ? &bias : nullptr;
            if (to == nullptr)
                continue;
            if (f.type != PluginFieldType::kFLOAT32 || f.length != 1)
                return nullptr;
            *to = *static_cast<float const*>(f.data);
        }
        return new @NAME@(alpha, bias);
    }
    IPluginV2* deserializePlugin(char const*, void const* data, size_t size) noexcept override {
        float alpha = 1, bias = 0;
        tenon::StateReader reader(data, size);
        return reader.get(alpha).get(bias).finished() ? new @NAME@(alpha, bias) : nullptr;
    }
    PluginFieldCollection const* getFieldNames() noexcept override { return &mCollection; }
    char const* getPluginName() const noexcept override { return "@NAME@"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    void setPluginNamespace(char const* space) noexcept override { mSpace = space; }
    char const* getPluginNamespace() const noexcept override { return mSpace.c_str(); }

private:
    PluginField mFields[2] = {PluginField("alpha", nullptr, PluginFieldType::kFLOAT32, 1),
                              PluginField("bias", nullptr, PluginFieldType::kFLOAT32, 1)};
    PluginFieldCollection mCollection{2, mFields};
    std::string mSpace;
};
REGISTER_TENSORRT_PLUGIN(@NAME@Creator);
TENON_HOST_PLUGIN(@NAME@Creator);
)cpp";

char const* const kPluginBase = R"cpp(// The plugin @NAME@: y = alpha * x + bias, of any shape, in float32 and float16.
#include <tenon/plugin_base.h>

struct @NAME@ : tenon::author::Op {
    float alpha = 1, bias = 0; // what a field that is left out means

    static char const* name() { return "@NAME@"; }
    template <class V>
    void fields(V& visit) {
        visit("alpha", alpha);
        visit("bias", bias);
    }
    int32_t run(tenon::author::Call const& call) const {
        return call.floats([&](auto kind) {
            using T = decltype(kind);
            for (int64_t i = 0, n = tenon::author::volume(call.dims(0)); i < n; ++i)
                call.output<T>(0)[i] = alpha * static_cast<float>(call.input<T>(0)[i]) + bias;
        });
    }
};
TENON_REGISTER_PLUGIN_V3(@NAME@);
)cpp";

char const* const kPluginTest =
    R"cpp(// Builds a network of one @NAME@, saves and loads the engine, runs it, and compares. Argument: the plugin library.
#include <NvInfer.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

using namespace nvinfer1;

struct Log : ILogger {
    void log(Severity severity, char const* text) noexcept override {
        if (severity <= Severity::kWARNING)
            std::fprintf(stderr, "%s\n", text);
    }
};

int main(int argc, char** argv) {
    Log log;
    if (argc != 2 || getPluginRegistry()->loadLibrary(argv[1]) == nullptr)
        return std::puts("the plugin library cannot be loaded"), 1;
    auto* const creator = static_cast<@CREATOR@*>(getPluginRegistry()->getCreator("@NAME@", "1"));
    if (creator == nullptr)
        return 1;
    float const alpha = 2, bias = 0.5F;
    PluginField const fields[] = {PluginField("alpha", &alpha, PluginFieldType::kFLOAT32, 1),
                                  PluginField("bias", &bias, PluginFieldType::kFLOAT32, 1)};
    PluginFieldCollection const collection{2, fields};
    @MAKE@

    std::unique_ptr<IBuilder> const builder(createInferBuilder(log));
    std::unique_ptr<INetworkDefinition> const network(builder->createNetworkV2(0));
    ITensor* const x = network->addInput("x", DataType::kFLOAT, Dims{2, {2, 3}});
    ILayer* const layer = @ADD@;
    layer->getOutput(0)->setName("y");
    network->markOutput(*layer->getOutput(0));
    std::unique_ptr<IBuilderConfig> const config(builder->createBuilderConfig());
    std::unique_ptr<IHostMemory> const file(builder->buildSerializedNetwork(*network, *config));
    if (!file)
        return 1;

    std::unique_ptr<IRuntime> const runtime(createInferRuntime(log));
    std::unique_ptr<ICudaEngine> const engine(runtime->deserializeCudaEngine(file->data(), file->size()));
    std::unique_ptr<IExecutionContext> const context(engine ? engine->createExecutionContext() : nullptr);
    std::vector<float> in{-3, -1, 0, 1, 2, 100}, out(6, NAN);
    in.reserve(32); // kernels may read a vector beyond the end
    bool good = context && context->setTensorAddress("x", in.data()) && context->setTensorAddress("y", out.data()) &&
                context->enqueueV3(nullptr);
    for (size_t i = 0; good && i < out.size(); ++i)
        good = out[i] == alpha * in[i] + bias;
    std::puts(good ? "the outputs are right" : "the outputs are wrong");
    return good ? 0 : 1;
}
)cpp";

char const* const kPluginCMake =
    R"cmake(# cmake -B build -DCMAKE_PREFIX_PATH=<where Tenon is installed> && cmake --build build && ctest --test-dir build
cmake_minimum_required(VERSION 3.20)
project(@NAME@ LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(tenon REQUIRED)
enable_testing()
tenon_add_plugin(@NAME@ SOURCES @NAME@.cpp)
add_executable(@NAME@_test @NAME@_test.cpp)
target_link_libraries(@NAME@_test PRIVATE tenon::nvinfer)
add_test(NAME @NAME@.engine COMMAND @NAME@_test $<TARGET_FILE:@NAME@>)
tenon_add_plugin_test(@NAME@ SPEC ${CMAKE_CURRENT_SOURCE_DIR}/spec.json)
)cmake";

char const* const kPluginSpec = R"json({
 "fields": {"alpha": 2.0, "bias": 0.5},
 "inputs": [{"shape": [[1, 1, 4], [2, 3, 4], [9, 7, 4]], "dtypes": ["float32"@HALF@]}],
 "reference": "reference.py:reference",
 "rtol": 0.001
}
)json";

char const* const kPluginReference = R"py("""What @NAME@ computes, for `tenon plugin check --spec spec.json`."""

import numpy as np


def reference(inputs, fields):
    x = inputs[0].astype(np.float64)
    return [fields["alpha"] * x + fields["bias"]]
)py";

char const* const kPluginCi = R"yaml(# Builds and checks the plugin on a plain hosted runner: no GPU is needed.
# TENON_URL, a variable of the repository: an archive (.tar.gz) of an installed Tenon.
name: @NAME@
on: [push, pull_request]
jobs:
  check:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v4
      - run: mkdir tenon && curl -sSL "${{ vars.TENON_URL }}" | tar -xz -C tenon --strip-components=1
      - run: python3 -m pip install --break-system-packages numpy
      - run: cmake -B build -DCMAKE_PREFIX_PATH="$PWD/tenon" && cmake --build build
      - name: one inference
        run: ctest --test-dir build --output-on-failure
      - name: check the plugin
        run: tenon/bin/tenon plugin check build/lib@NAME@.so --spec spec.json --junit plugin.xml
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: junit
          path: plugin.xml
)yaml";

} // namespace tenon::cli
