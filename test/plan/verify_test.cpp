// SPDX-License-Identifier: Apache-2.0
// The verifier takes what the builder may write and refuses everything else, one contradiction at a time. The text form
// and packing.
#include "plan/pack.h"
#include "plans/make.h"

#include <functional>
#include <gtest/gtest.h>

using namespace tenon;
using namespace tenon::plan;

namespace {

std::string complaint(std::function<void(Plan&)> const& change) {
    Plan plan = test::richPlan();
    change(plan);
    try {
        verify(plan);
    } catch (DecodeError const& e) {
        return e.what();
    }
    return {};
}

Value& named(Plan& plan, std::string_view name) {
    for (Value& v : plan.blocks[0].values)
        if (v.name == name)
            return v;
    throw std::logic_error("no such value");
}

} // namespace

TEST(VerifyPlan, TakesGoodPlans) {
    EXPECT_EQ(complaint([](Plan&) {}), "");
    EXPECT_NO_THROW(verify(test::softmaxPlan()));
}

TEST(VerifyPlan, RefusesContradictions) {
    std::pair<char const*, std::function<void(Plan&)>> const changes[] = {
        {"no block", [](Plan& p) { p.blocks.clear(); }},
        {"no profile", [](Plan& p) { p.profiles.clear(); }},
        {"profile range", [](Plan& p) { p.profiles[0].inputs[0].dims[0] = {4, 2, 8}; }},
        {"profile rank", [](Plan& p) { p.profiles[1].inputs[0].dims.pop_back(); }},
        {"two names", [](Plan& p) { p.io[1].name = "x"; }},
        {"io order", [](Plan& p) { std::swap(p.io[0].value, p.io[1].value); }},
        {"a slot", [](Plan& p) { named(p, "a").dims[0] = 999; }},
        {"a negative slot", [](Plan& p) { named(p, "a").dims[0] = -1; }},
        {"rank", [](Plan& p) { named(p, "a").dims.pop_back(); }},
        {"layout", [](Plan& p) { named(p, "a").layout.order = {0, 0}; }},
        {"offset count", [](Plan& p) { named(p, "a").offsets.pop_back(); }},
        {"offset outside", [](Plan& p) { named(p, "a").offsets[0] = 1 << 20; }},
        {"offset unaligned", [](Plan& p) { named(p, "a").offsets[0] = 4; }},
        {"weight index", [](Plan& p) { named(p, "w").ref = 7; }},
        {"weight dims", [](Plan& p) { p.weights[0].dims[0] = 5; }},
        {"weight end", [](Plan& p) { p.weights[1].offset += 64; }},
        {"weight expression", [](Plan& p) { p.weights[0].expression = 3; }},
        {"alias of itself", [](Plan& p) { named(p, "flat").ref = static_cast<int32_t>(&named(p, "flat") - p.blocks[0].values.data()); }},
        {"alias of a box", [](Plan& p) { named(p, "flat").ref = static_cast<int32_t>(&named(p, "text") - p.blocks[0].values.data()); }},
        {"storage", [](Plan& p) { named(p, "a").storage = static_cast<Storage>(77); }},
        {"dtype", [](Plan& p) { named(p, "a").type.dtype = static_cast<DType>(20); }},
        {"string in the arena", [](Plan& p) { named(p, "a").type.dtype = DType::kString; }},
        {"content of floats", [](Plan& p) { named(p, "hosted").type.dtype = DType::kF32; }},
        {"symbol without source", [](Plan& p) { p.blocks[0].symbols.pop_back(); }},
        {"symbol of a later value", [](Plan& p) { p.blocks[0].symbols.back().stage = 0; }},
        {"stage ends", [](Plan& p) { p.blocks[0].stageEnds.back() -= 1; }},
        {"shape program", [](Plan& p) { p.blocks[0].shapes.code[2].a = 50; }},
        {"step before its operand", [](Plan& p) { std::swap(p.blocks[0].steps[0], p.blocks[0].steps[1]); }},
        {"value made twice", [](Plan& p) { p.blocks[0].steps.push_back(p.blocks[0].steps[0]); }},
        {"stage of a step", [](Plan& p) { p.blocks[0].steps[2].stage = 0; }},
        {"choices", [](Plan& p) { p.blocks[0].steps[0].choices.pop_back(); }},
        {"workspace", [](Plan& p) { p.blocks[0].steps[0].choices[0].workspaceBytes = 1 << 30; }},
        {"block owned twice", [](Plan& p) { p.blocks[0].steps[2].blocks = {1, 1}; }},
        {"block owned by itself", [](Plan& p) { p.blocks[0].steps[2].blocks = {0, 1}; }},
        {"block of nobody", [](Plan& p) { p.blocks[0].steps[2].blocks = {1}; }},
        {"captures", [](Plan& p) { p.blocks[1].captures = 2; }},
        {"result never made", [](Plan& p) { p.blocks[0].steps.pop_back(); p.blocks.resize(1); }},
        {"output of an input", [](Plan& p) { p.blocks[0].steps[0].outputs[0] = 0; }},
        {"output of a weight", [](Plan& p) { p.blocks[0].steps[0].outputs[0] = static_cast<int32_t>(&named(p, "w") - p.blocks[0].values.data()); }},
        {"host memory shared", [](Plan& p) { Value v = named(p, "hosted"); p.blocks[0].values.push_back(v); }},
        {"expression size", [](Plan& p) { p.expressions[0].source.clear(); }},
    };
    for (auto const& [name, change] : changes)
        EXPECT_NE(complaint(change), "") << name;
}

TEST(PrintPlan, TellsAll) {
    std::string const text = toString(test::richPlan());
    for (char const* part :
         {"f32[s0x8]", "nChw8c", "\"flat\"", "alias", "then sigmoid", "symbol s", "at most mul(8,s0)", "block 2"})
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(Pack, EveryElementGoesWhereTheLayoutSays) {
    std::vector<int64_t> const dims{3, 5, 2};
    std::vector<float> from(30);
    for (size_t i = 0; i < from.size(); ++i)
        from[i] = static_cast<float>(i + 1);
    Layout const layouts[] = {{}, {{2, 0, 1}, {}}, {{}, {{1, 4}}}, {{1, 0, 2}, {{0, 2}, {1, 2}, {0, 2}}}};
    for (Layout const& layout : layouts) {
        auto const bytes = static_cast<size_t>(packedBytes(DType::kF32, dims, layout));
        std::vector<float> to(bytes / 4, -1);
        pack(reinterpret_cast<std::byte const*>(from.data()), DType::kF32, dims, layout,
             reinterpret_cast<std::byte*>(to.data()));
        float sum = 0;
        size_t k = 0;
        for (int64_t a = 0; a < 3; ++a)
            for (int64_t b = 0; b < 5; ++b)
                for (int64_t c = 0; c < 2; ++c)
                    EXPECT_EQ(to[static_cast<size_t>(layout.offset(dims, std::vector<int64_t>{a, b, c}))], from[k++])
                        << toString(layout);
        for (float v : to)
            sum += v;
        EXPECT_EQ(sum, 465.0f) << "padding is zero: " << toString(layout);
    }
}
