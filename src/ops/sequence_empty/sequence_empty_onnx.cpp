// SPDX-License-Identifier: Apache-2.0
// SequenceEmpty of the default domain.
#include "onnx/element_type.h"
#include "onnx/importer.h"
#include "ops/sequence_empty/sequence_empty.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace sequence_empty {
namespace {

void import(onnx::ImportContext& node) {
    int64_t const code = node.integer("dtype", 1);
    auto const type = onnx::dtypeOf(static_cast<int32_t>(code));
    if (!type)
        node.fail(Message::kAttribute, fmt::format("element type {} is not known", code), "a type of ONNX's list",
                  fmt::format("{}", code));
    node.setOut(0, node.emit("sequence_empty", Attributes{*type}, {}));
}

} // namespace
} // namespace sequence_empty

void sequence_empty_onnx(onnx::ImporterTable& table) {
    table.add("", "SequenceEmpty", 11, sequence_empty::import);
}

} // namespace tenon::ops
