// SPDX-License-Identifier: Apache-2.0
#include "network/layers/index.h"

#include "api/handles.h"

#include <fmt/format.h>

namespace tenon::api {

namespace apiv = nvinfer1::apiv;
using nvinfer1::DataType;
using nvinfer1::EnumMax;
using nvinfer1::GatherMode;
using nvinfer1::ITensor;
using nvinfer1::ScatterMode;

namespace {

class GatherLayer final : public Layer<nvinfer1::IGatherLayer, apiv::VGatherLayer, layers::Gather> {
public:
    using Layer::Layer;
    void setGatherAxis(int32_t axis) noexcept override {
        change("IGatherLayer::setGatherAxis", [&](auto& a) { a.axis = axis; });
    }
    int32_t getGatherAxis() const noexcept override { return static_cast<int32_t>(attrs().axis); }
    void setNbElementWiseDims(int32_t k) noexcept override {
        change("IGatherLayer::setNbElementWiseDims", [&](auto& a) {
            if (k < 0)
                throw Error(Message::kArgument, "the number of element-wise axes is negative")
                    .wanted("0 or more")
                    .given(fmt::format("{}", k));
            a.elementWiseDims = k;
        });
    }
    int32_t getNbElementWiseDims() const noexcept override { return static_cast<int32_t>(attrs().elementWiseDims); }
    void setMode(GatherMode mode) noexcept override {
        change("IGatherLayer::setMode", [&](auto& a) { a.mode = needEnum(mode, "mode", EnumMax<GatherMode>()); });
    }
    GatherMode getMode() const noexcept override { return attrs().mode; }
};

class ScatterLayer final : public Layer<nvinfer1::IScatterLayer, apiv::VScatterLayer, layers::Scatter> {
public:
    using Layer::Layer;
    void setMode(ScatterMode mode) noexcept override {
        change("IScatterLayer::setMode", [&](auto& a) { a.mode = needEnum(mode, "mode", EnumMax<ScatterMode>()); });
    }
    ScatterMode getMode() const noexcept override { return attrs().mode; }
    void setAxis(int32_t axis) noexcept override {
        change("IScatterLayer::setAxis", [&](auto& a) { a.axis = axis; });
    }
    int32_t getAxis() const noexcept override { return static_cast<int32_t>(attrs().axis); }
};

class OneHotLayer final : public Layer<nvinfer1::IOneHotLayer, apiv::VOneHotLayer, layers::OneHot> {
public:
    using Layer::Layer;
    int32_t getAxis() const noexcept override { return static_cast<int32_t>(attrs().axis); }
    void setAxis(int32_t axis) noexcept override {
        change("IOneHotLayer::setAxis", [&](auto& a) { a.axis = axis; });
    }
};

class NonZeroLayer final : public Layer<nvinfer1::INonZeroLayer, apiv::VNonZeroLayer, layers::NonZero> {
public:
    using Layer::Layer;
    bool setIndicesType(DataType type) noexcept override {
        return fence(network().sink(), "INonZeroLayer::setIndicesType", false, [&] {
            edit().attrs = layers::NonZero{needIndexType(type)};
            changed();
            return true;
        });
    }
    DataType getIndicesType() const noexcept override { return attrs().indices; }
};

class NmsLayer final : public Layer<nvinfer1::INMSLayer, apiv::VNMSLayer, layers::Nms> {
public:
    using Layer::Layer;
    void setBoundingBoxFormat(nvinfer1::BoundingBoxFormat format) noexcept override {
        change("INMSLayer::setBoundingBoxFormat",
               [&](auto& a) { a.format = needEnum(format, "fmt", EnumMax<nvinfer1::BoundingBoxFormat>()); });
    }
    nvinfer1::BoundingBoxFormat getBoundingBoxFormat() const noexcept override { return attrs().format; }
    void setTopKBoxLimit(int32_t limit) noexcept override {
        change("INMSLayer::setTopKBoxLimit", [&](auto& a) {
            if (limit < 1 || limit > 5000)
                throw Error(Message::kArgument, "the limit of boxes is outside its range")
                    .wanted("1 to 5000")
                    .given(fmt::format("{}", limit));
            a.limit = limit;
        });
    }
    int32_t getTopKBoxLimit() const noexcept override { return static_cast<int32_t>(attrs().limit); }
    bool setIndicesType(DataType type) noexcept override {
        return fence(network().sink(), "INMSLayer::setIndicesType", false, [&] {
            layers::Nms a = attrs();
            a.indices = needIndexType(type);
            edit().attrs = std::move(a);
            changed();
            return true;
        });
    }
    DataType getIndicesType() const noexcept override { return attrs().indices; }

protected:
    size_t maxInputs() const noexcept override { return 5; }
};

} // namespace

void addIndexHandles(HandleTable& table) {
    table["layer.gather"] = makeOne<GatherLayer>;
    table["layer.scatter"] = makeOne<ScatterLayer>;
    table["layer.one_hot"] = makeOne<OneHotLayer>;
    table["layer.non_zero"] = makeOne<NonZeroLayer>;
    table["layer.nms"] = makeOne<NmsLayer>;
}

nvinfer1::IGatherLayer* NetworkDefinition::addGather(ITensor& data, ITensor& indices, int32_t axis) noexcept {
    return make("INetworkDefinition::addGather", [&]() -> nvinfer1::IGatherLayer* {
        return append<GatherLayer>("gather", layers::Gather{GatherMode::kDEFAULT, axis, 0},
                                   {idOf(data), idOf(indices)});
    });
}

nvinfer1::IGatherLayer* NetworkDefinition::addGatherV2(ITensor& data, ITensor& indices, GatherMode mode) noexcept {
    return make("INetworkDefinition::addGatherV2", [&]() -> nvinfer1::IGatherLayer* {
        needEnum(mode, "mode", EnumMax<GatherMode>());
        return append<GatherLayer>("gather", layers::Gather{mode, 0, 0}, {idOf(data), idOf(indices)});
    });
}

nvinfer1::IScatterLayer* NetworkDefinition::addScatter(ITensor& data, ITensor& indices, ITensor& updates,
                                                       ScatterMode mode) noexcept {
    return make("INetworkDefinition::addScatter", [&]() -> nvinfer1::IScatterLayer* {
        needEnum(mode, "mode", EnumMax<ScatterMode>());
        return append<ScatterLayer>("scatter", layers::Scatter{mode, 0}, {idOf(data), idOf(indices), idOf(updates)});
    });
}

nvinfer1::IOneHotLayer* NetworkDefinition::addOneHot(ITensor& indices, ITensor& values, ITensor& depth,
                                                     int32_t axis) noexcept {
    return make("INetworkDefinition::addOneHot", [&]() -> nvinfer1::IOneHotLayer* {
        return append<OneHotLayer>("one_hot", layers::OneHot{axis}, {idOf(indices), idOf(values), idOf(depth)});
    });
}

nvinfer1::INonZeroLayer* NetworkDefinition::addNonZeroV2(ITensor& input, DataType indicesType) noexcept {
    return make("INetworkDefinition::addNonZero", [&]() -> nvinfer1::INonZeroLayer* {
        return append<NonZeroLayer>("non_zero", layers::NonZero{needIndexType(indicesType)}, {idOf(input)});
    });
}

nvinfer1::INonZeroLayer* NetworkDefinition::addNonZero(ITensor& input) noexcept {
    return addNonZeroV2(input, DataType::kINT32);
}

nvinfer1::INMSLayer* NetworkDefinition::addNMSV2(ITensor& boxes, ITensor& scores, ITensor& maxOutputBoxesPerClass,
                                                 DataType indicesType) noexcept {
    return make("INetworkDefinition::addNMS", [&]() -> nvinfer1::INMSLayer* {
        layers::Nms a;
        a.indices = needIndexType(indicesType);
        return append<NmsLayer>("nms", a, {idOf(boxes), idOf(scores), idOf(maxOutputBoxesPerClass)}, 2);
    });
}

nvinfer1::INMSLayer* NetworkDefinition::addNMS(ITensor& boxes, ITensor& scores,
                                               ITensor& maxOutputBoxesPerClass) noexcept {
    return addNMSV2(boxes, scores, maxOutputBoxesPerClass, DataType::kINT32);
}

} // namespace tenon::api
