// SPDX-License-Identifier: Apache-2.0
// One function per message, with the field numbers of onnx.proto and onnx-data.proto.
#include "onnx/proto.h"

#include "base/error.h"
#include "onnx/wire.h"

#include <fmt/format.h>

namespace tenon::onnx {
namespace {

template <class T>
T read(std::string_view message, WireLimits& limits);

/// A field of a message: its number, and where it goes: a value, or a function of the reader.
template <class To>
struct Field {
    uint32_t number;
    To to; ///< a reference, or the function itself
};
template <class To>
Field<To> field(uint32_t number, To&& to) {
    return {number, std::forward<To>(to)};
}

template <class To>
void take(WireReader& in, To& to) {
    if constexpr (std::is_invocable_v<To&, WireReader&>)
        to(in);
    else if constexpr (requires { in.read(to); }) // numbers and texts
        in.read(to);
    else if constexpr (requires { to.push_back(typename To::value_type()); }) // a repeated message
        in.message([&](std::string_view m) { to.push_back(read<typename To::value_type>(m, in.limits())); });
    else if constexpr (requires { to.emplace(); }) // a singular one: the last on the wire counts
        in.message([&](std::string_view m) { to = read<typename To::value_type>(m, in.limits()); });
    else
        in.message([&](std::string_view m) { to = read<To>(m, in.limits()); });
}

/// Reads the message to its end; what has another number is skipped.
template <class... To>
void fields(WireReader& in, Field<To>... each) {
    while (uint32_t const number = in.next())
        if (!((number == each.number && (take(in, each.to), true)) || ...))
            in.skip();
}

/// A singular message that is kept in a vector.
template <class T>
auto only(std::vector<T>& to) {
    return [&to](WireReader& in) {
        to.clear();
        take(in, to);
    };
}

void parse(WireReader& in, StringPair& m) {
    fields(in, field(1, m.key), field(2, m.value));
}

void parse(WireReader& in, TensorProto& m) {
    auto raw = [&m](WireReader& r) {
        r.read(m.raw);
        m.hasRaw = true;
    };
    auto location = [&m](WireReader& r) {
        constexpr int32_t kExternal = 1;
        int32_t value = 0;
        r.read(value);
        m.external = value == kExternal;
    };
    fields(in, field(1, m.dims), field(2, m.dataType), field(8, m.name), field(9, raw), field(13, m.externalData),
           field(14, location));
}

void parse(WireReader& in, DimProto& m) {
    auto value = [&m](WireReader& r) { r.read(m.value.emplace(-1)); };
    fields(in, field(1, value), field(2, m.param));
}

struct ShapeProto {
    std::vector<DimProto> dims;
};

void parse(WireReader& in, ShapeProto& m) {
    fields(in, field(1, m.dims));
}

/// TypeProto.Tensor, .Sequence, .Map and .Optional: an element or key type, or an inner type, and a shape.
void parseForm(WireReader& in, TypeProto& m) {
    using Form = TypeProto::Form;
    auto shape = [&m](WireReader& r) {
        ShapeProto s;
        take(r, s);
        m.dims = std::move(s.dims);
    };
    if (m.form == Form::kTensor || m.form == Form::kSparseTensor)
        fields(in, field(1, m.elemType), field(2, shape));
    else if (m.form == Form::kMap)
        fields(in, field(1, m.elemType), field(2, only(m.inner)));
    else
        fields(in, field(1, only(m.inner)));
}

void parse(WireReader& in, TypeProto& m) {
    using Form = TypeProto::Form;
    auto form = [&m](uint32_t number, Form which) {
        return field(number, [&m, which](WireReader& r) {
            r.message([&](std::string_view text) {
                m = {};
                m.form = which;
                WireReader inner(text, r.limits());
                parseForm(inner, m);
            });
        });
    };
    fields(in, form(1, Form::kTensor), form(4, Form::kSequence), form(5, Form::kMap), form(7, Form::kOpaque),
           form(8, Form::kSparseTensor), form(9, Form::kOptional));
}

void parse(WireReader& in, ValueInfoProto& m) {
    fields(in, field(1, m.name), field(2, m.type));
}

void parse(WireReader& in, AttributeProto& m) {
    using Kind = AttributeProto::Kind;
    Kind guessed = Kind::kUndefined; // files of the time before the discriminator have the field alone
    auto of = [&guessed](Kind kind, uint32_t number, auto& to) {
        return field(number, [&guessed, kind, &to](WireReader& r) {
            guessed = kind;
            take(r, to);
        });
    };
    auto skipped = [](WireReader& r) { r.skip(); };
    auto tensor = only(m.tensors);
    auto graph = only(m.graphs);
    auto type = only(m.types);
    fields(in, field(1, m.name), of(Kind::kFloat, 2, m.f), of(Kind::kInt, 3, m.i), of(Kind::kString, 4, m.s),
           of(Kind::kTensor, 5, tensor), of(Kind::kGraph, 6, graph), of(Kind::kFloats, 7, m.floats),
           of(Kind::kInts, 8, m.ints), of(Kind::kStrings, 9, m.strings), of(Kind::kTensors, 10, m.tensors),
           of(Kind::kGraphs, 11, m.graphs), of(Kind::kType, 14, type), of(Kind::kTypes, 15, skipped), field(20, m.kind),
           field(21, m.refName), of(Kind::kSparseTensor, 22, skipped), of(Kind::kSparseTensors, 23, skipped));
    if (m.kind == Kind::kUndefined)
        m.kind = guessed;
}

void parse(WireReader& in, NodeProto& m) {
    fields(in, field(1, m.inputs), field(2, m.outputs), field(3, m.name), field(4, m.opType), field(5, m.attributes),
           field(7, m.domain), field(8, m.overload));
}

struct SparseTensorProto {
    TensorProto values;
};

void parse(WireReader& in, SparseTensorProto& m) {
    fields(in, field(1, m.values));
}

void parse(WireReader& in, GraphProto& m) {
    auto sparse = [&m](WireReader& r) {
        SparseTensorProto s;
        take(r, s);
        m.sparseInitializers.push_back(s.values.name);
    };
    fields(in, field(1, m.nodes), field(2, m.name), field(5, m.initializers), field(11, m.inputs), field(12, m.outputs),
           field(13, m.valueInfo), field(15, sparse));
}

void parse(WireReader& in, OperatorSetId& m) {
    fields(in, field(1, m.domain), field(2, m.version));
}

void parse(WireReader& in, FunctionProto& m) {
    fields(in, field(1, m.name), field(4, m.inputs), field(5, m.outputs), field(6, m.attributes), field(7, m.nodes),
           field(9, m.opsets), field(10, m.domain), field(11, m.attributeDefaults), field(12, m.valueInfo),
           field(13, m.overload));
}

void parse(WireReader& in, ModelProto& m) {
    fields(in, field(1, m.irVersion), field(2, m.producerName), field(3, m.producerVersion), field(4, m.domain),
           field(5, m.modelVersion), field(7, m.graph), field(8, m.opsets), field(14, m.metadata),
           field(25, m.functions));
}

void parse(WireReader& in, SequenceProto& m) {
    fields(in, field(1, m.name), field(2, m.elemType), field(3, m.tensors), field(5, m.sequences), field(6, m.maps),
           field(7, m.optionals));
}

void parse(WireReader& in, MapProto& m) {
    fields(in, field(1, m.name), field(2, m.keyType), field(3, m.keys), field(4, m.stringKeys),
           field(5, only(m.values)));
}

void parse(WireReader& in, OptionalProto& m) {
    fields(in, field(1, m.name), field(2, m.elemType), field(3, only(m.tensors)), field(5, only(m.sequences)),
           field(6, only(m.maps)), field(7, only(m.optionals)));
}

template <class T>
T read(std::string_view message, WireLimits& limits) {
    T out;
    WireReader in(message, limits);
    parse(in, out);
    if constexpr (std::is_same_v<T, TensorProto>)
        out.message = message;
    return out;
}

/// What the first bytes say that the file is instead, where that is easily told.
std::string_view guess(std::string_view text) noexcept {
    if (text.empty())
        return "the file is empty";
    if (text.starts_with("version https://git-lfs"))
        return "the file is a Git LFS pointer: fetch the model itself (git lfs pull)";
    if (text.starts_with("PK\x03\x04"))
        return "the file is a zip archive: unpack it, or export the PyTorch model to ONNX";
    if (text.starts_with("<") || text.starts_with("{"))
        return "the file is text (a web page or JSON)";
    return {};
}

template <class T>
T parseFile(std::span<std::byte const> file, char const* what) {
    std::string_view const text(reinterpret_cast<char const*>(file.data()), file.size());
    std::string_view const instead = guess(text);
    try {
        if (text.empty() && std::is_same_v<T, ModelProto>)
            throw WireError("it is empty", text.data());
        if (text.size() > size_t{0x7fffffff})
            throw WireError(
                "it is larger than the 2 GB that a protobuf file may have: save the weights as external data",
                text.data());
        WireLimits limits;
        return read<T>(text, limits);
    } catch (WireError const& e) {
        Error error(Message::kOnnxFile, fmt::format("the file is no {}: {} (byte {} of {})", what, e.text,
                                                    e.at == nullptr ? 0 : e.at - text.data(), text.size()));
        if (!instead.empty())
            error.tip(std::string(instead));
        throw error;
    }
}

} // namespace

std::string_view nameOf(AttributeProto::Kind kind) noexcept {
    constexpr std::string_view kNames[] = {
        "UNDEFINED", "FLOAT",   "INT",    "STRING",        "TENSOR",         "GRAPH",      "FLOATS",     "INTS",
        "STRINGS",   "TENSORS", "GRAPHS", "SPARSE_TENSOR", "SPARSE_TENSORS", "TYPE_PROTO", "TYPE_PROTOS"};
    auto const i = static_cast<size_t>(kind);
    return i < std::size(kNames) ? kNames[i] : "unknown";
}

ModelProto parseModel(std::span<std::byte const> file) {
    ModelProto model = parseFile<ModelProto>(file, "ONNX model");
    if (!model.graph) {
        std::string_view const instead = guess({reinterpret_cast<char const*>(file.data()), file.size()});
        throw Error(Message::kOnnxFile, "the file holds no graph")
            .wanted("an ONNX model: a ModelProto with a graph")
            .given(instead.empty() ? fmt::format("{} bytes without the field 'graph'", file.size())
                                   : std::string(instead));
    }
    return model;
}

TensorProto parseTensor(std::span<std::byte const> file) {
    return parseFile<TensorProto>(file, "TensorProto");
}
SequenceProto parseSequence(std::span<std::byte const> file) {
    return parseFile<SequenceProto>(file, "SequenceProto");
}
OptionalProto parseOptional(std::span<std::byte const> file) {
    return parseFile<OptionalProto>(file, "OptionalProto");
}
MapProto parseMap(std::span<std::byte const> file) {
    return parseFile<MapProto>(file, "MapProto");
}

} // namespace tenon::onnx
