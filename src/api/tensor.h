// SPDX-License-Identifier: Apache-2.0
// ITensor: a tensor of a network by its number.
#pragma once

#include "api/network.h"

namespace tenon::api {

class TensorHandle final : public Object<nvinfer1::ITensor, nvinfer1::apiv::VTensor> {
public:
    TensorHandle(NetworkDefinition& network, TensorId id) noexcept : mNetwork(network), mId(id) {}

    NetworkDefinition& network() const noexcept { return mNetwork; }
    TensorId id() const noexcept { return mId; }

    void setName(char const* name) noexcept override;
    char const* getName() const noexcept override;
    void setDimensions(nvinfer1::Dims64 const& dimensions) noexcept override;
    nvinfer1::Dims64 getDimensions() const noexcept override;
    void setType(nvinfer1::DataType type) noexcept override;
    nvinfer1::DataType getType() const noexcept override;
    bool setDynamicRange(float min, float max) noexcept override;
    bool isNetworkInput() const noexcept override;
    bool isNetworkOutput() const noexcept override;
    void setBroadcastAcrossBatch(bool broadcastAcrossBatch) noexcept override;
    bool getBroadcastAcrossBatch() const noexcept override;
    nvinfer1::TensorLocation getLocation() const noexcept override;
    void setLocation(nvinfer1::TensorLocation location) noexcept override;
    bool dynamicRangeIsSet() const noexcept override;
    void resetDynamicRange() noexcept override;
    float getDynamicRangeMin() const noexcept override;
    float getDynamicRangeMax() const noexcept override;
    void setAllowedFormats(nvinfer1::TensorFormats formats) noexcept override;
    nvinfer1::TensorFormats getAllowedFormats() const noexcept override;
    bool isShapeTensor() const noexcept override;
    bool isExecutionTensor() const noexcept override;
    void setDimensionName(int32_t index, char const* name) noexcept override;
    char const* getDimensionName(int32_t index) const noexcept override;

private:
    NetworkTensor& tensor() const noexcept { return mNetwork.edit().tensors[static_cast<size_t>(mId)]; }

    NetworkDefinition& mNetwork;
    TensorId mId;
    mutable std::string mName; ///< what getName() gave; stays while other tensors come
    mutable std::map<int32_t, std::string> mDimNames;
    nvinfer1::TensorLocation mLocation = nvinfer1::TensorLocation::kDEVICE;
};

} // namespace tenon::api
