// SPDX-License-Identifier: Apache-2.0
#include "onnx/pb.h"

#include "base/error.h"
#include "onnx/at_path.h"
#include "onnx/element_type.h"
#include "onnx/tensor.h"

#include <cstring>
#include <fmt/format.h>
#include <protozero/pbf_writer.hpp>

namespace tenon::onnx {
namespace {

enum Element : int32_t {
    kTensorElement = 1,
    kSequenceElement = 3,
    kMapElement = 4,
    kOptionalElement = 5
}; // DataType of SequenceProto

Error misfit(std::string what, std::string wanted, std::string given) {
    return Error(Message::kOnnxValueFile, std::move(what)).wanted(std::move(wanted)).given(std::move(given));
}

class ValueReader {
public:
    explicit ValueReader(Buffer const& file) : mLoader(file, std::nullopt) {}

    Box tensor(TensorProto const& proto, Type const& declared) {
        Type const type = typeOf(proto);
        if (!declared.isTensor() || declared.dtype != type.dtype)
            throw misfit("a value file holds another type than the model declares", toString(declared), toString(type));
        // Elements first: they say whether the dims are true before memory is taken for them.
        std::vector<std::string> strings = type.dtype == DType::kString ? stringsOf(proto) : std::vector<std::string>();
        Buffer const bytes = type.dtype == DType::kString ? Buffer() : mLoader.load(proto).bytes;
        Box box;
        box.setTensor(type.dtype, proto.dims);
        box.strings = std::move(strings);
        if (!bytes.empty())
            std::memcpy(box.data(), bytes.data(), bytes.size());
        return box;
    }

    Box sequence(SequenceProto const& proto, Type const& declared) {
        Box box;
        box.kind = Kind::kSequence;
        box.dtype = innerOf(declared, Kind::kSequence).dtype;
        box.items = elements(proto, innerOf(declared, Kind::kSequence));
        return box;
    }

    Box optional(OptionalProto const& proto, Type const& declared) {
        Box box;
        box.kind = Kind::kOptional;
        box.dtype = innerOf(declared, Kind::kOptional).dtype;
        box.items = elements(proto, innerOf(declared, Kind::kOptional));
        if (box.items.size() > 1)
            throw misfit("an OptionalProto holds several values", "at most one", fmt::format("{}", box.items.size()));
        return box;
    }

    Box map(MapProto const& proto, Type const& declared) {
        Type const& inner = innerOf(declared, Kind::kMap);
        if (proto.keyType != onnxTypeOf(declared.dtype))
            throw misfit("a MapProto has keys of another type than the model declares",
                         onnxTypeName(onnxTypeOf(declared.dtype)), onnxTypeName(proto.keyType));
        Box box;
        box.kind = Kind::kMap;
        box.dtype = declared.dtype;
        box.strings.assign(proto.stringKeys.begin(), proto.stringKeys.end());
        box.integerKeys = proto.keys;
        if (!proto.values.empty())
            box.items = elements(proto.values.front(), inner);
        size_t const keys = declared.dtype == DType::kString ? box.strings.size() : box.integerKeys.size();
        if (keys != box.items.size())
            throw misfit("a MapProto has not one value for each key", fmt::format("{} values", keys),
                         fmt::format("{}", box.items.size()));
        return box;
    }

private:
    static Type const& innerOf(Type const& declared, Kind kind) {
        if (declared.kind != kind || declared.inner.empty())
            throw misfit("a value file holds another kind of value than the model declares", toString(declared),
                         std::string(nameOf(kind)));
        return declared.inner.front();
    }

    /// The elements of a sequence, or the value of an optional: which field holds them follows from the declared type.
    template <class Proto>
    std::vector<Box> elements(Proto const& proto, Type const& inner) {
        std::vector<Box> out;
        switch (inner.kind) {
        case Kind::kTensor:
            each(proto.tensors, out, [&](TensorProto const& t) { return tensor(t, inner); });
            break;
        case Kind::kSequence:
            each(proto.sequences, out, [&](SequenceProto const& s) { return sequence(s, inner); });
            break;
        case Kind::kMap:
            each(proto.maps, out, [&](MapProto const& m) { return map(m, inner); });
            break;
        case Kind::kOptional:
            each(proto.optionals, out, [&](OptionalProto const& o) { return optional(o, inner); });
            break;
        }
        size_t const held = proto.tensors.size() + proto.sequences.size() + proto.maps.size() + proto.optionals.size();
        if (held != out.size())
            throw misfit("a value file holds elements of another kind than the model declares", toString(inner),
                         fmt::format("{} elements, {} of that kind", held, out.size()));
        return out;
    }
    template <class Proto, class F>
    static void each(std::vector<Proto> const& from, std::vector<Box>& to, F&& read) {
        for (Proto const& p : from)
            to.push_back(read(p));
    }

    TensorLoader mLoader;
};

std::string tensorMessage(Box const& box, std::string_view name) {
    std::string out;
    protozero::pbf_writer w(out);
    w.add_packed_int64(1, box.dims.begin(), box.dims.end());
    w.add_int32(2, onnxTypeOf(box.dtype));
    if (box.dtype == DType::kString)
        for (std::string const& s : box.strings)
            w.add_bytes(6, s);
    if (!name.empty())
        w.add_bytes(8, name.data(), name.size());
    if (box.dtype != DType::kString)
        w.add_bytes(9, reinterpret_cast<char const*>(box.data()), static_cast<size_t>(box.bytes()));
    return out;
}

int32_t elementOf(Box const& box) {
    switch (box.kind) {
    case Kind::kTensor:
        return kTensorElement;
    case Kind::kSequence:
        return kSequenceElement;
    case Kind::kMap:
        return kMapElement;
    case Kind::kOptional:
        return kOptionalElement;
    }
    return 0;
}

/// SequenceProto or OptionalProto: both number their fields alike (3 tensor, 5 sequence, 6 map, 7 optional).
std::string listMessage(Box const& box, std::string_view name) {
    constexpr protozero::pbf_tag_type kFields[] = {3, 5, 7, 6}; // by Kind
    std::string out;
    protozero::pbf_writer w(out);
    if (!name.empty())
        w.add_bytes(1, name.data(), name.size());
    if (!box.items.empty())
        w.add_int32(2, elementOf(box.items.front()));
    else if (box.kind == Kind::kSequence)
        w.add_int32(2, kTensorElement);
    for (Box const& item : box.items)
        w.add_message(kFields[static_cast<size_t>(item.kind)], valueMessage(item, {}));
    return out;
}

std::string mapMessage(Box const& box, std::string_view name) {
    Box values;
    values.kind = Kind::kSequence;
    values.items = box.items;
    std::string out;
    protozero::pbf_writer w(out);
    if (!name.empty())
        w.add_bytes(1, name.data(), name.size());
    w.add_int32(2, onnxTypeOf(box.dtype));
    for (int64_t key : box.integerKeys)
        w.add_int64(3, key);
    for (std::string const& key : box.strings)
        w.add_bytes(4, key);
    w.add_message(5, listMessage(values, {}));
    return out;
}

} // namespace

Box readValue(Buffer const& file, Type const& declared) {
    ValueReader reader(file);
    switch (declared.kind) {
    case Kind::kSequence:
        return reader.sequence(parseSequence(file.bytes()), declared);
    case Kind::kOptional:
        return reader.optional(parseOptional(file.bytes()), declared);
    case Kind::kMap:
        return reader.map(parseMap(file.bytes()), declared);
    case Kind::kTensor:
        break;
    }
    return reader.tensor(parseTensor(file.bytes()), declared);
}

Box readValueFile(std::string const& path, Type const& declared) {
    try {
        return readValue(Buffer::mapFile(path), declared);
    } catch (Error const& e) {
        if (e.id() == Message::kFileOpen)
            throw;
        throw atPath(e, path);
    }
}

std::string valueMessage(Box const& value, std::string_view name) {
    switch (value.kind) {
    case Kind::kTensor:
        return tensorMessage(value, name);
    case Kind::kMap:
        return mapMessage(value, name);
    case Kind::kSequence:
    case Kind::kOptional:
        break;
    }
    return listMessage(value, name);
}

void writeValueFile(std::string const& path, Box const& value, std::string_view name) {
    std::string const bytes = valueMessage(value, name);
    writeFile(path, std::as_bytes(std::span(bytes.data(), bytes.size())));
}

} // namespace tenon::onnx
