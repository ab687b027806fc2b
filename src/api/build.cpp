// SPDX-License-Identifier: Apache-2.0
#include "api/build.h"

#include "api/build_settings.h"
#include "builder/monitor.h"
#include "network/lower/lower.h"
#include "plugin/embedded.h"

#include <chrono>
#include <fmt/format.h>
#include <fstream>

namespace tenon::api {
namespace {

using namespace nvinfer1;

/// A user's monitor, whose "no" ends the build.
class Monitor final : public BuildMonitor {
public:
    explicit Monitor(IProgressMonitor* user) : mUser(user) {}

    void begin(char const* phase, char const* parent, int steps) override {
        guarded("phaseStart", [&] { mUser->phaseStart(phase, parent, steps); });
    }
    void step(char const* phase, int step) override {
        bool more = false;
        guarded("stepComplete", [&] { more = mUser->stepComplete(phase, step); });
        if (!more)
            throw Error(Message::kBuildCancelled, "the progress monitor stopped the build")
                .given(fmt::format("stepComplete(\"{}\", {}) returned false", phase, step));
    }
    void end(char const* phase) noexcept override {
        try {
            mUser->phaseFinish(phase);
        } catch (...) { // the phase is over in any case
        }
    }

private:
    template <class F>
    static void guarded(char const* call, F&& body) {
        try {
            body();
        } catch (std::exception const& e) {
            throw Error(Message::kCallback, fmt::format("IProgressMonitor::{} threw: {}", call, e.what()));
        }
    }

    IProgressMonitor* mUser;
};

/// A line now and then, so that a long build does not look like a hang.
std::function<void(std::string_view)> progressLines(Sink& sink) {
    using Clock = std::chrono::steady_clock;
    return [&sink, last = Clock::now()](std::string_view text) mutable {
        if (Clock::now() - last < std::chrono::seconds(2))
            return;
        last = Clock::now();
        sink.info("building: " + std::string(text));
    };
}

void checkNetwork(NetworkState const& network) {
    if (network.failedParse)
        throw Error(Message::kParseFailed, "the network comes from a model that its parser could not read to the end",
                    network.failedParse->where())
            .given(network.failedParse->what())
            .tip("look at the parser's errors, and build only after it returned true");
    if (network.network().main.results.empty())
        throw Error(Message::kNoOutputs, "the network has no output").tip("network->markOutput(*tensor);");
}

std::string peakMemory() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return line.substr(6);
    return " unknown";
}

struct Prepared {
    ir::Graph graph;
    BuildOptions options;
};

Prepared prepare(NetworkState const& state, ConfigState const& config) {
    Network const& network = state.network();
    checkSettings(config, network.stronglyTyped);
    checkNetwork(state);
    Prepared out{lower(network, builtinTable()), optionsOf(config, network)};
    out.options.profiles = profilesOf(config, out.graph);
    for (std::string& note : precisionNotes(config, network, out.graph))
        out.options.notes.push_back(std::move(note));
    return out;
}

} // namespace

plan::Plan buildPlan(NetworkState const& network, ConfigState const& config, Sink& sink) {
    Prepared prepared = prepare(network, config);
    BuildOptions& options = prepared.options;
    std::optional<Monitor> monitor;
    if (config.monitor != nullptr)
        options.monitor = &monitor.emplace(config.monitor);
    if (!config.has(BuilderFlag::kDISABLE_TIMING_CACHE) && config.times)
        options.times = &config.times->cache;
    options.progress = progressLines(sink);
    BuildResult result = build(std::move(prepared.graph), options);
    for (std::string const& warning : result.plan.info.warnings)
        sink.warning(warning);
    sink.info(fmt::format("built an engine of {} steps in {:.1f} s", result.plan.info.layers.size(), result.seconds));
    if (config.has(BuilderFlag::kMONITOR_MEMORY))
        sink.info("most memory of the process so far:" + peakMemory());
    for (std::string const& path : config.pluginsToSerialize)
        result.plan.libraries.push_back(plugin::readLibrary(path));
    return std::move(result.plan);
}

void checkBuild(NetworkState const& network, ConfigState const& config) {
    prepare(network, config);
}

} // namespace tenon::api
