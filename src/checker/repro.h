// SPDX-License-Identifier: Apache-2.0
// A folder that makes a finding again: case.txt for `tenon plugin replay`, the fields, state and inputs as files, and a
// program that runs the plugin in an engine.
#pragma once

#include "checker/checker.h"

namespace tenon::checker {

struct Repro {
    std::string library;
    plugin::Key key;
    bool isV3 = true;
    Finding finding;
    Setup setup;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("library", self.library);
        visit("key", self.key);
        visit("is_v3", self.isV3);
        visit("finding", self.finding);
        visit("setup", self.setup);
    }
};

/// Throws Error kFileWrite.
void writeRepro(std::string const& folder, Repro const& repro, double seconds);
/// Throws Error kFileOpen, kPluginCase.
Repro readRepro(std::string const& folder);
/// Makes the step again, in this process. The findings of it; a crash is a crash.
std::vector<Finding> replay(Repro const& repro);

} // namespace tenon::checker
