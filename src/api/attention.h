// SPDX-License-Identifier: Apache-2.0
// IAttention: a view of the two records of an attention.
#pragma once

#include "api/network.h"

namespace tenon::api {

class AttentionHandle final : public Object<nvinfer1::IAttention, nvinfer1::apiv::VAttention> {
public:
    AttentionHandle(NetworkDefinition& network, size_t input, size_t output) noexcept
        : mNetwork(network), mInput(input), mOutput(output) {}

    bool setInput(int32_t index, nvinfer1::ITensor& input) noexcept override;
    int32_t getNbInputs() const noexcept override;
    nvinfer1::ITensor* getInput(int32_t index) const noexcept override;
    int32_t getNbOutputs() const noexcept override;
    nvinfer1::ITensor* getOutput(int32_t index) const noexcept override;
    bool setName(char const* name) noexcept override;
    char const* getName() const noexcept override;
    bool setNormalizationOperation(nvinfer1::AttentionNormalizationOp op) noexcept override;
    nvinfer1::AttentionNormalizationOp getNormalizationOperation() const noexcept override;
    bool setCausal(bool isCausal) noexcept override;
    bool getCausal() const noexcept override;
    bool setMask(nvinfer1::ITensor& mask) noexcept override;
    nvinfer1::ITensor* getMask() const noexcept override;
    bool setDecomposable(bool decomposable) noexcept override;
    bool getDecomposable() const noexcept override;
    bool setNormalizationQuantizeScale(nvinfer1::ITensor& tensor) noexcept override;
    nvinfer1::ITensor* getNormalizationQuantizeScale() const noexcept override;
    bool setNormalizationQuantizeToType(nvinfer1::DataType type) noexcept override;
    nvinfer1::DataType getNormalizationQuantizeToType() const noexcept override;
    bool setMetadata(char const* docString) noexcept override;
    char const* getMetadata() const noexcept override;
    bool setNbRanks(int32_t nbRanks) noexcept override;
    int32_t getNbRanks() const noexcept override;
    bool setCausalKind(nvinfer1::CausalMaskKind kind) noexcept override;
    nvinfer1::CausalMaskKind getCausalKind() const noexcept override;
    bool setQueryForm(nvinfer1::AttentionIOForm form) noexcept override;
    nvinfer1::AttentionIOForm getQueryForm() const noexcept override;
    bool setKeyValueForm(nvinfer1::AttentionIOForm form) noexcept override;
    nvinfer1::AttentionIOForm getKeyValueForm() const noexcept override;
    bool setQueryLengths(nvinfer1::ITensor* lengths) noexcept override;
    nvinfer1::ITensor* getQueryLengths() const noexcept override;
    bool setKeyValueLengths(nvinfer1::ITensor* lengths) noexcept override;
    nvinfer1::ITensor* getKeyValueLengths() const noexcept override;

private:
    Record& output() const noexcept { return mNetwork.edit().main.records[mOutput]; }
    bool setOperand(char const* call, size_t index, nvinfer1::ITensor* tensor) noexcept;
    nvinfer1::ITensor* operand(size_t index) const noexcept;
    bool needPadded(char const* call, nvinfer1::AttentionIOForm form) noexcept;
    template <class F>
    bool change(char const* call, F&& body) noexcept;

    NetworkDefinition& mNetwork;
    size_t mInput, mOutput;
    mutable std::string mName;
};

} // namespace tenon::api
