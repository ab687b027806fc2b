// SPDX-License-Identifier: Apache-2.0
// NonMaxSuppression of the default domain.
#include "onnx/importer.h"
#include "ops/nms/nms.h"

namespace tenon::ops {
namespace nms {
namespace {

void import(onnx::ImportContext& node) {
    std::vector<TensorId> operands;
    for (size_t i = 0; i < node.inputs(); ++i)
        operands.push_back(node.in(i));
    node.setOut(0,
                node.emit("nms", Attributes{.centre = node.integer("center_point_box", 0) != 0}, std::move(operands)));
}

} // namespace
} // namespace nms

void nms_onnx(onnx::ImporterTable& table) {
    table.add("", "NonMaxSuppression", 10, nms::import);
}

} // namespace tenon::ops
