// SPDX-License-Identifier: Apache-2.0
// MaxPool, AveragePool, LpPool and their global forms.
#include "onnx/attributes.h"
#include "ops/pool/pool.h"

namespace tenon::ops {
namespace pool {
namespace {

template <Kind kKind, bool kGlobal>
void import(onnx::ImportContext& node) {
    Attributes attrs{.kind = kKind, .global = kGlobal};
    attrs.p = node.integer("p", 2);
    if (!kGlobal) {
        attrs.window = onnx::windowOf(node);
        attrs.window.ceilMode = node.integer("ceil_mode", 0) != 0;
        attrs.countIncludePad = node.integer("count_include_pad", 0) != 0;
        attrs.columnMajor = node.integer("storage_order", 0) != 0;
        if (attrs.window.kernel.empty())
            node.fail(Message::kAttribute, "the attribute kernel_shape is missing", "one number for each spatial axis");
    }
    size_t const results = kKind == Kind::kMax && node.wantsOutput(1) ? 2 : 1;
    TensorId const first = node.emit("pool", attrs, {node.in(0)}, results);
    for (size_t i = 0; i < results; ++i)
        node.setOut(i, first + static_cast<TensorId>(i));
}

} // namespace
} // namespace pool

void pool_onnx(onnx::ImporterTable& table) {
    using pool::Kind;
    table.add("", "MaxPool", 1, pool::import <Kind::kMax, false>);
    table.add("", "AveragePool", 1, pool::import <Kind::kAverage, false>);
    table.add("", "LpPool", 2, pool::import <Kind::kLp, false>);
    table.add("", "GlobalMaxPool", 1, pool::import <Kind::kMax, true>);
    table.add("", "GlobalAveragePool", 1, pool::import <Kind::kAverage, true>);
    table.add("", "GlobalLpPool", 2, pool::import <Kind::kLp, true>);
}

} // namespace tenon::ops
