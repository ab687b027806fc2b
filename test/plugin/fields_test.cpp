// SPDX-License-Identifier: Apache-2.0
// How the attributes of an ONNX node arrive at a plugin's creator.
#include "parsed.h"

#include <gtest/gtest.h>

#include <mutex>

namespace test {
namespace {

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

TEST(Parser, ACreatorThatGivesNothingIsExplained) {
    Registered<Recorder> const registered(true);
    Parsed parsed(modelOf("Recorder", {t::attribute("whole", int64_t{3})}));
    EXPECT_FALSE(parsed.good);
    for (char const* part : {"the node", "createPlugin() of the creator of 'Recorder'", "whole (kINT32[1])"})
        EXPECT_NE(parsed.text().find(part), std::string::npos) << part << "\n" << parsed.text();
    EXPECT_EQ(parsed.text().find("Recorder: there is no field alpha"), 0U) << "the plugin's own text comes first";
}

} // namespace
} // namespace test
