// SPDX-License-Identifier: Apache-2.0
// One function per message: field numbers are those of onnx.proto and onnx-data.proto. As long as the format has
// messages: they read each other, and a part of them would be no whole.
#include "onnx/proto.h"

#include "base/error.h"
#include "onnx/wire.h"

#include <fmt/format.h>

namespace tenon::onnx {
namespace {

template <class T>
T read(std::string_view message, WireLimits& limits);

/// A singular sub-message: the last one on the wire counts.
template <class T>
void one(WireReader& in, T& to) {
    in.message([&](std::string_view m) { to = read<T>(m, in.limits()); });
}
template <class T>
void one(WireReader& in, std::optional<T>& to) {
    in.message([&](std::string_view m) { to = read<T>(m, in.limits()); });
}
/// A repeated sub-message.
template <class T>
void many(WireReader& in, std::vector<T>& to) {
    in.message([&](std::string_view m) { to.push_back(read<T>(m, in.limits())); });
}
/// A singular sub-message kept in a vector.
template <class T>
void single(WireReader& in, std::vector<T>& to) {
    to.clear();
    many(in, to);
}

void parse(WireReader& in, StringPair& m) {
    while (uint32_t const field = in.next())
        switch (field) {
        case 1:
            in.read(m.key);
            break;
        case 2:
            in.read(m.value);
            break;
        default:
            in.skip();
        }
}

void parse(WireReader& in, TensorProto& m) {
    constexpr int32_t kExternal = 1;
    while (uint32_t const field = in.next())
        switch (field) {
        case 1:
            in.read(m.dims);
            break;
        case 2:
            in.read(m.dataType);
            break;
        case 8:
            in.read(m.name);
            break;
        case 9:
            in.read(m.raw);
            m.hasRaw = true;
            break;
        case 13:
            many(in, m.externalData);
            break;
        case 14: {
            int32_t location = 0;
            in.read(location);
            m.external = location == kExternal;
            break;
        }
        default:
            in.skip();
        }
}

void parse(WireReader& in, DimProto& m) {
    while (uint32_t const field = in.next())
        switch (field) {
        case 1: {
            int64_t value = -1;
            in.read(value);
            m.value = value;
            break;
        }
        case 2:
            in.read(m.param);
            break;
        default:
            in.skip();
        }
}

struct ShapeProto {
    std::vector<DimProto> dims;
};

void parse(WireReader& in, ShapeProto& m) {
    while (uint32_t const field = in.next())
        if (field == 1)
            many(in, m.dims);
        else
            in.skip();
}

/// TypeProto.Tensor, .Sequence, .Map and .Optional: an element or key type, or an inner type, and a shape.
void parseForm(WireReader& in, TypeProto& m) {
    while (uint32_t const field = in.next()) {
        bool const simple = m.form == TypeProto::Form::kTensor || m.form == TypeProto::Form::kSparseTensor;
        if (field == 1 && (simple || m.form == TypeProto::Form::kMap)) {
            in.read(m.elemType);
        } else if (field == 2 && simple) {
            ShapeProto shape;
            one(in, shape);
            m.dims = std::move(shape.dims);
        } else if (field == (m.form == TypeProto::Form::kMap ? 2U : 1U)) {
            single(in, m.inner);
        } else {
            in.skip();
        }
    }
}

void parse(WireReader& in, TypeProto& m) {
    using Form = TypeProto::Form;
    while (uint32_t const field = in.next()) {
        Form form = Form::kNone;
        switch (field) {
        case 1:
            form = Form::kTensor;
            break;
        case 4:
            form = Form::kSequence;
            break;
        case 5:
            form = Form::kMap;
            break;
        case 7:
            form = Form::kOpaque;
            break;
        case 8:
            form = Form::kSparseTensor;
            break;
        case 9:
            form = Form::kOptional;
            break;
        default:
            break;
        }
        if (form == Form::kNone) {
            in.skip();
            continue;
        }
        in.message([&](std::string_view text) {
            m = {};
            m.form = form;
            WireReader inner(text, in.limits());
            parseForm(inner, m);
        });
    }
}

void parse(WireReader& in, ValueInfoProto& m) {
    while (uint32_t const field = in.next())
        switch (field) {
        case 1:
            in.read(m.name);
            break;
        case 2:
            one(in, m.type);
            break;
        default:
            in.skip();
        }
}

/// What the fields that are set say, for files of the time before the discriminator.
AttributeProto::Kind kindOf(uint32_t field) noexcept {
    using Kind = AttributeProto::Kind;
    switch (field) {
    case 2:
        return Kind::kFloat;
    case 3:
        return Kind::kInt;
    case 4:
        return Kind::kString;
    case 5:
        return Kind::kTensor;
    case 6:
        return Kind::kGraph;
    case 7:
        return Kind::kFloats;
    case 8:
        return Kind::kInts;
    case 9:
        return Kind::kStrings;
    case 10:
        return Kind::kTensors;
    case 11:
        return Kind::kGraphs;
    case 14:
        return Kind::kType;
    case 15:
        return Kind::kTypes;
    case 22:
        return Kind::kSparseTensor;
    case 23:
        return Kind::kSparseTensors;
    default:
        return Kind::kUndefined;
    }
}

void parse(WireReader& in, AttributeProto& m) {
    auto guessed = AttributeProto::Kind::kUndefined;
    while (uint32_t const field = in.next()) {
        if (auto const kind = kindOf(field); kind != AttributeProto::Kind::kUndefined)
            guessed = kind;
        switch (field) {
        case 1:
            in.read(m.name);
            break;
        case 2:
            in.read(m.f);
            break;
        case 3:
            in.read(m.i);
            break;
        case 4:
            in.read(m.s);
            break;
        case 5:
            single(in, m.tensors);
            break;
        case 6:
            single(in, m.graphs);
            break;
        case 7:
            in.read(m.floats);
            break;
        case 8:
            in.read(m.ints);
            break;
        case 9:
            in.read(m.strings);
            break;
        case 10:
            many(in, m.tensors);
            break;
        case 11:
            many(in, m.graphs);
            break;
        case 14:
            single(in, m.types);
            break;
        case 20:
            in.read(m.kind);
            break;
        case 21:
            in.read(m.refName);
            break;
        default:
            in.skip();
        }
    }
    if (m.kind == AttributeProto::Kind::kUndefined)
        m.kind = guessed;
}

void parse(WireReader& in, NodeProto& m) {
    while (uint32_t const field = in.next())
        switch (field) {
        case 1:
            in.read(m.inputs);
            break;
        case 2:
            in.read(m.outputs);
            break;
        case 3:
            in.read(m.name);
            break;
        case 4:
            in.read(m.opType);
            break;
        case 5:
            many(in, m.attributes);
            break;
        case 7:
            in.read(m.domain);
            break;
        case 8:
            in.read(m.overload);
            break;
        default:
            in.skip();
        }
}

struct SparseTensorProto {
    TensorProto values;
};

void parse(WireReader& in, SparseTensorProto& m) {
    while (uint32_t const field = in.next())
        if (field == 1)
            one(in, m.values);
        else
            in.skip();
}

void parse(WireReader& in, GraphProto& m) {
    while (uint32_t const field = in.next())
        switch (field) {
        case 1:
            many(in, m.nodes);
            break;
        case 2:
            in.read(m.name);
            break;
        case 5:
            many(in, m.initializers);
            break;
        case 11:
            many(in, m.inputs);
            break;
        case 12:
            many(in, m.outputs);
            break;
        case 13:
            many(in, m.valueInfo);
            break;
        case 15: {
            SparseTensorProto sparse;
            one(in, sparse);
            m.sparseInitializers.push_back(sparse.values.name);
            break;
        }
        default:
            in.skip();
        }
}

void parse(WireReader& in, OperatorSetId& m) {
    while (uint32_t const field = in.next())
        switch (field) {
        case 1:
            in.read(m.domain);
            break;
        case 2:
            in.read(m.version);
            break;
        default:
            in.skip();
        }
}

void parse(WireReader& in, FunctionProto& m) {
    while (uint32_t const field = in.next())
        switch (field) {
        case 1:
            in.read(m.name);
            break;
        case 4:
            in.read(m.inputs);
            break;
        case 5:
            in.read(m.outputs);
            break;
        case 6:
            in.read(m.attributes);
            break;
        case 7:
            many(in, m.nodes);
            break;
        case 9:
            many(in, m.opsets);
            break;
        case 10:
            in.read(m.domain);
            break;
        case 11:
            many(in, m.attributeDefaults);
            break;
        case 12:
            many(in, m.valueInfo);
            break;
        case 13:
            in.read(m.overload);
            break;
        default:
            in.skip();
        }
}

void parse(WireReader& in, ModelProto& m) {
    while (uint32_t const field = in.next())
        switch (field) {
        case 1:
            in.read(m.irVersion);
            break;
        case 2:
            in.read(m.producerName);
            break;
        case 3:
            in.read(m.producerVersion);
            break;
        case 4:
            in.read(m.domain);
            break;
        case 5:
            in.read(m.modelVersion);
            break;
        case 7:
            one(in, m.graph);
            break;
        case 8:
            many(in, m.opsets);
            break;
        case 14:
            many(in, m.metadata);
            break;
        case 25:
            many(in, m.functions);
            break;
        default:
            in.skip();
        }
}

void parse(WireReader& in, SequenceProto& m) {
    while (uint32_t const field = in.next())
        switch (field) {
        case 1:
            in.read(m.name);
            break;
        case 2:
            in.read(m.elemType);
            break;
        case 3:
            many(in, m.tensors);
            break;
        case 5:
            many(in, m.sequences);
            break;
        case 6:
            many(in, m.maps);
            break;
        case 7:
            many(in, m.optionals);
            break;
        default:
            in.skip();
        }
}

void parse(WireReader& in, MapProto& m) {
    while (uint32_t const field = in.next())
        switch (field) {
        case 1:
            in.read(m.name);
            break;
        case 2:
            in.read(m.keyType);
            break;
        case 3:
            in.read(m.keys);
            break;
        case 4:
            in.read(m.stringKeys);
            break;
        case 5:
            single(in, m.values);
            break;
        default:
            in.skip();
        }
}

void parse(WireReader& in, OptionalProto& m) {
    while (uint32_t const field = in.next())
        switch (field) {
        case 1:
            in.read(m.name);
            break;
        case 2:
            in.read(m.elemType);
            break;
        case 3:
            single(in, m.tensors);
            break;
        case 5:
            single(in, m.sequences);
            break;
        case 6:
            single(in, m.maps);
            break;
        case 7:
            single(in, m.optionals);
            break;
        default:
            in.skip();
        }
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
