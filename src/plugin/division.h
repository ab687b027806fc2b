// SPDX-License-Identifier: Apache-2.0
// Large tensors of a plugin that promised enough are computed in several calls of enqueue(): in parts along the first
// dim, or in pieces of any elements, which stay in the cache up to the step's epilogue.
#pragma once

#include "plugin/epilogue.h"

namespace tenon::plugin {

/// One run, ready to be called.
struct Work {
    Plugin& plugin;
    std::string const& layer;
    std::span<PluginTensorDesc const> descs; ///< inputs, then outputs
    std::span<void const* const> pointers;   ///< likewise
    size_t inputs;
};

class Division {
public:
    Division() = default; ///< one call
    /// For the shapes of `descs`, and a plugin that asked for no workspace.
    Division(Plugin const& plugin, Attributes const& a, std::span<PluginTensorDesc const> descs, bool hasEpilogue);

    bool isOneCall() const noexcept { return mPiece == 0 && mParts <= 1; }
    bool isInPieces() const noexcept { return mPiece > 0; }
    /// The plugin's status; what one of its calls throws comes out. `epilogue` (or null) runs on each piece.
    int32_t run(Work const& work, EpilogueRun const* epilogue) const;

private:
    int32_t inParts(Work const& work) const;
    int32_t inPieces(Work const& work, EpilogueRun const* epilogue) const;
    int64_t mParts = 1;
    int64_t mPiece = 0; ///< elements
};

} // namespace tenon::plugin
