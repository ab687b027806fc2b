// SPDX-License-Identifier: Apache-2.0
// The build from a lowered graph to a Plan.
#include "builder/builder.h"

#include "base/cpu.h"
#include "base/version.h"
#include "builder/monitor.h"
#include "builder/pipeline.h"
#include "builder/planner.h"
#include "builder/profiles.h"
#include "kernel/parallel.h"
#include "plan/strip.h"
#include "plugin/instance.h"

#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon {
namespace {

void warnings(plan::Plan const& plan, passes::Assignment const& assignment, std::vector<std::string>& out) {
    size_t slow = 0;
    for (plan::LayerReport const& layer : plan.info.layers)
        slow += layer.kernel.ends_with(".ref") ? 1 : 0;
    if (slow != 0)
        out.push_back(
            fmt::format("{} of {} steps run in reference kernels, which are slow (--why says what the others refused)",
                        slow, plan.info.layers.size()));
    if (assignment.reformats != 0)
        out.push_back(fmt::format("{} reformats between layouts", assignment.reformats));
}

Oracle::Options oracleOptions(BuildOptions const& options) {
    Oracle::Options out;
    out.measure = !options.staticCosts && !options.referenceOnly;
    out.referenceOnly = options.referenceOnly;
    out.portable = options.portable;
    out.missIsError = options.missIsError;
    out.maxTactics = options.maxTactics;
    out.rounds = options.rounds;
    out.workspaceLimit = options.workspaceLimit;
    out.measureLimit = options.measureLimit;
    out.progress = options.progress;
    return out;
}

size_t nodesIn(ir::Graph const& graph) {
    size_t out = 0;
    for (ir::Region const& r : graph.regions)
        out += r.nodes.size();
    return out;
}

passes::Assignment assignTimed(ir::Graph& graph, Oracle& oracle, BuildOptions const& options) {
    BuildPhase phase(options.monitor, "timing", "build", static_cast<int>(nodesIn(graph)));
    oracle.onProgress([&](size_t, size_t) { phase.step(); });
    passes::Assignment out = passes::assign(graph, oracle);
    oracle.onProgress({});
    ir::verify(graph);
    return out;
}

/// By what each step runs with in its first profile.
void checkPlugins(ir::Graph const& graph, passes::Assignment const& assignment, Oracle& oracle) {
    for (ir::Region const& r : graph.regions)
        for (ir::NodeId id : r.nodes) {
            ir::Node const& n = graph.node(id);
            if (n.op->name != "plugin")
                continue;
            Problem const problem = graph.problem(n, 0);
            Signature const& signature = assignment.signatures.at(id);
            plugin::checkReload(problem, signature, oracle.best(problem, signature).tactic);
        }
}

void fillInfo(plan::Info& info, BuildOptions const& options) {
    info.version = std::string(version());
    info.portable = options.portable;
    info.refittable = options.refittable;
    if (!options.portable)
        info.cpuFeatures = cpuFeatures();
    info.user = options.meta;
    info.settings = options.settings;
}

} // namespace

std::string machineText() {
    return fmt::format("tenon {} cpu [{}] threads {}", version(), fmt::join(cpuFeatures(), " "), threads());
}

BuildResult build(ir::Graph graph, BuildOptions const& options) {
    auto const begin = std::chrono::steady_clock::now();
    BuildPhase whole(options.monitor, "build", nullptr, 3);
    checkPassNames(options);
    std::vector<std::string> const outputs = outputNames(graph); // passes may join or replace what computes them
    setProfiles(graph, options.profiles);
    simplifyShapes(graph);
    BuildResult result;
    std::vector<PassReport> reports;
    if (runPasses(graph, options, reports)) {
        result.dump = ir::print(graph);
        return result;
    }
    separateOutputs(graph, outputs);
    whole.step();

    TimingCache own(machineText());
    TimingCache& cache = options.times != nullptr ? *options.times : own;
    std::vector<std::string> notes = graph.notes;
    notes.insert(notes.end(), options.notes.begin(), options.notes.end());
    if (!options.timingCache.empty())
        if (auto warning = cache.load(options.timingCache))
            notes.push_back(*warning);
    Oracle oracle(graph.table(), cache, oracleOptions(options));
    passes::Assignment const assignment = assignTimed(graph, oracle, options);
    if (options.stopAfter == "assign") {
        result.dump = ir::print(graph);
        return result;
    }
    whole.step();
    {
        BuildPhase packing(options.monitor, "packing", "build", 1);
        result.plan = makePlan(graph, assignment, oracle, options);
        packing.step();
    }
    if (options.checkPlugins)
        checkPlugins(graph, assignment, oracle);
    if (!options.timingCache.empty())
        cache.save(options.timingCache);
    fillInfo(result.plan.info, options);
    warnings(result.plan, assignment, notes);
    result.plan.info.warnings = std::move(notes);
    if (options.strip)
        result.plan = plan::strip(std::move(result.plan), graph.table());
    whole.step();
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
}

} // namespace tenon
