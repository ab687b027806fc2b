// SPDX-License-Identifier: Apache-2.0
#include "engines.h"

#include "builder/builder.h"
#include "ops/reshape/reshape.h"
#include "plan/codec.h"
#include "test/ir/graph_helper.h"

namespace test {
namespace {

using namespace tenon;

Bytes bytesOf(ir::Graph graph, BuildOptions options) {
    options.staticCosts = true;
    auto const file = plan::encodePlan(build(std::move(graph), options).plan);
    auto const* begin = reinterpret_cast<char const*>(file.data());
    return {begin, begin + file.size()};
}

ProfileSpec rows(DimRange n) {
    ProfileSpec spec;
    spec.inputs["x"].dims = {n, {4, 4, 4}};
    return spec;
}

Bytes scaleEngine(bool strip) {
    tenon::test::Builder b;
    b.g.regions[0].name = "two_profiles";
    auto const x = b.input("x", {-1, 4});
    auto const product = b.row("mul", {x, b.weight("w", {4}, 1, 1)});
    b.output(b.row("relu", {b.row("add", {product, b.weight("b", {4}, -1, 0)})}));
    b.g.value(b.g.regions[0].results[0]).name = "y";
    b.g.weightPlaces = {{"w", "scale", static_cast<int32_t>(nvinfer1::WeightsRole::kSCALE)},
                        {"b", "scale", static_cast<int32_t>(nvinfer1::WeightsRole::kSHIFT)}};
    BuildOptions options;
    options.profiles = {rows({1, 2, 4}), rows({8, 8, 16})};
    options.refittable = true;
    options.strip = strip;
    options.settings.verbosity = static_cast<int32_t>(nvinfer1::ProfilingVerbosity::kDETAILED);
    options.meta["team"] = "x";
    return bytesOf(std::move(b.g), options);
}

} // namespace

Bytes const& twoProfiles() {
    static Bytes const bytes = scaleEngine(false);
    return bytes;
}

Bytes const& strippedEngine() {
    static Bytes const bytes = scaleEngine(true);
    return bytes;
}

Bytes const& reshapeEngine() {
    static Bytes const bytes = [] {
        tenon::test::Builder b;
        auto const x = b.input("x", {-1, 6});
        auto const shape = b.input("shape", {2}, DType::kI64);
        b.output(b.row("relu", {b.node("reshape", ops::reshape::Attributes{}, {b.row("neg", {x}), shape})}));
        b.g.value(b.g.regions[0].results[0]).name = "y";
        BuildOptions options;
        ProfileSpec spec;
        spec.inputs["x"].dims = {{1, 2, 8}, {6, 6, 6}};
        spec.inputs["shape"].dims = {{2, 2, 2}};
        spec.inputs["shape"].values = {{1, 3, 48}, {1, 4, 48}};
        options.profiles = {spec};
        return bytesOf(std::move(b.g), options);
    }();
    return bytes;
}

Bytes const& nonzeroEngine() {
    static Bytes const bytes = [] {
        tenon::test::Builder b;
        b.output(b.node("nonzero", NoAttrs{}, {b.input("x", {-1, -1})}));
        b.g.value(b.g.regions[0].results[0]).name = "where";
        BuildOptions options;
        ProfileSpec spec;
        spec.inputs["x"].dims = {{0, 2, 4}, {1, 3, 4}};
        options.profiles = {spec};
        return bytesOf(std::move(b.g), options);
    }();
    return bytes;
}

Bytes const& debugEngine() {
    static Bytes const bytes = [] {
        tenon::test::Builder b;
        auto const sum = b.row("add", {b.input("x", {2}), b.number(1)});
        b.g.value(sum).name = "sum";
        b.g.value(sum).debug = b.g.value(sum).pinned = true;
        b.output(b.row("mul", {b.row("relu", {sum}), b.number(2)}));
        b.g.value(b.g.regions[0].results[0]).name = "y";
        b.g.debugUnfused = true;
        return bytesOf(std::move(b.g), {});
    }();
    return bytes;
}

} // namespace test
