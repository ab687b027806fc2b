// SPDX-License-Identifier: Apache-2.0
// What the reader warns of: attributes that an operator does not have, and outputs that are declared otherwise than
// they are computed.
#include "base/log.h"
#include "onnx/known_attributes.h"
#include "test/onnx/read.h"

#include <gtest/gtest.h>

namespace tenon {
namespace {

using namespace test;

/// Reads a model, and gives the warnings.
std::vector<std::string> warningsOf(Wire const& m, onnx::ReadOptions const& options = {}) {
    std::vector<std::string> out;
    setLogSink([&](Severity severity, std::string_view text) {
        if (severity <= Severity::kWarning)
            out.emplace_back(text);
    });
    try {
        read(m, options);
    } catch (...) {
        setLogSink({});
        throw;
    }
    setLogSink({});
    return out;
}

bool says(std::string const& text, std::initializer_list<std::string_view> words) {
    return std::all_of(words.begin(), words.end(),
                       [&](std::string_view w) { return text.find(w) != std::string::npos; });
}

Wire gemm(std::initializer_list<Wire> attributes) {
    return model(Graph{{node("Gemm", {"x", "x"}, {"y"}, "product", attributes)},
                       {},
                       {value("x", {"3", "3"})},
                       {value("y", {"3", "3"})}});
}

TEST(UnknownAttribute, IsAWarningWithTheNearestThatTheOperatorHas) {
    auto const found = warningsOf(gemm({attribute("trans_b", int64_t{1}), attribute("alfa", 2.0f)}));
    ASSERT_EQ(found.size(), 2U);
    EXPECT_TRUE(says(found[0], {"node: product", "'Gemm'", "no attribute 'trans_b'", "the nearest one is 'transB'"}))
        << found[0];
    EXPECT_TRUE(says(found[1], {"node: product", "'Gemm'", "no attribute 'alfa'", "the nearest one is 'alpha'"}))
        << found[1];
}

TEST(UnknownAttribute, IsAnErrorWhereStrictnessIsWanted) {
    onnx::ReadOptions options;
    options.strictFields = true;
    auto const found = errorsOf(gemm({attribute("trans_b", int64_t{1}), attribute("alfa", 2.0f)}), options);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].id(), Message::kAttribute);
    EXPECT_EQ(found[0].where().node, "product");
    EXPECT_EQ(found[0].givenText(), "trans_b");
    EXPECT_EQ(found[1].givenText(), "alfa");
    EXPECT_TRUE(errorsOf(gemm({attribute("transB", int64_t{1}), attribute("broadcast", int64_t{1})}), options).empty());
}

TEST(UnknownAttribute, OnesOfOtherVersionsOfPluginsAndOfOtherDomainsAreNone) {
    EXPECT_EQ(warningsOf(gemm({attribute("transB", int64_t{1}), attribute("broadcast", int64_t{1}),
                               attribute("plugin_version", "1"), attribute("plugin_namespace", "")})),
              std::vector<std::string>{});
    Graph g{{node("Gelu", {"x"}, {"y"}, "g", {attribute("approximation", "none")}, "com.microsoft")},
            {},
            {value("x", {"2"})},
            {value("y", {"2"})}};
    EXPECT_EQ(warningsOf(model(g, 17, Wire().message(8, opset("com.microsoft", 1)))), std::vector<std::string>{});
}

TEST(UnknownAttribute, OfAFunctionsNodeIsToldOnceForAllCalls) {
    Graph g{{node("Own", {"x"}, {"m"}, "a", {}, "acme"), node("Own", {"m"}, {"y"}, "b", {}, "acme")},
            {},
            {value("x", {"2"})},
            {value("y", {"2"})}};
    Wire const own =
        function("acme", "Own", {"x"}, {"y"}, {node("Relu", {"x"}, {"y"}, "inner", {attribute("slope", 1.0f)})});
    auto const found = warningsOf(model(g, 17, Wire().message(25, own).message(8, opset("acme", 1))));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(says(found[0], {"node: a/inner", "'Relu'", "'slope'"})) << found[0];
}

TEST(UnknownAttribute, NearestNameCountsCaseAndUnderscoresForLittle) {
    std::vector<std::string_view> const names{"alpha", "beta", "transA", "transB"};
    EXPECT_EQ(onnx::nearestName("TRANS_B", names), "transB");
    EXPECT_EQ(onnx::nearestName("bta", names), "beta");
    EXPECT_EQ(onnx::nearestName(std::string(100000, 'x'), names), "alpha"); // all are as far
    EXPECT_EQ(onnx::nearestName("x", {}), "");
}

std::vector<std::string> warningsOfRelu(Wire const& output) {
    return warningsOf(model(Graph{{node("Relu", {"x"}, {"y"})}, {}, {value("x", {"N", "3"})}, {value("y", output)}}));
}

TEST(DeclaredOutput, ThatDiffersIsAWarning) {
    auto const one = [](Wire const& type) {
        auto const found = warningsOfRelu(type);
        return found.size() == 1 ? found[0] : std::to_string(found.size()) + " warnings";
    };
    EXPECT_EQ(one(tensorType(7, {"N", "3"})),
              "output 'y' is declared as INT64[N, 3], but FLOAT[?, 3] is computed; the declaration is passed over");
    EXPECT_TRUE(says(one(tensorType(1, {"N", "4"})), {"FLOAT[N, 4]", "FLOAT[?, 3]"}));
    EXPECT_TRUE(says(one(tensorType(1, {"3"})), {"FLOAT[3]", "FLOAT[?, 3]"}));
    EXPECT_TRUE(says(one(Wire().message(4, Wire().message(1, tensorType(1, {})))), {"seq(FLOAT[])", "FLOAT[?, 3]"}));
}

TEST(DeclaredOutput, ThatSaysLessOrElseWhatIsUnknownIsNone) {
    for (Wire const& type : {tensorType(1, {"N", "3"}), tensorType(1, {"M", ""}), tensorType(1, {"5", "3"}),
                             tensorType(1, {"-1", "-1"}), Wire().message(1, Wire().number(1, 1)), Wire()})
        EXPECT_EQ(warningsOfRelu(type), std::vector<std::string>{});
}

} // namespace
} // namespace tenon
