// SPDX-License-Identifier: Apache-2.0
// A plugin at work in one context: the Instance of the operator "plugin".
#pragma once

#include "plugin/division.h"
#include "plugin/offers.h"
#include "plugin/watch.h"

namespace tenon::plugin {

/// Of a plugin's workspace, as on a device; kernels get 64.
inline constexpr int64_t kWorkspaceAlign = 256;

/// Runs `plugin`, which came from forContext() and has its tactic, for the operands of an offer. `workspaceBytes` is
/// what it asked for, `tactic` what it was given, `epilogue` what follows on its result (null: nothing).
std::unique_ptr<Instance> makeInstance(Attrs attrs, Descs const& descs, std::unique_ptr<Plugin> plugin,
                                       int64_t workspaceBytes, int32_t tactic,
                                       std::unique_ptr<EpilogueRun> epilogue = nullptr);

/// A copy of the plugin for a context. While an engine is built it went through its creator as after a load, where that
/// is known.
std::unique_ptr<Plugin> atRun(Attributes const& a, Descs const& descs, int32_t tactic);

/// Runs the plugin as it is and as it is made again from its state, on the same numbers at the opt dims, and compares
/// the outputs. Throws Error kPluginReload with the greatest difference.
void checkReload(Problem const& problem, Signature const& signature, int tactic);

} // namespace tenon::plugin
