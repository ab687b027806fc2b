// SPDX-License-Identifier: Apache-2.0
// ArgMax and ArgMin of the default domain (negative axes since opset 11, select_last_index since 12).
#include "onnx/importer.h"
#include "ops/arg_reduce/arg_reduce.h"

namespace tenon::ops {
namespace arg_reduce {
namespace {

void import(onnx::ImportContext& node) {
    Attributes const attrs{node.integer("axis", 0), node.integer("keepdims", 1) != 0,
                           node.integer("select_last_index", 0) != 0, node.opType() == "ArgMin"};
    node.setOut(0, node.emit("arg_reduce", attrs, {node.in(0)}));
}

} // namespace
} // namespace arg_reduce

void arg_reduce_onnx(onnx::ImporterTable& table) {
    table.add("", "ArgMax", 1, arg_reduce::import);
    table.add("", "ArgMin", 1, arg_reduce::import);
}

} // namespace tenon::ops
