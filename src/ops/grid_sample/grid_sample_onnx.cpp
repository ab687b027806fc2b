// SPDX-License-Identifier: Apache-2.0
// GridSample of the default domain; until version 19 the modes are called bilinear and bicubic.
#include "onnx/importer.h"
#include "ops/grid_sample/grid_sample.h"

namespace tenon::ops {
namespace grid_sample {
namespace {

void import(onnx::ImportContext& node) {
    std::string const mode = node.text("mode", "linear"), padding = node.text("padding_mode", "zeros");
    Attributes attrs{.alignCorners = node.integer("align_corners", 0) != 0};
    if (mode == "nearest")
        attrs.mode = Mode::kNearest;
    else if (mode == "cubic" || mode == "bicubic")
        attrs.mode = Mode::kCubic;
    else if (mode != "linear" && mode != "bilinear")
        node.fail(Message::kAttribute, "a mode of sampling that is unknown", "linear, nearest or cubic", mode);
    if (padding == "border")
        attrs.padding = Padding::kBorder;
    else if (padding == "reflection")
        attrs.padding = Padding::kReflection;
    else if (padding != "zeros")
        node.fail(Message::kAttribute, "a padding of sampling that is unknown", "zeros, border or reflection", padding);
    node.setOut(0, node.emit("grid_sample", attrs, {node.in(0), node.in(1)}));
}

} // namespace
} // namespace grid_sample

void grid_sample_onnx(onnx::ImporterTable& table) {
    table.add("", "GridSample", 16, grid_sample::import);
}

} // namespace tenon::ops
