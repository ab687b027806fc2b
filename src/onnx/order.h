// SPDX-License-Identifier: Apache-2.0
// Checks the names of one graph or function body and puts its nodes into an order in which they can be imported. ONNX
// asks for sorted nodes; files that are not sorted are accepted, and sorted ones keep their order.
#pragma once

#include "base/error.h"
#include "onnx/proto.h"

#include <functional>
#include <string_view>
#include <vector>

namespace tenon::onnx {

/// A graph or a function body.
struct BodyView {
    std::vector<NodeProto> const& nodes;
    std::vector<std::string_view> defined; ///< names that are there before any node: inputs and initializers
    std::vector<std::string_view> results;
    std::string_view name; ///< of the graph or function, for messages
};

/// "domain::Op", or "Op" in the default domain.
std::string opName(std::string_view domain, std::string_view op);
/// The node's name, or Op_k where it has none.
std::string nodeName(NodeProto const& node, size_t index);

/// Indices of the nodes in their order. `outside` tells whether a name is known in the graphs around this one.
/// Throws ErrorList: kOnnxDuplicate, kOnnxMissing, kOnnxCycle.
std::vector<size_t> orderNodes(BodyView const& body, std::function<bool(std::string_view)> const& outside);

} // namespace tenon::onnx
