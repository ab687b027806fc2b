// SPDX-License-Identifier: Apache-2.0
// Nodes of ONNX models that become plugins: who implements a node, and which inputs it takes.
#include "parsed.h"

#include <gtest/gtest.h>

namespace test {
namespace {

TEST(Parser, ANodeBecomesThePluginOfItsName) {
    Registered<CreatorV2<ScaleDynamic>> const plain("Scale", ""), spaced("Scale", "acme", 10);
    tenon::setHostPlugin("Scale", "1");
    tenon::setHostPlugin("Scale", "1", "acme");
    Parsed one(modelOf("Scale", {t::attribute("alpha", 2.0F)}));
    ASSERT_TRUE(one.good) << one.text();
    EXPECT_EQ(one.network->getLayer(0)->getType(), LayerType::kPLUGIN_V2);
    EXPECT_EQ(one.run({1, 2}), (Floats{2, 4})) << one.text();
    EXPECT_EQ(one.logger.text(), "") << "nothing is said about attributes that are left out";
    Parsed other(modelOf("Scale", {t::attribute("alpha", 2.0F), t::attribute("plugin_version", std::string_view("1")),
                                   t::attribute("plugin_namespace", std::string_view("acme"))}));
    EXPECT_EQ(other.run({1, 2}), (Floats{20, 40})) << other.text();
}

struct SecondVersion : CreatorV2<ScaleDynamic> {
    SecondVersion() : CreatorV2("Scale", "", 10) {}
    char const* getPluginVersion() const noexcept override { return "2"; }
};

TEST(Parser, AVersionMayBeANumber) {
    Registered<CreatorV2<ScaleDynamic>> const first("Scale", "");
    Registered<SecondVersion> const second;
    tenon::setHostPlugin("Scale", "2");
    for (Wire const& version : {t::attribute("plugin_version", int64_t{2}), t::attribute("plugin_version", 2.0F)}) {
        Parsed parsed(modelOf("Scale", {t::attribute("alpha", 2.0F), version}));
        EXPECT_EQ(parsed.run({1, 2}), (Floats{20, 40})) << parsed.text();
    }
    Parsed list(modelOf("Scale", {intsAttribute("plugin_version", {2})}));
    EXPECT_FALSE(list.good);
    for (char const* part : {"TN-250", "the node", "attribute 'plugin_version'", "a string, or a number"})
        EXPECT_NE(list.text().find(part), std::string::npos) << part << "\n" << list.text();
}

/// Its output has as many elements as a shape input says, all of them the first of x.
class Filler final : public ScaleNewest {
public:
    Filler() : ScaleNewest({1, 0}) {}
    IPluginV3* clone() noexcept override { return new Filler; }
    IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
    char const* getPluginName() const noexcept override { return "Filler"; }
    int32_t getOutputShapes(DimsExprs const*, int32_t inputs, DimsExprs const* shapes, int32_t count, DimsExprs* out,
                            int32_t, IExprBuilder&) noexcept override {
        if (inputs != 1 || count != 1 || shapes[0].nbDims != 1)
            return 1;
        out[0] = shapes[0];
        return 0;
    }
    int32_t enqueue(PluginTensorDesc const*, PluginTensorDesc const* out, void const* const* inputs,
                    void* const* outputs, void*, cudaStream_t) noexcept override {
        for (int64_t i = 0; i < volume(out[0].dims); ++i)
            static_cast<float*>(outputs[0])[i] = *static_cast<float const*>(inputs[0]);
        return 0;
    }
};

TEST(Parser, ANodeMayNameTheInputsThatAreReadOnTheHost) {
    struct Creator : CreatorV3<ScaleNewest> {
        Creator() : CreatorV3("Filler") {}
        IPluginV3* createPlugin(char const*, PluginFieldCollection const*, TensorRTPhase) noexcept override {
            return new Filler;
        }
    };
    Registered<Creator> const creator;
    Registered<CreatorV2<ScaleDynamic>> const older("Scale", "");
    tenon::setHostPlugin("Filler", "1");
    auto model = [](char const* op, std::vector<int64_t> const& indices) {
        t::Graph g;
        g.inputs = {t::value("x", {"2"})};
        g.outputs = {t::value("y", {"3"})};
        g.initializers = {t::ints("n", {1}, {3})};
        g.nodes = {t::node(op, {"n", "x"}, {"y"}, "the node",
                           {intsAttribute("tensorrt_plugin_shape_input_indices", indices)}, "acme")};
        return t::model(g, 17, Wire().message(8, t::opset("acme", 1))).bytes;
    };
    Parsed parsed(model("Filler", {0}));
    EXPECT_EQ(parsed.run({5, 6}), (Floats{5, 5, 5})) << parsed.text();
    for (std::vector<int64_t> const& indices : {std::vector<int64_t>{2}, {-1}, {0, 0}}) {
        Parsed wrong(model("Filler", indices));
        EXPECT_FALSE(wrong.good);
        EXPECT_NE(wrong.text().find("different numbers from 0 to 1"), std::string::npos) << wrong.text();
    }
    Parsed old(model("Scale", {0}));
    EXPECT_FALSE(old.good);
    EXPECT_NE(old.text().find("the older generations have no shape inputs"), std::string::npos) << old.text();
}

TEST(Parser, WhatIsNotFoundIsExplained) {
    Registered<CreatorV2<ScaleDynamic>> const spaced("Scale", "acme");
    Parsed parsed(modelOf("Scale", {t::attribute("plugin_namespace", std::string_view("ACME"))}));
    EXPECT_FALSE(parsed.good);
    for (char const* part : {"the node", "'Scale' version '1' in namespace 'ACME'", "0 match",
                             "'Scale' version '1' in namespace 'acme' (differs in the namespace)", "loadLibrary"})
        EXPECT_NE(parsed.text().find(part), std::string::npos) << part << "\n" << parsed.text();
}

TEST(Parser, StandardOperatorsAndCustomOnesAreToldApart) {
    t::Graph g;
    g.inputs = {t::value("x", {"2"})};
    g.outputs = {t::value("y", {"2"})};
    g.nodes = {t::node("Foo", {"x"}, {"a"}, "n1", {}, "acme"), t::node("Bar", {"a"}, {"b"}, "n2", {}, "acme"),
               t::node("Invented", {"b"}, {"y"}, "n3")};
    Parsed parsed(t::model(g, 17, Wire().message(8, t::opset("acme", 1))).bytes);
    EXPECT_FALSE(parsed.good);
    ASSERT_EQ(parsed.parser->getNbErrors(), 3);
    auto desc = [&](int i) { return std::string(parsed.parser->getError(i)->desc()); };
    EXPECT_NE(desc(0).find("no importer, local function or plugin for custom operator 'Foo'"), std::string::npos)
        << desc(0);
    EXPECT_NE(desc(1).find("'Bar'"), std::string::npos) << desc(1);
    EXPECT_NE(desc(2).find("operator 'Invented' of domain 'ai.onnx' is not implemented"), std::string::npos) << desc(2);
}

/// acme::Twice(x) = x + x as a local function.
Wire twice() {
    return Wire().message(25, t::function("acme", "Twice", {"a"}, {"b"}, {t::node("Add", {"a", "a"}, {"b"}, "add")}));
}

TEST(Parser, AFunctionWinsUnlessPluginsAreWanted) {
    Registered<CreatorV3<ScaleNewest>> const plugin("Twice"), relu("Relu");
    tenon::setHostPlugin("Twice", "1"); // the creator's name, whatever the plugin itself says
    tenon::setHostPlugin("Relu", "1");
    std::vector<Wire> const attributes{t::attribute("alpha", 2.0F), t::attribute("bias", 0.5F)};
    Parsed byFunction(modelOf("Twice", {}, "acme", twice()));
    EXPECT_EQ(byFunction.run({1, 1}), (Floats{2, 2})) << byFunction.text();
    auto const flag = 1U << static_cast<uint32_t>(nvonnxparser::OnnxParserFlag::kENABLE_PLUGIN_OVERRIDE);
    Parsed byPlugin(modelOf("Twice", attributes, "acme", twice()), flag);
    EXPECT_EQ(byPlugin.run({1, 1}), (Floats{2.5F, 2.5F})) << byPlugin.text();
    auto expectLine = [](Parsed const& parsed, std::string const& line) {
        std::string const text = parsed.logger.text(ILogger::Severity::kVERBOSE);
        EXPECT_NE(text.find("'the node' is computed by " + line), std::string::npos) << text;
    };
    std::string const rule = "(the rule: a local function before an operator of Tenon, and that before a plugin)";
    std::string const wish = "(plugins are wanted before both: --plugin-priority plugin, or the parser's "
                             "kENABLE_PLUGIN_OVERRIDE)";
    expectLine(byFunction,
               "the local function 'acme::Twice', not by the plugin 'Twice' version '1' in namespace '' " + rule);
    expectLine(byPlugin,
               "the plugin 'Twice' version '1' in namespace '', not by the local function 'acme::Twice' " + wish);
    Parsed builtin(modelOf("Relu", {}, "")), replaced(modelOf("Relu", attributes, ""), flag);
    EXPECT_EQ(builtin.run({-1, 1}), (Floats{0, 1})) << builtin.text();
    EXPECT_EQ(replaced.run({-1, 1}), (Floats{-1.5F, 2.5F})) << replaced.text();
    expectLine(builtin, "the operator 'Relu', not by the plugin 'Relu' version '1' in namespace '' " + rule);
    expectLine(replaced, "the plugin 'Relu' version '1' in namespace '', not by the operator 'Relu' " + wish);
    Parsed alone(modelOf("Abs", {}, ""));
    EXPECT_EQ(alone.logger.text(ILogger::Severity::kVERBOSE).find("is computed by"), std::string::npos)
        << "nothing is said of a node without rivals";
}

/// A creator whose method is noexcept, and throws.
struct ThrowingCreator final : CreatorV3<ScaleNewest> {
    ThrowingCreator() : CreatorV3("Throwing") {}
    static void fail() { throw std::runtime_error("a text of its own"); }
    IPluginV3* createPlugin(char const*, PluginFieldCollection const*, TensorRTPhase) noexcept override {
        fail();
        return nullptr;
    }
};

TEST(ParserDeathTest, ACreatorThatIsNoexceptIsNamedWithItsNode) {
    ::testing::FLAGS_gtest_death_test_style = "threadsafe";
    Registered<ThrowingCreator> const creator;
    EXPECT_DEATH(Parsed(modelOf("Throwing", {})),
                 "TN-244: createPlugin.. of the plugin 'Throwing' version '1' in namespace '' of the layer 'the node', "
                 "which is noexcept, ends the process: a text of its own");
}

TEST(Parser, AnInputOfATypeThatPluginsDoNotHaveIsNamed) {
    Registered<CreatorV2<ScaleDynamic>> const creator("Scale", "");
    constexpr int kString = 8, kDouble = 11;
    for (int const type : {kString, kDouble}) {
        t::Graph g;
        g.inputs = {t::value("x", t::tensorType(type, {"2"}))};
        g.outputs = {t::value("y", {"2"})};
        g.nodes = {t::node("Scale", {"x"}, {"y"}, "the node", {}, "acme")};
        Parsed parsed(t::model(g, 17, Wire().message(8, t::opset("acme", 1))).bytes);
        EXPECT_FALSE(parsed.good);
        for (char const* part :
             {"the node", "input 0 of the plugin 'Scale'", type == kString ? "string" : "f64", "Cast"})
            EXPECT_NE(parsed.text().find(part), std::string::npos) << part << "\n" << parsed.text();
    }
}

TEST(Parser, ANodeMayLeaveTrailingInputsOut) {
    Registered<CreatorV2<ScaleDynamic>> const creator("Scale", "");
    tenon::setHostPlugin("Scale", "1");
    t::Graph g;
    g.inputs = {t::value("x", {"2"})};
    g.outputs = {t::value("y", {"2"})};
    g.nodes = {t::node("Scale", {"x", ""}, {"y"}, "the node", {t::attribute("alpha", 2.0F)}, "acme")};
    Parsed parsed(t::model(g, 17, Wire().message(8, t::opset("acme", 1))).bytes);
    EXPECT_EQ(parsed.run({1, 2}), (Floats{2, 4})) << parsed.text();
    g.nodes = {t::node("Scale", {"x", "", ""}, {"y"}, "the node", {t::attribute("alpha", 2.0F)}, "acme")};
    Parsed two(t::model(g, 17, Wire().message(8, t::opset("acme", 1))).bytes);
    EXPECT_EQ(two.run({1, 2}), (Floats{2, 4})) << two.text();
    g.nodes = {t::node("Scale", {"", "x"}, {"y"}, "the node", {}, "acme")};
    Parsed first(t::model(g, 17, Wire().message(8, t::opset("acme", 1))).bytes);
    EXPECT_FALSE(first.good);
    EXPECT_NE(first.text().find("input 0 is left out"), std::string::npos) << first.text();
}

TEST(Parser, AnInputOfMoreThanEightDimsIsRefused) {
    Registered<CreatorV2<ScaleDynamic>> const creator("Scale", "");
    t::Graph g;
    g.inputs = {t::value("x", {"1", "1", "1", "1", "1", "1", "1", "1", "2"})};
    g.outputs = {t::value("y", {"2"})};
    g.nodes = {t::node("Scale", {"x"}, {"y"}, "the node", {}, "acme")};
    Parsed parsed(t::model(g, 17, Wire().message(8, t::opset("acme", 1))).bytes);
    EXPECT_FALSE(parsed.good);
    EXPECT_NE(parsed.text().find("has no room for an input"), std::string::npos) << parsed.text();
    EXPECT_NE(parsed.text().find("the node"), std::string::npos) << parsed.text();
}

TEST(Parser, FindsCreatorsOfItsBuilder) {
    Logger logger;
    auto const builder = own(createInferBuilder(logger));
    CreatorV3<ScaleNewest> local("Local");
    builder->getPluginRegistry().registerCreator(local, "");
    auto const network = own(builder->createNetworkV2(0));
    auto const parser = own(nvonnxparser::createParser(*network, logger));
    std::string const model = modelOf("Local", {});
    EXPECT_TRUE(parser->parse(model.data(), model.size())) << logger.text();
}

} // namespace
} // namespace test
