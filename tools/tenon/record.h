// SPDX-License-Identifier: Apache-2.0
// --record-plugin NAME DIR: each call of a plugin as a folder DIR/0000, DIR/0001, ... that has all that is needed to
// make the call again:
//     call.txt          the plugin, its layer, and type, dims and format of each tensor (a RecordedCall)
//     state.bin         what the creator makes the plugin again from: what serialize() wrote, or version 3's fields
//     input_K.npy, output_K.npy   its tensors, before and after the call; one that is not row-major as a list
#pragma once

#include "plan/plan.h"
#include "plugin/key.h"

namespace tenon::cli {

struct RecordedTensor {
    DType dtype = DType::kF32;
    std::vector<int64_t> dims;
    int32_t format = 0; ///< nvinfer1::TensorFormat
    double scale = 1;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("dtype", self.dtype);
        visit("dims", self.dims);
        visit("format", self.format);
        visit("scale", self.scale);
    }
};

struct RecordedCall {
    plugin::Key key;
    std::string layer, libraryHash;
    bool isV3 = false;
    int64_t workspace = 0; ///< bytes
    std::vector<RecordedTensor> inputs, outputs;
    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("key", self.key);
        visit("layer", self.layer);
        visit("library_hash", self.libraryHash);
        visit("is_v3", self.isV3);
        visit("workspace", self.workspace);
        visit("inputs", self.inputs);
        visit("outputs", self.outputs);
    }
};

/// Records the calls of contexts that are made from now on. Throws Error kPluginRecord for a folder that cannot be
/// made.
void recordPlugin(std::string const& name, std::string const& folder);
/// Throws Error kPluginRecord, with the names that there are, unless the plan has a plugin of this name.
void requirePlugin(plan::Plan const& plan, std::string const& name);

} // namespace tenon::cli
