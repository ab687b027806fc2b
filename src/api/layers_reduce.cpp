// SPDX-License-Identifier: Apache-2.0
#include "network/layers/reduce.h"

#include "api/handles.h"

#include <fmt/format.h>

namespace tenon::api {

namespace apiv = nvinfer1::apiv;
using nvinfer1::CumulativeOperation;
using nvinfer1::DataType;
using nvinfer1::EnumMax;
using nvinfer1::ITensor;
using nvinfer1::ReduceOperation;
using nvinfer1::TopKOperation;

DataType needIndexType(DataType type) {
    if (type != DataType::kINT32 && type != DataType::kINT64)
        throw Error(Message::kArgument, "indices have another type than this")
            .wanted("kINT32 or kINT64")
            .given(fmt::format("{}", static_cast<int32_t>(type)));
    return type;
}

namespace {

class ReduceLayer final : public Layer<nvinfer1::IReduceLayer, apiv::VReduceLayer, layers::Reduce> {
public:
    using Layer::Layer;
    void setOperation(ReduceOperation op) noexcept override {
        change("IReduceLayer::setOperation",
               [&](auto& a) { a.op = needEnum(op, "operation", EnumMax<ReduceOperation>()); });
    }
    ReduceOperation getOperation() const noexcept override { return attrs().op; }
    void setReduceAxes(uint32_t reduceAxes) noexcept override {
        change("IReduceLayer::setReduceAxes", [&](auto& a) { a.axes = reduceAxes; });
    }
    uint32_t getReduceAxes() const noexcept override { return attrs().axes; }
    void setKeepDimensions(bool keepDimensions) noexcept override {
        change("IReduceLayer::setKeepDimensions", [&](auto& a) { a.keepDims = keepDimensions; });
    }
    bool getKeepDimensions() const noexcept override { return attrs().keepDims; }
};

class SoftMaxLayer final : public Layer<nvinfer1::ISoftMaxLayer, apiv::VSoftMaxLayer, layers::SoftMax> {
public:
    using Layer::Layer;
    void setAxes(uint32_t axes) noexcept override {
        change("ISoftMaxLayer::setAxes", [&](auto& a) { a.axes = axes; });
    }
    uint32_t getAxes() const noexcept override { return attrs().axes; }
};

class TopKLayer final : public Layer<nvinfer1::ITopKLayer, apiv::VTopKLayer, layers::TopK> {
public:
    using Layer::Layer;
    void setOperation(TopKOperation op) noexcept override {
        change("ITopKLayer::setOperation",
               [&](auto& a) { a.op = needEnum(op, "operation", EnumMax<TopKOperation>()); });
    }
    TopKOperation getOperation() const noexcept override { return attrs().op; }
    void setK(int32_t k) noexcept override {
        set("ITopKLayer::setK", [&] {
            layers::TopK a = attrs();
            a.k = needK(k);
            Record& r = edit();
            r.attrs = std::move(a);
            r.operands.resize(1); // the number takes the place of the tensor
            changed();
        });
    }
    int32_t getK() const noexcept override { return static_cast<int32_t>(attrs().k); }
    void setReduceAxes(uint32_t reduceAxes) noexcept override {
        change("ITopKLayer::setReduceAxes", [&](auto& a) { a.axes = reduceAxes; });
    }
    uint32_t getReduceAxes() const noexcept override { return attrs().axes; }
    bool setIndicesType(DataType type) noexcept override {
        return fence(network().sink(), "ITopKLayer::setIndicesType", false, [&] {
            layers::TopK a = attrs();
            a.indices = needIndexType(type);
            edit().attrs = std::move(a);
            changed();
            return true;
        });
    }
    DataType getIndicesType() const noexcept override { return attrs().indices; }

    static int32_t needK(int32_t k) {
        if (k < 1 || k > 3840)
            throw Error(Message::kArgument, "k is outside its range").wanted("1 to 3840").given(fmt::format("{}", k));
        return k;
    }

protected:
    size_t maxInputs() const noexcept override { return 2; }
};

class CumulativeLayer final : public Layer<nvinfer1::ICumulativeLayer, apiv::VCumulativeLayer, layers::Cumulative> {
public:
    using Layer::Layer;
    bool setOperation(CumulativeOperation op) noexcept override {
        return fence(network().sink(), "ICumulativeLayer::setOperation", false, [&] {
            needEnum(op, "operation", EnumMax<CumulativeOperation>());
            return true;
        });
    }
    CumulativeOperation getOperation() const noexcept override { return attrs().op; }
    void setExclusive(bool exclusive) noexcept override {
        change("ICumulativeLayer::setExclusive", [&](auto& a) { a.exclusive = exclusive; });
    }
    bool getExclusive() const noexcept override { return attrs().exclusive; }
    void setReverse(bool reverse) noexcept override {
        change("ICumulativeLayer::setReverse", [&](auto& a) { a.reverse = reverse; });
    }
    bool getReverse() const noexcept override { return attrs().reverse; }
};

class NormalizationLayer final
    : public Layer<nvinfer1::INormalizationLayer, apiv::VNormalizationLayer, layers::Normalization> {
public:
    using Layer::Layer;
    void setEpsilon(float eps) noexcept override {
        change("INormalizationLayer::setEpsilon", [&](auto& a) { a.epsilon = eps; });
    }
    float getEpsilon() const noexcept override { return attrs().epsilon; }
    void setAxes(uint32_t axesMask) noexcept override {
        change("INormalizationLayer::setAxes", [&](auto& a) { a.axes = axesMask; });
    }
    uint32_t getAxes() const noexcept override { return attrs().axes; }
    void setNbGroups(int64_t nbGroups) noexcept override {
        change("INormalizationLayer::setNbGroups", [&](auto& a) {
            if (nbGroups < 1)
                throw Error(Message::kArgument, "the number of groups is not positive")
                    .wanted("1 or more")
                    .given(fmt::format("{}", nbGroups));
            a.groups = nbGroups;
        });
    }
    int64_t getNbGroups() const noexcept override { return attrs().groups; }
    void setComputePrecision(DataType type) noexcept override {
        change("INormalizationLayer::setComputePrecision", [&](auto& a) {
            if (network().stronglyTyped())
                throw Error(Message::kStrongSetting,
                            fmt::format("layer '{}' is given a precision", LayerBase::getName()),
                            {record().name, "", "", ""});
            if (type != DataType::kFLOAT && type != DataType::kHALF)
                throw Error(Message::kArgument, "a normalization is computed in another type than this")
                    .wanted("kFLOAT or kHALF")
                    .given(fmt::format("{}", static_cast<int32_t>(type)));
            a.computePrecision = type;
        });
    }
    DataType getComputePrecision() const noexcept override { return attrs().computePrecision; }
    bool isV2() const noexcept override { return attrs().perChannel; }
};

using RaggedLayer = PlainLayer<nvinfer1::IRaggedSoftMaxLayer, apiv::VRaggedSoftMaxLayer, layers::RaggedSoftMax>;

} // namespace

void addReduceHandles(HandleTable& table) {
    table["layer.reduce"] = makeOne<ReduceLayer>;
    table["layer.softmax"] = makeOne<SoftMaxLayer>;
    table["layer.topk"] = makeOne<TopKLayer>;
    table["layer.cumulative"] = makeOne<CumulativeLayer>;
    table["layer.normalization"] = makeOne<NormalizationLayer>;
    table["layer.ragged_softmax"] = makeOne<RaggedLayer>;
}

nvinfer1::IReduceLayer* NetworkDefinition::addReduce(ITensor& input, ReduceOperation operation, uint32_t reduceAxes,
                                                     bool keepDimensions) noexcept {
    return make("INetworkDefinition::addReduce", [&]() -> nvinfer1::IReduceLayer* {
        needEnum(operation, "operation", static_cast<int32_t>(ReduceOperation::kAVG) + 1);
        if (reduceAxes == 0)
            throw Error(Message::kArgument, "the mask of axes is empty").wanted("1U << axis for each axis");
        return append<ReduceLayer>("reduce", layers::Reduce{operation, reduceAxes, keepDimensions}, {idOf(input)});
    });
}

nvinfer1::ISoftMaxLayer* NetworkDefinition::addSoftMax(ITensor& input) noexcept {
    return make("INetworkDefinition::addSoftMax", [&]() -> nvinfer1::ISoftMaxLayer* {
        TensorId const x = idOf(input);
        int64_t const rank = mInference.type(x).rank();
        return append<SoftMaxLayer>("softmax", layers::SoftMax{1U << (rank >= 3 ? rank - 3 : 0)}, {x});
    });
}

nvinfer1::IRaggedSoftMaxLayer* NetworkDefinition::addRaggedSoftMax(ITensor& input, ITensor& bounds) noexcept {
    return make("INetworkDefinition::addRaggedSoftMax", [&]() -> nvinfer1::IRaggedSoftMaxLayer* {
        return append<RaggedLayer>("ragged_softmax", layers::RaggedSoftMax{}, {idOf(input), idOf(bounds)});
    });
}

nvinfer1::ITopKLayer* NetworkDefinition::addTopKV2(ITensor& input, TopKOperation op, int32_t k, uint32_t reduceAxes,
                                                   DataType indicesType) noexcept {
    return make("INetworkDefinition::addTopK", [&]() -> nvinfer1::ITopKLayer* {
        needEnum(op, "op", EnumMax<TopKOperation>());
        return append<TopKLayer>("topk", layers::TopK{op, TopKLayer::needK(k), reduceAxes, needIndexType(indicesType)},
                                 {idOf(input)}, 2);
    });
}

nvinfer1::ITopKLayer* NetworkDefinition::addTopK(ITensor& input, TopKOperation op, int32_t k,
                                                 uint32_t reduceAxes) noexcept {
    return addTopKV2(input, op, k, reduceAxes, DataType::kINT32);
}

nvinfer1::ICumulativeLayer* NetworkDefinition::addCumulative(ITensor& input, ITensor& axis,
                                                             CumulativeOperation operation, bool exclusive,
                                                             bool reverse) noexcept {
    return make("INetworkDefinition::addCumulative", [&]() -> nvinfer1::ICumulativeLayer* {
        needEnum(operation, "operation", EnumMax<CumulativeOperation>());
        return append<CumulativeLayer>("cumulative", layers::Cumulative{operation, exclusive, reverse},
                                       {idOf(input), idOf(axis)});
    });
}

nvinfer1::INormalizationLayer* NetworkDefinition::addNormalization(ITensor& input, ITensor& scale, ITensor& bias,
                                                                   uint32_t axesMask) noexcept {
    return make("INetworkDefinition::addNormalization", [&]() -> nvinfer1::INormalizationLayer* {
        layers::Normalization a;
        a.axes = axesMask;
        return append<NormalizationLayer>("normalization", a, {idOf(input), idOf(scale), idOf(bias)});
    });
}

nvinfer1::INormalizationLayer* NetworkDefinition::addNormalizationV2(ITensor& input, ITensor& scale, ITensor& bias,
                                                                     uint32_t axesMask) noexcept {
    return make("INetworkDefinition::addNormalizationV2", [&]() -> nvinfer1::INormalizationLayer* {
        layers::Normalization a;
        a.axes = axesMask;
        a.perChannel = true;
        return append<NormalizationLayer>("normalization", a, {idOf(input), idOf(scale), idOf(bias)});
    });
}

} // namespace tenon::api
