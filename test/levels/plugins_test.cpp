// SPDX-License-Identifier: Apache-2.0
// A program of level 10 whose network uses a plugin of level 8 and one of level 11, each from a library of its own:
// built, saved, loaded and run.
#include <NvInfer.h>

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

using namespace nvinfer1;

namespace {

class Logger final : public ILogger {
public:
    void log(Severity severity, char const* line) noexcept override {
        if (severity <= Severity::kWARNING)
            text += std::string(line) + "\n";
    }
    std::string text;
};

template <class T>
std::unique_ptr<T> own(T* object) {
    return std::unique_ptr<T>(object);
}

struct Destroy {
    void operator()(IPluginV2* plugin) const { plugin->destroy(); }
};

/// y = 3 x / 2 + 1 for x of 1 to 8 rows of 1x1x2.
std::string build(Logger& logger) {
    auto const builder = own(createInferBuilder(logger));
    auto* const times = getPluginRegistry()->getPluginCreator("Times", "8", "");
    auto* const plus = static_cast<IPluginCreatorV3One*>(getPluginRegistry()->getCreator("PlusOne", "11", ""));
    auto* const halve = getPluginRegistry()->getPluginCreator("Halve", "7", "");
    if (times == nullptr || plus == nullptr || halve == nullptr)
        return "";
    float const factor = 3;
    PluginField const field{"factor", &factor, PluginFieldType::kFLOAT32, 1};
    PluginFieldCollection const fields{1, &field}, none{};
    std::unique_ptr<IPluginV2, Destroy> const first(times->createPlugin("times", &fields));
    std::unique_ptr<IPluginV2, Destroy> const half(halve->createPlugin("halve", &none));
    auto const second = own(plus->createPlugin("plus", &none, TensorRTPhase::kBUILD));
    auto const network = own(builder->createNetworkV2(0));
    ITensor* x = network->addInput("x", DataType::kFLOAT, Dims4{-1, 1, 1, 2});
    ITensor* whole = network->addPluginV2(&x, 1, *first)->getOutput(0);
    ITensor* middle = network->addPluginV2(&whole, 1, *half)->getOutput(0);
    ITensor* const y = network->addPluginV3(&middle, 1, nullptr, 0, *second)->getOutput(0);
    y->setName("y");
    network->markOutput(*y);
    auto const config = own(builder->createBuilderConfig());
    IOptimizationProfile* const profile = builder->createOptimizationProfile();
    profile->setDimensions("x", OptProfileSelector::kMIN, Dims4{1, 1, 1, 2});
    profile->setDimensions("x", OptProfileSelector::kOPT, Dims4{2, 1, 1, 2});
    profile->setDimensions("x", OptProfileSelector::kMAX, Dims4{8, 1, 1, 2});
    config->addOptimizationProfile(profile);
    auto const file = own(builder->buildSerializedNetwork(*network, *config));
    return file ? std::string(static_cast<char const*>(file->data()), file->size()) : "";
}

TEST(Levels, PluginsOfTwoOthersInOneNetwork) {
    for (char const* path : {TENON_TEST_PLUGINS7, TENON_TEST_PLUGINS8, TENON_TEST_PLUGINS11})
        ASSERT_NE(getPluginRegistry()->loadLibrary(path), nullptr) << path;
    Logger logger;
    std::string const file = build(logger);
    ASSERT_NE(file, "") << logger.text;
    auto const runtime = own(createInferRuntime(logger));
    auto const engine = own(runtime->deserializeCudaEngine(file.data(), file.size()));
    ASSERT_TRUE(engine) << logger.text;
    auto const context = own(engine->createExecutionContext());
    for (int64_t rows : {1, 8, 2}) {
        std::vector<float> x(static_cast<size_t>(rows) * 2 + 16), y(x.size()), wanted;
        for (size_t i = 0; i < static_cast<size_t>(rows) * 2; ++i) {
            x[i] = static_cast<float>(i);
            wanted.push_back(3 * x[i] / 2 + 1);
        }
        ASSERT_TRUE(context->setInputShape("x", Dims4{rows, 1, 1, 2}) && context->setTensorAddress("x", x.data()) &&
                    context->setTensorAddress("y", y.data()) && context->enqueueV3(nullptr))
            << logger.text;
        y.resize(wanted.size());
        EXPECT_EQ(y, wanted) << rows;
    }
    EXPECT_EQ(logger.text, "");
}

TEST(Levels, PluginsWithoutNamesComeBackThroughAFactory) {
    void* const library = dlopen(TENON_TEST_PLUGINS7, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    auto* const use = reinterpret_cast<char const* (*)(float const*, float*)>(dlsym(library, "useTensorrt7"));
    ASSERT_NE(use, nullptr);
    float const x[8 + 16] = {0, 1, 2, 3, 4, 5, 6, 7};
    float y[8 + 16] = {};
    char const* const failed = use(x, y);
    EXPECT_EQ(failed, nullptr) << failed;
    for (size_t i = 0; i < 8; ++i)
        EXPECT_EQ(y[i], -(x[i] + 3)) << i;
    dlclose(library);
}

} // namespace
