// SPDX-License-Identifier: Apache-2.0
// Checks the plugins of a library: all probes for each creator, each in a process of its own with a time limit. The
// caller's process never loads the library.
#pragma once

#include "checker/explore.h"

#include <functional>
#include <map>
#include <set>

namespace tenon::checker {

/// Outputs that a reference gives for cases, one list a case. Throws Error kPluginCase or kNothingChecked.
using Reference =
    std::function<std::vector<std::vector<Values>>(std::vector<Case> const& cases, plugin::Fields const& fields)>;

struct Options {
    std::string library; ///< "": the creators that are registered in this process
    std::string name;    ///< of a creator; "": all
    std::optional<std::string> version, space;
    Spec spec;
    bool isHost = false; ///< the user's word that the plugins run on the CPU
    std::set<std::string> only;
    std::map<std::string, std::string> skip; ///< id to reason
    double timeout = 10;                     ///< seconds of a probe's process
    Reference reference;
    std::string reproFolder; ///< where a folder for each finding is made; "": none
};

/// Throws Error kPluginLibrary when the library cannot be loaded, kPluginNotFound when no creator fits, kNothingChecked
/// when a process cannot be made. What the reference throws is the report's problem.
Report check(Options const& options);

/// The probe of findings that a library shows as it is unloaded.
inline constexpr char const* kUnloading = "unloading";
/// That of creators which do not tell their names or fields.
inline constexpr char const* kReading = "creators";

/// What is in a library, found in processes of their own: what a creator does wrong stands in its target, and the
/// others are there. Fills leftOut(). Throws Error kPluginLibrary.
std::vector<Target> targetsOf(std::string const& library, double seconds);

} // namespace tenon::checker
