// SPDX-License-Identifier: Apache-2.0
// The Network: what a reader or a user's calls describe, before any analysis. A record is {op, attributes, operands,
// results, name, blocks}; tensors are numbered through the whole network, and a block may use any tensor of the blocks
// around it.
#pragma once

#include "base/buffer.h"
#include "kernel/op.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tenon {

using TensorId = int32_t;
inline constexpr TensorId kNoTensor = -1;

struct NetworkTensor {
    std::string name;
    std::optional<Type> type; ///< declared type: always present for inputs; symbols are indices into Network::dimNames
    std::optional<Buffer> constant; ///< row-major bytes of a constant (its type is then present and static)
    std::string weightsName;        ///< what refit knows the constant by; empty: the tensor's name

    struct Range {
        float min = 0, max = 0;
    };
    std::optional<Range> dynamicRange; ///< of an 8-bit form
    std::optional<DType> ioType;       ///< type that a network output is to have; absent: the one it is computed in
    uint32_t formats = 0;              ///< layouts that are allowed at the edge, bits of TensorFormat; 0: all
    bool debug = false;                ///< visible to the debug listener, so it survives fusion
};

struct Record;

struct NetworkBlock {
    std::string name;
    std::vector<TensorId> params;
    std::vector<Record> records;
    std::vector<TensorId> results;
};

struct Record {
    OpDef const* op = nullptr;
    Attrs attrs;
    std::vector<TensorId> operands; ///< kNoTensor: an optional operand that is absent
    std::vector<TensorId> results;
    std::string name;                 ///< of the layer, for messages and reports
    std::vector<std::string> origins; ///< ONNX node names and function call path; at least one
    std::vector<NetworkBlock> blocks;
    std::optional<DType> precision;                ///< type that the layer is to be computed in
    std::vector<std::optional<DType>> outputTypes; ///< types that results are to have, by result; may be shorter
    std::string metadata;                          ///< the user's text about the layer
};

struct Network {
    std::string name;
    std::vector<NetworkTensor> tensors;
    std::vector<std::string> dimNames; ///< symbol i of a declared type is named dimNames[i]; equal names are equal dims
    NetworkBlock main;                 ///< params are the inputs, results the outputs
    std::map<std::string, std::string> metadata; ///< user key/values (ONNX metadata_props); kept in the engine
    bool stronglyTyped = false;          ///< types follow from the inputs: operands of different types are an error
    std::vector<TensorId> shapeOutputs;  ///< results of `main` whose values are wanted on the host
    bool debugUnfused = false;           ///< every tensor that the build keeps is a debug tensor
    std::set<std::string> refittable;    ///< names of weights that may be changed later, under kREFIT_INDIVIDUAL
    std::vector<std::string> scopeNames; ///< of loops and conditionals, by the number that their boundary layers have

    TensorId addTensor(std::string tensorName, std::optional<Type> type = std::nullopt);
    TensorId addConstant(std::string tensorName, Type type, Buffer bytes);
};

} // namespace tenon
