// SPDX-License-Identifier: Apache-2.0
#include "api/layer.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::api {

using nvinfer1::DataType;
using nvinfer1::ITensor;
using nvinfer1::Weights;

Record& LayerBase::edit() {
    Record& r = mNetwork.edit().main.records[mRecord];
    if (mDecoded && !mExact)
        throw Error(Message::kNotThereYet, "this layer of a parsed model can be looked at, not changed",
                    {r.name, std::string(r.op->name), "", ""});
    if (mDecoded) {
        r.op = mDecoded->op;
        r.attrs = std::move(mDecoded->attrs);
        r.operands = std::move(mDecoded->operands);
        mDecoded.reset();
    }
    return r;
}

nvinfer1::LayerType LayerBase::getType() const noexcept {
    layers::LayerDef const* layer = layers::layerOf(shown().op);
    return layer == nullptr ? nvinfer1::LayerType::kPLUGIN_V2 : layer->type;
}

void LayerBase::setName(char const* name) noexcept {
    set("ILayer::setName", [&] {
        Record& r = mNetwork.edit().main.records[mRecord];
        std::string const before = r.name;
        r.name = need(name, "name");
        if (r.origins.size() == 1 && r.origins[0] == before)
            r.origins[0] = r.name;
    });
}

char const* LayerBase::getName() const noexcept {
    if (mName != record().name)
        mName = record().name;
    return mName.c_str();
}

int32_t LayerBase::getNbInputs() const noexcept {
    auto const& operands = shown().operands;
    for (size_t i = operands.size(); i-- > 0;)
        if (operands[i] != kNoTensor && !(mayBeWeights(i) && mNetwork.isWeights(operands[i])))
            return static_cast<int32_t>(i) + 1;
    return 0;
}

ITensor* LayerBase::getInput(int32_t index) const noexcept {
    if (index < 0 || index >= getNbInputs())
        return nullptr;
    TensorId const id = shown().operands[static_cast<size_t>(index)];
    if (id == kNoTensor || (mayBeWeights(static_cast<size_t>(index)) && mNetwork.isWeights(id)))
        return nullptr;
    return fence(mNetwork.sink(), "ILayer::getInput", (ITensor*)nullptr, [&] { return mNetwork.tensor(id); });
}

int32_t LayerBase::getNbOutputs() const noexcept {
    return static_cast<int32_t>(record().results.size());
}

ITensor* LayerBase::getOutput(int32_t index) const noexcept {
    if (index < 0 || index >= getNbOutputs())
        return nullptr;
    return fence(mNetwork.sink(), "ILayer::getOutput", (ITensor*)nullptr,
                 [&] { return mNetwork.tensor(record().results[static_cast<size_t>(index)]); });
}

void LayerBase::setOperand(size_t index, TensorId id) {
    auto& operands = edit().operands;
    if (operands.size() <= index)
        operands.resize(index + 1, kNoTensor);
    operands[index] = id;
    changed();
}

void LayerBase::setInput(int32_t index, ITensor& tensor) noexcept {
    set("ILayer::setInput", [&] {
        auto const end = static_cast<int32_t>(maxInputs());
        if (index < 0 || index >= end)
            throw Error(Message::kLayerInput, fmt::format("layer '{}' has no input {}", getName(), index),
                        {record().name, "", "", ""})
                .wanted(end == 0 ? "none: the layer has no inputs" : fmt::format("0 to {}", end - 1))
                .given(fmt::format("{}", index));
        TensorId const id = mNetwork.idOf(tensor);
        setOperand(static_cast<size_t>(index), id);
        inputSet(edit(), static_cast<size_t>(index));
        changed();
    });
}

void LayerBase::setPrecision(DataType dataType) noexcept {
    set("ILayer::setPrecision", [&] {
        if (mNetwork.stronglyTyped())
            throw Error(Message::kStrongSetting, fmt::format("layer '{}' is given a precision", getName()),
                        {record().name, "", "", ""});
        mNetwork.edit().main.records[mRecord].precision = toDType(dataType, "the precision");
    });
}

DataType LayerBase::getPrecision() const noexcept {
    if (record().precision)
        return static_cast<DataType>(*record().precision);
    for (TensorId id : shown().operands)
        if (id != kNoTensor)
            if (auto const type = mNetwork.typeOf(id, "ILayer::getPrecision"))
                return static_cast<DataType>(type->dtype);
    return record().operands.empty() && !record().results.empty() ? getOutputType(0) : DataType::kFLOAT;
}

bool LayerBase::precisionIsSet() const noexcept {
    return record().precision.has_value();
}

void LayerBase::resetPrecision() noexcept {
    mNetwork.edit().main.records[mRecord].precision.reset();
}

void LayerBase::setOutputType(int32_t index, DataType dataType) noexcept {
    set("ILayer::setOutputType", [&] {
        if (mNetwork.stronglyTyped())
            throw Error(Message::kStrongSetting, fmt::format("layer '{}' is given a type of its output", getName()),
                        {record().name, "", "", ""});
        needIndex(index, getNbOutputs());
        auto& types = mNetwork.edit().main.records[mRecord].outputTypes;
        types.resize(std::max(types.size(), static_cast<size_t>(index) + 1));
        types[static_cast<size_t>(index)] = toDType(dataType, "the type of an output");
        changed();
    });
}

DataType LayerBase::getOutputType(int32_t index) const noexcept {
    if (index < 0 || index >= getNbOutputs())
        return DataType::kFLOAT;
    auto const i = static_cast<size_t>(index);
    if (outputTypeIsSet(index))
        return static_cast<DataType>(*record().outputTypes[i]);
    auto const type = mNetwork.typeOf(record().results[i], "ILayer::getOutputType");
    return type ? static_cast<DataType>(type->dtype) : DataType::kFLOAT;
}

bool LayerBase::outputTypeIsSet(int32_t index) const noexcept {
    auto const& types = record().outputTypes;
    return index >= 0 && static_cast<size_t>(index) < types.size() && types[static_cast<size_t>(index)].has_value();
}

void LayerBase::resetOutputType(int32_t index) noexcept {
    set("ILayer::resetOutputType", [&] {
        if (!outputTypeIsSet(index))
            return;
        mNetwork.edit().main.records[mRecord].outputTypes[static_cast<size_t>(index)].reset();
        changed();
    });
}

void LayerBase::setMetadata(char const* docString) noexcept {
    set("ILayer::setMetadata", [&] {
        mMetadata = need(docString, "the metadata");
        mNetwork.edit().main.records[mRecord].metadata = mMetadata;
    });
}

char const* LayerBase::getMetadata() const noexcept {
    return mMetadata.c_str();
}

bool LayerBase::setNbRanks(int32_t nbRanks) noexcept {
    return fence(mNetwork.sink(), "ILayer::setNbRanks", false, [&] {
        if (nbRanks != 1)
            throw Error(Message::kNotThereYet, "layers are computed by one process", {record().name, "", "", ""})
                .wanted("1")
                .given(fmt::format("{}", nbRanks));
        return true;
    });
}

int32_t LayerBase::getNbRanks() const noexcept {
    return 1;
}

Weights LayerBase::weights(size_t index) const noexcept {
    auto const& operands = shown().operands;
    if (index >= operands.size() || operands[index] == kNoTensor || !mNetwork.isWeights(operands[index]))
        return {DataType::kFLOAT, nullptr, 0};
    return mNetwork.weightsOf(operands[index]);
}

void LayerBase::setWeights(char const* call, size_t index, Weights const& weights, bool optional) {
    set(call, [&] { setOperand(index, mNetwork.weights(weights, "weights", optional)); });
}

} // namespace tenon::api
