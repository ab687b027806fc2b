// SPDX-License-Identifier: Apache-2.0
// Sources as they were written for TensorRT 4 to 7: an IPluginV2 that halves, with a creator, and an IPluginExt and an
// IPlugin that count on addPlugin() and a factory. Compiled as they are, with TENON_TENSORRT_7.
#include <NvInfer.h>
#include <tenon/plugin.h>

#include <cstring>
#include <list>
#include <memory>
#include <string>

#pragma GCC diagnostic ignored "-Woverloaded-virtual" // sources of TensorRT 7 have their own enqueue()

using namespace nvinfer1;

namespace {

int volume(Dims const& dims) {
    int n = 1;
    for (int i = 0; i < dims.nbDims; ++i)
        n *= dims.d[i];
    return n;
}

/// As a source of TensorRT 7: no noexcept, int, and outputs that may be written to. Halves what it is given.
class Halve : public IPluginV2 {
public:
    char const* getPluginType() const override { return "Halve"; }
    char const* getPluginVersion() const override { return "7"; }
    int getNbOutputs() const override { return 1; }
    Dims getOutputDimensions(int, Dims const* inputs, int) override {
        DimsCHW out(inputs[0].d[0], inputs[0].d[1], inputs[0].d[2]);
        out.type[2] = DimensionType::kSEQUENCE;
        return out;
    }
    bool supportsFormat(DataType type, PluginFormat format) const override {
        return type == DataType::kFLOAT && format == PluginFormat::kNCHW;
    }
    void configureWithFormat(Dims const* inputs, int, Dims const*, int, DataType, PluginFormat, int) override {
        mCount = volume(inputs[0]);
    }
    int initialize() override { return 0; }
    void terminate() override {}
    size_t getWorkspaceSize(int) const override { return 0; }
    int enqueue(int batchSize, void const* const* inputs, void** outputs, void*, cudaStream_t) override {
        for (int i = 0; i < batchSize * mCount; ++i)
            static_cast<float*>(outputs[0])[i] = static_cast<float const*>(inputs[0])[i] / 2;
        return 0;
    }
    size_t getSerializationSize() const override { return sizeof(mCount); }
    void serialize(void* buffer) const override { std::memcpy(buffer, &mCount, sizeof(mCount)); }
    void destroy() override { delete this; }
    IPluginV2* clone() const override { return new Halve(*this); }
    void setPluginNamespace(char const*) override {}
    char const* getPluginNamespace() const override { return ""; }
    int mCount = 0;
};

class HalveCreator : public IPluginCreator {
public:
    char const* getPluginName() const override { return "Halve"; }
    char const* getPluginVersion() const override { return "7"; }
    PluginFieldCollection const* getFieldNames() override { return &mNone; }
    IPluginV2* createPlugin(char const*, PluginFieldCollection const*) override { return new Halve; }
    IPluginV2* deserializePlugin(char const*, void const* data, size_t) override {
        auto* const made = new Halve;
        std::memcpy(&made->mCount, data, sizeof(made->mCount));
        return made;
    }
    void setPluginNamespace(char const*) override {}
    char const* getPluginNamespace() const override { return ""; }

private:
    PluginFieldCollection mNone{};
};
REGISTER_TENSORRT_PLUGIN(HalveCreator);
TENON_HOST_PLUGIN(HalveCreator);

/// y = x + step, before plugins had names. The step is its state.
class Step : public IPluginExt {
public:
    explicit Step(float step) : mStep(step) {}
    Step(void const* data, size_t length) {
        if (length == sizeof mSaved)
            std::memcpy(mSaved, data, length);
        mStep = mSaved[0];
    }
    int getNbOutputs() const override { return 1; }
    Dims getOutputDimensions(int, Dims const* inputs, int) override { return inputs[0]; }
    bool supportsFormat(DataType type, PluginFormat format) const override {
        return type == DataType::kFLOAT && format == PluginFormat::kNCHW;
    }
    void configureWithFormat(Dims const* inputs, int, Dims const*, int, DataType, PluginFormat, int) override {
        mSaved[1] = static_cast<float>(volume(inputs[0]));
    }
    int initialize() override { return ++mAlive == 1 ? 0 : 1; }
    void terminate() override { --mAlive; }
    size_t getWorkspaceSize(int) const override { return 0; }
    int enqueue(int batchSize, void const* const* inputs, void** outputs, void*, cudaStream_t) override {
        for (int i = 0; i < batchSize * static_cast<int>(mSaved[1]); ++i)
            static_cast<float*>(outputs[0])[i] = static_cast<float const*>(inputs[0])[i] + mStep;
        return mAlive == 1 ? 0 : 1;
    }
    size_t getSerializationSize() override { return sizeof mSaved; }
    void serialize(void* buffer) override {
        mSaved[0] = mStep;
        std::memcpy(buffer, mSaved, sizeof mSaved);
    }
    int mAlive = 0;

private:
    float mStep, mSaved[2] = {};
};

/// y = -x
class Negate : public IPlugin {
public:
    int getNbOutputs() const override { return 1; }
    Dims getOutputDimensions(int, Dims const* inputs, int) override { return DimsHW(inputs[0].d[0], inputs[0].d[1]); }
    void configure(Dims const* inputs, int, Dims const*, int, int) override { mCount = volume(inputs[0]); }
    int initialize() override { return 0; }
    void terminate() override {}
    size_t getWorkspaceSize(int) const override { return 0; }
    int enqueue(int batchSize, void const* const* inputs, void** outputs, void*, cudaStream_t) override {
        for (int i = 0; i < batchSize * mCount; ++i)
            static_cast<float*>(outputs[0])[i] = -static_cast<float const*>(inputs[0])[i];
        return 0;
    }
    size_t getSerializationSize() override { return sizeof(mCount); }
    void serialize(void* buffer) override { std::memcpy(buffer, &mCount, sizeof(mCount)); }
    int mCount = 0;
};

class Factory : public IPluginFactory {
public:
    IPlugin* createPlugin(char const* layerName, void const* data, size_t length) override {
        mAsked += layerName;
        if (std::strcmp(layerName, "step") == 0)
            return &mStep.emplace_back(data, length);
        mNegate.emplace_back();
        std::memcpy(&mNegate.back().mCount, data, length);
        return &mNegate.back();
    }
    std::string mAsked;
    std::list<Step> mStep;
    std::list<Negate> mNegate;
};

class Logger : public ILogger {
public:
    void log(Severity severity, char const* line) override {
        if (severity <= Severity::kWARNING)
            mText += line;
    }
    std::string mText;
};

/// y = -(x + 3) for two rows of 2x2, as such a program built, saved, loaded and ran it; the text is what failed.
std::string built(Logger& logger) {
    tenon::setHostPlugin("IPlugin", "7", "");
    std::unique_ptr<IBuilder> const builder(createInferBuilder(logger));
    std::unique_ptr<INetworkDefinition> const network(builder->createNetworkV2(1));
    ITensor* x = network->addInput("x", DataType::kFLOAT, DimsNCHW(2, 1, 2, 2));
    Dims shape = x->getDimensions();
    shape = Dims{3, {2, 2, 2}, {DimensionType::kINDEX, DimensionType::kSPATIAL, DimensionType::kSPATIAL}};
    x->setDimensions(shape);
    Step step(3);
    Negate negate;
    IPluginLayer* const first = network->addPluginExt(&x, 1, step);
    ITensor* between = first->getOutput(0);
    IPluginLayer* const second = network->addPlugin(&between, 1, negate);
    first->setName("step");
    second->setName("negate");
    second->getOutput(0)->setName("y");
    network->markOutput(*second->getOutput(0));
    std::unique_ptr<IBuilderConfig> const config(builder->createBuilderConfig());
    std::unique_ptr<IHostMemory> const file(builder->buildSerializedNetwork(*network, *config));
    return file ? std::string(static_cast<char const*>(file->data()), file->size()) : "";
}

} // namespace

/// Null, or what failed. Each loaded engine asks a factory; one that is not given is an error that names the plugin.
extern "C" char const* useTensorrt7(float const* x, float* y) {
    static Logger logger;
    std::string const file = built(logger);
    if (file.empty())
        return logger.mText.c_str();
    std::unique_ptr<IRuntime> const runtime(createInferRuntime(logger));
    if (std::unique_ptr<ICudaEngine>(runtime->deserializeCudaEngine(file.data(), file.size(), nullptr)) ||
        logger.mText.find("'IPlugin' version '7'") == std::string::npos)
        return "an engine without a factory";
    logger.mText.clear();
    Factory factory;
    {
        std::unique_ptr<ICudaEngine> const engine(runtime->deserializeCudaEngine(file.data(), file.size(), &factory));
        if (!engine)
            return logger.mText.c_str();
        for (int round = 0; round < 2; ++round) {
            std::unique_ptr<IExecutionContext> const context(engine->createExecutionContext());
            std::unique_ptr<IExecutionContext> const another(engine->createExecutionContext());
            if (!context->setTensorAddress("x", const_cast<float*>(x)) || !context->setTensorAddress("y", y) ||
                !context->enqueueV3(nullptr))
                return logger.mText.c_str();
        }
    }
    for (Step const& step : factory.mStep)
        if (step.mAlive != 0)
            return "initialize() and terminate() are not balanced";
    return factory.mAsked == "stepnegate" ? nullptr : factory.mAsked.c_str();
}
