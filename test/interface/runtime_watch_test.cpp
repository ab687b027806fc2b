// SPDX-License-Identifier: Apache-2.0
// What watches an engine: profiler, debug listener, inspector.
#include "engines.h"

#include <gtest/gtest.h>

#include <map>

using namespace nvinfer1;
using test::own;

namespace {

class Profiler final : public IProfiler {
public:
    void reportLayerTime(char const* name, float ms) override { layers.emplace_back(name, ms); }
    std::vector<std::pair<std::string, float>> layers;
};

TEST(Watch, ProfilerGetsEveryLayer) {
    test::Session s(test::debugEngine());
    IExecutionContext& c = *s.context;
    Profiler profiler;
    float x[2] = {1, 2}, y[2];
    ASSERT_TRUE(c.setTensorAddress("x", x) && c.setTensorAddress("y", y));
    EXPECT_FALSE(c.reportToProfiler());
    EXPECT_TRUE(s.logger.says("setProfiler()")) << s.logger.text();
    c.setProfiler(&profiler);
    EXPECT_EQ(c.getProfiler(), &profiler);
    EXPECT_TRUE(c.getEnqueueEmitsProfile());
    ASSERT_TRUE(c.enqueueV3(nullptr));
    EXPECT_EQ(profiler.layers.size(), static_cast<size_t>(s.engine->getNbLayers()));
    for (auto const& [name, ms] : profiler.layers) {
        EXPECT_FALSE(name.empty());
        EXPECT_GE(ms, 0);
    }
    c.setEnqueueEmitsProfile(false);
    EXPECT_FALSE(c.getEnqueueEmitsProfile());
    profiler.layers.clear();
    ASSERT_TRUE(c.enqueueV3(nullptr));
    EXPECT_TRUE(profiler.layers.empty());
    EXPECT_TRUE(c.reportToProfiler());
    EXPECT_EQ(profiler.layers.size(), static_cast<size_t>(s.engine->getNbLayers()));
    EXPECT_FALSE(c.reportToProfiler()); // once is enough
    c.setProfiler(nullptr);
    ASSERT_TRUE(c.enqueueV3(nullptr));
    EXPECT_EQ(profiler.layers.size(), static_cast<size_t>(s.engine->getNbLayers()));
}

class Listener final : public IDebugListener {
public:
    bool processDebugTensor(void const* data, TensorLocation location, DataType type, Dims const& shape,
                            char const* name, cudaStream_t) override {
        EXPECT_EQ(location, TensorLocation::kHOST);
        EXPECT_EQ(type, DataType::kFLOAT);
        EXPECT_EQ(shape, (Dims{1, {2}}));
        auto const* values = static_cast<float const*>(data);
        seen[name] = {values[0], values[1]};
        return answer;
    }
    std::map<std::string, std::vector<float>> seen;
    bool answer = true;
};

TEST(Watch, DebugTensors) {
    test::Session s(test::debugEngine());
    IExecutionContext& c = *s.context;
    Listener listener;
    float x[2] = {1, -5}, y[2];
    ASSERT_TRUE(c.setTensorAddress("x", x) && c.setTensorAddress("y", y));
    EXPECT_TRUE(s.engine->isDebugTensor("sum"));
    EXPECT_FALSE(s.engine->isDebugTensor("y"));
    EXPECT_TRUE(c.setDebugListener(&listener));
    EXPECT_EQ(c.getDebugListener(), &listener);
    ASSERT_TRUE(c.enqueueV3(nullptr));
    EXPECT_TRUE(listener.seen.empty()); // off by default
    EXPECT_TRUE(c.setTensorDebugState("sum", true));
    EXPECT_TRUE(c.getDebugState("sum"));
    ASSERT_TRUE(c.enqueueV3(nullptr));
    EXPECT_EQ(listener.seen, (std::map<std::string, std::vector<float>>{{"sum", {2, -4}}}));
    EXPECT_EQ(y[0], 4);
    listener.answer = false;
    EXPECT_FALSE(c.enqueueV3(nullptr));
    EXPECT_TRUE(s.logger.says("TN-187")) << s.logger.text();
    EXPECT_TRUE(s.logger.says("'sum'"));
    listener.answer = true;
    listener.seen.clear();
    EXPECT_TRUE(c.setAllTensorsDebugState(false));
    ASSERT_TRUE(c.enqueueV3(nullptr));
    EXPECT_TRUE(listener.seen.empty());
    EXPECT_FALSE(c.getUnfusedTensorsDebugState());
    EXPECT_TRUE(c.setUnfusedTensorsDebugState(true));
    EXPECT_TRUE(c.getUnfusedTensorsDebugState());
    ASSERT_TRUE(c.enqueueV3(nullptr));
    EXPECT_EQ(listener.seen["y"], (std::vector<float>{4, 0}));
    s.logger.clear();
    EXPECT_FALSE(c.setTensorDebugState("y", true));
    EXPECT_TRUE(s.logger.says("TN-183")) << s.logger.text();
    EXPECT_TRUE(s.logger.says("wanted: sum")) << s.logger.text();
    test::Session plain(test::twoProfiles());
    EXPECT_FALSE(plain.context->setUnfusedTensorsDebugState(true));
    EXPECT_TRUE(plain.logger.says("markUnfusedTensorsAsDebugTensors"));
}

TEST(Watch, InspectorTellsLayersWithTheShapesOfAContext) {
    test::Session s(test::twoProfiles()); // kDETAILED
    auto const inspector = own(s.engine->createEngineInspector());
    std::string const open = inspector->getEngineInformation(LayerInformationFormat::kJSON);
    for (char const* part : {"{\"Layers\": [{\"Name\": ", "\"LayerType\": ", "\"Inputs\": [{\"Name\": ",
                             "{\"Name\": \"x\"", "\"Dimensions\": [-1, 4]", "\"Format/Datatype\": \"row f32\"",
                             "\"TacticName\": ", "\"Metadata\": ", "\"Bindings\": [\"x\", \"y\"]}"})
        EXPECT_NE(open.find(part), std::string::npos) << part << "\n" << open;
    ASSERT_TRUE(s.context->setInputShape("x", Dims{2, {3, 4}}));
    ASSERT_EQ(s.context->inferShapes(0, nullptr), 0);
    ASSERT_TRUE(inspector->setExecutionContext(s.context.get()));
    EXPECT_EQ(inspector->getExecutionContext(), s.context.get());
    std::string const layer = inspector->getLayerInformation(0, LayerInformationFormat::kJSON);
    EXPECT_NE(layer.find("\"Dimensions\": [3, 4]"), std::string::npos) << layer;
    std::string const line = inspector->getLayerInformation(0, LayerInformationFormat::kONELINE);
    EXPECT_NE(line.find("[3x4]"), std::string::npos) << line;
    EXPECT_NE(line.find("TacticName: "), std::string::npos) << line;
    std::string const all = inspector->getEngineInformation(LayerInformationFormat::kONELINE);
    EXPECT_NE(all.find("Bindings:\nx\ny\n"), std::string::npos) << all;
    EXPECT_EQ(inspector->getLayerInformation(s.engine->getNbLayers(), LayerInformationFormat::kJSON), nullptr);
    EXPECT_TRUE(s.logger.says("layerIndex is out of range")) << s.logger.text();
    test::Session other(test::twoProfiles());
    EXPECT_FALSE(inspector->setExecutionContext(other.context.get()));
    EXPECT_TRUE(s.logger.says("TN-156")) << s.logger.text();
    s.context.reset(); // a context that is gone is as none
    EXPECT_EQ(inspector->getExecutionContext(), nullptr);
    EXPECT_NE(inspector->getLayerInformation(0, LayerInformationFormat::kJSON), nullptr);
    EXPECT_TRUE(inspector->setExecutionContext(nullptr));
}

TEST(Watch, InspectorTellsNamesByDefault) {
    test::Session s(test::debugEngine());
    auto const inspector = own(s.engine->createEngineInspector());
    std::string const all = inspector->getEngineInformation(LayerInformationFormat::kJSON);
    EXPECT_EQ(all.find("LayerType"), std::string::npos) << all;
    EXPECT_EQ(all.rfind("{\"Layers\": [\"", 0), 0u) << all;
    std::string const name = inspector->getLayerInformation(0, LayerInformationFormat::kONELINE);
    EXPECT_EQ(name.find("TacticName"), std::string::npos) << name;
}

} // namespace
