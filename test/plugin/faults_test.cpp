// SPDX-License-Identifier: Apache-2.0
// Plugins that fail: whatever a method throws or gives, the error names layer, plugin and method, and the process
// lives.
#include "session.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace test {
namespace {

enum class Trouble { kNone, kNumber, kText, kStd, kSelf };

/// What the plugins of this file do wrong from now on.
struct Plan {
    Trouble fault = Trouble::kNone;
    std::string at; ///< the method that throws, or gives itself
    int32_t outputs = 1;
    int32_t type = -1; ///< in place of the output's
    size_t workspace = 0, state = sizeof(ScaleState);
    int64_t least = 0; ///< when not 0, the output's first dim is this minus the input's
    bool nullFields = false;
};
Plan plan;

void trip(char const* method) {
    if (plan.at != method)
        return;
    if (plan.fault == Trouble::kNumber)
        throw 42;
    if (plan.fault == Trouble::kText)
        throw "a text of its own";
    if (plan.fault == Trouble::kStd)
        throw std::runtime_error("a text of its own");
}
bool givesItself(char const* method) {
    return plan.fault == Trouble::kSelf && plan.at == method;
}
DimsExprs shapeFor(DimsExprs const& in, IExprBuilder& e) {
    DimsExprs out = in;
    if (plan.least != 0)
        out.d[0] = e.operation(DimensionOperation::kSUB, *e.constant(static_cast<int32_t>(plan.least)), *in.d[0]);
    return out;
}

class Older final : public IPluginV2DynamicExt {
public:
    char const* getPluginType() const override { return "FaultyOlder"; }
    char const* getPluginVersion() const override { return "1"; }
    char const* getPluginNamespace() const override { return ""; }
    void setPluginNamespace(char const*) override { trip("setPluginNamespace"); }
    int32_t getNbOutputs() const override {
        trip("getNbOutputs");
        return plan.outputs;
    }
    int32_t initialize() override {
        trip("initialize");
        return 0;
    }
    void terminate() override { trip("terminate"); }
    void destroy() override { delete this; }
    IPluginV2DynamicExt* clone() const override {
        trip("clone");
        return givesItself("clone") ? const_cast<Older*>(this) : new Older;
    }
    size_t getSerializationSize() const override {
        trip("getSerializationSize");
        return plan.state;
    }
    void serialize(void* to) const override {
        trip("serialize");
        std::memset(to, 1, plan.state);
    }
    DataType getOutputDataType(int32_t, DataType const* in, int32_t) const override {
        trip("getOutputDataType");
        return plan.type < 0 ? in[0] : static_cast<DataType>(plan.type);
    }
    DimsExprs getOutputDimensions(int32_t, DimsExprs const* in, int32_t, IExprBuilder& e) override {
        trip("getOutputDimensions");
        return shapeFor(in[0], e);
    }
    bool supportsFormatCombination(int32_t position, PluginTensorDesc const* all, int32_t, int32_t) override {
        trip("supportsFormatCombination");
        return isPlainFloat(all[position].type, all[position].format);
    }
    void configurePlugin(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*, int32_t) override {
        trip("configurePlugin");
    }
    size_t getWorkspaceSize(PluginTensorDesc const*, int32_t, PluginTensorDesc const*, int32_t) const override {
        trip("getWorkspaceSize");
        return plan.workspace;
    }
    void attachToContext(cudnnContext*, cublasContext*, IGpuAllocator*) override { trip("attachToContext"); }
    void detachFromContext() override { trip("detachFromContext"); }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const*, void const* const* inputs,
                    void* const* outputs, void*, cudaStream_t) override {
        trip("enqueue");
        scale({}, inputs[0], outputs[0], plan.least == 0 ? volume(in[0].dims) : 0);
        return 0;
    }
};

class Newer : public IPluginV3, public IPluginV3OneCore, public IPluginV3OneBuild, public IPluginV3OneRuntime {
public:
    IPluginCapability* getCapabilityInterface(PluginCapabilityType type) override {
        if (type == PluginCapabilityType::kBUILD)
            return static_cast<IPluginV3OneBuild*>(this);
        if (type == PluginCapabilityType::kRUNTIME)
            return static_cast<IPluginV3OneRuntime*>(this);
        return static_cast<IPluginV3OneCore*>(this);
    }
    virtual Newer* made() const { return new Newer; }
    IPluginV3* clone() override {
        trip("clone");
        return givesItself("clone") ? this : made();
    }
    char const* getPluginName() const override { return "FaultyNewer"; }
    char const* getPluginVersion() const override { return "1"; }
    char const* getPluginNamespace() const override { return ""; }
    int32_t configurePlugin(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*, int32_t) override {
        trip("configurePlugin");
        return 0;
    }
    int32_t getOutputDataTypes(DataType* out, int32_t, DataType const* in, int32_t) const override {
        trip("getOutputDataTypes");
        out[0] = plan.type < 0 ? in[0] : static_cast<DataType>(plan.type);
        return 0;
    }
    int32_t getOutputShapes(DimsExprs const* in, int32_t, DimsExprs const*, int32_t, DimsExprs* out, int32_t,
                            IExprBuilder& e) override {
        trip("getOutputShapes");
        out[0] = shapeFor(in[0], e);
        return 0;
    }
    bool supportsFormatCombination(int32_t position, DynamicPluginTensorDesc const* all, int32_t, int32_t) override {
        trip("supportsFormatCombination");
        return isPlainFloat(all[position].desc.type, all[position].desc.format);
    }
    int32_t getNbOutputs() const override {
        trip("getNbOutputs");
        return plan.outputs;
    }
    size_t getWorkspaceSize(DynamicPluginTensorDesc const*, int32_t, DynamicPluginTensorDesc const*,
                            int32_t) const override {
        trip("getWorkspaceSize");
        return plan.workspace;
    }
    int32_t setTactic(int32_t) override {
        trip("setTactic");
        return 0;
    }
    int32_t onShapeChange(PluginTensorDesc const*, int32_t, PluginTensorDesc const*, int32_t) override {
        trip("onShapeChange");
        return 0;
    }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const*, void const* const* inputs,
                    void* const* outputs, void*, cudaStream_t) override {
        trip("enqueue");
        scale({}, inputs[0], outputs[0], plan.least == 0 ? volume(in[0].dims) : 0);
        return 0;
    }
    IPluginV3* attachToContext(IPluginResourceContext*) override {
        trip("attachToContext");
        return givesItself("attachToContext") ? this : made();
    }
    PluginFieldCollection const* getFieldsToSerialize() override {
        trip("getFieldsToSerialize");
        mFields = {plan.nullFields ? 1 : 0, nullptr};
        return &mFields;
    }

private:
    PluginFieldCollection mFields{};
};
/// One that may run on several threads at once.
class Parted final : public Newer {
public:
    Newer* made() const override { return new Parted; }
    char const* getPluginName() const override { return "FaultyParted"; }
};
/// One whose method says that it throws nothing.
class Noexcept final : public Newer {
public:
    Newer* made() const override { return new Noexcept; }
    char const* getPluginName() const override { return "FaultyNoexcept"; }
    int32_t enqueue(PluginTensorDesc const*, PluginTensorDesc const*, void const* const*, void* const*, void*,
                    cudaStream_t) noexcept override {
        trip("enqueue");
        return 0;
    }
};

struct OlderCreator final : CreatorV2<Older> {
    OlderCreator() : CreatorV2("FaultyOlder", "") {}
    IPluginV2* deserializePlugin(char const*, void const*, size_t) noexcept override { return new Older; }
};

struct Faults : ::testing::Test {
    Faults() {
        plan = {};
        for (char const* name : {"FaultyOlder", "FaultyNewer", "FaultyParted", "FaultyNoexcept"})
            tenon::setHostPlugin(name, "1");
    }
    ~Faults() override { plan = {}; }

    /// A network with x of rank 2 through the plugin.
    std::unique_ptr<Shop> shopWith(bool newer) {
        auto shop = std::make_unique<Shop>(std::vector<int64_t>{-1, 2});
        if (newer)
            shop->output(*shop->add(mNewer, *shop->x).getOutput(0));
        else
            shop->output(shop->add(mOlder, *shop->x));
        return shop;
    }
    /// What is said when a network that was made well is built with the plan.
    std::string buildWith(bool newer, Plan const& now, int level = 0) {
        auto const shop = shopWith(newer);
        shop->config->setBuilderOptimizationLevel(level);
        plan = now;
        EXPECT_EQ(shop->build(), "") << now.at;
        plan = {};
        return shop->logger.text();
    }
    static void expectAll(std::string const& text, std::vector<std::string> const& parts) {
        for (std::string const& part : parts)
            EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    }
    static std::string nameOf(bool newer) {
        return newer ? "'FaultyNewer' version '1' in namespace ''" : "'FaultyOlder' version '1' in namespace ''";
    }

    Registered<OlderCreator> const older;
    Registered<CreatorV3<Newer>> const newer{"FaultyNewer"};
    Older mOlder;
    Newer mNewer;
};

TEST_F(Faults, WhateverAMethodThrowsAtTheBuildIsReported) {
    std::vector<std::string> const olders{"getNbOutputs",        "clone",
                                          "initialize",          "getSerializationSize",
                                          "serialize",           "getOutputDataType",
                                          "getOutputDimensions", "supportsFormatCombination",
                                          "configurePlugin",     "getWorkspaceSize",
                                          "attachToContext",     "enqueue"};
    std::vector<std::string> const newers{
        "getNbOutputs",        "configurePlugin", "getOutputDataTypes", "getOutputShapes", "supportsFormatCombination",
        "getWorkspaceSize",    "setTactic",       "onShapeChange",      "enqueue",         "attachToContext",
        "getFieldsToSerialize"};
    for (bool isNewer : {false, true})
        for (std::string const& method : isNewer ? newers : olders)
            for (Trouble const fault : {Trouble::kNumber, Trouble::kText, Trouble::kStd}) {
                std::string const text = buildWith(isNewer, {.fault = fault, .at = method}, 1);
                expectAll(text, {"TN-244", "by hand", nameOf(isNewer), method + "()",
                                 fault == Trouble::kNumber ? "another type than std::exception" : "a text of its own"});
            }
}

TEST_F(Faults, WhateverEnqueueThrowsAtTheRunIsReported) {
    for (bool isNewer : {false, true}) {
        std::string const file = shopWith(isNewer)->build();
        for (Trouble const fault : {Trouble::kNumber, Trouble::kText, Trouble::kStd}) {
            Loaded loaded(file);
            ASSERT_TRUE(loaded.engine) << loaded.logger.text();
            plan = {.fault = fault, .at = "enqueue"};
            EXPECT_FALSE(loaded.run<float>({2, 2}, {1, 2, 3, 4}));
            plan = {};
            expectAll(loaded.logger.text(),
                      {"TN-244", "by hand", nameOf(isNewer), "enqueue()",
                       fault == Trouble::kNumber ? "another type than std::exception" : "a text of its own"});
            EXPECT_TRUE(loaded.run<float>({2, 2}, {1, 2, 3, 4})) << "the context is as good as before";
        }
    }
}

TEST_F(Faults, OnSeveralThreadsTheFirstIsReported) {
    Registered<CreatorV3<Parted>> const creator("FaultyParted");
    tenon::setPluginTraits("FaultyParted", "1", "", tenon::kTHREAD_PARALLEL);
    Parted plugin;
    Shop shop({8, 1 << 16});
    shop.output(*shop.add(plugin, *shop.x).getOutput(0));
    Loaded loaded(shop.build());
    ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
    for (Trouble const fault : {Trouble::kNumber, Trouble::kStd}) {
        loaded.logger.clear();
        plan = {.fault = fault, .at = "enqueue"};
        EXPECT_FALSE(loaded.run({8, 1 << 16}, Floats(8 << 16, 1)));
        plan = {};
        expectAll(loaded.logger.text(),
                  {"TN-244", "by hand", "'FaultyParted' version '1'", "enqueue()",
                   fault == Trouble::kNumber ? "another type than std::exception" : "a text of its own"});
        EXPECT_FALSE(loaded.logger.says("status -1")) << loaded.logger.text();
    }
}

using FaultsDeathTest = Faults;
TEST_F(FaultsDeathTest, AMethodThatIsNoexceptIsNamedWithItsLayer) {
    ::testing::FLAGS_gtest_death_test_style = "threadsafe";
    Registered<CreatorV3<Noexcept>> const creator("FaultyNoexcept");
    Noexcept plugin;
    Shop shop({2});
    shop.output(*shop.add(plugin, *shop.x).getOutput(0));
    Loaded loaded(shop.build());
    ASSERT_TRUE(loaded.engine) << shop.logger.text() << loaded.logger.text();
    plan = {.fault = Trouble::kStd, .at = "enqueue"};
    EXPECT_DEATH(loaded.run<float>({2}, {1, 2}),
                 "TN-244: enqueue.. of the plugin 'FaultyNoexcept' version '1' in namespace '' of the layer 'by hand', "
                 "which is noexcept, ends the process: a text of its own");
    auto const afterItsOwn = [&] {
        std::set_terminate([] { std::_Exit(33); });
        loaded.run<float>({2}, {1, 2});
    };
    EXPECT_EXIT(afterItsOwn(), ::testing::ExitedWithCode(33), "TN-244: enqueue.. of the plugin 'FaultyNoexcept'")
        << "said first, then it is the turn of the program's own handler, whenever that was set";
}

TEST_F(Faults, AnObjectThatGivesItselfIsRefused) {
    for (bool isNewer : {false, true}) {
        Shop shop({2});
        ITensor* const inputs[] = {shop.x};
        plan = {.fault = Trouble::kSelf, .at = "clone"};
        void const* const layer = isNewer ? static_cast<void*>(shop.network->addPluginV3(inputs, 1, nullptr, 0, mNewer))
                                          : static_cast<void*>(shop.network->addPluginV2(inputs, 1, mOlder));
        plan = {};
        EXPECT_EQ(layer, nullptr);
        expectAll(shop.logger.text(), {"TN-244", nameOf(isNewer), "clone()", "the object itself", "made by new"});
        std::string const file = shopWith(isNewer)->build();
        Loaded loaded(file);
        ASSERT_TRUE(loaded.engine) << loaded.logger.text();
        std::string const method = isNewer ? "attachToContext" : "clone";
        plan = {.fault = Trouble::kSelf, .at = method};
        auto const second = own(loaded.engine->createExecutionContext());
        if (second != nullptr) { // plugins are made with the first run
            loaded.context = own(loaded.engine->createExecutionContext());
            EXPECT_FALSE(loaded.run<float>({2, 2}, {1, 2, 3, 4}));
        }
        plan = {};
        expectAll(loaded.logger.text(),
                  {"TN-244", "by hand", nameOf(isNewer), method + "()", "the object itself", "made by new"});
    }
}

TEST_F(Faults, NumbersThatAreNoneAreRefusedAtOnce) {
    for (bool isNewer : {false, true})
        for (int32_t const outputs : {-1, 0, 1'000'000'000}) {
            Shop shop({2});
            ITensor* const inputs[] = {shop.x};
            plan.outputs = outputs;
            void const* const layer = isNewer
                                          ? static_cast<void*>(shop.network->addPluginV3(inputs, 1, nullptr, 0, mNewer))
                                          : static_cast<void*>(shop.network->addPluginV2(inputs, 1, mOlder));
            plan = {};
            EXPECT_EQ(layer, nullptr);
            expectAll(shop.logger.text(),
                      {"TN-247", nameOf(isNewer), "getNbOutputs()", "given: " + std::to_string(outputs)});
        }
    for (bool isNewer : {false, true})
        for (size_t const bytes : {static_cast<size_t>(-5), size_t{1} << 50})
            expectAll(buildWith(isNewer, {.workspace = bytes}),
                      {"TN-244", "by hand", nameOf(isNewer), "getWorkspaceSize()", std::to_string(bytes) + " bytes"});
    for (size_t const bytes : {static_cast<size_t>(-1), size_t{1} << 40})
        expectAll(buildWith(false, {.state = bytes}),
                  {"TN-248", "by hand", nameOf(false), "getSerializationSize()", std::to_string(bytes) + " bytes"});
    expectAll(buildWith(true, {.nullFields = true}), {"TN-250", "by hand", nameOf(true), "nbFields 1, null"});
}

TEST_F(Faults, ATypeThatIsNoneIsThePluginsFault) {
    expectAll(buildWith(false, {.type = 77}),
              {"TN-247", "by hand", "output 0 of the plugin " + nameOf(false), "77 from getOutputDataType()"});
    expectAll(buildWith(true, {.type = 256}),
              {"TN-247", "by hand", "output 0 of the plugin " + nameOf(true), "256 from getOutputDataTypes()"});
}

TEST_F(Faults, ADimBelowZeroIsThePluginsFault) {
    for (bool isNewer : {false, true}) {
        std::vector<std::string> const parts{"TN-247", "by hand", "dim 0 of output 0 of the plugin " + nameOf(isNewer),
                                             isNewer ? "getOutputShapes()" : "getOutputDimensions()"};
        std::string const text = buildWith(isNewer, {.least = 1}); // at the opt dims it is 1 - 2
        expectAll(text, parts);
        expectAll(text, {"-1 at the profile's opt dims"});
        auto const shop = shopWith(isNewer);
        plan.least = 3;
        Loaded loaded(shop->build());
        ASSERT_TRUE(loaded.engine) << shop->logger.text() << loaded.logger.text();
        EXPECT_TRUE(loaded.run<float>({2, 2}, Floats(4))) << loaded.logger.text();
        EXPECT_FALSE(loaded.run<float>({5, 2}, Floats(10)));
        expectAll(loaded.logger.text(), parts);
        expectAll(loaded.logger.text(), {"given: -2"});
    }
}

} // namespace
} // namespace test
