// SPDX-License-Identifier: Apache-2.0
// What a model says about itself, from the file alone: no weight is decoded and nothing is imported.
#pragma once

#include "onnx/support.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tenon::onnx {

struct ModelInfo {
    struct Value {
        std::string name;
        std::string type; ///< FLOAT[batch, 3, ?]
    };
    int64_t irVersion = 0;
    std::string producer, producerVersion, graph;
    std::map<std::string, int64_t> opsets; ///< by domain; the default one is "ai.onnx"
    std::vector<Value> inputs, outputs;    ///< inputs without those that have an initializer
    std::map<std::string, int64_t> nodes;  ///< by operator ("domain::Op"), subgraphs and function bodies included
    std::map<std::string, int64_t>
        initializerBytes;               ///< by ONNX element type, as dims say; tensors of attributes are not counted
    std::vector<std::string> functions; ///< "domain::Name"
    std::vector<std::string> externalFiles; ///< locations of external data, each once
    std::map<std::string, std::string> metadata;
    std::vector<UnsupportedNode> unsupported;
};

/// Throws Error kFileOpen, kOnnxFile, kOnnxDuplicate (of functions).
ModelInfo inspectModel(std::string const& path, ImporterTable const& importers);
ModelInfo infoOf(ModelProto const& model, ImporterTable const& importers);

} // namespace tenon::onnx
