// SPDX-License-Identifier: Apache-2.0
// EyeLike of the default domain.
#include "onnx/element_type.h"
#include "onnx/importer.h"
#include "ops/eye_like/eye_like.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace eye_like {
namespace {

void import(onnx::ImportContext& node) {
    Attributes attrs{std::nullopt, node.integer("k", 0)};
    if (node.hasAttribute("dtype")) {
        int64_t const code = node.integer("dtype", 0);
        attrs.dtype = onnx::dtypeOf(static_cast<int32_t>(code));
        if (!attrs.dtype)
            node.fail(Message::kAttribute, fmt::format("element type {} is not known", code), "a type of ONNX's list",
                      fmt::format("{}", code));
    }
    node.setOut(0, node.emit("eye_like", attrs, {node.in(0)}));
}

} // namespace
} // namespace eye_like

void eye_like_onnx(onnx::ImporterTable& table) {
    table.add("", "EyeLike", 9, eye_like::import);
}

} // namespace tenon::ops
