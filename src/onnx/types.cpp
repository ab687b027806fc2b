// SPDX-License-Identifier: Apache-2.0
#include "onnx/types.h"

#include "base/error.h"
#include "onnx/element_type.h"

#include <fmt/format.h>

namespace tenon::onnx {
namespace {

using Form = TypeProto::Form;

DType element(TypeProto const& type, std::string_view name) {
    std::optional<DType> const dtype = dtypeOf(type.elemType);
    if (!dtype)
        throw Error(Message::kOnnxType,
                    fmt::format("'{}' is declared with an element type that Tenon does not read", name),
                    {.tensor = std::string(name)})
            .wanted(readableTypes())
            .given(onnxTypeName(type.elemType));
    return *dtype;
}

Dims dimsOf(TypeProto const& type, std::string_view name, DimNamer const& namer) {
    Dims out;
    for (DimProto const& dim : *type.dims) {
        if (dim.value && *dim.value < -1)
            throw Error(Message::kOnnxType, fmt::format("'{}' is declared with a negative dim", name),
                        {.tensor = std::string(name)})
                .wanted("dims of at least 0, or -1 for an unknown one")
                .given(textOf(type));
        out.push_back(dim.value && *dim.value >= 0 ? DimExpr(*dim.value) : namer(dim, out.size()));
    }
    return out;
}

Type inside(TypeProto const& type, std::string_view name) {
    bool unknown = false;
    Type out = typeOf(type, name, [&](DimProto const&, size_t) {
        unknown = true;
        return DimExpr(0);
    });
    if (unknown && out.isTensor())
        out.dims.reset();
    return out;
}

} // namespace

bool isAnonymous(DimProto const& dim) noexcept {
    return !(dim.value && *dim.value >= 0) && (dim.param.empty() || dim.param == "?");
}

Type typeOf(TypeProto const& type, std::string_view name, DimNamer const& namer) {
    switch (type.form) {
    case Form::kTensor: {
        DType const dtype = element(type, name);
        return Type::tensor(dtype, type.dims ? std::optional(dimsOf(type, name, namer)) : std::nullopt);
    }
    case Form::kSequence:
    case Form::kOptional:
    case Form::kMap:
        if (!type.inner.empty()) {
            Type const inner = inside(type.inner[0], name);
            if (type.form == Form::kMap)
                return {Kind::kMap, element(type, name), std::nullopt, {inner}};
            return type.form == Form::kSequence ? Type::sequence(inner) : Type::optional(inner);
        }
        break;
    default:
        break;
    }
    throw Error(Message::kOnnxType, fmt::format("the declared type of '{}' is one that Tenon does not read", name),
                {.tensor = std::string(name)})
        .wanted("a tensor, sequence, optional or map with its element type")
        .given(textOf(type));
}

std::optional<Type> elementTypeOf(TypeProto const& type) {
    try {
        Type const declared = typeOf(type, {}, [](DimProto const&, size_t) { return DimExpr(0); });
        return Type{declared.kind, declared.dtype, std::nullopt, declared.inner};
    } catch (Error const&) {
        return std::nullopt;
    }
}

std::string textOf(TypeProto const& type) {
    std::string const inner = type.inner.empty() ? "?" : textOf(type.inner[0]);
    switch (type.form) {
    case Form::kNone:
        return "no type";
    case Form::kOpaque:
        return "opaque";
    case Form::kSequence:
        return fmt::format("seq({})", inner);
    case Form::kOptional:
        return fmt::format("optional({})", inner);
    case Form::kMap:
        return fmt::format("map({}, {})", onnxTypeName(type.elemType), inner);
    case Form::kTensor:
    case Form::kSparseTensor:
        break;
    }
    std::string dims;
    if (type.dims)
        for (DimProto const& d : *type.dims)
            dims += fmt::format("{}{}", dims.empty() ? "" : ", ",
                                d.value           ? fmt::format("{}", *d.value)
                                : d.param.empty() ? "?"
                                                  : std::string(d.param));
    return fmt::format("{}{}[{}]", type.form == Form::kSparseTensor ? "sparse " : "", onnxTypeName(type.elemType),
                       type.dims ? dims : "*");
}

} // namespace tenon::onnx
