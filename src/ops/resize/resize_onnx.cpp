// SPDX-License-Identifier: Apache-2.0
// Resize from opset 10 on, and Upsample, which it took the place of.
#include "onnx/importer.h"
#include "ops/resize/resize.h"

namespace tenon::ops {
namespace resizing {
namespace {

template <class E>
E byName(onnx::ImportContext& node, char const* attribute, char const* otherwise) {
    std::string const given = node.text(attribute, otherwise);
    std::string all;
    for (uint8_t i = 0; nameOf(static_cast<E>(i)) != "unknown"; ++i) {
        if (nameOf(static_cast<E>(i)) == given)
            return static_cast<E>(i);
        all += (all.empty() ? "" : ", ") + std::string(nameOf(static_cast<E>(i)));
    }
    node.fail(Message::kAttribute, std::string("the attribute ") + attribute, all, given);
}

/// An operand that is there and not an empty constant (exporters write one for "not given").
TensorId given(onnx::ImportContext& node, size_t i) {
    if (!node.has(i))
        return kNoTensor;
    NetworkTensor const* constant = node.constant(node.in(i));
    return constant != nullptr && constant->constant->empty() ? kNoTensor : node.in(i);
}

void importResize(onnx::ImportContext& node) {
    Attributes a;
    a.mode = byName<Mode>(node, "mode", "nearest");
    a.coordinates = byName<Coordinates>(node, "coordinate_transformation_mode", "half_pixel");
    a.nearest = byName<Nearest>(node, "nearest_mode", "round_prefer_floor");
    a.policy = byName<Policy>(node, "keep_aspect_ratio_policy", "stretch");
    a.cubicA = node.number("cubic_coeff_a", -0.75);
    a.excludeOutside = node.integer("exclude_outside", 0) != 0;
    a.extrapolation = node.number("extrapolation_value", 0);
    a.antialias = node.integer("antialias", 0) != 0;
    a.axes = node.integers("axes");
    TensorId const roi = a.coordinates == Coordinates::kTfCropAndResize ? given(node, 1) : kNoTensor;
    TensorId const sizes = given(node, 3), scales = sizes == kNoTensor ? given(node, 2) : kNoTensor;
    std::vector<TensorId> operands{node.in(0), roi, scales};
    if (sizes != kNoTensor)
        operands.push_back(sizes);
    node.setOut(0, node.emit("resize", a, std::move(operands)));
}

/// Resize of opset 10, and Upsample: x and scales, an operand from opset 9 on.
void importScaled(onnx::ImportContext& node) {
    Attributes a;
    a.mode = byName<Mode>(node, "mode", "nearest");
    a.coordinates = Coordinates::kAsymmetric;
    a.nearest = Nearest::kSimple;
    TensorId scales = kNoTensor;
    if (node.opset() >= 9) {
        scales = node.in(1);
    } else {
        std::vector<double> const values = node.numbers("scales");
        std::vector<float> const list(values.begin(), values.end());
        scales = node.constant(Type::tensor(DType::kF32, Dims{static_cast<int64_t>(list.size())}),
                               Buffer::copy(std::as_bytes(std::span(list))));
    }
    node.setOut(0, node.emit("resize", a, {node.in(0), kNoTensor, scales}));
}

} // namespace
} // namespace resizing

void resize_onnx(onnx::ImporterTable& table) {
    table.add("", "Upsample", 7, resizing::importScaled);
    table.add("", "Resize", 10, resizing::importScaled);
    table.add("", "Resize", 11, resizing::importResize);
}

} // namespace tenon::ops
