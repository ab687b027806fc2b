// SPDX-License-Identifier: Apache-2.0
#include "builder/builder.h"
#include "builder/memory.h"
#include "ops/batchnorm/batchnorm.h"
#include "ops/conv/conv.h"
#include "ops/matmul/matmul.h"
#include "ops/reshape/reshape.h"
#include "plan/codec.h"
#include "runtime/context.h"
#include "test/ir/graph_helper.h"

#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>
#include <random>

namespace tenon {
namespace {

using test::Builder;

std::vector<float> waves(int64_t count) {
    std::vector<float> out(static_cast<size_t>(count));
    for (size_t i = 0; i < out.size(); ++i)
        out[i] = std::sin(static_cast<float>(i) * 0.37f);
    return out;
}

/// x -> conv -> batch norm -> relu -> conv -> + x, over a dynamic width.
ir::Graph convNet(float firstWeight = -0.3f) {
    Builder b;
    auto x = b.input("x", {1, 16, 4, -1});
    ops::conv::Attributes conv;
    conv.window.kernel = {3, 3};
    conv.window.pads = {1, 1, 1, 1};
    auto y = b.node("conv", conv, {x, b.weight("w1", {16, 16, 3, 3}, firstWeight, 0.05f)});
    y = b.node("batchnorm", ops::batchnorm::Attributes{},
               {y, b.weight("gamma", {16}), b.weight("beta", {16}), b.weight("mean", {16}), b.weight("var", {16}, 1)});
    y = b.node("conv", conv, {b.row("relu", {y}), b.weight("w2", {16, 16, 3, 3}, 0.1f, -0.02f), b.weight("b2", {16})});
    b.output(b.row("add", {y, x}));
    b.g.value(b.g.regions[0].results[0]).name = "y";
    return std::move(b.g);
}

BuildOptions widths(int64_t min, int64_t opt, int64_t max) {
    BuildOptions o;
    o.staticCosts = true;
    ProfileSpec spec;
    spec.inputs["x"].dims = {{1, 1, 1}, {16, 16, 16}, {4, 4, 4}, {min, opt, max}};
    o.profiles = {spec};
    return o;
}

std::vector<float> runWidth(std::shared_ptr<runtime::Engine const> engine, int64_t width,
                            runtime::Context* reuse = nullptr) {
    std::unique_ptr<runtime::Context> own;
    if (reuse == nullptr)
        reuse = (own = std::make_unique<runtime::Context>(engine)).get();
    std::vector<float> x = waves(16 * 4 * width), y(x.size(), NAN);
    reuse->setInputShape("x", std::vector<int64_t>{1, 16, 4, width});
    reuse->setAddress("x", x.data());
    reuse->setAddress("y", y.data());
    reuse->run();
    return y;
}

void expectNear(std::vector<float> const& a, std::vector<float> const& b, float tolerance) {
    ASSERT_EQ(a.size(), b.size());
    float range = 0;
    for (float v : b)
        range = std::max(range, std::abs(v));
    for (size_t i = 0; i < a.size(); ++i)
        ASSERT_NEAR(a[i], b[i], tolerance * range) << i;
}

TEST(Build, AnswersAreThoseOfTheReferenceAtEveryWidth) {
    auto const engine = runtime::Engine::make(build(convNet(), widths(1, 20, 64)).plan, builtinTable());
    BuildOptions plain = widths(1, 20, 64);
    plain.referenceOnly = true;
    auto const reference = runtime::Engine::make(build(convNet(), plain).plan, builtinTable());
    runtime::Context context(engine);
    for (int64_t width : {1, 64, 20, 7, 33, 20, 2})
        expectNear(runWidth(engine, width, &context), runWidth(reference, width), 1e-5f);
}

TEST(Build, FusesTheNetToTwoSteps) {
    plan::Plan const plan = build(convNet(), widths(1, 20, 64)).plan;
    size_t convs = 0, pointwise = 0;
    for (plan::Step const& s : plan.blocks[0].steps) {
        convs += s.op == "conv";
        pointwise += s.op == "pointwise";
    }
    EXPECT_EQ(convs, 2u);
    EXPECT_EQ(pointwise, 0u) << plan::toString(plan);
}

TEST(Build, OneTimingCacheGivesTheSameBytes) {
    auto const folder = std::filesystem::temp_directory_path() / "tenon_builder_test";
    std::filesystem::create_directories(folder);
    BuildOptions o = widths(8, 20, 64);
    o.staticCosts = false;
    o.timingCache = (folder / "times.json").string();
    auto const first = plan::encodePlan(build(convNet(), o).plan);
    auto const second = plan::encodePlan(build(convNet(), o).plan);
    EXPECT_EQ(first, second);
    std::filesystem::remove_all(folder);
}

TEST(Build, AForeignTimingCacheIsAWarning) {
    auto const folder = std::filesystem::temp_directory_path() / "tenon_builder_cache";
    std::filesystem::create_directories(folder);
    BuildOptions o = widths(8, 20, 64);
    o.timingCache = (folder / "times.json").string();
    for (std::string_view text : {"not json", R"({"schema": 1, "machine": "another", "records": {}})"}) {
        writeFile(o.timingCache, std::as_bytes(std::span(text.data(), text.size())));
        auto const warnings = build(convNet(), o).plan.info.warnings;
        ASSERT_FALSE(warnings.empty());
        EXPECT_NE(warnings[0].find("timing cache"), std::string::npos) << warnings[0];
    }
    std::filesystem::remove_all(folder);
}

TEST(Build, ARefittedWeightEqualsAFreshBuild) {
    BuildOptions o = widths(8, 20, 64);
    o.refittable = true;
    auto const file = plan::encodePlan(build(convNet(-0.3f), o).plan);
    auto engine = runtime::Engine::load(Buffer::copy(file), builtinTable());
    auto const before = runWidth(engine, 20);
    // All sources of the folded convolution, of which one is new.
    Builder b;
    auto bytesOf = [&](ir::ValueId v) { return b.g.value(v).constant->bytes(b.g.table()); };
    engine->refit({{"w1", bytesOf(b.weight("w1", {16, 16, 3, 3}, 0.2f, 0.05f))},
                   {"gamma", bytesOf(b.weight("gamma", {16}))},
                   {"beta", bytesOf(b.weight("beta", {16}))},
                   {"mean", bytesOf(b.weight("mean", {16}))},
                   {"var", bytesOf(b.weight("var", {16}, 1))}});
    auto const fresh = runWidth(runtime::Engine::make(build(convNet(0.2f), o).plan, builtinTable()), 20);
    auto const refitted = runWidth(engine, 20);
    EXPECT_EQ(refitted, fresh);
    EXPECT_NE(refitted, before);
    EXPECT_THROW(engine->refit({{"nobody", Buffer()}}), Error);
}

TEST(Build, APortableEngineNamesOnlyKernelsThatAreTheSameEverywhere) {
    BuildOptions o = widths(8, 20, 64);
    o.portable = true;
    plan::Plan const plan = build(convNet(), o).plan;
    EXPECT_TRUE(plan.info.portable && plan.info.cpuFeatures.empty());
    for (plan::Step const& step : plan.blocks[0].steps)
        for (plan::Choice const& choice : step.choices) {
            std::vector<std::string> names = choice.fallbacks;
            names.push_back(choice.kernel);
            for (std::string const& name : names)
                EXPECT_TRUE(builtinTable().kernel(name)->isPortable()) << name;
        }
}

TEST(Build, SeveralProfiles) {
    BuildOptions o = widths(1, 8, 16);
    o.profiles.push_back(widths(17, 64, 128).profiles[0]);
    auto const engine = runtime::Engine::make(build(convNet(), o).plan, builtinTable());
    EXPECT_LT(engine->arenaBytes(0), engine->arenaBytes(1));
    runtime::Context context(engine);
    auto const small = runWidth(engine, 9, &context);
    EXPECT_THROW(runWidth(engine, 100, &context), Error);
    context.setProfile(1);
    EXPECT_EQ(runWidth(engine, 100, &context).size(), 16u * 4 * 100);
    context.setProfile(0);
    EXPECT_EQ(runWidth(engine, 9, &context), small);
}

TEST(Build, OutputsThatAreInputsConstantsOrTwins) {
    Builder b;
    auto x = b.input("x", {2, 3});
    auto y = b.row("relu", {x});
    for (auto v : {x, b.weight("w", {3}), y, y})
        b.output(v);
    BuildOptions o;
    o.staticCosts = true;
    auto const engine = runtime::Engine::make(build(std::move(b.g), o).plan, builtinTable());
    EXPECT_EQ(engine->io().size(), 5u);
    runtime::Context context(engine);
    std::vector<float> in = waves(6);
    std::vector<std::vector<float>> out(4, std::vector<float>(6, NAN));
    context.setAddress(size_t{0}, in.data());
    for (size_t i = 0; i < 4; ++i)
        context.setAddress(i + 1, out[i].data());
    context.run();
    EXPECT_EQ(out[0], in);
    EXPECT_EQ(out[1][2], 1.0f);
    EXPECT_EQ(out[2], out[3]);
}

TEST(Build, ProfilesThatDoNotFitAreExplained) {
    auto message = [](BuildOptions const& o) -> std::string {
        try {
            build(convNet(), o);
        } catch (Error const& e) {
            return e.what();
        }
        return "no error";
    };
    BuildOptions none;
    EXPECT_NE(message(none).find("--shapes x:"), std::string::npos) << message(none);
    BuildOptions unknown = widths(1, 2, 3);
    unknown.profiles[0].inputs["z"] = unknown.profiles[0].inputs["x"];
    EXPECT_NE(message(unknown).find("no input 'z'"), std::string::npos) << message(unknown);
    EXPECT_NE(message(widths(5, 2, 9)).find("min <= opt <= max"), std::string::npos);
    BuildOptions fixed = widths(1, 2, 3);
    fixed.profiles[0].inputs["x"].dims[1] = {8, 8, 8};
    EXPECT_NE(message(fixed).find("axis 1"), std::string::npos) << message(fixed);
    BuildOptions pass = widths(1, 2, 3);
    pass.disabledPasses = {"fold"};
    EXPECT_NE(message(pass).find("optional pass 'fold'"), std::string::npos) << message(pass);
}

TEST(Build, AViewWithAnotherNumberOfElementsIsRefused) {
    Builder b;
    auto const x = b.input("x", {2, 6});
    auto const s = b.input("s", {2}, DType::kI64);
    b.output(b.row("relu", {b.node("reshape", ops::reshape::Attributes{}, {b.row("neg", {x}), s})}));
    BuildOptions o;
    o.staticCosts = true;
    ProfileSpec spec;
    spec.inputs["x"].dims = {{2, 2, 2}, {6, 6, 6}};
    spec.inputs["s"].dims = {{2, 2, 2}};
    spec.inputs["s"].values = {{1, 3, 12}, {1, 4, 12}};
    o.profiles = {spec};
    runtime::Context context(runtime::Engine::make(build(std::move(b.g), o).plan, builtinTable()));
    context.setHostValues("s", std::vector<int64_t>{3, 4});
    EXPECT_NO_THROW(context.inferShapes());
    for (std::vector<int64_t> const& dims : {std::vector<int64_t>{1, 1}, {1, 11}}) {
        context.setHostValues("s", dims);
        try {
            context.inferShapes();
            ADD_FAILURE() << "accepted";
        } catch (Error const& e) {
            EXPECT_EQ(e.id(), Message::kSizeRange);
            EXPECT_NE(std::string(e.what()).find("12 elements"), std::string::npos) << e.what();
        }
    }
}

TEST(Build, StopsAfterAPass) {
    BuildOptions o = widths(1, 20, 64);
    o.stopAfter = "recognise";
    BuildResult const r = build(convNet(), o);
    EXPECT_TRUE(r.plan.blocks.empty());
    EXPECT_NE(r.dump.find("node"), std::string::npos);
    EXPECT_EQ(r.dump.find("batchnorm {"), std::string::npos) << r.dump;
}

TEST(Memory, PiecesThatLiveTogetherDoNotOverlap) {
    std::mt19937 random(7);
    for (int trial = 0; trial < 50; ++trial) {
        std::vector<Lifetime> pieces;
        for (int i = 0; i < 60; ++i) {
            auto const first = static_cast<int32_t>(random() % 40);
            pieces.push_back(
                {static_cast<int64_t>(random() % 5000), first, first + static_cast<int32_t>(random() % 10), 0});
        }
        int64_t const total = placeInArena(pieces);
        int64_t sum = 0;
        for (size_t i = 0; i < pieces.size(); ++i) {
            sum += (pieces[i].bytes + 63) / 64 * 64;
            EXPECT_EQ(pieces[i].offset % 64, 0);
            EXPECT_LE(pieces[i].offset + pieces[i].bytes, total);
            for (size_t j = 0; j < i; ++j) {
                bool const together = pieces[i].first <= pieces[j].last && pieces[j].first <= pieces[i].last;
                bool const apart = pieces[i].offset + pieces[i].bytes <= pieces[j].offset ||
                                   pieces[j].offset + pieces[j].bytes <= pieces[i].offset;
                EXPECT_TRUE(!together || apart || pieces[i].bytes == 0 || pieces[j].bytes == 0);
            }
        }
        EXPECT_LE(total, sum);
    }
}

} // namespace
} // namespace tenon
