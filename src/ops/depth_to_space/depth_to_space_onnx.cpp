// SPDX-License-Identifier: Apache-2.0
// DepthToSpace of the default domain (mode since opset 11).
#include "onnx/importer.h"
#include "ops/depth_to_space/depth_to_space.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace depth_to_space {
namespace {

void import(onnx::ImportContext& node) {
    std::string const mode = node.text("mode", "DCR");
    if (mode != "DCR" && mode != "CRD")
        node.fail(Message::kAttribute, fmt::format("mode '{}' is not known", mode), "DCR or CRD", mode);
    node.setOut(0, node.emit("depth_to_space", Attributes{node.integer("blocksize", 0), mode == "CRD"}, {node.in(0)}));
}

} // namespace
} // namespace depth_to_space

void depth_to_space_onnx(onnx::ImporterTable& table) {
    table.add("", "DepthToSpace", 1, depth_to_space::import);
}

} // namespace tenon::ops
