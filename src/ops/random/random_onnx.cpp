// SPDX-License-Identifier: Apache-2.0
// RandomUniform, RandomNormal, their forms with a tensor to be like, Bernoulli and Multinomial of the default domain.
#include "onnx/element_type.h"
#include "onnx/importer.h"
#include "ops/random/random.h"

namespace tenon::ops {
namespace draws {
namespace {

/// The type that the attribute names, else `otherwise`.
DType typeNamed(onnx::ImportContext& node, DType otherwise) {
    if (!node.hasAttribute("dtype"))
        return otherwise;
    auto const code = static_cast<int32_t>(node.integer("dtype", 0));
    std::optional<DType> const type = onnx::dtypeOf(code);
    if (!type)
        node.fail(Message::kTypeUnsupported, "random numbers of this type", onnx::readableTypes(),
                  onnx::onnxTypeName(code));
    return *type;
}

void import(onnx::ImportContext& node) {
    std::string_view const name = node.opType();
    Attributes attrs;
    if (name == "Bernoulli")
        attrs.kind = Kind::kBernoulli;
    else if (name == "Multinomial")
        attrs.kind = Kind::kMultinomial;
    else if (name.starts_with("RandomNormal"))
        attrs.kind = Kind::kNormal;
    bool const isNormal = attrs.kind == Kind::kNormal;
    attrs.first = node.number(isNormal ? "mean" : "low", 0);
    attrs.second = node.number(isNormal ? "scale" : "high", 1);
    attrs.samples = node.integer("sample_size", 1);
    attrs.shape = node.integers("shape");
    if (node.hasAttribute("seed"))
        attrs.seed = node.number("seed", 0);
    DType otherwise = attrs.kind == Kind::kMultinomial ? DType::kI32 : DType::kF32;
    if (node.has(0) && attrs.kind != Kind::kMultinomial)
        otherwise = node.typeOf(node.in(0)).value_or(DType::kF32);
    attrs.dtype = typeNamed(node, otherwise);
    std::vector<TensorId> operands;
    if (node.has(0))
        operands.push_back(node.in(0));
    node.setOut(0, node.emit("random", std::move(attrs), std::move(operands)));
}

} // namespace
} // namespace draws

void random_onnx(onnx::ImporterTable& table) {
    for (std::string_view name : {"RandomUniform", "RandomNormal", "RandomUniformLike", "RandomNormalLike"})
        table.add("", name, 1, draws::import);
    table.add("", "Multinomial", 7, draws::import);
    table.add("", "Bernoulli", 15, draws::import);
}

} // namespace tenon::ops
