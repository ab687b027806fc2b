// SPDX-License-Identifier: Apache-2.0
// What is called when, on which copy, and with what: a plugin that keeps a log and stops the test when an order is
// broken.
#include "session.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace test {
namespace {

struct ProbeLog {
    std::vector<int64_t> min, opt, max;         ///< first dim that configurePlugin() saw at the build
    std::vector<int64_t> atRun;                 ///< first dim that enqueue() saw
    std::vector<DataType> configured, enqueued; ///< types of input 0
    std::atomic<int> broken{0};                 ///< rules of the order
    std::atomic<int> initialized{0}, terminated{0};
    void* workspace = nullptr;
};
ProbeLog probeLog;

struct ProbeForm {
    int32_t initStatus = 0, runStatus = 0;
    size_t workspace = 1024, state = 0;
};
ProbeForm probeForm;

/// y = x; `state` bytes of state.
class Probe final : public IPluginV2DynamicExt {
public:
    ~Probe() override { probeLog.broken += mInitialized ? 1 : 0; }
    char const* getPluginType() const noexcept override { return "Probe"; }
    char const* getPluginVersion() const noexcept override { return "1"; }
    char const* getPluginNamespace() const noexcept override { return ""; }
    void setPluginNamespace(char const*) noexcept override {}
    int32_t getNbOutputs() const noexcept override { return 1; }
    int32_t initialize() noexcept override {
        probeLog.broken += mInitialized ? 1 : 0;
        if (probeForm.initStatus != 0)
            return probeForm.initStatus;
        mInitialized = true;
        ++probeLog.initialized;
        return 0;
    }
    void terminate() noexcept override {
        probeLog.broken += mInitialized ? 0 : 1;
        mInitialized = false;
        ++probeLog.terminated;
    }
    void destroy() noexcept override { delete this; }
    IPluginV2DynamicExt* clone() const noexcept override { return new Probe; }
    size_t getSerializationSize() const noexcept override { return probeForm.state; }
    void serialize(void* to) const noexcept override {
        for (size_t i = 0; i < probeForm.state; ++i)
            static_cast<unsigned char*>(to)[i] = static_cast<unsigned char>(i * 7);
    }
    DataType getOutputDataType(int32_t, DataType const* in, int32_t) const noexcept override { return in[0]; }
    DimsExprs getOutputDimensions(int32_t, DimsExprs const* in, int32_t, IExprBuilder&) noexcept override {
        return in[0];
    }
    bool supportsFormatCombination(int32_t position, PluginTensorDesc const* all, int32_t, int32_t) noexcept override {
        return all[position].format == TensorFormat::kLINEAR && all[position].type == all[0].type;
    }
    void configurePlugin(DynamicPluginTensorDesc const* in, int32_t, DynamicPluginTensorDesc const*,
                         int32_t) noexcept override {
        mType = in[0].desc.type;
        probeLog.configured.push_back(mType);
        if (!mInitialized) {
            probeLog.min.push_back(in[0].min.d[0]);
            probeLog.opt.push_back(in[0].opt.d[0]);
            probeLog.max.push_back(in[0].max.d[0]);
        }
    }
    size_t getWorkspaceSize(PluginTensorDesc const* in, int32_t, PluginTensorDesc const*,
                            int32_t) const noexcept override {
        return probeForm.workspace * static_cast<size_t>(in[0].dims.d[0]);
    }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const*, void const* const* inputs,
                    void* const* outputs, void* workspace, cudaStream_t) noexcept override {
        probeLog.broken += mInitialized && mType == in[0].type ? 0 : 1;
        probeLog.atRun.push_back(in[0].dims.d[0]);
        probeLog.enqueued.push_back(in[0].type);
        probeLog.workspace = workspace;
        if (workspace != nullptr) // what was asked for at the greatest shape
            std::memset(workspace, 7, probeForm.workspace * 8);
        size_t const bytes = in[0].type == DataType::kHALF ? 2 : 4;
        std::memcpy(outputs[0], inputs[0], bytes * static_cast<size_t>(volume(in[0].dims)));
        return probeForm.runStatus;
    }

private:
    bool mInitialized = false;
    DataType mType = DataType::kINT8;
};

struct ProbeCreator final : CreatorV2<Probe> {
    ProbeCreator() : CreatorV2("Probe", "") { tenon::setHostPlugin("Probe", "1"); }
    IPluginV2* createPlugin(char const*, PluginFieldCollection const*) noexcept override { return new Probe; }
    IPluginV2* deserializePlugin(char const*, void const* data, size_t size) noexcept override {
        for (size_t i = 0; i < size; ++i)
            if (static_cast<unsigned char const*>(data)[i] != static_cast<unsigned char>(i * 7))
                return nullptr;
        return size == probeForm.state ? new Probe : nullptr;
    }
};

struct Life : ::testing::Test {
    void SetUp() override {
        probeForm = {};
        probeLog.min = probeLog.opt = probeLog.max = probeLog.atRun = {};
        probeLog.configured = probeLog.enqueued = {};
        probeLog.broken = probeLog.initialized = probeLog.terminated = 0;
    }
    void TearDown() override {
        EXPECT_EQ(probeLog.broken, 0) << "a copy ran before initialize(), or was not terminated, or twice";
        EXPECT_EQ(probeLog.initialized, probeLog.terminated);
    }
    std::string build(int level = 0, DataType type = DataType::kFLOAT) {
        Shop shop({-1, 2}, type);
        shop.config->setBuilderOptimizationLevel(level);
        shop.output(shop.add(plugin, *shop.x));
        std::string const file = shop.build();
        text = shop.logger.text();
        return file;
    }
    Registered<ProbeCreator> const creator;
    Probe plugin;
    std::string text; ///< of the last build
};

TEST_F(Life, LoadedAndDestroyedWithoutARun) {
    std::string const file = build();
    ASSERT_NE(file, "") << text;
    {
        Logger logger;
        auto const runtime = own(createInferRuntime(logger));
        auto const engine = own(runtime->deserializeCudaEngine(file.data(), file.size()));
        ASSERT_TRUE(engine) << logger.text();
    }
    EXPECT_EQ(probeLog.initialized, 0) << "what does not run is not initialised";
    Loaded loaded(file);
    auto const second = own(loaded.engine->createExecutionContext());
    EXPECT_TRUE(second);
}

TEST_F(Life, EndsInAnyOrder) {
    std::string const file = build();
    Logger logger;
    auto runtime = own(createInferRuntime(logger));
    auto engine = own(runtime->deserializeCudaEngine(file.data(), file.size()));
    ASSERT_TRUE(engine) << logger.text();
    std::vector<std::unique_ptr<IExecutionContext>> contexts;
    float x[4 + 16] = {1, 2, 3, 4}, y[4 + 16] = {};
    for (int i = 0; i < 3; ++i) {
        contexts.push_back(own(engine->createExecutionContext()));
        ASSERT_TRUE(contexts.back()->setInputShape("x", shape({2, 2})) && contexts.back()->setTensorAddress("x", x) &&
                    contexts.back()->setTensorAddress("y", y) && contexts.back()->enqueueV3(nullptr))
            << logger.text();
    }
    EXPECT_EQ(probeLog.initialized, 3) << "one copy a context";
    contexts.erase(contexts.begin() + 1);
    engine.reset();
    runtime.reset();
    EXPECT_TRUE(contexts[0]->enqueueV3(nullptr)) << "a context keeps what it needs";
    contexts.clear();
}

TEST_F(Life, TheBuildSeesTheProfileAndTheRunTheShape) {
    std::string const file = build();
    for (auto const* seen : {&probeLog.min, &probeLog.opt, &probeLog.max})
        ASSERT_FALSE(seen->empty());
    EXPECT_EQ(probeLog.min, std::vector<int64_t>(probeLog.min.size(), 1));
    EXPECT_EQ(probeLog.opt, std::vector<int64_t>(probeLog.opt.size(), 2));
    EXPECT_EQ(probeLog.max, std::vector<int64_t>(probeLog.max.size(), 8));
    Loaded loaded(file);
    ASSERT_TRUE(loaded.engine) << loaded.logger.text();
    EXPECT_EQ(loaded.floats({3, 2}, {1, 2, 3, 4, 5, 6}), (Floats{1, 2, 3, 4, 5, 6})) << loaded.logger.text();
    EXPECT_EQ(loaded.floats({1, 2}, {1, 2}), (Floats{1, 2}));
    EXPECT_EQ(probeLog.atRun, (std::vector<int64_t>{3, 1}));
}

TEST_F(Life, TheWorkspaceIsThatOfTheGreatestShape) {
    Loaded loaded(build());
    ASSERT_TRUE(loaded.engine) << text;
    ASSERT_TRUE(loaded.run<float>({2, 2}, {1, 2, 3, 4})) << loaded.logger.text();
    ASSERT_NE(probeLog.workspace, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(probeLog.workspace) % 256, 0U);
    EXPECT_GE(loaded.engine->getDeviceMemorySizeV2(), 8 * 1024) << "all that the plugin wrote to";
    tenon::setDebugPlugins(true); // finds what is written past its end
    {
        Loaded guarded(build());
        EXPECT_TRUE(guarded.run<float>({2, 2}, {1, 2, 3, 4})) << text << guarded.logger.text();
    }
    tenon::setDebugPlugins(false);
    probeForm.workspace = 0;
    probeForm.runStatus = 9;
    Loaded none(build());
    EXPECT_FALSE(none.run<float>({2, 2}, {1, 2, 3, 4}));
    EXPECT_EQ(probeLog.workspace, nullptr);
    for (char const* part : {"by hand", "'Probe' version '1'", "status 9", "a workspace size of 0 was reported"})
        EXPECT_TRUE(none.logger.says(part)) << part << "\n" << none.logger.text();
}

TEST_F(Life, AFailureHasLayerPluginMethodAndStatus) {
    std::string const file = build();
    auto expectAll = [](std::string const& said, char const* method, char const* status) {
        for (char const* part : {"TN-244", "by hand", "'Probe' version '1' in namespace ''", method, status})
            EXPECT_NE(said.find(part), std::string::npos) << part << "\n" << said;
    };
    probeForm.initStatus = 7;
    EXPECT_EQ(build(1), "") << "while it is timed";
    expectAll(text, "initialize()", "status 7");
    {
        Loaded loaded(file);
        ASSERT_TRUE(loaded.engine) << loaded.logger.text();
        EXPECT_FALSE(loaded.context != nullptr && loaded.run<float>({2, 2}, {1, 2, 3, 4}));
        expectAll(loaded.logger.text(), "initialize()", "status 7");
    }
    probeForm = {.runStatus = 9};
    EXPECT_EQ(build(1), "");
    expectAll(text, "enqueue()", "status 9");
    Loaded loaded(file);
    EXPECT_FALSE(loaded.run<float>({2, 2}, {1, 2, 3, 4}));
    expectAll(loaded.logger.text(), "enqueue()", "status 9");
}

TEST_F(Life, TheTypeOfTheRunIsThatOfTheConfiguration) {
    Loaded loaded(build(0, DataType::kHALF));
    ASSERT_TRUE(loaded.engine) << text;
    std::vector<uint16_t> const x{0x3C00, 0x4100, 0x7BFF, 0x0001}; // 1, 2.5, 65504, the least
    ASSERT_TRUE(loaded.run({2, 2}, x)) << loaded.logger.text();
    EXPECT_EQ(loaded.outputs["y"].as<uint16_t>(), x);
    EXPECT_EQ(probeLog.enqueued, (std::vector<DataType>{DataType::kHALF}));
    for (DataType const type : probeLog.configured)
        EXPECT_EQ(type, DataType::kHALF);
}

TEST_F(Life, StateOfNoBytesAndOfMany) {
    for (size_t const bytes : {size_t{0}, size_t{70'000}}) {
        probeForm.state = bytes;
        Loaded loaded(build());
        ASSERT_TRUE(loaded.engine) << text << loaded.logger.text();
        EXPECT_EQ(loaded.floats({1, 2}, {1, 2}), (Floats{1, 2})) << loaded.logger.text();
    }
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverloaded-virtual" // that is the mistake
/// One whose getWorkspaceSize() lacks a const: it hides the base's, which is pure, so no object of it can be made.
class Hiding : public IPluginV2DynamicExt {
public:
    size_t getWorkspaceSize(PluginTensorDesc const*, int32_t, PluginTensorDesc const*, int32_t) noexcept { return 1; }
    char const* getPluginType() const noexcept override { return ""; }
    char const* getPluginVersion() const noexcept override { return ""; }
    char const* getPluginNamespace() const noexcept override { return ""; }
    void setPluginNamespace(char const*) noexcept override {}
    int32_t getNbOutputs() const noexcept override { return 1; }
    int32_t initialize() noexcept override { return 0; }
    void terminate() noexcept override {}
    void destroy() noexcept override {}
    IPluginV2DynamicExt* clone() const noexcept override { return nullptr; }
    size_t getSerializationSize() const noexcept override { return 0; }
    void serialize(void*) const noexcept override {}
    DataType getOutputDataType(int32_t, DataType const* in, int32_t) const noexcept override { return in[0]; }
    DimsExprs getOutputDimensions(int32_t, DimsExprs const* in, int32_t, IExprBuilder&) noexcept override {
        return in[0];
    }
    bool supportsFormatCombination(int32_t, PluginTensorDesc const*, int32_t, int32_t) noexcept override {
        return true;
    }
    void configurePlugin(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*,
                         int32_t) noexcept override {}
    int32_t enqueue(PluginTensorDesc const*, PluginTensorDesc const*, void const* const*, void* const*, void*,
                    cudaStream_t) noexcept override {
        return 0;
    }
};
#pragma GCC diagnostic pop
static_assert(std::is_abstract_v<Hiding>, "a workspace that nobody is asked for");
static_assert(!std::is_abstract_v<Probe>);

TEST(AtExit, AnEngineInAStaticVariableEndsOnce) {
    ::testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_EXIT(
        {
            static Registered<ProbeCreator> const creator;
            static auto* const plugin = new Probe;
            static std::unique_ptr<Loaded> loaded; // ends before the creator
            Shop shop({-1, 2});
            shop.output(shop.add(*plugin, *shop.x));
            loaded = std::make_unique<Loaded>(shop.build());
            std::exit(loaded->run<float>({1, 2}, {1, 2}) ? 0 : 3);
        },
        ::testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace test
