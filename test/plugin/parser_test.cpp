// SPDX-License-Identifier: Apache-2.0
// Nodes of ONNX models that become plugins: who implements a node, and how its attributes arrive.
#include "session.h"
#include "test/onnx/model_writer.h"

#include <NvOnnxParser.h>
#include <gtest/gtest.h>

#include <mutex>

namespace test {
namespace {

namespace t = tenon::test;
using t::Wire;

Wire floatsAttribute(char const* name, std::vector<float> const& values) {
    return Wire().text(1, name).reals(7, values).number(20, 6);
}
Wire intsAttribute(char const* name, std::vector<int64_t> const& values) {
    return Wire().text(1, name).numbers(8, values).number(20, 7);
}

/// y = OP(x), x f32[2].
std::string modelOf(char const* op, std::vector<Wire> const& attributes, char const* domain = "acme",
                    Wire const& more = Wire()) {
    t::Graph g;
    g.inputs = {t::value("x", {"2"})};
    g.outputs = {t::value("y", {"2"})};
    Wire node = t::node(op, {"x"}, {"y"}, "the node", {}, domain);
    for (Wire const& a : attributes)
        node.message(5, a);
    g.nodes = {node};
    return t::model(g, 17, Wire().message(8, t::opset("acme", 1)).with(more)).bytes;
}

/// Parses, builds, loads and runs; empty when one of them failed.
struct Parsed {
    explicit Parsed(std::string const& model, nvonnxparser::OnnxParserFlags flags = 0)
        : builder(own(createInferBuilder(logger))), network(own(builder->createNetworkV2(0))),
          parser(own(nvonnxparser::createParser(*network, logger))) {
        parser->setFlags(parser->getFlags() | flags);
        good = parser->parse(model.data(), model.size());
    }
    Floats run(Floats const& x) {
        auto const config = own(builder->createBuilderConfig());
        config->setBuilderOptimizationLevel(0);
        auto const file = own(builder->buildSerializedNetwork(*network, *config));
        if (!file)
            return {};
        loaded = std::make_unique<Loaded>(std::string(static_cast<char const*>(file->data()), file->size()));
        return loaded->engine ? loaded->floats({static_cast<int64_t>(x.size())}, x) : Floats();
    }
    std::string text() const { return logger.text() + (loaded ? loaded->logger.text() : ""); }

    Logger logger;
    std::unique_ptr<IBuilder> builder;
    std::unique_ptr<INetworkDefinition> network;
    std::unique_ptr<nvonnxparser::IParser> parser;
    std::unique_ptr<Loaded> loaded;
    bool good = false;
};

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

/// Keeps the fields that it was given.
struct Recorder : CreatorV3<ScaleNewest> {
    struct Seen {
        PluginFieldType type;
        int32_t length;
        std::vector<char> bytes;
    };
    explicit Recorder(bool refuses = false) : CreatorV3("Recorder"), mRefuses(refuses) {
        mFields = {{"declared", nullptr, PluginFieldType::kFLOAT32, 1}, {"whole", nullptr, PluginFieldType::kINT32, 1}};
        mNames = {static_cast<int32_t>(mFields.size()), mFields.data()};
    }
    PluginFieldCollection const* getFieldNames() noexcept override { return &mNames; }
    IPluginV3* createPlugin(char const*, PluginFieldCollection const* fields, TensorRTPhase phase) noexcept override {
        if (phase == TensorRTPhase::kBUILD)
            for (int32_t i = 0; i < fields->nbFields; ++i) {
                PluginField const& f = fields->fields[i];
                size_t const size = f.type == PluginFieldType::kCHAR ? 1 : f.type == PluginFieldType::kINT64 ? 8 : 4;
                auto const* const first = static_cast<char const*>(f.data);
                seen[f.name] = {f.type, f.length, {first, first + size * static_cast<size_t>(f.length)}};
            }
        if (!mRefuses)
            return new ScaleNewest({1, 0});
        getLogger()->log(ILogger::Severity::kERROR, "Recorder: there is no field alpha");
        return nullptr;
    }
    template <class T>
    std::vector<T> values(char const* name) const {
        auto const& bytes = seen.at(name).bytes;
        std::vector<T> out(bytes.size() / sizeof(T));
        std::memcpy(out.data(), bytes.data(), bytes.size());
        return out;
    }
    std::map<std::string, Seen> seen;

private:
    bool mRefuses;
    std::vector<PluginField> mFields;
    PluginFieldCollection mNames{};
};

TEST(Parser, AttributesArriveAsFields) {
    Registered<Recorder> const registered;
    Recorder const& r = registered.creator;
    Parsed parsed(
        modelOf("Recorder", {t::attribute("declared", int64_t{2}), t::attribute("whole", int64_t{-2147483648}),
                             t::attribute("text", std::string_view("abc")), intsAttribute("ints", {1, -2, 2147483647}),
                             floatsAttribute("floats", {0.5F, -1}), intsAttribute("none", {}),
                             t::attribute("large", int64_t{2147483648})}));
    ASSERT_TRUE(parsed.good) << parsed.text();
    EXPECT_EQ(r.seen.at("declared").type, PluginFieldType::kFLOAT32) << "as declared, not the bits of an integer";
    EXPECT_EQ(r.values<float>("declared"), (std::vector<float>{2}));
    EXPECT_EQ(r.values<int32_t>("whole"), (std::vector<int32_t>{-2147483648}));
    EXPECT_EQ(r.values<char>("text"), (std::vector<char>{'a', 'b', 'c'}));
    EXPECT_EQ(r.values<int32_t>("ints"), (std::vector<int32_t>{1, -2, 2147483647}));
    EXPECT_EQ(r.values<float>("floats"), (std::vector<float>{0.5F, -1}));
    EXPECT_EQ(r.seen.at("none").length, 0);
    EXPECT_EQ(r.seen.at("large").type, PluginFieldType::kINT64);
    EXPECT_EQ(r.values<int64_t>("large"), (std::vector<int64_t>{2147483648LL}));
    std::string const text = parsed.logger.text();
    EXPECT_NE(text.find("attribute 'text' of the node is none that the creator of 'Recorder'"), std::string::npos)
        << text;
    EXPECT_EQ(text.find("attribute 'declared'"), std::string::npos) << text;
    Parsed tooLarge(modelOf("Recorder", {t::attribute("whole", int64_t{2147483648})}));
    EXPECT_FALSE(tooLarge.good);
    EXPECT_NE(tooLarge.text().find("kINT32, with values that fit"), std::string::npos) << tooLarge.text();
    EXPECT_NE(tooLarge.text().find("INT 2147483648"), std::string::npos) << tooLarge.text();
    Parsed wrongKind(modelOf("Recorder", {t::attribute("whole", 1.5F)}));
    EXPECT_FALSE(wrongKind.good);
    EXPECT_NE(wrongKind.text().find("attribute 'whole'"), std::string::npos) << wrongKind.text();
}

TEST(Parser, AnUndeclaredAttributeThatNoFieldHoldsIsLeftOut) {
    Registered<Recorder> const registered;
    std::string const model = modelOf("Recorder", {Wire().text(1, "names").text(9, "a").number(20, 8)});
    Parsed parsed(model);
    EXPECT_TRUE(parsed.good) << parsed.text();
    EXPECT_EQ(registered.creator.seen.count("names"), 0U);
    EXPECT_NE(parsed.text().find("it is left out, since no field can hold it"), std::string::npos) << parsed.text();
    EXPECT_EQ(parsed.text().find("it is passed on"), std::string::npos) << parsed.text();
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

TEST(Parser, AttributesMayBeFewerThanTheFieldsAndInAnyOrder) {
    Registered<Recorder> const registered;
    Recorder const& r = registered.creator;
    Parsed parsed(modelOf("Recorder", {t::attribute("whole", int64_t{3}), t::attribute("declared", 0.5F)}));
    ASSERT_TRUE(parsed.good) << parsed.text();
    EXPECT_EQ(r.values<float>("declared"), (std::vector<float>{0.5F}));
    Parsed fewer(modelOf("Recorder", {}));
    ASSERT_TRUE(fewer.good) << fewer.text();
    EXPECT_EQ(fewer.text(), "") << "nothing is said of what is left out";
    // Texts and tensors of any length are passed on; a list of numbers has the length that is declared.
    for (std::vector<float> const& list : {std::vector<float>{1, 2}, std::vector<float>{}}) {
        Parsed longer(modelOf("Recorder", {floatsAttribute("declared", list)}));
        EXPECT_FALSE(longer.good);
        for (char const* part : {"TN-250", "the node", "attribute 'declared' of the node has another length",
                                 "1 of kFLOAT32", "declares 0"})
            EXPECT_NE(longer.text().find(part), std::string::npos) << part << "\n" << longer.text();
    }
}

TEST(Parser, ATensorBecomesAFieldOfTheDeclaredType) {
    Registered<Recorder> const registered;
    Recorder const& r = registered.creator;
    auto parsed = [](char const* name, int type, std::string const& bytes) {
        return Parsed(modelOf("Recorder", {t::attributeTensor(name, t::tensor("", type, {1}).text(9, bytes))}));
    };
    constexpr int kDouble = 11, kInt64 = 7;
    ASSERT_TRUE(parsed("declared", kDouble, t::raw<double>({0.5})).good);
    EXPECT_EQ(r.seen.at("declared").type, PluginFieldType::kFLOAT32);
    EXPECT_EQ(r.values<float>("declared"), (std::vector<float>{0.5F}));
    ASSERT_TRUE(parsed("whole", kInt64, t::raw<int64_t>({-7})).good);
    EXPECT_EQ(r.values<int32_t>("whole"), (std::vector<int32_t>{-7}));
    Parsed const inexact = parsed("declared", kDouble, t::raw<double>({0.1}));
    EXPECT_FALSE(inexact.good);
    for (char const* part : {"TN-250", "the node", "'declared'", "kFLOAT32, with values that it holds exactly",
                             "a tensor of f64", "getFieldNames()"})
        EXPECT_NE(inexact.text().find(part), std::string::npos) << part << "\n" << inexact.text();
    EXPECT_FALSE(parsed("whole", kDouble, t::raw<double>({2})).good) << "a float is no whole number";
    EXPECT_FALSE(parsed("whole", kInt64, t::raw<int64_t>({int64_t{1} << 40})).good);
}

/// A later build of a plugin under the same name and version, with one field more.
TEST(Parser, ANewFieldOfAnOldPluginIsLeftOutOfOldModels) {
    struct Later final : CreatorV3<ScaleNewest> {
        Later() : CreatorV3("Scale") {}
        IPluginV3* createPlugin(char const* name, PluginFieldCollection const* given,
                                TensorRTPhase phase) noexcept override {
            for (int32_t i = 0; i < given->nbFields; ++i)
                mode = std::strcmp(given->fields[i].name, "mode") == 0
                           ? *static_cast<int32_t const*>(given->fields[i].data)
                           : mode;
            return CreatorV3::createPlugin(name, given, phase);
        }
        PluginFieldCollection const* getFieldNames() noexcept override { return &collection; }
        int32_t mode = 0;
        PluginField fields[2] = {{"alpha", nullptr, PluginFieldType::kFLOAT32, 1},
                                 {"mode", nullptr, PluginFieldType::kINT32, 1}};
        PluginFieldCollection collection{2, fields};
    };
    Registered<Later> registered;
    tenon::setHostPlugin("Scale", "1");
    Parsed old(modelOf("Scale", {t::attribute("alpha", 2.0F)}));
    ASSERT_TRUE(old.good) << old.text();
    EXPECT_EQ(registered.creator.mode, 0);
    EXPECT_EQ(old.text(), "");
    Parsed newer(modelOf("Scale", {t::attribute("alpha", 2.0F), t::attribute("mode", int64_t{3})}));
    ASSERT_TRUE(newer.good) << newer.text();
    EXPECT_EQ(registered.creator.mode, 3);
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

TEST(Parser, ACreatorThatGivesNothingIsExplained) {
    Registered<Recorder> const registered(true);
    Parsed parsed(modelOf("Recorder", {t::attribute("whole", int64_t{3})}));
    EXPECT_FALSE(parsed.good);
    for (char const* part : {"the node", "createPlugin() of the creator of 'Recorder'", "whole (kINT32[1])"})
        EXPECT_NE(parsed.text().find(part), std::string::npos) << part << "\n" << parsed.text();
    EXPECT_EQ(parsed.text().find("Recorder: there is no field alpha"), 0U) << "the plugin's own text comes first";
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
