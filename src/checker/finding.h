// SPDX-License-Identifier: Apache-2.0
// What the checker of plugins says: findings with the ids of one table, and the report of a run.
#pragma once

#include "base/error.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::checker {

/// A kind of fault. Ids are stable: scripts skip and select by them.
struct Fault {
    std::string_view id;
    std::string_view meaning;
};
std::span<Fault const> allFaults() noexcept;
/// Null when there is no such id.
Fault const* findFault(std::string_view id) noexcept;

struct Finding {
    std::string id;
    std::string probe;  ///< which looked
    int64_t step = 0;   ///< of the probe: what a repro makes again
    std::string method; ///< of the plugin or its creator, "" where it is none
    int64_t call = 0;   ///< which call of that method in the probe's process, from 1 on; 0: not known
    std::string shape;  ///< the smallest that fails: dims of the inputs, "2x3,2x3"
    std::string wanted, given;
    std::string repro; ///< folder, "" for none

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("id", self.id);
        visit("probe", self.probe);
        visit("step", self.step);
        visit("method", self.method);
        visit("call", self.call);
        visit("shape", self.shape);
        visit("wanted", self.wanted);
        visit("given", self.given);
        visit("repro", self.repro);
    }
};

/// A probe that was not made, or an id that the user does not want to hear of.
struct Skipped {
    std::string id; ///< of a fault, or the name of a probe
    std::string reason;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("id", self.id);
        visit("reason", self.reason);
    }
};

/// A shape that was run: what `--shapes-table` prints.
struct ShapeRow {
    std::string shape, outputs, types, result;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("shape", self.shape);
        visit("outputs", self.outputs);
        visit("types", self.types);
        visit("result", self.result);
    }
};

struct CreatorReport {
    std::string name, version, space, generation;
    int64_t probes = 0; ///< that were made
    std::vector<Finding> findings;
    std::vector<Skipped> skipped;
    std::vector<std::string> notes; ///< what could not be exercised, and how the plugin was used
    std::vector<ShapeRow> shapes;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("version", self.version);
        visit("namespace", self.space);
        visit("generation", self.generation);
        visit("probes", self.probes);
        visit("findings", self.findings);
        visit("skipped", self.skipped);
        visit("notes", self.notes);
        visit("shapes", self.shapes);
    }
};

struct Report {
    std::string library, device = "cpu";
    std::vector<CreatorReport> creators;
    std::optional<Error> problem; ///< of the reference: outputs were not compared with it

    int64_t findings() const noexcept;
    int64_t probes() const noexcept;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("library", self.library);
        visit("device", self.device);
        visit("creators", self.creators);
    }
};

} // namespace tenon::checker
