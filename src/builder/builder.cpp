// SPDX-License-Identifier: Apache-2.0
// The build from a lowered graph to a Plan.
#include "builder/builder.h"

#include "base/cpu.h"
#include "base/version.h"
#include "builder/pipeline.h"
#include "builder/planner.h"
#include "builder/profiles.h"
#include "kernel/parallel.h"

#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon {
namespace {

std::string machineText() {
    return fmt::format("tenon {} cpu [{}] threads {}", version(), fmt::join(cpuFeatures(), " "), threads());
}

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

} // namespace

BuildResult build(ir::Graph graph, BuildOptions const& options) {
    auto const begin = std::chrono::steady_clock::now();
    checkPassNames(options);
    setProfiles(graph, options.profiles);
    simplifyShapes(graph);
    BuildResult result;
    std::vector<PassReport> reports;
    if (runPasses(graph, options, reports)) {
        result.dump = ir::print(graph);
        return result;
    }
    separateOutputs(graph);

    TimingCache cache(machineText());
    std::vector<std::string> notes;
    if (!options.timingCache.empty())
        if (auto warning = cache.load(options.timingCache))
            notes.push_back(*warning);
    Oracle oracle(
        graph.table(), cache,
        {!options.staticCosts && !options.referenceOnly, options.referenceOnly, options.portable, options.progress});
    passes::Assignment const assignment = passes::assign(graph, oracle);
    ir::verify(graph);
    if (options.stopAfter == "assign") {
        result.dump = ir::print(graph);
        return result;
    }
    result.plan = makePlan(graph, assignment, oracle, options.refittable);
    if (!options.timingCache.empty())
        cache.save(options.timingCache);

    plan::Info& info = result.plan.info;
    info.version = std::string(version());
    info.portable = options.portable;
    info.refittable = options.refittable;
    if (!options.portable)
        info.cpuFeatures = cpuFeatures();
    info.user = options.meta;
    warnings(result.plan, assignment, notes);
    info.warnings = std::move(notes);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
}

} // namespace tenon
