// SPDX-License-Identifier: Apache-2.0
// Constant of the default domain: no operator, but a constant tensor of the network.
#include "onnx/importer.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace constant {
namespace {

TensorId floats(onnx::ImportContext& node, std::vector<double> const& values, bool scalar) {
    std::vector<float> const narrow(values.begin(), values.end());
    Dims dims;
    if (!scalar)
        dims.push_back(static_cast<int64_t>(narrow.size()));
    return node.constant(Type::tensor(DType::kF32, std::move(dims)), Buffer::copy(std::as_bytes(std::span(narrow))));
}

TensorId listOf(onnx::ImportContext& node) {
    std::vector<double> values;
    if (!node.fields().get("value_floats", values))
        node.fail(Message::kAttribute, "a Constant without a value",
                  "one of value, value_int, value_ints, value_float, value_floats, value_string, value_strings");
    return floats(node, values, false);
}

void import(onnx::ImportContext& node) {
    if (node.hasAttribute("sparse_value"))
        node.fail(Message::kNotThereYet, "a Constant with sparse_value cannot be held yet", "a dense value",
                  "sparse_value");
    std::vector<std::string> texts;
    TensorId id = kNoTensor;
    if (node.hasAttribute("value"))
        id = node.tensorAttribute("value");
    else if (node.hasAttribute("value_int"))
        id = node.constantOf({node.integer("value_int", 0)}, true);
    else if (node.hasAttribute("value_ints"))
        id = node.constantOf(node.integers("value_ints"));
    else if (node.hasAttribute("value_float"))
        id = floats(node, {node.number("value_float", 0)}, true);
    else if (node.hasAttribute("value_string"))
        id = node.strings({}, {node.text("value_string", "")});
    else if (node.fields().get("value_strings", texts))
        id = node.strings({static_cast<int64_t>(texts.size())}, texts);
    else
        id = listOf(node);
    node.setOut(0, id);
}

} // namespace
} // namespace constant

void constant_onnx(onnx::ImporterTable& table) {
    table.add("", "Constant", 1, constant::import);
}

} // namespace tenon::ops
