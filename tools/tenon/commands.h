// SPDX-License-Identifier: Apache-2.0
// One function for each command; it returns the exit status and throws what main prints. Status 1: the answer is no.
#pragma once

#include "args.h"

namespace tenon::cli {

int run(PrintArgs const& args);
int run(BuildArgs const& args);
int run(RunArgs const& args);
int run(BenchArgs const& args);
int run(InspectArgs const& args);
int run(ExplainArgs const& args);
int run(DoctorArgs const& args);
int run(FeaturesArgs const& args);
int run(PluginCheckArgs const& args);
int run(PluginListArgs const& args);
int run(PluginFaultsArgs const& args);
int run(PluginReplayArgs const& args);
int run(PluginNewArgs const& args);
int run(PluginDiffArgs const& args);
int run(PluginMigrateArgs const& args);

} // namespace tenon::cli
