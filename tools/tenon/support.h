// SPDX-License-Identifier: Apache-2.0
// For each node of an ONNX model, subgraphs included: what implements it.
#pragma once

#include "onnx/proto.h"

#include <string>
#include <vector>

namespace tenon::cli {

struct NodeSupport {
    std::string node; ///< path through subgraphs
    std::string op;   ///< "Op" or "domain::Op"
    int64_t version = 0;
    std::string state;  ///< "built in", "composed" (a local function of the model), "missing"
    std::string remedy; ///< of a missing one

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("node", self.node);
        visit("op", self.op);
        visit("version", self.version);
        visit("state", self.state);
        visit("remedy", self.remedy);
    }
};

std::vector<NodeSupport> supportOf(onnx::ModelProto const& model);

} // namespace tenon::cli
