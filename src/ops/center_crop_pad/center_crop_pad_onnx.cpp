// SPDX-License-Identifier: Apache-2.0
// CenterCropPad of the default domain.
#include "onnx/importer.h"
#include "ops/center_crop_pad/center_crop_pad.h"

namespace tenon::ops {
namespace center_crop_pad {
namespace {

void import(onnx::ImportContext& node) {
    Attributes attrs{node.integers("axes"), !node.hasAttribute("axes")};
    node.setOut(0, node.emit("center_crop_pad", std::move(attrs), {node.in(0), node.in(1)}));
}

} // namespace
} // namespace center_crop_pad

void center_crop_pad_onnx(onnx::ImporterTable& table) {
    table.add("", "CenterCropPad", 18, center_crop_pad::import);
}

} // namespace tenon::ops
