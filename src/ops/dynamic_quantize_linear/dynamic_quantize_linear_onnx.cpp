// SPDX-License-Identifier: Apache-2.0
// DynamicQuantizeLinear of the default domain.
#include "kernel/attrs.h"
#include "onnx/importer.h"

namespace tenon::ops {
namespace dynamic_quantize_linear {
namespace {

void import(onnx::ImportContext& node) {
    TensorId const first = node.emit("dynamic_quantize_linear", NoAttrs{}, {node.in(0)}, 3);
    for (size_t i = 0; i < 3; ++i)
        node.setOut(i, first + static_cast<TensorId>(i));
}

} // namespace
} // namespace dynamic_quantize_linear

void dynamic_quantize_linear_onnx(onnx::ImporterTable& table) {
    table.add("", "DynamicQuantizeLinear", 11, dynamic_quantize_linear::import);
}

} // namespace tenon::ops
