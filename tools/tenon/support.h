// SPDX-License-Identifier: Apache-2.0
// For each node of an ONNX model, subgraphs included: what implements it.
#pragma once

#include "args.h"

#include "onnx/proto.h"

#include <string>
#include <vector>

namespace tenon::cli {

struct NodeSupport {
    std::string node; ///< path through subgraphs
    std::string op;   ///< "Op" or "domain::Op"
    int64_t version = 0;
    std::string
        state; ///< "built in", "composed" (a local function of the model), "plugin NAME/VERSION/NAMESPACE", "missing"
    std::string remedy;              ///< of a missing one
    std::vector<std::string> rivals; ///< what could implement it as well
    std::string why;                 ///< it is not one of them

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("node", self.node);
        visit("op", self.op);
        visit("version", self.version);
        visit("state", self.state);
        visit("remedy", self.remedy);
        visit("rivals", self.rivals);
        visit("why", self.why);
    }
};

/// By the registry of plugins that is current.
std::vector<NodeSupport> supportOf(onnx::ModelProto const& model, PluginArgs const& plugins);

} // namespace tenon::cli
