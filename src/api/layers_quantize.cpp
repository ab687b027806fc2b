// SPDX-License-Identifier: Apache-2.0
#include "network/layers/quantize.h"

#include "api/handles.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::api {

namespace apiv = nvinfer1::apiv;
using nvinfer1::DataType;
using nvinfer1::Dims64;
using nvinfer1::ITensor;

namespace {

DataType oneOf(DataType type, std::initializer_list<DataType> allowed, char const* wanted) {
    if (std::find(allowed.begin(), allowed.end(), type) == allowed.end())
        throw Error(Message::kArgument, "the layer gives other types than this")
            .wanted(wanted)
            .given(fmt::format("{}", static_cast<int32_t>(type)));
    return type;
}

DataType needQuantized(DataType type) {
    return oneOf(type, {DataType::kINT8, DataType::kFP8, DataType::kINT4, DataType::kFP4},
                 "kINT8, kFP8, kINT4 or kFP4");
}

DataType needReal(DataType type) {
    return oneOf(type, {DataType::kFLOAT, DataType::kHALF, DataType::kBF16}, "kFLOAT, kHALF or kBF16");
}

template <class I, class V, class A, DataType (*kNeed)(DataType)>
class QuantLayer final : public Layer<I, V, A> {
public:
    using Layer<I, V, A>::Layer;
    int32_t getAxis() const noexcept override { return static_cast<int32_t>(this->attrs().axis); }
    void setAxis(int32_t axis) noexcept override {
        this->change("setAxis", [&](A& a) {
            if (axis < -1)
                throw Error(Message::kArgument, "the axis is negative")
                    .wanted("0 or more")
                    .given(fmt::format("{}", axis));
            a.axis = axis;
        });
    }
    DataType getToType() const noexcept override { return this->attrs().type; }
    void setToType(DataType toType) noexcept override {
        this->change("setToType", [&](A& a) { a.type = kNeed(toType); });
    }
    Dims64 getBlockShape() const noexcept override {
        return this->attrs().block.empty() ? kNoDims : toDims(this->attrs().block);
    }
    bool setBlockShape(Dims64 const& blockShape) noexcept override {
        return fence(this->network().sink(), "setBlockShape", false, [&] {
            A a = this->attrs();
            a.block = toVector(blockShape, "blockShape");
            if (a.block.empty() || std::find(a.block.begin(), a.block.end(), 0) != a.block.end())
                throw Error(Message::kDims, "a block has no extent along an axis").given(text(blockShape));
            this->edit().attrs = std::move(a);
            this->changed();
            return true;
        });
    }

protected:
    size_t maxInputs() const noexcept override { return 3; }
};

using QuantizeLayer = QuantLayer<nvinfer1::IQuantizeLayer, apiv::VQuantizeLayer, layers::Quantize, needQuantized>;
using DequantizeLayer = QuantLayer<nvinfer1::IDequantizeLayer, apiv::VDequantizeLayer, layers::Dequantize, needReal>;

} // namespace

void addQuantizeHandles(HandleTable& table) {
    table["layer.quantize"] = makeOne<QuantizeLayer>;
    table["layer.dequantize"] = makeOne<DequantizeLayer>;
}

nvinfer1::IQuantizeLayer* NetworkDefinition::addQuantizeV2(ITensor& input, ITensor& scale,
                                                           DataType outputType) noexcept {
    return make("INetworkDefinition::addQuantize", [&]() -> nvinfer1::IQuantizeLayer* {
        layers::Quantize a;
        a.type = needQuantized(outputType);
        return append<QuantizeLayer>("quantize", std::move(a), {idOf(input), idOf(scale)});
    });
}

nvinfer1::IQuantizeLayer* NetworkDefinition::addQuantize(ITensor& input, ITensor& scale) noexcept {
    return addQuantizeV2(input, scale, DataType::kINT8);
}

nvinfer1::IDequantizeLayer* NetworkDefinition::addDequantizeV2(ITensor& input, ITensor& scale,
                                                               DataType outputType) noexcept {
    return make("INetworkDefinition::addDequantize", [&]() -> nvinfer1::IDequantizeLayer* {
        layers::Dequantize a;
        a.type = needReal(outputType);
        return append<DequantizeLayer>("dequantize", std::move(a), {idOf(input), idOf(scale)});
    });
}

nvinfer1::IDequantizeLayer* NetworkDefinition::addDequantize(ITensor& input, ITensor& scale) noexcept {
    return make("INetworkDefinition::addDequantize", [&]() -> nvinfer1::IDequantizeLayer* {
        DType const type = stronglyTyped() ? mInference.type(idOf(scale)).dtype : DType::kF32;
        return addDequantizeV2(input, scale, static_cast<DataType>(type));
    });
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
