// SPDX-License-Identifier: Apache-2.0
// Cast, CastLike and BitCast of the default domain: the pointwise row "cast" between the wider types, else convert.
#include "kernel/expression.h"
#include "onnx/compose.h"
#include "onnx/element_type.h"
#include "ops/convert/convert.h"

namespace tenon::ops {
namespace convert {
namespace {

DType typeNamed(onnx::ImportContext& node) {
    auto const code = static_cast<int32_t>(node.integer("to", 0));
    std::optional<DType> const to = onnx::dtypeOf(code);
    if (!to)
        node.fail(Message::kNotThereYet, "a conversion to this element type does not exist yet", onnx::readableTypes(),
                  onnx::onnxTypeName(code));
    return *to;
}

void castTo(onnx::ImportContext& node, DType to) {
    onnx::Compose c(node);
    DType const from = c.type(0);
    if (from == DType::kString && to == DType::kString)
        return node.setOut(0, node.emit("copy", NoAttrs{}, {node.in(0)}));
    if (from == DType::kString || to == DType::kString)
        return node.setOut(0, onnx::Compose(node).stringCast(node.in(0), to));
    if (classOf(from) != 0 && classOf(to) != 0) {
        ExpressionWriter w({from});
        node.setOut(0, node.emit("pointwise", PointwiseAttributes{w.take(w.cast(0, to))}, {node.in(0)}));
        return;
    }
    std::string const rounding = node.text("round_mode", "up");
    if (rounding != "up" && rounding != "down" && rounding != "nearest")
        node.fail(Message::kAttribute, "a rounding that is unknown", "up, down or nearest", rounding);
    Attributes const attrs{.to = to,
                           .saturate = node.integer("saturate", 1) != 0,
                           .rounding = rounding == "up"     ? Rounding::kUp
                                       : rounding == "down" ? Rounding::kDown
                                                            : Rounding::kNearest};
    node.setOut(0, node.emit("convert", attrs, {node.in(0)}));
}

void cast(onnx::ImportContext& node) {
    castTo(node, typeNamed(node));
}

void castLike(onnx::ImportContext& node) {
    castTo(node, onnx::Compose(node).type(1));
}

void bitCast(onnx::ImportContext& node) {
    node.setOut(0, node.emit("convert", Attributes{.to = typeNamed(node), .bits = true}, {node.in(0)}));
}

} // namespace
} // namespace convert

void convert_onnx(onnx::ImporterTable& table) {
    table.add("", "Cast", 6, convert::cast);
    table.add("", "CastLike", 15, convert::castLike);
    table.add("", "BitCast", 26, convert::bitCast);
}

} // namespace tenon::ops
