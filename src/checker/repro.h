// SPDX-License-Identifier: Apache-2.0
// A folder from which `tenon plugin replay` makes something again: a finding, or a call that was recorded in a model
// (recorded.h). case.txt tells which; state and inputs lie beside it as files, for a finding also its fields and a
// program that runs the plugin in an engine, for a call its outputs.
#pragma once

#include "checker/checker.h"

namespace tenon::checker {

/// A tensor of a recorded call, as the plugin was told it.
struct RecordedTensor {
    DType dtype = DType::kF32;
    Shape dims;
    Shape written;      ///< dims of what counts: fewer elements where a size tensor said so
    int32_t format = 0; ///< nvinfer1::TensorFormat
    double scale = 1;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("dtype", self.dtype);
        visit("dims", self.dims);
        visit("written", self.written);
        visit("format", self.format);
        visit("scale", self.scale);
    }
};

/// One enqueue() of a model. Its tensors are in files in the order in which they lay in memory.
struct RecordedCall {
    std::string layer, libraryHash;
    int32_t tactic = 0;
    int64_t workspace = 0;        ///< bytes
    std::vector<int32_t> aliases; ///< of each output: the input whose memory it was in, or -1
    std::vector<RecordedTensor> inputs, outputs;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("layer", self.layer);
        visit("library_hash", self.libraryHash);
        visit("tactic", self.tactic);
        visit("workspace", self.workspace);
        visit("aliases", self.aliases);
        visit("inputs", self.inputs);
        visit("outputs", self.outputs);
    }
};

struct Repro {
    std::string library; ///< "": creators of this process
    plugin::Key key;
    bool isV3 = true;
    Finding finding;
    Setup setup;
    std::optional<RecordedCall> call; ///< then there is no finding and no setup

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("library", self.library);
        visit("key", self.key);
        visit("is_v3", self.isV3);
        visit("finding", self.finding);
        visit("setup", self.setup);
        visit("call", self.call);
    }
};

/// Names are the plugin's: as a part of a path they stay below it.
std::string asFileName(std::string name);
/// Throws Error kFileWrite.
void writeRepro(std::string const& folder, Repro const& repro, double seconds);
/// Its case.txt alone. Throws Error kFileWrite.
void writeCase(std::string const& folder, Repro const& repro);
/// Throws Error kFileOpen, kPluginCase.
Repro readRepro(std::string const& folder);
/// Makes the step of a finding again, in this process. The findings of it; a crash is a crash.
std::vector<Finding> replay(Repro const& repro);

} // namespace tenon::checker
