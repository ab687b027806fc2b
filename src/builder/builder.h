// SPDX-License-Identifier: Apache-2.0
// Graph -> Plan: runs the passes, chooses kernels by their times, lays out memory, packs weights.
#pragma once

#include "ir/graph.h"
#include "plan/plan.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tenon {

/// Ranges of the inputs by name: dims of each axis, or for an input whose elements decide shapes also the elements.
struct ProfileSpec {
    struct Input {
        std::vector<DimRange> dims;
        std::vector<DimRange> values;
    };
    std::map<std::string, Input> inputs;
};

class BuildMonitor;
class TimingCache;

struct BuildOptions {
    std::vector<ProfileSpec> profiles; ///< empty: one profile of the declared dims, which must then all be fixed
    bool portable = false;             ///< only kernels that run on every x86-64-v2 machine
    bool refittable = false;           ///< keep the expressions of weights
    std::optional<std::set<std::string>> refitSources; ///< source weights that a refit may change; absent: all
    bool strip = false; ///< leave the bytes of refittable weights out (with refittable); the engine runs once refitted
    plan::Settings settings;                 ///< kept in the engine
    bool staticCosts = false;                ///< estimates in place of times: quick, and the same on every machine
    std::string timingCache;                 ///< file to read and to write times; empty: none
    std::vector<std::string> disabledPasses; ///< names; "all": every optional pass
    std::string stopAfter; ///< print the graph after this pass to `dump` and stop (Plan is then empty)
    std::map<std::string, std::string> meta; ///< user key/values for the engine
    bool referenceOnly = false;              ///< reference kernels, no fusion: what --check reference compares with
    std::function<void(std::string_view)> progress; ///< called at least every few seconds; may be empty
    BuildMonitor* monitor = nullptr;                ///< told of phases and steps; may stop the build

    TimingCache* times = nullptr;       ///< read and written in place of a file
    bool missIsError = false;           ///< a time that the cache lacks ends the build: Error kTimingCacheMiss
    int maxTactics = 0;                 ///< most candidates that are measured for a step, best estimates first; 0: all
    int rounds = 0;                     ///< least rounds in which candidates are measured
    int64_t workspaceLimit = INT64_MAX; ///< kernels that want more are left out
    int64_t measureLimit = INT64_MAX;   ///< steps with more bytes of operands are estimated
    bool checkPlugins = false;          ///< run each plugin, and again as it is after a reload, and compare the outputs
    std::vector<std::string> notes;     ///< warnings about what was asked for; kept in the engine
};

struct BuildResult {
    plan::Plan plan; ///< warnings and layers (with candidates and refusals) are in plan.info
    double seconds = 0;
    std::string dump; ///< the graph in text form, when stopAfter was given
};

/// `graph` is what lower() made of a Network. Throws Error where the graph, the profiles or the options do not fit.
BuildResult build(ir::Graph graph, BuildOptions const& options);

/// What times depend on: version of Tenon, features of the processor, threads. The header of timing caches.
std::string machineText();

/// The names of all passes in order, and whether each is optional.
std::vector<std::pair<std::string, bool>> passNames();

} // namespace tenon
