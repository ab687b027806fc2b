// SPDX-License-Identifier: Apache-2.0
#include "api/handles.h"

namespace tenon::api {

using nvinfer1::DataType;
using nvinfer1::Dims64;
using nvinfer1::ITensor;

void addQuantizeHandles(HandleTable&) {}

nvinfer1::IQuantizeLayer* NetworkDefinition::addQuantizeV2(ITensor&, ITensor&, DataType) noexcept {
    TENON_ABSENT(*mSink, "INetworkDefinition::addQuantize", "the operator is being written");
    return nullptr;
}

nvinfer1::IQuantizeLayer* NetworkDefinition::addQuantize(ITensor& input, ITensor& scale) noexcept {
    return addQuantizeV2(input, scale, DataType::kINT8);
}

nvinfer1::IDequantizeLayer* NetworkDefinition::addDequantizeV2(ITensor&, ITensor&, DataType) noexcept {
    TENON_ABSENT(*mSink, "INetworkDefinition::addDequantize", "the operator is being written");
    return nullptr;
}

nvinfer1::IDequantizeLayer* NetworkDefinition::addDequantize(ITensor& input, ITensor& scale) noexcept {
    return addDequantizeV2(input, scale, DataType::kFLOAT);
}

nvinfer1::IDynamicQuantizeLayer* NetworkDefinition::addDynamicQuantizeV2(ITensor&, Dims64 const&, DataType,
                                                                         DataType) noexcept {
    TENON_ABSENT(*mSink, "INetworkDefinition::addDynamicQuantize",
                 "there is no operator for scales that the data gives yet");
    return nullptr;
}

nvinfer1::IDynamicQuantizeLayer* NetworkDefinition::addDynamicQuantize(ITensor&, int32_t, int32_t, DataType,
                                                                       DataType) noexcept {
    TENON_ABSENT(*mSink, "INetworkDefinition::addDynamicQuantize",
                 "there is no operator for scales that the data gives yet");
    return nullptr;
}

} // namespace tenon::api
