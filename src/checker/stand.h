// SPDX-License-Identifier: Apache-2.0
// A plugin that is ready to run outside any engine: asked its outputs and configured as the builder does it, then run
// in memory that the checker watches.
#pragma once

#include "checker/subject.h"
#include "checker/tensors.h"
#include "plugin/op.h"

namespace tenon::checker {

/// A copy that runs, as a context holds one, with the tensors of its last run. A plugin whose attachToContext() gives
/// the plugin itself gets a clone here.
struct Runner {
    std::unique_ptr<plugin::Plugin> plugin;
    std::vector<nvinfer1::PluginTensorDesc> last; ///< inputs then outputs
};

/// A copy for a context; of a plugin whose attachToContext() gives the plugin itself, a clone.
std::unique_ptr<plugin::Plugin> copyForContext(plugin::Plugin& plugin);

/// Elements in the order of a format, or back in that of rows. Throws Error kNothingChecked where dims cannot have it.
Values arranged(Values v, nvinfer1::TensorFormat format, bool back);

/// How one run is made.
struct Call {
    std::vector<Values> inputs;
    Place place = Place::kRoomy;
    std::byte outputs{0xA5};   ///< what they hold before
    std::byte workspace{0xA5}; ///< likewise
    bool sharesMemory = true;  ///< where an output is declared to lie in an input; else it starts as a copy
    /// Calls enqueue() again and again, until the outputs are others than these or the time is over.
    std::vector<Values> const* repeatWhile = nullptr;
    bool inPlace = false; ///< output i lies in the memory of input i, where type and size are equal
};

struct Ran {
    int32_t status = 0;
    std::vector<Values> outputs; ///< with the sizes that size tensors tell
    std::vector<Note> notes;
};

/// For each output the input whose memory it shares, or -1.
std::vector<int32_t> aliasesOf(plugin::Plugin& plugin);

class Stand {
public:
    /// Declares, asks for all formats and configures. `plugin` as the creator made it. Throws what the adaptors throw.
    /// `formats`: one a position, for shapes that they fit; empty: those of the setup.
    Stand(std::unique_ptr<plugin::Plugin> plugin, Setup const& setup, Profile const& profile,
          std::vector<DType> const& combo, std::vector<nvinfer1::TensorFormat> formats = {});

    plugin::Plugin& plugin() noexcept { return *mPlugin; }
    /// Another one in its place, which is given back.
    std::unique_ptr<plugin::Plugin> exchange(std::unique_ptr<plugin::Plugin> other) {
        std::swap(other, mPlugin);
        return other;
    }
    std::vector<plugin::Output> const& outputs() const noexcept { return mOutputs; }
    int64_t workspace() const noexcept { return mWorkspace; }
    /// A number of bytes that cannot be, asked for a range.
    std::optional<int64_t> const& badWorkspace() const noexcept { return mBadWorkspace; }
    size_t inputs() const noexcept { return mSetup->inputs; }
    plugin::Descs const& descs() const noexcept { return mDescs; }

    /// Configures it for a further profile. The workspace of all of them is the greatest.
    void configure(Profile const& profile);
    /// Of the configured plugin, or of another one that stands for it (a clone, a reloaded one). `tactic`: by its place
    /// among those that the plugin tells, if it tells any.
    Runner runner() { return runner(*mPlugin); }
    Runner runner(plugin::Plugin& plugin, size_t tactic = 0);
    /// As random numbers of the setup's seed.
    std::vector<Values> inputsAt(Point const& point, uint64_t more = 0) const;
    /// `workspaceBytes` where another number than that of the profiles is wanted.
    Ran run(Runner& runner, Point const& point, Call const& call, std::optional<int64_t> workspaceBytes = {}) const;
    /// enqueue() alone. Several threads may do it at once, with plugins of their own or with one that allows it.
    Ran enqueue(plugin::Plugin& plugin, Point const& point, Call const& call,
                std::optional<int64_t> workspaceBytes = {}) const;
    /// Runs with inputsAt() and plain memory. Throws Error kPluginCall for a status that is not zero.
    std::vector<Values> results(Runner& runner, Point const& point, uint64_t more = 0) const;

    /// Dims of an output at a point, size tensors at their upper bound.
    Shape dimsAt(size_t output, Point const& point) const;
    int64_t upperAt(size_t output, Point const& point) const;

private:
    plugin::Descs descsAt(Profile const& profile) const;
    void needRoom(size_t output, Shape const& dims) const;
    std::vector<nvinfer1::PluginTensorDesc> descsOf(Point const& point) const;
    nvinfer1::TensorFormat formatAt(size_t position) const {
        return mFormats.empty() ? nvinfer1::TensorFormat::kLINEAR : mFormats[position];
    }
    template <class S>
    int64_t evaluate(DimExpr const& formula, Point const& point, S&& size) const;
    bool settleSizes(Point const& point, Ran& ran) const;

    std::unique_ptr<plugin::Plugin> mPlugin;
    Setup const* mSetup;
    std::vector<DType> mCombo;
    std::vector<nvinfer1::TensorFormat> mFormats;
    std::vector<plugin::Output> mOutputs;
    std::vector<int32_t> mAliases;
    plugin::Descs mDescs;
    int64_t mWorkspace = 0;
    std::optional<int64_t> mBadWorkspace;
};

} // namespace tenon::checker
