// SPDX-License-Identifier: Apache-2.0
// A node that a plugin computes: its attributes become fields, a creator makes the plugin, and the record is a plugin
// layer.
#pragma once

#include "onnx/node_import.h"
#include "plugin/registry.h"

namespace tenon::onnx {

struct PluginImport {
    NodeProto const& node;
    std::string const& name; ///< of the node, with the path of its scope
    Scope& scope;
    NodeImport& context;
    NetworkWriter& writer;
    TensorLoader& loader;
    bool strict = false; ///< an attribute that the creator does not declare is an error, not a warning
};

/// Throws Error kPluginField, kPluginCall (the creator gave nothing), kOnnxNode and what the plugin's own methods lead
/// to.
void importPlugin(PluginImport const& in, plugin::Creator const& creator);

} // namespace tenon::onnx
