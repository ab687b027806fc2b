// SPDX-License-Identifier: Apache-2.0
// The ONNX messages as plain structs. Names, strings and tensor bytes are views into the file (usually mapped), which
// must outlive them; nothing is checked beyond the wire format. Fields that Tenon does not use are skipped. Hostile
// bytes end in Error kOnnxFile: nesting over 64, a length beyond its message, more than 2^24 messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tenon::onnx {

struct StringPair { // StringStringEntryProto
    std::string_view key, value;
};

struct TensorProto {
    std::string_view name;
    std::vector<int64_t> dims;
    int32_t dataType = 0;
    std::string_view raw;
    bool hasRaw = false;
    bool external = false;
    std::vector<StringPair> externalData;
    std::string_view
        message; ///< the whole message: *_data fields are decoded from it where their elements go (tensor.h)
};

struct DimProto {
    std::optional<int64_t> value;
    std::string_view param; ///< empty: none
};

struct TypeProto {
    enum class Form : uint8_t { kNone, kTensor, kSequence, kMap, kOptional, kSparseTensor, kOpaque };
    Form form = Form::kNone;
    int32_t elemType = 0; ///< of a tensor; of a map's keys
    std::optional<std::vector<DimProto>> dims;
    std::vector<TypeProto> inner; ///< one: the element of a sequence or optional, the values of a map
};

struct ValueInfoProto {
    std::string_view name;
    std::optional<TypeProto> type;
};

struct GraphProto;

struct AttributeProto {
    enum class Kind : int32_t {
        kUndefined = 0,
        kFloat = 1,
        kInt = 2,
        kString = 3,
        kTensor = 4,
        kGraph = 5,
        kFloats = 6,
        kInts = 7,
        kStrings = 8,
        kTensors = 9,
        kGraphs = 10,
        kSparseTensor = 11,
        kSparseTensors = 12,
        kType = 13,
        kTypes = 14
    };
    std::string_view name;
    std::string_view refName;     ///< inside a function: the function's attribute that this one takes its value from
    Kind kind = Kind::kUndefined; ///< where the file leaves it out: the kind of the field that is set
    float f = 0;
    int64_t i = 0;
    std::string_view s;
    std::vector<float> floats;
    std::vector<int64_t> ints;
    std::vector<std::string_view> strings;
    std::vector<TensorProto> tensors; ///< one for kTensor
    std::vector<GraphProto> graphs;   ///< one for kGraph
    std::vector<TypeProto> types;     ///< one for kType
};
std::string_view nameOf(AttributeProto::Kind kind) noexcept;

struct NodeProto {
    std::vector<std::string_view> inputs, outputs; ///< an empty name: absent
    std::string_view name, opType, domain, overload;
    std::vector<AttributeProto> attributes;
};

struct GraphProto {
    std::string_view name;
    std::vector<NodeProto> nodes;
    std::vector<TensorProto> initializers;
    std::vector<std::string_view> sparseInitializers; ///< names only: refused
    std::vector<ValueInfoProto> inputs, outputs, valueInfo;
};

struct OperatorSetId {
    std::string_view domain;
    int64_t version = 0;
};

struct FunctionProto {
    std::string_view name, domain, overload;
    std::vector<std::string_view> inputs, outputs;
    std::vector<std::string_view> attributes;      ///< without a default
    std::vector<AttributeProto> attributeDefaults; ///< with one
    std::vector<NodeProto> nodes;
    std::vector<OperatorSetId> opsets;
    std::vector<ValueInfoProto> valueInfo;
};

struct ModelProto {
    int64_t irVersion = 0;
    std::string_view producerName, producerVersion, domain;
    int64_t modelVersion = 0;
    std::vector<OperatorSetId> opsets;
    std::optional<GraphProto> graph;
    std::vector<StringPair> metadata;
    std::vector<FunctionProto> functions;
};

struct MapProto;
struct OptionalProto;

struct SequenceProto {
    std::string_view name;
    int32_t elemType = 0; ///< SequenceProto.DataType: 1 tensor, 3 sequence, 4 map, 5 optional
    std::vector<TensorProto> tensors;
    std::vector<SequenceProto> sequences;
    std::vector<MapProto> maps;
    std::vector<OptionalProto> optionals;
};

struct MapProto {
    std::string_view name;
    int32_t keyType = 0; ///< TensorProto.DataType
    std::vector<int64_t> keys;
    std::vector<std::string_view> stringKeys;
    std::vector<SequenceProto> values; ///< at most one
};

struct OptionalProto {
    std::string_view name;
    int32_t elemType = 0;             ///< as of SequenceProto
    std::vector<TensorProto> tensors; ///< all four: at most one between them
    std::vector<SequenceProto> sequences;
    std::vector<MapProto> maps;
    std::vector<OptionalProto> optionals;
};

/// Each throws Error kOnnxFile with the byte where it stopped.
ModelProto parseModel(std::span<std::byte const> file);
TensorProto parseTensor(std::span<std::byte const> file);
SequenceProto parseSequence(std::span<std::byte const> file);
OptionalProto parseOptional(std::span<std::byte const> file);
MapProto parseMap(std::span<std::byte const> file);

} // namespace tenon::onnx
