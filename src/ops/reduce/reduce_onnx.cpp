// SPDX-License-Identifier: Apache-2.0
// The ten reductions of the default domain. Axes are an attribute up to opset 12 (ReduceSum) or 17 (the others), then
// an operand; an operand that is constant becomes the attribute.
#include "onnx/importer.h"
#include "ops/reduce/reduce.h"

namespace tenon::ops {
namespace reduce {
namespace {

template <Kind kKind>
void import(onnx::ImportContext& node) {
    Attributes attrs{kKind, node.integers("axes"), node.integer("keepdims", 1) != 0,
                     node.integer("noop_with_empty_axes", 0) != 0};
    std::vector<TensorId> operands{node.in(0)};
    if (node.has(1)) {
        NetworkTensor const* axes = node.constant(node.in(1));
        if (axes != nullptr && axes->type->dtype == DType::kI64) {
            auto const* values = axes->constant->as<int64_t>();
            attrs.axes.assign(values, values + axes->constant->size() / sizeof(int64_t));
        } else {
            operands.push_back(node.in(1));
        }
    }
    node.setOut(0, node.emit("reduce", attrs, std::move(operands)));
}

} // namespace
} // namespace reduce

void reduce_onnx(onnx::ImporterTable& table) {
    using reduce::Kind;
    table.add("", "ReduceSum", 1, reduce::import <Kind::kSum>);
    table.add("", "ReduceMean", 1, reduce::import <Kind::kMean>);
    table.add("", "ReduceMax", 1, reduce::import <Kind::kMax>);
    table.add("", "ReduceMin", 1, reduce::import <Kind::kMin>);
    table.add("", "ReduceProd", 1, reduce::import <Kind::kProd>);
    table.add("", "ReduceL1", 1, reduce::import <Kind::kL1>);
    table.add("", "ReduceL2", 1, reduce::import <Kind::kL2>);
    table.add("", "ReduceLogSum", 1, reduce::import <Kind::kLogSum>);
    table.add("", "ReduceLogSumExp", 1, reduce::import <Kind::kLogSumExp>);
    table.add("", "ReduceSumSquare", 1, reduce::import <Kind::kSumSquare>);
}

} // namespace tenon::ops
