// SPDX-License-Identifier: Apache-2.0
// Every combination of formats that a plugin accepts, and every tactic that it tells: the outputs are those of kLINEAR
// (of the setup's formats, where it refuses that) and of the first tactic.
#include "checker/probe.h"
#include "plugin/formats.h"
#include "plugin/layouts.h"

#include <algorithm>

namespace tenon::checker {
namespace {

using nvinfer1::TensorFormat;
using Formats = std::vector<TensorFormat>;

constexpr size_t kMostRuns = 64; ///< of formats, for all combinations of types together
constexpr int kMostFormatQuestions = 4000;

/// All that it accepts for the types and dims of the descs, but for the formats of the descs.
class FormatSearch {
public:
    FormatSearch() = default;
    FormatSearch(plugin::Plugin& plugin, plugin::Descs descs) : mDescs(std::move(descs)), mPlain(now()) {
        if (plugin::looksAtFormats(plugin, mDescs))
            from(plugin, 0);
    }
    std::vector<Formats> found;
    bool isCut = false;

private:
    void from(plugin::Plugin& plugin, size_t position) {
        if (position == mDescs.list.size())
            return take();
        nvinfer1::PluginTensorDesc& desc = mDescs.list[position].desc;
        for (TensorFormat const format : plugin::formatsFor({desc.dims.d, static_cast<size_t>(desc.dims.nbDims)})) {
            isCut = isCut || found.size() == kMostRuns || mAsked++ == kMostFormatQuestions;
            if (isCut)
                return;
            desc.format = format;
            if (plugin.accepts(static_cast<int32_t>(position), mDescs))
                from(plugin, position + 1);
        }
    }
    Formats now() const {
        Formats out;
        for (auto const& d : mDescs.list)
            out.push_back(d.desc.format);
        return out;
    }
    void take() {
        if (Formats formats = now(); formats != mPlain)
            found.push_back(std::move(formats));
    }

    plugin::Descs mDescs;
    Formats mPlain;
    int mAsked = 0;
};

std::string textOf(std::vector<DType> const& types, Formats const& formats, size_t inputs) {
    std::string out;
    for (size_t i = 0; i < formats.size(); ++i)
        out += fmt::format("{}{}/{}",
                           i == 0        ? ""
                           : i == inputs ? " -> "
                                         : ", ",
                           nameOf(types[i]), plugin::nameOf(formats[i]));
    return out;
}

bool canBeLaid(Stand const& stand, std::vector<DType> const& combo) {
    auto const& outputs = stand.outputs();
    return std::all_of(combo.begin(), combo.end(), [](DType t) { return bitsOf(t) >= 8; }) &&
           std::none_of(outputs.begin(), outputs.end(), [](plugin::Output const& o) { return o.isSize; });
}

/// Nothing is found for shapes that it does not take.
FormatSearch searchAt(Steps& s, Profile const& profile, std::vector<DType> const& combo) {
    try {
        Stand stand = s.stand(profile, combo);
        if (canBeLaid(stand, combo))
            return FormatSearch(stand.plugin(), stand.descs());
    } catch (Error const&) { // another probe's finding
    }
    return {};
}

std::optional<Ran> ranWell(Steps& s, Stand const& stand, Runner runner, Point const& point, std::string const& in) {
    Call how;
    how.inputs = stand.inputsAt(point);
    Ran ran = stand.run(runner, point, how);
    if (ran.status == 0)
        return ran;
    s.report("status", "enqueue", "status 0", fmt::format("status {} {}", ran.status, in));
    return std::nullopt;
}

void compare(Steps& s, Ran const& wanted, Ran const& given, std::string const& with, std::string const& without) {
    Spec const tolerance;
    if (auto const d = difference(wanted.outputs, given.outputs, tolerance.rtol, tolerance.atol))
        s.report("wrong-value", "enqueue", fmt::format("with {} the outputs of {}", with, without), *d);
    reportNotes(s, given);
}

void runFormats(Steps& s, Profile const& profile, std::vector<DType> const& combo, Formats const& formats) {
    Point const& point = profile.opt;
    s.step("", point.text(), "the same outputs in every format that it accepts", [&] {
        Stand plain = s.stand(profile, combo);
        Stand laid(s.make(), s.setup, profile, combo, formats);
        std::string const text = textOf(combo, formats, plain.inputs());
        std::string const without =
            s.setup.formats.empty() ? "kLINEAR" : textOf(combo, s.setup.formats, plain.inputs());
        auto const wanted = ranWell(s, plain, plain.runner(), point, "in " + without);
        auto const given = ranWell(s, laid, laid.runner(), point, "in " + text);
        if (!wanted || !given)
            return;
        compare(s, *wanted, *given, text, without);
        std::string outputs;
        for (Values const& v : given->outputs)
            outputs += (outputs.empty() ? "" : ",") + checker::textOf(v.dims);
        Told told;
        told.shapes.push_back({point.text(), outputs, text, "ran"});
        s.tell(told);
    });
}

size_t tacticsOf(Steps& s) {
    try {
        return s.stand().plugin().tactics().size();
    } catch (Error const&) { // likewise
        return 0;
    }
}

void runTactics(Steps& s) {
    Profile const& profile = s.setup.profile();
    for (size_t k = 1, count = tacticsOf(s); k < count; ++k)
        s.step("", profile.opt.text(), "the same outputs with every tactic", [&] {
            Stand stand = s.stand();
            auto const numbers = stand.plugin().tactics();
            auto const wanted = ranWell(s, stand, stand.runner(), profile.opt, "with the first tactic");
            auto const given = ranWell(s, stand, stand.runner(stand.plugin(), k), profile.opt,
                                       fmt::format("with tactic {}", numbers.at(k)));
            if (wanted && given)
                compare(s, *wanted, *given, fmt::format("tactic {}", numbers[k]), fmt::format("tactic {}", numbers[0]));
        });
}

} // namespace

void probeVariants(Steps& s) {
    size_t runs = 0;
    bool isCut = false;
    for (Profile const& p : s.setup.profiles) {
        Profile const profile = Profile::at(evenPoint(p, !s.setup.inferred));
        for (std::vector<DType> const& combo : s.setup.combos) {
            FormatSearch const search = searchAt(s, profile, combo);
            isCut = isCut || search.isCut;
            for (Formats const& formats : search.found)
                if (runs++ < kMostRuns)
                    runFormats(s, profile, combo, formats);
        }
    }
    if (isCut || runs > kMostRuns)
        s.note(fmt::format("it accepts more combinations of formats than those that are run, {} at most", kMostRuns));
    runTactics(s);
}

} // namespace tenon::checker
