// SPDX-License-Identifier: Apache-2.0
// Operators of ai.onnx.ml that are pointwise: Scaler, Binarizer, Imputer. Their lists become constants that broadcast
// along the last axis.
#include "base/half.h"
#include "kernel/expression.h"
#include "onnx/importer.h"

#include <cmath>
#include <fmt/format.h>

namespace tenon::ops {
namespace scaler {
namespace {

using onnx::ImportContext;

DType typeOf(ImportContext& node) {
    if (!node.has(0))
        node.fail(Message::kOperand, "the operand is missing");
    auto const type = node.typeOf(node.in(0));
    if (!type)
        node.fail(Message::kElementTypeUnknown, "the element type of the operand is not known");
    return *type;
}

/// A list as a constant of the type; one number has rank 0.
TensorId constant(ImportContext& node, DType type, std::vector<double> const& values) {
    Box box;
    std::vector<int64_t> dims;
    if (values.size() != 1)
        dims.push_back(static_cast<int64_t>(values.size()));
    box.setTensor(type, dims);
    withType(type, [&](auto sample) {
        using T = decltype(sample);
        for (size_t i = 0; i < values.size(); ++i)
            if constexpr (std::is_class_v<T>)
                reinterpret_cast<T*>(box.data())[i] = T(static_cast<float>(values[i]));
            else
                reinterpret_cast<T*>(box.data())[i] = static_cast<T>(values[i]);
    });
    return node.constant(Type::tensor(type, Dims(dims.begin(), dims.end())),
                         Buffer::copy({box.data(), static_cast<size_t>(box.bytes())}));
}

void finish(ImportContext& node, ExpressionWriter& w, int32_t value, std::vector<TensorId> operands) {
    node.setOut(0, node.emit("pointwise", PointwiseAttributes{w.take(value)}, std::move(operands)));
}

/// (x - offset) * scale in f32.
void importScaler(ImportContext& node) {
    std::vector<double> offset{0}, scale{1};
    node.fields().get("offset", offset);
    node.fields().get("scale", scale);
    ExpressionWriter w({typeOf(node), DType::kF32, DType::kF32});
    int32_t const moved = w.row("sub", {w.cast(0, DType::kF32), 1});
    finish(node, w, w.row("mul", {moved, 2}),
           {node.in(0), constant(node, DType::kF32, offset), constant(node, DType::kF32, scale)});
}

void importBinarizer(ImportContext& node) {
    DType const type = typeOf(node);
    double const threshold = node.number("threshold", 0);
    if (isInteger(type) && (threshold != std::floor(threshold) || std::abs(threshold) > 0x1p53)) {
        ExpressionWriter w({type}); // integers against a fraction: compared as f64
        int32_t const over = w.row("gt", {w.cast(0, DType::kF64), w.number(DType::kF64, threshold)});
        return finish(node, w, w.cast(over, type), {node.in(0)});
    }
    ExpressionWriter w({type});
    finish(node, w, w.cast(w.row("gt", {0, w.number(type, threshold)}), type), {node.in(0)});
}

void importImputer(ImportContext& node) {
    DType const type = typeOf(node);
    bool const whole = isInteger(type);
    std::vector<double> values;
    if (whole)
        for (int64_t v : node.integers("imputed_value_int64s"))
            values.push_back(static_cast<double>(v));
    else
        values = node.numbers("imputed_value_floats");
    if (values.empty())
        node.fail(Message::kAttribute, "an Imputer has no values to put in",
                  whole ? "imputed_value_int64s" : "imputed_value_floats");
    double const replaced =
        whole ? static_cast<double>(node.integer("replaced_value_int64", 0)) : node.number("replaced_value_float", 0);
    ExpressionWriter w({type, type});
    int32_t const found = std::isnan(replaced) ? w.row("isnan", {0}) : w.row("eq", {0, w.number(type, replaced)});
    finish(node, w, w.row("select", {found, 1, 0}), {node.in(0), constant(node, type, values)});
}

} // namespace
} // namespace scaler

void scaler_onnx(onnx::ImporterTable& table) {
    table.add("ai.onnx.ml", "Scaler", 1, scaler::importScaler);
    table.add("ai.onnx.ml", "Binarizer", 1, scaler::importBinarizer);
    table.add("ai.onnx.ml", "Imputer", 1, scaler::importImputer);
}

} // namespace tenon::ops
