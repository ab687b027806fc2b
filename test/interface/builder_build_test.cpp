// SPDX-License-Identifier: Apache-2.0
// Building: the same engine as `tenon build`, profiles, what is missing and how that is said, writers, precision.
#include "models.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

using namespace nvinfer1;
using test::own;
using test::Workshop;

namespace {

namespace fs = std::filesystem;

std::string readAll(fs::path const& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

struct Folder {
    fs::path path;
    Folder() {
        std::string name = (fs::temp_directory_path() / "tenon_interface_XXXXXX").string();
        path = ::mkdtemp(name.data());
    }
    ~Folder() { fs::remove_all(path); }
    fs::path write(std::string const& name, std::string const& bytes) const {
        std::ofstream(path / name, std::ios::binary) << bytes;
        return path / name;
    }
};

/// The engine that the command builds, and the times that it took.
struct Command {
    std::string engine, times;
    Command(std::string const& model, std::string const& flags) {
        Folder const folder;
        fs::path const file = folder.write("m.onnx", model);
        std::string const line = std::string(TENON_TOOL) + " build " + file.string() + " -o " +
                                 (folder.path / "m.engine").string() + " --timing-cache " +
                                 (folder.path / "t.json").string() + " " + flags + " >/dev/null";
        EXPECT_EQ(std::system(line.c_str()), 0) << line;
        engine = readAll(folder.path / "m.engine");
        times = readAll(folder.path / "t.json");
    }
};

void useTimes(Workshop& w, std::string const& times) {
    auto const cache = own(w.config->createTimingCache(times.data(), times.size()));
    ASSERT_TRUE(w.config->setTimingCache(*cache, false)) << w.logger.text();
} // the configuration shares what the cache holds

TEST(Build, EqualsTheCommandsEngineByteForByte) {
    Command const command(test::convModel(), "");
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel())) << w.logger.text();
    useTimes(w, command.times);
    w.config->setFlag(BuilderFlag::kERROR_ON_TIMING_CACHE_MISS);
    std::string const engine = w.build();
    EXPECT_FALSE(engine.empty()) << w.logger.text();
    EXPECT_TRUE(engine == command.engine);
}

TEST(Build, EqualsTheCommandsEngineWithTwoProfiles) {
    Command const command(test::convModel("n"),
                          "--min-shapes x:1x3x8x8 --opt-shapes x:2x3x8x8 --max-shapes x:4x3x8x8 "
                          "--min-shapes x:4x3x8x8 --opt-shapes x:8x3x8x8 --max-shapes x:16x3x8x8");
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel("n"))) << w.logger.text();
    EXPECT_EQ(w.addProfile("x", Dims4(1, 3, 8, 8), Dims4(2, 3, 8, 8), Dims4(4, 3, 8, 8)), 0);
    EXPECT_EQ(w.addProfile("x", Dims4(4, 3, 8, 8), Dims4(8, 3, 8, 8), Dims4(16, 3, 8, 8)), 1);
    useTimes(w, command.times);
    EXPECT_TRUE(w.build() == command.engine) << w.logger.text();
}

TEST(Build, WithoutProfileNamesTheLinesToAdd) {
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel("n")));
    EXPECT_FALSE(w.builder->isNetworkSupported(*w.network, *w.config));
    EXPECT_EQ(w.build(), "");
    EXPECT_TRUE(w.logger.says("no optimization profile for input 'x'"));
    EXPECT_TRUE(w.logger.says("[n, 3, 8, 8]"));
    EXPECT_TRUE(w.logger.says("addOptimizationProfile"));
}

TEST(Build, ProfileOfAnotherInputOrRankIsRefused) {
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel("n")));
    w.addProfile("x", Dims4(1, 3, 8, 8), Dims4(1, 3, 9, 8), Dims4(1, 3, 9, 8));
    EXPECT_EQ(w.build(), "");
    EXPECT_TRUE(w.logger.says("axis 2 of an input is fixed"));
    Workshop v;
    ASSERT_TRUE(v.parse(test::convModel()));
    v.addProfile("image", Dims2(1, 2), Dims2(1, 2), Dims2(1, 2));
    EXPECT_EQ(v.build(), "");
    EXPECT_TRUE(v.logger.says("there is no input 'image'"));
}

TEST(Build, AFailedParseIsNamed) {
    namespace t = tenon::test;
    t::Graph g;
    g.inputs = {t::value("x", {"2"})};
    g.outputs = {t::value("y", {"2"})};
    g.nodes = {t::node("Frobnicate", {"x"}, {"y"}, "odd")};
    Workshop w;
    EXPECT_FALSE(w.parse(t::model(g).bytes));
    w.logger.clear();
    EXPECT_EQ(w.build(), "");
    EXPECT_TRUE(w.logger.says("TN-146"));
    EXPECT_TRUE(w.logger.says("Frobnicate"));
    EXPECT_TRUE(w.logger.says("odd"));
}

TEST(Build, ANetworkWithoutOutputsIsRefused) {
    Workshop w;
    w.network->addInput("x", DataType::kFLOAT, Dims2(1, 2));
    EXPECT_EQ(w.build(), "");
    EXPECT_TRUE(w.logger.says("TN-157"));
}

TEST(Build, GivesAnEngineThatRunsAfterItsBuilderIsGone) {
    std::unique_ptr<ICudaEngine> engine;
    test::Logger logger;
    {
        auto const builder = own(createInferBuilder(logger));
        auto const network = own(builder->createNetworkV2(0));
        auto const config = own(builder->createBuilderConfig());
        auto const parser = own(nvonnxparser::createParser(*network, logger));
        {
            std::string const model = test::addModel({"2", "3"}); // gone before the build
            ASSERT_TRUE(parser->parse(model.data(), model.size())) << logger.text();
        }
        engine = own(builder->buildEngineWithConfig(*network, *config));
    }
    ASSERT_NE(engine, nullptr) << logger.text();
    auto const context = own(engine->createExecutionContext());
    std::vector<float> x = {1, 2, 3, 4, 5, 6}, y(6);
    void* bindings[] = {x.data(), y.data()};
    ASSERT_TRUE(context->executeV2(bindings)) << logger.text();
    EXPECT_EQ(y, (std::vector<float>{2, 4, 6, 8, 10, 12}));
}

TEST(Build, LayersByHandAreRefittedByLayerAndRole) {
    std::vector<float> const kernel(12, 1), bias = {0, 1}, other = {10, 20}, power;
    Workshop w;
    ITensor* const x = w.network->addInput("x", DataType::kFLOAT, Dims4(1, 6, 1, 1));
    auto weights = [](std::vector<float> const& v) {
        return Weights{DataType::kFLOAT, v.data(), static_cast<int64_t>(v.size())};
    };
    ILayer* const conv = w.network->addConvolutionNd(*x, 2, DimsHW(1, 1), weights(kernel), weights(bias));
    conv->setName("c");
    conv->getOutput(0)->setName("y");
    w.network->markOutput(*conv->getOutput(0));
    w.config->setFlag(BuilderFlag::kREFIT);
    auto const engine = own(w.builder->buildEngineWithConfig(*w.network, *w.config));
    ASSERT_NE(engine, nullptr) << w.logger.text();
    auto const refitter = own(createInferRefitter(*engine, w.logger));
    ASSERT_TRUE(refitter->setWeights("c", WeightsRole::kBIAS, weights(other))) << w.logger.text();
    ASSERT_TRUE(refitter->refitCudaEngine()) << w.logger.text();
    std::vector<float> in(6, 1), out(2);
    void* bindings[] = {in.data(), out.data()};
    ASSERT_TRUE(own(engine->createExecutionContext())->executeV2(bindings));
    EXPECT_EQ(out, (std::vector<float>{16, 26}));
}

TEST(Build, MarksOfTheNetworkReachTheEngine) {
    Workshop w;
    ITensor* const x = w.network->addInput("x", DataType::kFLOAT, Dims2(-1, 3));
    ILayer* const shape = w.network->addShape(*x);
    shape->getOutput(0)->setName("s");
    EXPECT_TRUE(w.network->markOutputForShapes(*shape->getOutput(0)));
    ILayer* const relu = w.network->addActivation(*x, ActivationType::kRELU);
    relu->getOutput(0)->setName("y");
    w.network->markOutput(*relu->getOutput(0));
    w.addProfile("x", Dims2(1, 3), Dims2(2, 3), Dims2(4, 3));
    auto const engine = own(w.builder->buildEngineWithConfig(*w.network, *w.config));
    ASSERT_NE(engine, nullptr) << w.logger.text();
    EXPECT_TRUE(engine->isShapeInferenceIO("s"));
    EXPECT_FALSE(engine->isShapeInferenceIO("y"));
    auto const context = own(engine->createExecutionContext());
    std::vector<float> in(6, -1), out(6, 1);
    int64_t dims[2] = {};
    EXPECT_TRUE(context->setInputShape("x", Dims2(2, 3)));
    context->setTensorAddress("x", in.data());
    context->setTensorAddress("y", out.data());
    context->setTensorAddress("s", dims);
    ASSERT_TRUE(context->enqueueV3(nullptr)) << w.logger.text();
    EXPECT_EQ(dims[0], 2);
    EXPECT_EQ(dims[1], 3);
    EXPECT_EQ(out, std::vector<float>(6, 0));
}

TEST(Build, AStrippedPlanRunsAfterARefit) {
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel()));
    auto const cache = own(w.config->createTimingCache(nullptr, 0));
    w.config->setTimingCache(*cache, false);
    w.config->setFlag(BuilderFlag::kREFIT);
    std::string const whole = w.build();
    w.config->setFlag(BuilderFlag::kSTRIP_PLAN);
    std::string const bytes = w.build();
    EXPECT_FALSE(bytes.empty());
    EXPECT_LT(bytes.size(), whole.size());
    auto const runtime = own(createInferRuntime(w.logger));
    auto const engine = own(runtime->deserializeCudaEngine(bytes.data(), bytes.size()));
    ASSERT_NE(engine, nullptr) << w.logger.text();
    auto const refitter = own(createInferRefitter(*engine, w.logger));
    auto const parser = own(nvonnxparser::createParserRefitter(*refitter, w.logger));
    std::string const model = test::convModel();
    EXPECT_TRUE(parser->refitFromBytes(model.data(), model.size())) << w.logger.text();
    std::vector<float> in = test::waves(192), out(256);
    void* bindings[] = {in.data(), out.data()};
    EXPECT_TRUE(own(engine->createExecutionContext())->executeV2(bindings)) << w.logger.text();
}

// --- progress

class Writer final : public IStreamWriter {
public:
    int64_t write(void const* data, int64_t count) noexcept override {
        int64_t const taken = std::min(count, room - static_cast<int64_t>(bytes.size()));
        bytes.append(static_cast<char const*>(data), static_cast<size_t>(std::max<int64_t>(0, taken)));
        return taken;
    }
    std::string bytes;
    int64_t room = INT64_MAX;
};

TEST(Stream, GetsTheSameBytes) {
    Command const command(test::convModel(), "");
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel()));
    useTimes(w, command.times);
    Writer writer;
    EXPECT_TRUE(w.builder->buildSerializedNetworkToStream(*w.network, *w.config, writer));
    EXPECT_TRUE(writer.bytes == command.engine);
}

TEST(Stream, AFullTargetIsAnError) {
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel()));
    Writer writer;
    writer.room = 100;
    EXPECT_FALSE(w.builder->buildSerializedNetworkToStream(*w.network, *w.config, writer));
    EXPECT_TRUE(w.logger.says("TN-153"));
}

// --- timing caches

TEST(Times, ABuildFillsTheCacheAndTheNextNeedsNoMore) {
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel()));
    auto const cache = own(w.config->createTimingCache(nullptr, 0));
    ASSERT_TRUE(w.config->setTimingCache(*cache, false));
    w.config->setFlag(BuilderFlag::kERROR_ON_TIMING_CACHE_MISS);
    EXPECT_EQ(w.build(), "");
    EXPECT_TRUE(w.logger.says("TN-150"));
    w.config->clearFlag(BuilderFlag::kERROR_ON_TIMING_CACHE_MISS);
    std::string const first = w.build();
    EXPECT_NE(first, "");
    EXPECT_GT(cache->queryKeys(nullptr, 0), 0);
    w.config->setFlag(BuilderFlag::kERROR_ON_TIMING_CACHE_MISS);
    EXPECT_TRUE(w.build() == first) << w.logger.text();

    auto const bytes = own(cache->serialize());
    auto const copy = own(w.config->createTimingCache(bytes->data(), bytes->size()));
    EXPECT_EQ(copy->queryKeys(nullptr, 0), cache->queryKeys(nullptr, 0));
    EXPECT_TRUE(cache->reset());
    EXPECT_EQ(cache->queryKeys(nullptr, 0), 0);
    EXPECT_TRUE(cache->combine(*copy, false));
    EXPECT_TRUE(w.build() == first);
}

TEST(Times, TheFlagKeepsTheCacheOut) {
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel()));
    auto const cache = own(w.config->createTimingCache(nullptr, 0));
    ASSERT_TRUE(w.config->setTimingCache(*cache, false));
    w.config->setFlag(BuilderFlag::kDISABLE_TIMING_CACHE);
    EXPECT_NE(w.build(), "");
    EXPECT_EQ(cache->queryKeys(nullptr, 0), 0);
}

TEST(Times, AnEditedCacheForcesACandidate) {
    Workshop w;
    w.config->setFlag(BuilderFlag::kEDITABLE_TIMING_CACHE);
    ASSERT_TRUE(w.parse(test::convModel()));
    auto const cache = own(w.config->createTimingCache(nullptr, 0));
    ASSERT_TRUE(w.config->setTimingCache(*cache, false));
    ASSERT_NE(w.build(), "");
    std::vector<TimingCacheKey> keys(static_cast<size_t>(cache->queryKeys(nullptr, 0)));
    ASSERT_EQ(cache->queryKeys(keys.data(), static_cast<int64_t>(keys.size())), static_cast<int64_t>(keys.size()));
    TimingCacheValue const value = cache->query(keys[0]);
    EXPECT_NE(value.tacticHash, TimingCacheValue::kINVALID_TACTIC_HASH);
    EXPECT_GT(value.timingMSec, 0);
    EXPECT_FALSE(cache->update(keys[0], {12345, 1}));
    EXPECT_TRUE(w.logger.says("no candidate of the key has this hash"));

    // Each hash that the refusal names can be forced.
    std::string const text = w.logger.text();
    size_t const at = text.find("wanted: 0x");
    ASSERT_NE(at, std::string::npos);
    uint64_t const other = std::stoull(text.substr(at + 8), nullptr, 16);
    EXPECT_TRUE(cache->update(keys[0], {other, 0.25F}));
    EXPECT_EQ(cache->query(keys[0]).tacticHash, other);
    EXPECT_EQ(cache->query(keys[0]).timingMSec, 0.25F);
    EXPECT_NE(w.build(), "");
    EXPECT_TRUE(cache->update(keys[0], {other, std::nanf("")})); // removed
    EXPECT_EQ(cache->query(keys[0]).tacticHash, TimingCacheValue::kINVALID_TACTIC_HASH);
    EXPECT_FALSE(cache->update(keys[0], {other, 1}));
}

TEST(Times, ACacheThatIsNotEditableRefuses) {
    Workshop w;
    auto const cache = own(w.config->createTimingCache(nullptr, 0));
    EXPECT_FALSE(cache->update({}, {1, 1}));
    EXPECT_TRUE(w.logger.says("kEDITABLE_TIMING_CACHE"));
}

TEST(Times, LevelZeroMeasuresNothing) {
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel()));
    auto const cache = own(w.config->createTimingCache(nullptr, 0));
    ASSERT_TRUE(w.config->setTimingCache(*cache, false));
    w.config->setBuilderOptimizationLevel(0);
    w.config->setMemoryPoolLimit(MemoryPoolType::kWORKSPACE, 0);
    EXPECT_NE(w.build(), "") << w.logger.text();
    EXPECT_EQ(cache->queryKeys(nullptr, 0), 0);
}

// --- settings that cannot be met

TEST(Settings, SixteenBitsAreAllowedAndTheReportSaysWhatRuns) {
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel()));
    w.config->setFlag(BuilderFlag::kFP16);
    EXPECT_NE(w.build(), "");
    EXPECT_TRUE(w.logger.says("BuilderFlag::kFP16 allows 16-bit floats"));
}

TEST(Settings, PrecisionOfALayerIsAWishOrAnOrder) {
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel()));
    w.network->getLayer(0)->setPrecision(DataType::kHALF);
    EXPECT_NE(w.build(), "");
    EXPECT_FALSE(w.logger.says("setPrecision"));
    w.config->setFlag(BuilderFlag::kPREFER_PRECISION_CONSTRAINTS);
    EXPECT_NE(w.build(), "");
    EXPECT_TRUE(w.logger.says("layer 'conv1': setPrecision asks for"));
    w.config->setFlag(BuilderFlag::kOBEY_PRECISION_CONSTRAINTS);
    EXPECT_EQ(w.build(), "");
    EXPECT_TRUE(w.logger.says("the flags contradict each other"));
    w.config->clearFlag(BuilderFlag::kPREFER_PRECISION_CONSTRAINTS);
    EXPECT_EQ(w.build(), "");
    EXPECT_TRUE(w.logger.says("TN-154"));
}

TEST(Settings, WhatIsMissingFailsByName) {
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel()));
    w.config->setFlag(BuilderFlag::kVERSION_COMPATIBLE);
    EXPECT_EQ(w.build(), "");
    EXPECT_TRUE(w.logger.says("BuilderFlag::kVERSION_COMPATIBLE"));
    w.config->clearFlag(BuilderFlag::kVERSION_COMPATIBLE);
    w.config->setEngineCapability(EngineCapability::kSAFETY);
    EXPECT_EQ(w.build(), "");
    EXPECT_TRUE(w.logger.says("TN-149"));
}

} // namespace
