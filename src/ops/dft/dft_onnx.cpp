// SPDX-License-Identifier: Apache-2.0
// DFT of the default domain: the axis is an attribute in version 17 and an operand from 20 on.
#include "onnx/importer.h"
#include "ops/dft/dft.h"

namespace tenon::ops {
namespace dft {
namespace {

void import(onnx::ImportContext& node) {
    Attributes a;
    a.axis = node.opset() < 20 ? node.integer("axis", 1) : -2;
    a.inverse = node.integer("inverse", 0) != 0;
    a.onesided = node.integer("onesided", 0) != 0;
    std::vector<TensorId> operands;
    for (size_t i = 0; i < node.inputs(); ++i)
        operands.push_back(node.in(i));
    node.setOut(0, node.emit("dft", a, std::move(operands)));
}

} // namespace
} // namespace dft

void dft_onnx(onnx::ImporterTable& table) {
    table.add("", "DFT", 17, dft::import);
}

} // namespace tenon::ops
