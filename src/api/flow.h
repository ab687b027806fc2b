// SPDX-License-Identifier: Apache-2.0
// ILoop and IIfConditional: they add boundary layers to their network.
#pragma once

#include "api/network.h"

namespace tenon::api {

class LoopHandle final : public Object<nvinfer1::ILoop, nvinfer1::apiv::VLoop> {
public:
    LoopHandle(NetworkDefinition& network, int32_t scope) noexcept : mNetwork(network), mScope(scope) {}

    nvinfer1::IRecurrenceLayer* addRecurrence(nvinfer1::ITensor& initialValue) noexcept override;
    nvinfer1::ITripLimitLayer* addTripLimit(nvinfer1::ITensor& tensor, nvinfer1::TripLimit limit) noexcept override;
    nvinfer1::IIteratorLayer* addIterator(nvinfer1::ITensor& tensor, int32_t axis, bool reverse) noexcept override;
    nvinfer1::ILoopOutputLayer* addLoopOutput(nvinfer1::ITensor& tensor, nvinfer1::LoopOutput outputKind,
                                              int32_t axis) noexcept override;
    void setName(char const* name) noexcept override;
    char const* getName() const noexcept override;

private:
    NetworkDefinition& mNetwork;
    int32_t mScope;
    bool mHasLimit[2] = {}; ///< by kind
    mutable std::string mName;
};

class ConditionalHandle final : public Object<nvinfer1::IIfConditional, nvinfer1::apiv::VIfConditional> {
public:
    ConditionalHandle(NetworkDefinition& network, int32_t scope) noexcept : mNetwork(network), mScope(scope) {}

    nvinfer1::IConditionLayer* setCondition(nvinfer1::ITensor& tensor) noexcept override;
    nvinfer1::IIfConditionalInputLayer* addInput(nvinfer1::ITensor& tensor) noexcept override;
    nvinfer1::IIfConditionalOutputLayer* addOutput(nvinfer1::ITensor& trueTensor,
                                                   nvinfer1::ITensor& falseTensor) noexcept override;
    void setName(char const* name) noexcept override;
    char const* getName() const noexcept override;

private:
    NetworkDefinition& mNetwork;
    int32_t mScope;
    bool mHasCondition = false;
    mutable std::string mName;
};

} // namespace tenon::api
