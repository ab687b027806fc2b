// SPDX-License-Identifier: Apache-2.0
#include "onnx/output_types.h"

#include "onnx/element_type.h"
#include "onnx/types.h"

#include <fmt/format.h>

namespace tenon::onnx {
namespace {

using Form = TypeProto::Form;

/// Kind and elements. A declaration that Tenon does not read says nothing, and neither does one of an optional, which
/// an operator may give as its element.
bool differsInType(TypeProto const& declared, Type const& computed) {
    if (declared.form == Form::kOptional || computed.kind == Kind::kOptional)
        return false;
    std::optional<Type> const wanted = elementTypeOf(declared);
    if (!wanted)
        return false;
    if (wanted->kind != computed.kind || wanted->inner.size() != computed.inner.size())
        return true;
    for (size_t i = 0; i < computed.inner.size(); ++i)
        if (differsInType(declared.inner[i], computed.inner[i]))
            return true;
    return computed.kind != Kind::kSequence && wanted->dtype != computed.dtype;
}

bool differsInDims(std::vector<DimProto> const& declared, Dims const& computed) {
    if (declared.size() != computed.size())
        return true;
    for (size_t i = 0; i < computed.size(); ++i)
        if (declared[i].value && *declared[i].value >= 0 && computed[i].isConst() &&
            !computed[i].is(*declared[i].value))
            return true;
    return false;
}

/// In the words of textOf(TypeProto), so that the two can be compared.
std::string textAsDeclared(Type const& type) {
    if (!type.isTensor())
        return toString(type);
    std::string dims = type.dims ? "" : "*";
    for (DimExpr const& d : type.dims.value_or(Dims()))
        dims += fmt::format("{}{}", dims.empty() ? "" : ", ", d.isConst() ? fmt::format("{}", d.value()) : "?");
    return fmt::format("{}[{}]", onnxTypeName(onnxTypeOf(type.dtype)), dims);
}

} // namespace

std::string declarationWarning(ValueInfoProto const& output, Type const& computed) {
    if (!output.type)
        return {};
    TypeProto const& declared = *output.type;
    bool const dims = declared.form == Form::kTensor && declared.dims && computed.ranked() &&
                      differsInDims(*declared.dims, *computed.dims);
    if (!dims && !differsInType(declared, computed))
        return {};
    return fmt::format("output '{}' is declared as {}, but {} is computed; the declaration is passed over", output.name,
                       textOf(declared), textAsDeclared(computed));
}

} // namespace tenon::onnx
