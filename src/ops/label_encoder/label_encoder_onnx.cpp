// SPDX-License-Identifier: Apache-2.0
// LabelEncoder (versions 1, 2 and 4) and CategoryMapper of ai.onnx.ml.
#include "kernel/elements.h"
#include "kernel/evaluate.h"
#include "onnx/importer.h"
#include "ops/label_encoder/label_encoder.h"

#include <fmt/format.h>
#include <numeric>

namespace tenon::ops {
namespace label_encoder {
namespace {

using onnx::ImportContext;

Entries entriesOf(Box box) {
    Entries out;
    Tensor const t = tensorOf(box);
    if (box.dtype == DType::kString)
        out.texts = std::move(box.strings);
    else if (isInteger(box.dtype))
        out.integers = integersOf(t);
    else
        out.numbers = numbersOf(t);
    return out;
}

/// PREFIX_tensor, _strings, _int64s or _floats. False when the node has none of them.
bool read(ImportContext& node, std::string const& prefix, DType& type, Entries& to) {
    if (auto box = node.tensorValue(prefix + "_tensor")) {
        type = box->dtype;
        to = entriesOf(std::move(*box));
        return true;
    }
    if (node.fields().get(prefix + "_strings", to.texts)) {
        type = DType::kString;
        return true;
    }
    if (node.fields().get(prefix + "_int64s", to.integers)) {
        type = DType::kI64;
        return true;
    }
    type = DType::kF32;
    return node.fields().get(prefix + "_floats", to.numbers);
}

Entries defaultOf(ImportContext& node, DType type) {
    if (auto box = node.tensorValue("default_tensor")) {
        if (box->dtype != type || box->elements() != 1)
            node.fail(Message::kAttribute, "default_tensor does not fit the values",
                      fmt::format("one element of {}", nameOf(type)),
                      fmt::format("{} of {}", box->elements(), nameOf(box->dtype)));
        return entriesOf(std::move(*box));
    }
    Entries out;
    if (type == DType::kString)
        out.texts = {node.text("default_string", "_Unused")};
    else if (isInteger(type))
        out.integers = {node.integer("default_int64", -1)};
    else
        out.numbers = {node.number("default_float", -0.0)};
    return out;
}

void emit(ImportContext& node, Attributes a) {
    a.otherwise = defaultOf(node, a.value);
    node.setOut(0, node.emit("label_encoder", std::move(a), {node.in(0)}));
}

void import(ImportContext& node) {
    Attributes a;
    if (!read(node, "keys", a.key, a.keys) || !read(node, "values", a.value, a.values))
        node.fail(Message::kAttribute, "a LabelEncoder lacks keys or values",
                  "keys_ and values_ with _tensor, _strings, _int64s or _floats");
    emit(node, std::move(a));
}

/// Strings to numbers, or numbers to strings, as the operand is one or the other.
void emitEitherWay(ImportContext& node, std::vector<std::string> texts, std::vector<int64_t> numbers) {
    Attributes a;
    bool const fromText = node.typeOf(node.in(0)).value_or(DType::kString) == DType::kString;
    a.key = fromText ? DType::kString : DType::kI64;
    a.value = fromText ? DType::kI64 : DType::kString;
    (fromText ? a.keys : a.values).texts = std::move(texts);
    (fromText ? a.values : a.keys).integers = std::move(numbers);
    emit(node, std::move(a));
}

/// The first version: a list of strings, whose numbers are their places.
void importList(ImportContext& node) {
    std::vector<std::string> texts;
    node.fields().get("classes_strings", texts);
    std::vector<int64_t> places(texts.size());
    std::iota(places.begin(), places.end(), 0);
    emitEitherWay(node, std::move(texts), std::move(places));
}

void importMapper(ImportContext& node) {
    std::vector<std::string> texts;
    node.fields().get("cats_strings", texts);
    emitEitherWay(node, std::move(texts), node.integers("cats_int64s"));
}

} // namespace
} // namespace label_encoder

void label_encoder_onnx(onnx::ImporterTable& table) {
    table.add("ai.onnx.ml", "LabelEncoder", 1, label_encoder::importList);
    table.add("ai.onnx.ml", "LabelEncoder", 2, label_encoder::import);
    table.add("ai.onnx.ml", "CategoryMapper", 1, label_encoder::importMapper);
}

} // namespace tenon::ops
