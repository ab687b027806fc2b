// SPDX-License-Identifier: Apache-2.0
// Builds a network around a plugin, loads it in another runtime and runs it.
#pragma once

#include "scale.h"
#include "test/interface/recorder.h"

#include <tenon/plugin.h>

#include <map>
#include <memory>

namespace test {

inline Dims shape(std::vector<int64_t> const& dims) {
    Dims out{static_cast<int32_t>(dims.size()), {}};
    std::copy(dims.begin(), dims.end(), out.d);
    return out;
}

/// Takes an output of any size.
class Catcher final : public IOutputAllocator {
public:
    void* reallocateOutput(char const*, void*, uint64_t size, uint64_t) noexcept override {
        bytes.resize(size + 1);
        return bytes.data();
    }
    void* reallocateOutputAsync(char const* name, void* current, uint64_t size, uint64_t alignment,
                                cudaStream_t) noexcept override {
        return reallocateOutput(name, current, size, alignment);
    }
    void notifyShape(char const*, Dims const& given) noexcept override { dims.assign(given.d, given.d + given.nbDims); }
    template <class T>
    std::vector<T> as() const {
        auto const* const first = reinterpret_cast<T const*>(bytes.data());
        size_t count = 1;
        for (int64_t d : dims)
            count *= static_cast<size_t>(d);
        return std::vector<T>(first, first + count);
    }
    std::vector<char> bytes;
    std::vector<int64_t> dims;
};

/// Input "x" of f32 with these dims, -1 for one of 1 to 8.
struct Shop {
    explicit Shop(std::vector<int64_t> const& dims, DataType type = DataType::kFLOAT)
        : builder(own(createInferBuilder(logger))), network(own(builder->createNetworkV2(0))),
          config(own(builder->createBuilderConfig())), x(network->addInput("x", type, shape(dims))) {
        config->setBuilderOptimizationLevel(0);
        std::vector<int64_t> min, opt, max;
        for (int64_t d : dims) {
            min.push_back(d < 0 ? 1 : d);
            opt.push_back(d < 0 ? 2 : d);
            max.push_back(d < 0 ? 8 : d);
        }
        IOptimizationProfile* const profile = builder->createOptimizationProfile();
        profile->setDimensions("x", OptProfileSelector::kMIN, shape(min));
        profile->setDimensions("x", OptProfileSelector::kOPT, shape(opt));
        profile->setDimensions("x", OptProfileSelector::kMAX, shape(max));
        config->addOptimizationProfile(profile);
    }
    ITensor& add(IPluginV2& plugin, ITensor& input) {
        ITensor* inputs[] = {&input};
        ILayer* const layer = network->addPluginV2(inputs, 1, plugin);
        layer->setName("by hand");
        return *layer->getOutput(0);
    }
    ILayer& add(IPluginV3& plugin, ITensor& input) {
        ITensor* inputs[] = {&input};
        ILayer* const layer = network->addPluginV3(inputs, 1, nullptr, 0, plugin);
        layer->setName("by hand");
        return *layer;
    }
    void output(ITensor& tensor, char const* name = "y") {
        tensor.setName(name);
        network->markOutput(tensor);
    }
    /// The engine's bytes; empty when the build failed.
    std::string build() {
        auto const memory = own(builder->buildSerializedNetwork(*network, *config));
        return memory ? std::string(static_cast<char const*>(memory->data()), memory->size()) : std::string();
    }

    Logger logger;
    std::unique_ptr<IBuilder> builder;
    std::unique_ptr<INetworkDefinition> network;
    std::unique_ptr<IBuilderConfig> config;
    ITensor* x;
};

/// A loaded engine with one context.
struct Loaded {
    explicit Loaded(std::string const& file)
        : runtime(own(createInferRuntime(logger))),
          engine(own(runtime->deserializeCudaEngine(file.data(), file.size()))) {
        if (engine)
            context = own(engine->createExecutionContext());
    }
    template <class T>
    bool run(std::vector<int64_t> const& dims, std::vector<T> x) {
        x.resize(x.size() + 16); // kernels may read a vector beyond the end
        bool good = context->setInputShape("x", shape(dims)) && context->setInputTensorAddress("x", x.data());
        for (int32_t i = 0; i < engine->getNbIOTensors(); ++i)
            if (char const* const name = engine->getIOTensorName(i);
                engine->getTensorIOMode(name) == TensorIOMode::kOUTPUT)
                good = good && context->setOutputAllocator(name, &outputs[name]);
        return good && context->enqueueV3(nullptr);
    }
    std::vector<float> floats(std::vector<int64_t> const& dims, std::vector<float> const& x) {
        return run(dims, x) ? outputs["y"].as<float>() : std::vector<float>();
    }

    Logger logger;
    std::unique_ptr<IRuntime> runtime;
    std::unique_ptr<ICudaEngine> engine;
    std::unique_ptr<IExecutionContext> context;
    std::map<std::string, Catcher> outputs;
};

/// Messages of the process's registry go to the oldest logger that is alive.
struct Listener {
    Listener() : builder(own(createInferBuilder(logger))) {}
    Logger logger;
    std::unique_ptr<IBuilder> builder;
};

using Floats = std::vector<float>;

} // namespace test
