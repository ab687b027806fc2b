// SPDX-License-Identifier: Apache-2.0
// IParser: models from files and memory, all errors at once, support of parts, weights by the user.
#include "models.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

using namespace nvinfer1;
using ParserCode = nvonnxparser::ErrorCode;
using test::own;
using test::Workshop;

namespace {

namespace fs = std::filesystem;
namespace t = tenon::test;

/// x -> Relu -> Frobnicate -> y, and beside them a Gather with an axis that is no number, and a Mystery.
std::string brokenModel() {
    t::Graph g;
    g.inputs = {t::value("x", {"2", "2"})};
    g.outputs = {t::value("y", {"2", "2"})};
    g.initializers = {t::ints("i", {1}, {0})};
    g.nodes = {t::node("Relu", {"x"}, {"a"}, "first"), t::node("Frobnicate", {"a"}, {"y"}, "odd"),
               t::node("Gather", {"x", "i"}, {"g"}, "pick", {t::attribute("axis", std::string_view("zero"))}),
               t::node("Mystery", {"x"}, {"m"}, "", {}, "my.domain")};
    return t::model(g, 17, t::Wire().message(8, t::opset("my.domain", 1))).bytes;
}

TEST(Parser, TellsAllErrorsAtOnce) {
    Workshop w;
    EXPECT_FALSE(w.parse(brokenModel()));
    ASSERT_EQ(w.parser->getNbErrors(), 3) << w.logger.text();
    std::map<std::string, nvonnxparser::IParserError const*> errors;
    for (int i = 0; i < 3; ++i)
        errors[w.parser->getError(i)->nodeOperator()] = w.parser->getError(i);
    ASSERT_TRUE(errors.contains("Frobnicate") && errors.contains("Gather"));
    EXPECT_STREQ(errors["Frobnicate"]->nodeName(), "odd");
    EXPECT_EQ(errors["Frobnicate"]->node(), 1);
    EXPECT_EQ(errors["Frobnicate"]->code(), ParserCode::kUNSUPPORTED_NODE);
    EXPECT_EQ(errors["Gather"]->node(), 2);
    EXPECT_EQ(errors["Gather"]->code(), ParserCode::kINVALID_NODE);
    EXPECT_NE(std::string(errors["Gather"]->desc()).find("axis"), std::string::npos);
    EXPECT_EQ(errors["my.domain::Mystery"]->localFunctionStackSize(), 0);
    EXPECT_TRUE(w.logger.says("Frobnicate") && w.logger.says("axis") && w.logger.says("Mystery"));
    EXPECT_EQ(w.parser->getError(3), nullptr);
    w.parser->clearErrors();
    EXPECT_EQ(w.parser->getNbErrors(), 0);
}

TEST(Parser, NamesTheFunctionsAroundANode) {
    t::Graph g;
    g.inputs = {t::value("x", {"2"})};
    g.outputs = {t::value("y", {"2"})};
    g.nodes = {t::node("Outer", {"x"}, {"y"}, "call", {}, "f")};
    t::Wire more = t::Wire().message(8, t::opset("f", 1));
    more.message(25, t::function("f", "Outer", {"a"}, {"b"}, {t::node("Inner", {"a"}, {"b"}, "in", {}, "f")})
                         .message(9, t::opset("f", 1)));
    more.message(25, t::function("f", "Inner", {"a"}, {"b"},
                                 {t::node("Gather", {"a", "a"}, {"b"}, "deep",
                                          {t::attribute("axis", std::string_view("zero"))})}));
    Workshop w;
    EXPECT_FALSE(w.parse(t::model(g, 17, more).bytes));
    ASSERT_EQ(w.parser->getNbErrors(), 1) << w.logger.text();
    nvonnxparser::IParserError const* error = w.parser->getError(0);
    ASSERT_EQ(error->localFunctionStackSize(), 2);
    EXPECT_STREQ(error->localFunctionStack()[0], "Outer");
    EXPECT_STREQ(error->localFunctionStack()[1], "Inner");
    EXPECT_NE(std::string(error->nodeName()).find("deep"), std::string::npos);
}

TEST(Parser, BytesThatAreNoModel) {
    Workshop w;
    EXPECT_FALSE(w.parse("this is no model"));
    ASSERT_EQ(w.parser->getNbErrors(), 1);
    EXPECT_EQ(w.parser->getError(0)->code(), ParserCode::kMODEL_DESERIALIZE_FAILED);
    EXPECT_EQ(w.parser->getError(0)->node(), -1);
    EXPECT_FALSE(w.parser->parse(nullptr, 10));
    EXPECT_EQ(w.parser->getError(0)->code(), ParserCode::kINVALID_VALUE);
    EXPECT_FALSE(w.parser->parseFromFile("/no/such/model.onnx", 1));
    EXPECT_TRUE(w.logger.says("/no/such/model.onnx"));
}

TEST(Parser, FindsExternalWeightsBesideTheModel) {
    fs::path const folder = fs::temp_directory_path() / "tenon_parser_external";
    fs::create_directories(folder);
    std::string const bytes = t::raw(std::vector<float>{1, 2});
    std::ofstream(folder / "w.bin", std::ios::binary) << bytes;
    t::Graph g;
    g.inputs = {t::value("x", {"2"})};
    g.outputs = {t::value("y", {"2"})};
    t::Wire weight = t::tensor("w", 1, {2}).number(14, 1);
    weight.message(13, t::Wire().text(1, "location").text(2, "w.bin"));
    g.initializers = {weight};
    g.nodes = {t::node("Add", {"x", "w"}, {"y"}, "add")};
    std::string const model = t::model(g).bytes;
    std::ofstream(folder / "m.onnx", std::ios::binary) << model;
    {
        Workshop w;
        EXPECT_TRUE(w.parser->parseFromFile((folder / "m.onnx").c_str(), 1)) << w.logger.text();
    }
    {
        Workshop w;
        EXPECT_TRUE(w.parser->parse(model.data(), model.size(), (folder / "m.onnx").c_str())) << w.logger.text();
    }
    Workshop w;
    EXPECT_FALSE(w.parser->parse(model.data(), model.size()));
    EXPECT_TRUE(w.logger.says("w.bin"));
    fs::remove_all(folder);
}

TEST(Parser, SaysWhichPartsAreSupported) {
    Workshop w;
    std::string const model = brokenModel();
    EXPECT_FALSE(w.parser->supportsModelV2(model.data(), model.size()));
    ASSERT_EQ(w.parser->getNbSubgraphs(), 2);
    EXPECT_TRUE(w.parser->isSubgraphSupported(0));
    EXPECT_FALSE(w.parser->isSubgraphSupported(1));
    int64_t length = 0;
    int64_t const* nodes = w.parser->getSubgraphNodes(1, length);
    ASSERT_EQ(length, 3);
    EXPECT_EQ(nodes[0], 1);
    EXPECT_EQ(w.parser->getSubgraphNodes(2, length), nullptr);
    EXPECT_EQ(length, 0);
    SubGraphCollection_t parts;
    EXPECT_FALSE(w.parser->supportsModel(model.data(), model.size(), parts));
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_TRUE(parts[0].second);
    EXPECT_EQ(parts[0].first, std::vector<size_t>{0});

    std::string const good = test::convModel();
    EXPECT_TRUE(w.parser->supportsModelV2(good.data(), good.size()));
    EXPECT_EQ(w.parser->getNbSubgraphs(), 1);
    EXPECT_EQ(w.network->getNbLayers(), 0);
    EXPECT_TRUE(w.parser->supportsOperator("Conv"));
    EXPECT_FALSE(w.parser->supportsOperator("Frobnicate"));
}

TEST(Parser, GivesTheTensorOfANodesOutput) {
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel()));
    ITensor const* tensor = w.parser->getLayerOutputTensor("conv1", 0);
    ASSERT_NE(tensor, nullptr);
    EXPECT_STREQ(tensor->getName(), "c");
    EXPECT_STREQ(w.parser->getLayerOutputTensor("relu1", 0)->getName(), "y");
    EXPECT_EQ(w.parser->getLayerOutputTensor("conv1", 1), nullptr);
    EXPECT_EQ(w.parser->getLayerOutputTensor("none", 0), nullptr);
}

TEST(Parser, TakesInitializersFromTheUser) {
    std::string const model = test::convModel();
    std::vector<float> const bias = {1, 2, 3, 4};
    Workshop w;
    EXPECT_FALSE(w.parser->loadInitializer("b", bias.data(), 16));
    EXPECT_TRUE(w.logger.says("TN-145"));
    ASSERT_TRUE(w.parser->loadModelProto(model.data(), model.size()));
    EXPECT_FALSE(w.parser->loadModelProto(model.data(), model.size()));
    EXPECT_FALSE(w.parser->loadInitializer("none", bias.data(), 16));
    EXPECT_FALSE(w.parser->loadInitializer("b", bias.data(), 12));
    EXPECT_TRUE(w.logger.says("16 bytes"));
    ASSERT_TRUE(w.parser->loadInitializer("b", bias.data(), 16));
    ASSERT_TRUE(w.parser->parseModelProto()) << w.logger.text();
    std::string const other = w.build();
    Workshop plain;
    ASSERT_TRUE(plain.parse(model));
    EXPECT_NE(other, "");
    EXPECT_NE(plain.build(), other);
}

TEST(Parser, FlagsStartAsTheGenerationHasThem) {
    using nvonnxparser::OnnxParserFlag;
    EXPECT_EQ(Workshop().parser->getFlags(), 1U);
    EXPECT_EQ(Workshop(8601).parser->getFlags(), 0U);
    Workshop w;
    w.parser->setFlag(OnnxParserFlag::kENABLE_PLUGIN_OVERRIDE);
    EXPECT_TRUE(w.parser->getFlag(OnnxParserFlag::kENABLE_PLUGIN_OVERRIDE));
    w.parser->clearFlag(OnnxParserFlag::kENABLE_PLUGIN_OVERRIDE);
    EXPECT_FALSE(w.parser->getFlag(OnnxParserFlag::kENABLE_PLUGIN_OVERRIDE));
    w.parser->setFlags(1U << 9);
    EXPECT_TRUE(w.logger.says("IParser::setFlags"));
    EXPECT_EQ(w.parser->getFlags(), 1U);
}

TEST(Parser, MayOutliveItsNetwork) {
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel()));
    w.network.reset();
    w.builder.reset();
    EXPECT_EQ(w.parser->getNbErrors(), 0);
    w.parser.reset();
}

TEST(ParserRefitter, GivesTheWeightsOfAnotherModel) {
    Workshop w;
    ASSERT_TRUE(w.parse(test::convModel()));
    w.config->setFlag(BuilderFlag::kREFIT);
    auto const engine = own(w.builder->buildEngineWithConfig(*w.network, *w.config));
    ASSERT_NE(engine, nullptr) << w.logger.text();
    auto const refitter = own(createInferRefitter(*engine, w.logger));
    auto const parser = own(nvonnxparser::createParserRefitter(*refitter, w.logger));
    std::string const other = test::convModel("1", 0.11F);
    ASSERT_TRUE(parser->refitFromBytes(other.data(), other.size())) << w.logger.text();

    Workshop fresh;
    ASSERT_TRUE(fresh.parse(other));
    auto const built = own(fresh.builder->buildEngineWithConfig(*fresh.network, *fresh.config));
    std::vector<float> x = test::waves(192), a(256), b(256);
    void* one[] = {x.data(), a.data()};
    void* two[] = {x.data(), b.data()};
    ASSERT_TRUE(own(engine->createExecutionContext())->executeV2(one));
    ASSERT_TRUE(own(built->createExecutionContext())->executeV2(two));
    for (size_t i = 0; i < a.size(); ++i)
        ASSERT_NEAR(a[i], b[i], 1e-4F) << i;

    // The same weights by layer and role.
    std::vector<char const*> layers(static_cast<size_t>(refitter->getAll(0, nullptr, nullptr)));
    std::vector<WeightsRole> roles(layers.size());
    refitter->getAll(static_cast<int32_t>(layers.size()), layers.data(), roles.data());
    ASSERT_EQ(layers.size(), 2u);
    EXPECT_STREQ(layers[0], "conv1");
    EXPECT_STREQ(layers[1], "conv1");
    EXPECT_NE(roles[0], roles[1]);

    EXPECT_FALSE(parser->refitFromBytes("no model", 8));
    ASSERT_EQ(parser->getNbErrors(), 1);
    EXPECT_EQ(parser->getError(0)->code(), ParserCode::kMODEL_DESERIALIZE_FAILED);
}

} // namespace
