// SPDX-License-Identifier: Apache-2.0
#include "network/layers/pointwise.h"

#include "api/handles.h"

#include <cmath>
#include <fmt/format.h>

namespace tenon::api {

namespace apiv = nvinfer1::apiv;
using nvinfer1::ActivationType;
using nvinfer1::DataType;
using nvinfer1::ElementWiseOperation;
using nvinfer1::EnumMax;
using nvinfer1::ITensor;
using nvinfer1::ScaleMode;
using nvinfer1::UnaryOperation;
using nvinfer1::Weights;

namespace {

float needFinite(float value, char const* name) {
    if (!std::isfinite(value))
        throw Error(Message::kArgument, fmt::format("{} is not finite", name))
            .wanted("a finite number")
            .given(fmt::format("{}", value));
    return value;
}

class ActivationLayer final : public Layer<nvinfer1::IActivationLayer, apiv::VActivationLayer, layers::Activation> {
public:
    using Layer::Layer;
    void setActivationType(ActivationType type) noexcept override {
        change("IActivationLayer::setActivationType",
               [&](auto& a) { a.type = needEnum(type, "type", EnumMax<ActivationType>()); });
    }
    ActivationType getActivationType() const noexcept override { return attrs().type; }
    void setAlpha(float alpha) noexcept override {
        change("IActivationLayer::setAlpha", [&](auto& a) { a.alpha = needFinite(alpha, "alpha"); });
    }
    void setBeta(float beta) noexcept override {
        change("IActivationLayer::setBeta", [&](auto& a) { a.beta = needFinite(beta, "beta"); });
    }
    float getAlpha() const noexcept override { return attrs().alpha; }
    float getBeta() const noexcept override { return attrs().beta; }
};

class UnaryLayer final : public Layer<nvinfer1::IUnaryLayer, apiv::VUnaryLayer, layers::Unary> {
public:
    using Layer::Layer;
    void setOperation(UnaryOperation op) noexcept override {
        change("IUnaryLayer::setOperation",
               [&](auto& a) { a.op = needEnum(op, "operation", EnumMax<UnaryOperation>()); });
    }
    UnaryOperation getOperation() const noexcept override { return attrs().op; }
};

class ElementWiseLayer final : public Layer<nvinfer1::IElementWiseLayer, apiv::VElementWiseLayer, layers::ElementWise> {
public:
    using Layer::Layer;
    void setOperation(ElementWiseOperation op) noexcept override {
        change("IElementWiseLayer::setOperation",
               [&](auto& a) { a.op = needEnum(op, "operation", EnumMax<ElementWiseOperation>()); });
    }
    ElementWiseOperation getOperation() const noexcept override { return attrs().op; }
};

class CastLayer final : public Layer<nvinfer1::ICastLayer, apiv::VCastLayer, layers::Cast> {
public:
    using Layer::Layer;
    void setToType(DataType toType) noexcept override {
        change("ICastLayer::setToType", [&](auto& a) { a.to = needEnum(toType, "toType", EnumMax<DataType>()); });
    }
    DataType getToType() const noexcept override { return attrs().to; }
};

class ScaleLayer final : public Layer<nvinfer1::IScaleLayer, apiv::VScaleLayer, layers::Scale> {
public:
    using Layer::Layer;
    void setMode(ScaleMode mode) noexcept override {
        change("IScaleLayer::setMode", [&](auto& a) { a.mode = needEnum(mode, "mode", EnumMax<ScaleMode>()); });
    }
    ScaleMode getMode() const noexcept override { return attrs().mode; }
    void setShift(Weights shift) noexcept override { setWeights("IScaleLayer::setShift", 1, shift, true); }
    Weights getShift() const noexcept override { return weights(1); }
    void setScale(Weights scale) noexcept override { setWeights("IScaleLayer::setScale", 2, scale, true); }
    Weights getScale() const noexcept override { return weights(2); }
    void setPower(Weights power) noexcept override { setWeights("IScaleLayer::setPower", 3, power, true); }
    Weights getPower() const noexcept override { return weights(3); }
    int32_t getChannelAxis() const noexcept override { return attrs().channelAxis; }
    void setChannelAxis(int32_t channelAxis) noexcept override {
        change("IScaleLayer::setChannelAxis", [&](auto& a) { a.channelAxis = channelAxis; });
    }

protected:
    size_t maxInputs() const noexcept override { return 1; }
    bool mayBeWeights(size_t index) const noexcept override { return index > 0; }
};

using SelectLayer = PlainLayer<nvinfer1::ISelectLayer, apiv::VSelectLayer, layers::Select>;
using IdentityLayer = PlainLayer<nvinfer1::IIdentityLayer, apiv::VIdentityLayer, layers::Identity>;
using PreluLayer = PlainLayer<nvinfer1::IParametricReLULayer, apiv::VParametricReLULayer, layers::ParametricRelu>;

} // namespace

void addPointwiseHandles(HandleTable& table) {
    table["layer.activation"] = makeOne<ActivationLayer>;
    table["layer.unary"] = makeOne<UnaryLayer>;
    table["layer.elementwise"] = makeOne<ElementWiseLayer>;
    table["layer.cast"] = makeOne<CastLayer>;
    table["layer.scale"] = makeOne<ScaleLayer>;
    table["layer.select"] = makeOne<SelectLayer>;
    table["layer.identity"] = makeOne<IdentityLayer>;
    table["layer.parametric_relu"] = makeOne<PreluLayer>;
}

nvinfer1::IActivationLayer* NetworkDefinition::addActivation(ITensor& input, ActivationType type) noexcept {
    return make("INetworkDefinition::addActivation", [&]() -> nvinfer1::IActivationLayer* {
        needEnum(type, "type", EnumMax<ActivationType>());
        return append<ActivationLayer>("activation", layers::Activation{type}, {idOf(input)});
    });
}

nvinfer1::IUnaryLayer* NetworkDefinition::addUnary(ITensor& input, UnaryOperation operation) noexcept {
    return make("INetworkDefinition::addUnary", [&]() -> nvinfer1::IUnaryLayer* {
        needEnum(operation, "operation", EnumMax<UnaryOperation>());
        return append<UnaryLayer>("unary", layers::Unary{operation}, {idOf(input)});
    });
}

nvinfer1::IElementWiseLayer* NetworkDefinition::addElementWise(ITensor& input1, ITensor& input2,
                                                               ElementWiseOperation op) noexcept {
    return make("INetworkDefinition::addElementWise", [&]() -> nvinfer1::IElementWiseLayer* {
        needEnum(op, "op", EnumMax<ElementWiseOperation>());
        return append<ElementWiseLayer>("elementwise", layers::ElementWise{op}, {idOf(input1), idOf(input2)});
    });
}

nvinfer1::ISelectLayer* NetworkDefinition::addSelect(ITensor& condition, ITensor& thenInput,
                                                     ITensor& elseInput) noexcept {
    return make("INetworkDefinition::addSelect", [&]() -> nvinfer1::ISelectLayer* {
        return append<SelectLayer>("select", layers::Select{}, {idOf(condition), idOf(thenInput), idOf(elseInput)});
    });
}

nvinfer1::ICastLayer* NetworkDefinition::addCast(ITensor& input, DataType toType) noexcept {
    return make("INetworkDefinition::addCast", [&]() -> nvinfer1::ICastLayer* {
        needEnum(toType, "toType", EnumMax<DataType>());
        return append<CastLayer>("cast", layers::Cast{toType}, {idOf(input)});
    });
}

nvinfer1::IIdentityLayer* NetworkDefinition::addIdentity(ITensor& input) noexcept {
    return make("INetworkDefinition::addIdentity", [&]() -> nvinfer1::IIdentityLayer* {
        return append<IdentityLayer>("identity", layers::Identity{}, {idOf(input)});
    });
}

nvinfer1::IParametricReLULayer* NetworkDefinition::addParametricReLU(ITensor& input, ITensor& slope) noexcept {
    return make("INetworkDefinition::addParametricReLU", [&]() -> nvinfer1::IParametricReLULayer* {
        return append<PreluLayer>("parametric_relu", layers::ParametricRelu{}, {idOf(input), idOf(slope)});
    });
}

nvinfer1::IScaleLayer* NetworkDefinition::addScaleNd(ITensor& input, ScaleMode mode, Weights shift, Weights scale,
                                                     Weights power, int32_t channelAxis) noexcept {
    return make("INetworkDefinition::addScaleNd", [&]() -> nvinfer1::IScaleLayer* {
        needEnum(mode, "mode", EnumMax<ScaleMode>());
        TensorId const x = idOf(input);
        std::vector<TensorId> operands{x, weights(shift, "shift", true), weights(scale, "scale", true),
                                       weights(power, "power", true)};
        return append<ScaleLayer>("scale", layers::Scale{mode, channelAxis}, std::move(operands));
    });
}

nvinfer1::IScaleLayer* NetworkDefinition::addScale(ITensor& input, ScaleMode mode, Weights shift, Weights scale,
                                                   Weights power) noexcept {
    return make("INetworkDefinition::addScale", [&]() -> nvinfer1::IScaleLayer* {
        needEnum(mode, "mode", EnumMax<ScaleMode>());
        TensorId const x = idOf(input);
        int64_t const rank = mInference.type(x).rank();
        if (rank < 3)
            throw Error(Message::kRank, "addScale() takes the channels from the third axis from the end",
                        {"", "", mNetwork.tensors[static_cast<size_t>(x)].name, ""})
                .wanted("rank 3 or more")
                .given(toString(mInference.type(x)))
                .tip("addScaleNd() with the axis of the channels");
        std::vector<TensorId> operands{x, weights(shift, "shift", true), weights(scale, "scale", true),
                                       weights(power, "power", true)};
        return append<ScaleLayer>("scale", layers::Scale{mode, static_cast<int32_t>(rank) - 3}, std::move(operands));
    });
}

} // namespace tenon::api
