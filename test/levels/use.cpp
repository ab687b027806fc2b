// SPDX-License-Identifier: Apache-2.0
// Compiled once for each level: parses, builds and runs through the interface as a program of that generation does,
// with its own Dims and with classes of its own behind every interface that users implement.
#include "use.h"

#include <NvInfer.h>
#include <NvOnnxParser.h>

#include <algorithm>
#include <memory>
#include <vector>

using namespace nvinfer1;

namespace {

class Logger final : public ILogger {
public:
    void log(Severity severity, char const*) noexcept override { mCount += severity <= Severity::kVERBOSE ? 1 : 0; }
    int64_t count() const { return mCount; }

private:
    int64_t mCount = 0;
};

class Profiler final : public IProfiler {
public:
    void reportLayerTime(char const*, float) noexcept override { ++layers; }
    int64_t layers = 0;
};

class Allocator final : public IOutputAllocator {
public:
    explicit Allocator(Answer& answer) : mAnswer(answer) {}
    void* reallocateOutput(char const*, void*, uint64_t size, uint64_t) noexcept override {
        return size <= sizeof(mAnswer.y) ? mAnswer.y : nullptr;
    }
    void notifyShape(char const*, Dims const& dims) noexcept override {
        mAnswer.extents = static_cast<uint64_t>(dims.nbDims);
        std::copy(dims.d, dims.d + dims.nbDims, mAnswer.notified);
    }

private:
    Answer& mAnswer;
};

template <class T>
std::unique_ptr<T> own(T* object) {
    return std::unique_ptr<T>(object);
}

/// A convolution that adds the numbers of 2 x 2 windows.
bool addLayers(INetworkDefinition& network, std::vector<float> const& ones) {
    ITensor* const x = network.addInput("x", DataType::kFLOAT, Dims4{-1, 1, 4, 4});
    Weights const kernel{DataType::kFLOAT, ones.data(), 4}, none{DataType::kFLOAT, nullptr, 0};
#if TENON_API_LEVEL == 8
    IConvolutionLayer* const sum = network.addConvolution(*x, 1, DimsHW{2, 2}, kernel, none);
    sum->setStride(DimsHW{2, 2});
    bool const kept = sum->getStride().h() == 2 && sum->getStride().w() == 2;
#else
    IConvolutionLayer* const sum = network.addConvolutionNd(*x, 1, Dims{2, {2, 2}}, kernel, none);
    sum->setStrideNd(Dims{2, {2, 2}});
    Dims const stride = sum->getStrideNd();
    bool const kept = stride.nbDims == 2 && stride.d[0] == 2 && stride.d[1] == 2;
#endif
    IActivationLayer* const relu = network.addActivation(*sum->getOutput(0), ActivationType::kRELU);
    relu->getOutput(0)->setName("y");
    network.markOutput(*relu->getOutput(0));
    Dims const dims = relu->getOutput(0)->getDimensions();
    return kept && relu->getType() == LayerType::kACTIVATION && dims.nbDims == 4 && dims.d[0] == -1 && dims.d[3] == 2;
}

std::unique_ptr<INetworkDefinition> emptyNetwork(IBuilder& builder) {
#if TENON_API_LEVEL == 8
    return own(builder.createNetworkV2(1U << static_cast<uint32_t>(NetworkDefinitionCreationFlag::kEXPLICIT_BATCH)));
#else
    return own(builder.createNetworkV2(0));
#endif
}

char const* runByHand(Logger& logger, IBuilder& builder, Answer& answer) {
    auto const network = emptyNetwork(builder);
    std::vector<float> const ones(4, 1);
    if (!network || !addLayers(*network, ones))
        return "network";
    auto const config = own(builder.createBuilderConfig());
    IOptimizationProfile* const profile = builder.createOptimizationProfile();
    profile->setDimensions("x", OptProfileSelector::kMIN, Dims4{1, 1, 4, 4});
    profile->setDimensions("x", OptProfileSelector::kOPT, Dims4{2, 1, 4, 4});
    profile->setDimensions("x", OptProfileSelector::kMAX, Dims4{4, 1, 4, 4});
    if (profile->getDimensions("x", OptProfileSelector::kMAX).d[0] != 4 || config->addOptimizationProfile(profile) != 0)
        return "profile";
    auto const file = own(builder.buildSerializedNetwork(*network, *config));
    if (!file)
        return "build";
    auto const runtime = own(createInferRuntime(logger));
    auto const engine = own(runtime->deserializeCudaEngine(file->data(), file->size()));
    if (!engine || engine->getTensorShape("x").d[0] != -1 || engine->getTensorShape("x").d[3] != 4)
        return "engine";
    auto const context = own(engine->createExecutionContext());
    Profiler profiler;
    Allocator allocator(answer);
    context->setProfiler(&profiler);
    std::vector<float> x(16);
    for (size_t i = 0; i < x.size(); ++i)
        x[i] = static_cast<float>(i);
    if (!context->setInputShape("x", Dims4{1, 1, 4, 4}) || !context->setTensorAddress("x", x.data()) ||
        !context->setOutputAllocator("y", &allocator) || !context->enqueueV3(nullptr))
        return "run";
    answer.layers = profiler.layers;
    return nullptr;
}

char const* runModel(Logger& logger, IBuilder& builder, char const* model, Answer& answer) {
    auto const network = emptyNetwork(builder);
    auto const parser = own(nvonnxparser::createParser(*network, logger));
    if (!parser || !parser->parseFromFile(model, static_cast<int>(ILogger::Severity::kWARNING)))
        return "parse";
    auto const config = own(builder.createBuilderConfig());
    auto const file = own(builder.buildSerializedNetwork(*network, *config));
    auto const runtime = own(createInferRuntime(logger));
    auto const engine = file ? own(runtime->deserializeCudaEngine(file->data(), file->size())) : nullptr;
    if (!engine)
        return "build of the model";
    auto const context = own(engine->createExecutionContext());
    float x[] = {1, 2, 3, 4};
#if TENON_API_LEVEL == 8
    void* bindings[] = {x, answer.parsed};
    bool const ran = context->enqueueV2(bindings, nullptr, nullptr);
#else
    bool const ran = context->setTensorAddress("x", x) && context->setTensorAddress("y", answer.parsed) &&
                     context->enqueueV3(nullptr);
#endif
    return ran ? nullptr : "run of the model";
}

} // namespace

extern "C" __attribute__((visibility("default"))) char const* LEVEL_FUNCTION(TENON_API_LEVEL)(char const* model,
                                                                                              Answer* answer) {
    Logger logger;
    answer->dimsBytes = sizeof(Dims);
    auto const builder = own(createInferBuilder(logger));
    if (!builder)
        return "builder";
    char const* failed = runByHand(logger, *builder, *answer);
    if (failed == nullptr)
        failed = runModel(logger, *builder, model, *answer);
    answer->messages = logger.count();
    return failed;
}
