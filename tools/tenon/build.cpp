// SPDX-License-Identifier: Apache-2.0
// tenon build: an ONNX model to an engine file, which is written when everything else has succeeded.
#include "commands.h"
#include "inputs.h"
#include "model.h"
#include "output.h"
#include "profiles.h"

#include "base/error.h"
#include "base/log.h"
#include "kernel/parallel.h"
#include "plan/codec.h"
#include "plugin/embedded.h"

#include <chrono>
#include <unistd.h>

namespace tenon::cli {
namespace {

struct BuildReport {
    std::string engine;
    uint64_t bytes = 0;
    double seconds = 0;
    int64_t peak = 0, sum = 0;
    std::vector<std::string> warnings;
    std::vector<plan::LayerReport> layers;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("engine", self.engine);
        visit("bytes", self.bytes);
        visit("seconds", self.seconds);
        visit("peak", self.peak);
        visit("sum", self.sum);
        visit("warnings", self.warnings);
        visit("layers", self.layers);
    }
};

/// What --stop-after prints.
struct DumpReport {
    std::string pass, graph;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("pass", self.pass);
        visit("graph", self.graph);
    }
};

void checkTarget(BuildArgs const& args) {
    if (args.engine.empty() && args.stopAfter.empty())
        throw Error(Message::kUsage, "tenon build: -o FILE.engine is missing")
            .tip("tenon build MODEL.onnx -o MODEL.engine");
    if (!args.inputsPb.empty() &&
        !(args.shapes.empty() && args.optShapes.empty() && args.minShapes.empty() && args.maxShapes.empty()))
        throw Error(Message::kUsage,
                    "tenon build: --inputs-pb gives the shapes, and so does --shapes: one of them is enough");
}

BuildOptions optionsOf(BuildArgs const& args, OnnxModel const& model) {
    BuildOptions options;
    options.profiles = args.inputsPb.empty()
                           ? profilesOf(model.inputs(), args)
                           : std::vector{profileOf(model.inputs(), readFolder(model.inputs(), args.inputsPb))};
    options.portable = args.portable;
    options.refittable = args.refittable;
    options.staticCosts = args.staticCosts;
    options.timingCache = args.timingCache;
    options.disabledPasses = args.disabledPasses;
    options.stopAfter = args.stopAfter;
    options.checkPlugins = args.plugins.debug;
    options.meta = args.meta;
    options.meta.insert(model.metadata().begin(), model.metadata().end());
    if (args.json != "-" && ::isatty(STDERR_FILENO) != 0)
        options.progress = [](std::string_view text) { fmt::print(stderr, "{}\n", text); };
    return options;
}

void printWhy(Output const& out, std::vector<plan::LayerReport> const& layers) {
    for (plan::LayerReport const& layer : layers) {
        out.text("{} ({}): {} tactic {}, {:.1f} us\n", layer.name, layer.op, layer.kernel, layer.tactic, layer.us);
        for (auto const& candidate : layer.candidates)
            out.text("    tried {}: {:.1f} us\n", candidate.kernel, candidate.us);
        for (auto const& refusal : layer.refused)
            out.text("    refused by {}: {}\n", refusal.kernel, refusal.reason);
    }
}

BuildReport write(BuildArgs const& args, BuildResult result) {
    if (args.embedPlugins)
        for (std::string const& library : args.plugins.libraries)
            result.plan.libraries.push_back(plugin::readLibrary(library));
    BuildReport report;
    report.engine = args.engine;
    report.bytes = plan::writePlan(result.plan, args.engine);
    for (plan::Profile const& profile : result.plan.profiles) {
        report.peak = std::max(report.peak, profile.arenaBytes);
        report.sum = std::max(report.sum, profile.sumBytes);
    }
    report.warnings = std::move(result.plan.info.warnings);
    report.layers = std::move(result.plan.info.layers);
    return report;
}

} // namespace

int run(BuildArgs const& args) {
    auto const begin = std::chrono::steady_clock::now();
    if (args.threads != 0)
        setThreads(args.threads);
    checkTarget(args);
    Output const out(args.json);
    OnnxModel model(ModelFile(args.model), args.plugins);
    BuildResult result = model.build(optionsOf(args, model));
    if (!args.stopAfter.empty()) {
        out.text("{}", result.dump);
        out.document(DumpReport{args.stopAfter, result.dump});
        return 0;
    }
    BuildReport report = write(args, std::move(result));
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    for (std::string const& warning : report.warnings)
        log(Severity::kWarning, warning);
    if (args.why)
        printWhy(out, report.layers);
    out.text("{}: {:.1f} MiB, {} steps, {:.1f} s; memory for values {:.1f} MiB (apart they would take {:.1f} MiB)\n",
             report.engine, static_cast<double>(report.bytes) / 0x1p20, report.layers.size(), report.seconds,
             static_cast<double>(report.peak) / 0x1p20, static_cast<double>(report.sum) / 0x1p20);
    out.document(report);
    return 0;
}

} // namespace tenon::cli
