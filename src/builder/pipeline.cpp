// SPDX-License-Identifier: Apache-2.0
// Order: constants first; then the named patterns, which may make new constants; then pointwise nodes are grouped and
// absorbed. Layouts are assigned last, over the fused graph: what assign weighs against each other are the steps that
// will run.
#include "builder/pipeline.h"

#include "builder/monitor.h"
#include "passes/passes.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace tenon {
namespace {

constexpr int kRounds = 32; ///< a pass that has not settled by then is wrong

/// Passes of one stage run in turn until none of them changes anything.
using Factory = std::unique_ptr<ir::Pass> (*)();
std::vector<std::vector<Factory>> const& stages() {
    static std::vector<std::vector<Factory>> const kStages = {
        {passes::fold, passes::recognise}, {passes::group}, {passes::absorb}};
    return kStages;
}

bool isDisabled(ir::Pass const& pass, BuildOptions const& options) {
    auto const& names = options.disabledPasses;
    auto named = [&](std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); };
    return pass.isOptional() && (options.referenceOnly || named("all") || named(pass.name()));
}

PassReport runOne(ir::Graph& g, ir::Pass const& pass) {
    auto const begin = std::chrono::steady_clock::now();
    PassReport report{std::string(pass.name()), 0, 0, 0};
    for (bool again = true; again && report.rounds < kRounds; ++report.rounds) {
        ir::Patch patch(g);
        pass.run(g, patch);
        size_t const changes = patch.apply();
        report.changes += changes;
        again = changes != 0;
        g.sweep();
        try {
            ir::verify(g);
        } catch (DecodeError const& e) {
            throw DecodeError(
                fmt::format("pass {} left a graph that does not hold: {}\n{}", pass.name(), e.what(), ir::print(g)));
        }
    }
    report.ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    return report;
}

} // namespace

std::vector<std::pair<std::string, bool>> passNames() {
    std::vector<std::pair<std::string, bool>> out;
    for (auto const& stage : stages())
        for (Factory make : stage)
            out.emplace_back(make()->name(), make()->isOptional());
    out.emplace_back("assign", false);
    return out;
}

void checkPassNames(BuildOptions const& options) {
    auto const known = passNames();
    auto check = [&](std::string const& name, bool mustBeOptional) {
        bool const good = std::any_of(known.begin(), known.end(),
                                      [&](auto const& p) { return p.first == name && (p.second || !mustBeOptional); });
        if (good || (mustBeOptional && name == "all"))
            return;
        std::string wanted;
        for (auto const& [pass, optional] : known)
            if (optional || !mustBeOptional)
                wanted += (wanted.empty() ? "" : ", ") + pass;
        throw Error(Message::kPassName, fmt::format("there is no {}pass '{}'", mustBeOptional ? "optional " : "", name))
            .wanted(wanted)
            .given(name);
    };
    for (std::string const& name : options.disabledPasses)
        check(name, true);
    if (!options.stopAfter.empty())
        check(options.stopAfter, false);
}

bool runPasses(ir::Graph& g, BuildOptions const& options, std::vector<PassReport>& reports) {
    ir::verify(g);
    BuildPhase phase(options.monitor, "passes", "build", static_cast<int>(passNames().size()) - 1); // but for assign
    for (auto const& stage : stages()) {
        size_t changes = 1;
        for (int round = 0; changes != 0 && round < kRounds; ++round) {
            changes = 0;
            for (Factory make : stage)
                if (auto const pass = make(); !isDisabled(*pass, options)) {
                    reports.push_back(runOne(g, *pass));
                    changes += stage.size() > 1 ? reports.back().changes : 0; // one alone has settled already
                }
        }
        for (Factory make : stage) {
            phase.step();
            if (options.stopAfter == make()->name())
                return true;
        }
    }
    return false;
}

} // namespace tenon
