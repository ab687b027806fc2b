// SPDX-License-Identifier: Apache-2.0
// CumSum and CumProd of the default domain.
#include "onnx/importer.h"
#include "ops/cumsum/cumsum.h"

namespace tenon::ops {

namespace cumsum {
namespace {

void product(onnx::ImportContext& node) {
    Attributes const attrs{node.integer("exclusive", 0) != 0, node.integer("reverse", 0) != 0, true};
    node.setOut(0, node.emit("cumsum", attrs, {node.in(0), node.in(1)}));
}

} // namespace
} // namespace cumsum

void cumsum_onnx(onnx::ImporterTable& table) {
    table.add("", "CumSum", 11, onnx::importAs<cumsum::Attributes, "cumsum">);
    table.add("", "CumProd", 26, cumsum::product);
}

} // namespace tenon::ops
