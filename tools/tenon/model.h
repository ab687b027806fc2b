// SPDX-License-Identifier: Apache-2.0
// MODEL on the command line: an engine file, or an ONNX file that is built in memory.
#pragma once

#include "args.h"
#include "input_info.h"

#include "base/buffer.h"
#include "network/network.h"
#include "runtime/engine.h"

#include <memory>
#include <string>

namespace tenon::cli {

/// Read once, since a FIFO gives its bytes once.
struct ModelFile {
    explicit ModelFile(std::string name) : path(std::move(name)), bytes(Buffer::mapFile(path)) {}

    /// By its first bytes, or by the name FILE.engine (so that a damaged one is reported as an engine).
    bool isEngine() const;

    std::string path;
    Buffer bytes;
};

/// An ONNX model, lowered: what its inputs are, and how to build it.
class OnnxModel {
public:
    OnnxModel(ModelFile const& file, PluginArgs const& plugins);

    Inputs const& inputs() const noexcept { return mInputs; }
    std::map<std::string, std::string> const& metadata() const noexcept { return mNetwork.metadata; }
    /// May be called once: the graph is used up.
    BuildResult build(BuildOptions const& options) { return tenon::build(std::move(mGraph), options); }

private:
    Network mNetwork;
    ir::Graph mGraph;
    Inputs mInputs;
};

/// Loads the libraries that it brings where the user allows that. Throws Error kHostCode where it needs them and may
/// not.
std::shared_ptr<runtime::Engine const> loadEngine(ModelFile const& file, PluginArgs const& plugins);
/// Builds for exactly these values, by static costs; `reference`: reference kernels only, nothing fused.
std::shared_ptr<runtime::Engine const> buildFor(OnnxModel& model, std::vector<Box> const& values, bool reference);

/// Log lines for what the engine says about itself.
void logWarnings(runtime::Engine const& engine);

} // namespace tenon::cli
