// SPDX-License-Identifier: Apache-2.0
#include "profiles.h"

#include "kernel/evaluate.h"

#include <fmt/format.h>

namespace tenon::cli {
namespace {

std::vector<DimRange> exactly(std::vector<int64_t> const& numbers) {
    std::vector<DimRange> out;
    for (int64_t n : numbers)
        out.push_back({n, n, n});
    return out;
}

/// What is known of an input without a word about it; sizes are missing otherwise.
void settle(ProfileSpec& spec, InputInfo const& input) {
    if (input.isSettled() && !(input.shapeRead && input.values.empty()))
        spec.inputs.try_emplace(input.name, ProfileSpec::Input{input.dims, input.values});
}

[[noreturn]] void needShapes(std::vector<InputInfo> const& inputs, ProfileSpec const& spec) {
    std::vector<InputInfo> open;
    for (InputInfo const& input : inputs)
        if (!spec.inputs.contains(input.name))
            open.push_back(input);
    std::string const least = exampleShapes(open, 1), usual = exampleShapes(open, 32), most = exampleShapes(open, 64);
    Error error(Message::kNeedsShapes,
                fmt::format("sizes are missing for {} of {} inputs", open.size(), inputs.size()));
    error.wanted(fmt::format("sizes for {}", listOf(open)))
        .tip(fmt::format("--shapes {}", usual))
        .tip(fmt::format("--min-shapes {} --opt-shapes {} --max-shapes {}", least, usual, most));
    explainElements(error, open);
    throw error;
}

/// Every input has its entry, or the error says which have none.
void complete(ProfileSpec& spec, std::vector<InputInfo> const& inputs) {
    for (InputInfo const& input : inputs)
        settle(spec, input);
    if (spec.inputs.size() < inputs.size())
        needShapes(inputs, spec);
}

ProfileSpec::Input range(std::string const& name, InputSize const& least, InputSize const& usual,
                         InputSize const& most) {
    ProfileSpec::Input out;
    auto const fill = [&](std::vector<DimRange>& to, std::vector<int64_t> const& a, std::vector<int64_t> const& b,
                          std::vector<int64_t> const& c) {
        if (a.size() != b.size() || a.size() != c.size())
            throw Error(
                Message::kShapeText,
                fmt::format("input '{}' has another number of dims in --min-shapes, --opt-shapes and --max-shapes",
                            name),
                {"", "", name, ""});
        for (size_t i = 0; i < a.size(); ++i) {
            if (a[i] > b[i] || b[i] > c[i])
                throw Error(Message::kShapeText, fmt::format("number {} of input '{}' is not in order", i, name),
                            {"", "", name, ""})
                    .wanted("--min-shapes <= --opt-shapes <= --max-shapes")
                    .given(fmt::format("{}, {}, {}", a[i], b[i], c[i]));
            to.push_back({a[i], b[i], c[i]});
        }
    };
    fill(out.dims, least.dims, usual.dims, most.dims);
    fill(out.values, least.values, usual.values, most.values);
    return out;
}

ProfileSpec ranged(Inputs const& inputs, BuildArgs const& args, size_t i) {
    Sizes const least = sizesOf(inputs, args.minShapes[i], "--min-shapes");
    Sizes const usual = sizesOf(inputs, args.optShapes[i], "--opt-shapes");
    Sizes const most = sizesOf(inputs, args.maxShapes[i], "--max-shapes");
    ProfileSpec spec;
    for (InputInfo const& input : inputs) {
        auto const a = least.find(input.name), b = usual.find(input.name), c = most.find(input.name);
        size_t const named = size_t{a != least.end()} + size_t{b != usual.end()} + size_t{c != most.end()};
        if (named == 3)
            spec.inputs[input.name] = range(input.name, a->second, b->second, c->second);
        else if (named != 0)
            throw Error(
                Message::kUsage,
                fmt::format(
                    "tenon build: input '{}' does not stand in each of --min-shapes, --opt-shapes and --max-shapes",
                    input.name),
                {"", "", input.name, ""});
    }
    return spec;
}

} // namespace

std::vector<ProfileSpec> profilesOf(Inputs const& inputs, BuildArgs const& args) {
    size_t const ranges = args.optShapes.size();
    if (args.minShapes.size() != ranges || args.maxShapes.size() != ranges)
        throw Error(
            Message::kUsage,
            "tenon build: --min-shapes, --opt-shapes and --max-shapes must stand equally often, once for each profile")
            .given(fmt::format("{} --min-shapes, {} --opt-shapes, {} --max-shapes", args.minShapes.size(), ranges,
                               args.maxShapes.size()));
    if (ranges != 0 && !args.shapes.empty())
        throw Error(Message::kUsage, "tenon build: --shapes and --opt-shapes do not go together")
            .tip("for a fixed size beside a range, give the same text to --min-shapes, --opt-shapes and --max-shapes");
    std::vector<ProfileSpec> out;
    for (std::string const& text : args.shapes) {
        ProfileSpec spec;
        for (auto const& [name, size] : sizesOf(inputs, text, "--shapes"))
            spec.inputs[name] = {exactly(size.dims), exactly(size.values)};
        out.push_back(std::move(spec));
    }
    for (size_t i = 0; i < ranges; ++i)
        out.push_back(ranged(inputs, args, i));
    if (out.empty())
        out.emplace_back();
    for (ProfileSpec& spec : out)
        complete(spec, inputs);
    return out;
}

ProfileSpec profileOf(std::vector<InputInfo> const& inputs, std::vector<Box> const& values) {
    ProfileSpec spec;
    for (size_t i = 0; i < inputs.size(); ++i) {
        ProfileSpec::Input& to = spec.inputs[inputs[i].name];
        if (!inputs[i].type.ranked())
            continue;
        to.dims = exactly(values[i].dims);
        if (!inputs[i].shapeRead)
            continue;
        if (auto const content = contentOf(values[i].dtype, values[i].data(), values[i].elements()))
            for (DimExpr const& e : *content)
                to.values.push_back({e.value(), e.value(), e.value()});
    }
    return spec;
}

} // namespace tenon::cli
