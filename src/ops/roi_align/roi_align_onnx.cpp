// SPDX-License-Identifier: Apache-2.0
// RoiAlign and MaxRoiPool of the default domain. Version 10 of RoiAlign does not move coordinates by half a step.
#include "onnx/importer.h"
#include "ops/roi_align/roi_align.h"

namespace tenon::ops {
namespace roi_align {
namespace {

void import(onnx::ImportContext& node) {
    std::string const mode = node.text("mode", "avg");
    std::string const shift =
        node.text("coordinate_transformation_mode", node.opset() < 16 ? "output_half_pixel" : "half_pixel");
    if (mode != "avg" && mode != "max")
        node.fail(Message::kAttribute, "a pooling of regions that is unknown", "avg or max", mode);
    if (shift != "half_pixel" && shift != "output_half_pixel")
        node.fail(Message::kAttribute, "coordinates of regions that are unknown", "half_pixel or output_half_pixel",
                  shift);
    Attributes const attrs{mode == "avg" ? Kind::kAverage : Kind::kMax,
                           shift == "half_pixel",
                           node.integer("output_height", 1),
                           node.integer("output_width", 1),
                           node.integer("sampling_ratio", 0),
                           node.number("spatial_scale", 1)};
    node.setOut(0, node.emit("roi_align", attrs, {node.in(0), node.in(1), node.in(2)}));
}

void importMax(onnx::ImportContext& node) {
    std::vector<int64_t> const size = node.integers("pooled_shape");
    if (size.size() != 2)
        node.fail(Message::kAttribute, "the size of a pooled region", "pooled_shape of 2 numbers",
                  std::to_string(size.size()));
    Attributes const attrs{Kind::kWholeMax, false, size[0], size[1], 0, node.number("spatial_scale", 1)};
    node.setOut(0, node.emit("roi_align", attrs, {node.in(0), node.in(1)}));
}

} // namespace
} // namespace roi_align

void roi_align_onnx(onnx::ImporterTable& table) {
    table.add("", "RoiAlign", 10, roi_align::import);
    table.add("", "MaxRoiPool", 1, roi_align::importMax);
}

} // namespace tenon::ops
