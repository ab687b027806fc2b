// SPDX-License-Identifier: Apache-2.0
// HannWindow, HammingWindow and BlackmanWindow of the default domain.
#include "onnx/quantization.h"
#include "ops/window/window.h"

namespace tenon::ops {
namespace window {
namespace {

void import(onnx::ImportContext& node) {
    Attributes a;
    if (node.opType() == "HannWindow")
        a.coefficients = {0.5, -0.5, 0};
    else if (node.opType() == "HammingWindow")
        a.coefficients = {25.0 / 46.0, -21.0 / 46.0, 0};
    else
        a.coefficients = {0.42, -0.5, 0.08};
    a.periodic = node.integer("periodic", 1) != 0;
    a.type = onnx::typeOrNone(node, "output_datatype").value_or(DType::kF32);
    node.setOut(0, node.emit("window", a, {node.in(0)}));
}

} // namespace
} // namespace window

void window_onnx(onnx::ImporterTable& table) {
    for (char const* name : {"HannWindow", "HammingWindow", "BlackmanWindow"})
        table.add("", name, 17, window::import);
}

} // namespace tenon::ops
