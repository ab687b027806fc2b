// SPDX-License-Identifier: Apache-2.0
// SpaceToDepth of the default domain (mode since opset 28).
#include "onnx/importer.h"
#include "ops/space_to_depth/space_to_depth.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace space_to_depth {
namespace {

void import(onnx::ImportContext& node) {
    std::string const mode = node.text("mode", "DCR");
    if (mode != "DCR" && mode != "CRD")
        node.fail(Message::kAttribute, fmt::format("mode '{}' is not known", mode), "DCR or CRD", mode);
    node.setOut(0, node.emit("space_to_depth", Attributes{node.integer("blocksize", 0), mode == "CRD"}, {node.in(0)}));
}

} // namespace
} // namespace space_to_depth

void space_to_depth_onnx(onnx::ImporterTable& table) {
    table.add("", "SpaceToDepth", 1, space_to_depth::import);
}

} // namespace tenon::ops
