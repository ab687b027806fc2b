// SPDX-License-Identifier: Apache-2.0
// The section of an engine that tells of the rest: where it came from, what it needs, the report of its build.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

namespace tenon::plan {

/// One line of the build report, kept in the engine for `inspect`.
struct LayerReport {
    struct Candidate {
        std::string kernel;
        double us = 0;
        template <class Self, class V>
        static void reflect(Self& self, V& visit) {
            visit("kernel", self.kernel);
            visit("us", self.us);
        }
    };
    struct Refusal {
        std::string kernel, reason;
        template <class Self, class V>
        static void reflect(Self& self, V& visit) {
            visit("kernel", self.kernel);
            visit("reason", self.reason);
        }
    };
    std::string name, op, kernel;
    int32_t tactic = 0;
    double us = 0;
    std::vector<Candidate> candidates;
    std::vector<Refusal> refused;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("op", self.op);
        visit("kernel", self.kernel);
        visit("tactic", self.tactic);
        visit("us", self.us);
        visit("candidates", self.candidates);
        visit("refused", self.refused);
    }
};

/// Settings of the builder's configuration that the interface's engine repeats; numbers are those of its enumerations
/// at level 10. The defaults are the configuration's.
struct Settings {
    int32_t verbosity = 0;                      ///< ProfilingVerbosity
    uint32_t tacticSources = 1u << 3 | 1u << 4; ///< bits of TacticSource
    int32_t hardware = 0;                       ///< HardwareCompatibilityLevel

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("verbosity", self.verbosity);
        visit("tacticSources", self.tacticSources);
        visit("hardware", self.hardware);
    }
};

struct KeyValue {
    std::string key, value;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("key", self.key);
        visit("value", self.value);
    }
};

/// What can be read without the rest (`tenon inspect`).
struct Info {
    std::string version; ///< of the Tenon that wrote it
    std::string device = "cpu";
    bool portable = false;
    bool refittable = false;
    std::vector<std::string> cpuFeatures;    ///< that the chosen kernels need
    std::map<std::string, std::string> user; ///< key/values of the model and of --meta
    std::vector<std::string> warnings;
    std::vector<LayerReport> layers;
    Settings settings;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("version", self.version);
        visit("device", self.device);
        visit("portable", self.portable);
        visit("refittable", self.refittable);
        visit("cpuFeatures", self.cpuFeatures);
        // A map travels as sorted pairs.
        std::vector<KeyValue> pairs;
        for (auto const& [key, value] : self.user)
            pairs.push_back({key, value});
        visit("user", pairs);
        if constexpr (!std::is_const_v<Self>) {
            self.user.clear();
            for (KeyValue& pair : pairs)
                self.user[std::move(pair.key)] = std::move(pair.value);
        }
        visit("warnings", self.warnings);
        visit("layers", self.layers);
        visit("settings", self.settings);
    }
};

} // namespace tenon::plan
