// SPDX-License-Identifier: Apache-2.0
// Who looks at the runs of plugins: a debug mode that puts every tensor between guard bytes, and recorders. Set before
// contexts are made; runs of plugins that nobody looks at cost nothing.
#pragma once

#include "plugin/op.h"

#include <functional>

namespace tenon::plugin {

/// One run, as the plugin sees it.
struct Run {
    Attributes const& attributes;
    Plugin& plugin;
    size_t inputs;
    std::span<PluginTensorDesc const> descs; ///< inputs, then outputs
    std::span<void const*> pointers;         ///< likewise
    void* workspace;
    int64_t workspaceBytes;                        ///< that the plugin asked for
    int32_t tactic;                                ///< that it runs with
    std::span<std::vector<int64_t> const> written; ///< after the run: the outputs' dims, as size tensors tell them
};

/// What --debug-plugins asks for: guard bytes round every tensor and the workspace of plugins made from now on, which
/// are looked at after each run.
void setGuards(bool on) noexcept;
bool hasGuards() noexcept;

/// Told of every run of plugins made from now on, before (false) and after it (true). Empty: nobody. It may throw
/// Error.
using Recorder = std::function<void(Run const& run, bool after)>;
void setRecorder(Recorder recorder);
Recorder recorder();

/// Bytes of a tensor as a plugin is given it.
int64_t bytesOf(PluginTensorDesc const& desc) noexcept;

/// Runs enqueue() between guard bytes. Returns its status; throws Error kPluginMemory for a write outside the tensors
/// or to an input that is not aliased.
int32_t guardedEnqueue(Run const& run);

} // namespace tenon::plugin
