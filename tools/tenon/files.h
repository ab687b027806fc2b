// SPDX-License-Identifier: Apache-2.0
// The files that a command reads and writes, by the flags that name them, so that none is written over what the same
// command reads or writes under another flag. Each command has its overload of filesOf, which a new one cannot forget.
#pragma once

#include "args.h"

namespace tenon::cli {

/// A path as a flag gave it; `flag` is the name of the argument where it has none.
struct NamedFile {
    std::string flag, path;
};

struct Files {
    std::string command; ///< "build", "plugin check"
    std::vector<NamedFile> inputs, outputs;
    NamedFile outputFolder; ///< of output_K.pb; no path: none
};

// At most one file that is written, and none that is read.
inline Files filesOf(PrintArgs const&) {
    return {};
}
inline Files filesOf(DoctorArgs const&) {
    return {};
}
inline Files filesOf(FeaturesArgs const&) {
    return {};
}
inline Files filesOf(ExplainArgs const&) {
    return {};
}
inline Files filesOf(PluginFaultsArgs const&) {
    return {};
}
inline Files filesOf(PluginReplayArgs const&) {
    return {};
}
inline Files filesOf(PluginNewArgs const&) {
    return {};
}

Files filesOf(BuildArgs const& args);
Files filesOf(RunArgs const& args);
Files filesOf(BenchArgs const& args);
Files filesOf(InspectArgs const& args);
Files filesOf(PluginCheckArgs const& args);
Files filesOf(PluginListArgs const& args);
Files filesOf(PluginDiffArgs const& args);
Files filesOf(PluginMigrateArgs const& args);

/// Throws Error kUsage naming both flags where an output is an input or another output, through links too. A device
/// (/dev/null) takes any number of them. Also where "-" is given for what is no JSON document.
void checkFiles(Files const& files);

} // namespace tenon::cli
