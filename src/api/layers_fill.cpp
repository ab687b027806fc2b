// SPDX-License-Identifier: Apache-2.0
#include "network/layers/fill.h"

#include "api/handles.h"

#include <cmath>
#include <fmt/format.h>

namespace tenon::api {

namespace apiv = nvinfer1::apiv;
using nvinfer1::DataType;
using nvinfer1::Dims64;
using nvinfer1::EnumMax;
using nvinfer1::FillOperation;
using nvinfer1::InterpolationMode;
using nvinfer1::ITensor;
using nvinfer1::ResizeCoordinateTransformation;
using nvinfer1::ResizeRoundMode;
using nvinfer1::ResizeSelector;
using nvinfer1::Weights;

namespace {

/// Type and number of elements must fit.
Type constantType(Dims64 const& dimensions, Weights const& weights) {
    std::vector<int64_t> const dims = toVector(dimensions, "dimensions", false);
    int64_t wanted = 1;
    for (int64_t d : dims)
        wanted *= d;
    if (weights.count != wanted)
        throw Error(Message::kWeightsCount, "a constant has another number of elements than its dims")
            .wanted(fmt::format("{} for {}", wanted, text(dimensions)))
            .given(fmt::format("{}", weights.count));
    return Type::tensor(toDType(weights.type, "the type of the weights"), tenon::Dims(dims.begin(), dims.end()));
}

class ConstantLayer final : public Layer<nvinfer1::IConstantLayer, apiv::VConstantLayer, layers::ConstantLayer> {
public:
    using Layer::Layer;
    void setWeights(Weights weights) noexcept override {
        set("IConstantLayer::setWeights", [&] { replace(getDimensions(), weights); });
    }
    Weights getWeights() const noexcept override { return network().weightsOf(record().results[0]); }
    void setDimensions(Dims64 const& dimensions) noexcept override {
        set("IConstantLayer::setDimensions", [&] { replace(dimensions, getWeights()); });
    }
    Dims64 getDimensions() const noexcept override {
        std::vector<int64_t> dims;
        for (DimExpr const& d : *tensor().type->dims)
            dims.push_back(d.value());
        return toDims(dims);
    }

protected:
    size_t maxInputs() const noexcept override { return 0; }

private:
    NetworkTensor& tensor() const noexcept {
        return network().edit().tensors[static_cast<size_t>(record().results[0])];
    }
    void replace(Dims64 const& dimensions, Weights const& weights) {
        Type type = constantType(dimensions, weights);
        TensorId const made = network().weights(weights, "weights", true);
        tensor().constant =
            made == kNoTensor ? Buffer::copy({}) : *network().network().tensors[static_cast<size_t>(made)].constant;
        tensor().type = std::move(type);
        network().inference().tensorChanged(record().results[0]);
    }
};

class FillLayer final : public Layer<nvinfer1::IFillLayer, apiv::VFillLayer, layers::Fill> {
public:
    using Layer::Layer;
    void setDimensions(Dims64 const& dimensions) noexcept override {
        inPlaceOf("IFillLayer::setDimensions", 0, [&](auto& a) { a.dims = toVector(dimensions, "dimensions", false); });
    }
    Dims64 getDimensions() const noexcept override { return has(0) ? kNoDims : toDims(attrs().dims); }
    void setOperation(FillOperation op) noexcept override {
        change("IFillLayer::setOperation",
               [&](auto& a) { a.op = needEnum(op, "operation", EnumMax<FillOperation>()); });
    }
    FillOperation getOperation() const noexcept override { return attrs().op; }
    void setAlpha(double alpha) noexcept override {
        inPlaceOf("IFillLayer::setAlpha", 1, [&](auto& a) {
            a.alpha = alpha;
            a.integers = false;
        });
    }
    double getAlpha() const noexcept override { return has(1) ? -1 : attrs().alpha; }
    void setBeta(double beta) noexcept override {
        inPlaceOf("IFillLayer::setBeta", 2, [&](auto& a) {
            a.beta = beta;
            a.integers = false;
        });
    }
    double getBeta() const noexcept override { return has(2) ? -1 : attrs().beta; }
    void setAlphaInt64(int64_t alpha) noexcept override {
        inPlaceOf("IFillLayer::setAlphaInt64", 1, [&](auto& a) {
            a.alphaInt = alpha;
            a.integers = true;
        });
    }
    int64_t getAlphaInt64() const noexcept override { return has(1) ? -1 : attrs().alphaInt; }
    void setBetaInt64(int64_t beta) noexcept override {
        inPlaceOf("IFillLayer::setBetaInt64", 2, [&](auto& a) {
            a.betaInt = beta;
            a.integers = true;
        });
    }
    int64_t getBetaInt64() const noexcept override { return has(2) ? -1 : attrs().betaInt; }
    bool isAlphaBetaInt64() const noexcept override { return attrs().integers; }
    DataType getToType() const noexcept override { return attrs().type; }
    void setToType(DataType toType) noexcept override {
        change("IFillLayer::setToType", [&](auto& a) { a.type = needFillType(toType); });
    }

    static DataType needFillType(DataType type) {
        if (type != DataType::kFLOAT && type != DataType::kHALF && type != DataType::kBF16 &&
            type != DataType::kINT32 && type != DataType::kINT64)
            throw Error(Message::kArgument, "a fill makes elements of other types than this")
                .wanted("kFLOAT, kHALF, kBF16, kINT32 or kINT64")
                .given(fmt::format("{}", static_cast<int32_t>(type)));
        return type;
    }

protected:
    size_t maxInputs() const noexcept override { return 3; }
};

class ResizeLayer final : public Layer<nvinfer1::IResizeLayer, apiv::VResizeLayer, layers::Resize> {
public:
    using Layer::Layer;
    void setOutputDimensions(Dims64 const& dimensions) noexcept override {
        change("IResizeLayer::setOutputDimensions", [&](auto& a) {
            needStatic("setOutputDimensions()");
            a.dims = toVector(dimensions, "dimensions", false);
            a.scales.clear();
        });
    }
    Dims64 getOutputDimensions() const noexcept override {
        if (shown().operands.size() > 1)
            return kNoDims;
        if (!attrs().dims.empty())
            return toDims(attrs().dims);
        auto const type = network().typeOf(record().results[0], "IResizeLayer::getOutputDimensions");
        if (!type || !type->isStatic())
            return kNoDims;
        std::vector<int64_t> dims;
        for (DimExpr const& d : *type->dims)
            dims.push_back(d.value());
        return toDims(dims);
    }
    void setScales(float const* scales, int32_t nbScales) noexcept override {
        change("IResizeLayer::setScales", [&](auto& a) {
            needStatic("setScales()");
            need(scales, "scales");
            if (nbScales < 1 || nbScales > Dims64::MAX_DIMS)
                throw Error(Message::kArgument, "the number of scales is outside its range")
                    .wanted("1 to 8, the rank of the input")
                    .given(fmt::format("{}", nbScales));
            for (int32_t i = 0; i < nbScales; ++i)
                if (!std::isfinite(scales[i]) || scales[i] <= 0)
                    throw Error(Message::kArgument, fmt::format("scale {} is not positive", i))
                        .wanted("a positive number")
                        .given(fmt::format("{}", scales[i]));
            a.scales.assign(scales, scales + nbScales);
            a.dims.clear();
        });
    }
    int32_t getScales(int32_t size, float* scales) const noexcept override {
        if (attrs().scales.empty() || shown().operands.size() > 1)
            return -1;
        auto const count = static_cast<int32_t>(attrs().scales.size());
        if (size == count && scales != nullptr)
            std::copy(attrs().scales.begin(), attrs().scales.end(), scales);
        return count;
    }
    void setResizeMode(InterpolationMode interpolationMode) noexcept override {
        change("IResizeLayer::setResizeMode", [&](auto& a) {
            a.mode = needEnum(interpolationMode, "interpolationMode", EnumMax<InterpolationMode>());
        });
    }
    InterpolationMode getResizeMode() const noexcept override { return attrs().mode; }
    void setCoordinateTransformation(ResizeCoordinateTransformation coordTransform) noexcept override {
        change("IResizeLayer::setCoordinateTransformation", [&](auto& a) {
            a.coordinates = needEnum(coordTransform, "coordTransform", EnumMax<ResizeCoordinateTransformation>());
        });
    }
    ResizeCoordinateTransformation getCoordinateTransformation() const noexcept override { return attrs().coordinates; }
    void setSelectorForSinglePixel(ResizeSelector selector) noexcept override {
        change("IResizeLayer::setSelectorForSinglePixel",
               [&](auto& a) { a.selector = needEnum(selector, "selector", EnumMax<ResizeSelector>()); });
    }
    ResizeSelector getSelectorForSinglePixel() const noexcept override { return attrs().selector; }
    void setNearestRounding(ResizeRoundMode value) noexcept override {
        change("IResizeLayer::setNearestRounding",
               [&](auto& a) { a.rounding = needEnum(value, "value", EnumMax<ResizeRoundMode>()); });
    }
    ResizeRoundMode getNearestRounding() const noexcept override { return attrs().rounding; }
    void setCubicCoeff(float value) noexcept override {
        change("IResizeLayer::setCubicCoeff", [&](auto& a) { a.cubicCoeff = value; });
    }
    float getCubicCoeff() const noexcept override { return attrs().cubicCoeff; }
    void setExcludeOutside(bool value) noexcept override {
        change("IResizeLayer::setExcludeOutside", [&](auto& a) { a.excludeOutside = value; });
    }
    bool getExcludeOutside() const noexcept override { return attrs().excludeOutside; }

protected:
    size_t maxInputs() const noexcept override { return 2; }

private:
    void needStatic(char const* what) const {
        if (shown().operands.size() > 1)
            throw Error(Message::kCallOrder, fmt::format("{} after setInput(1, ...)", what),
                        {record().name, "", "", ""})
                .wanted("dims or scales, or a tensor of dims");
    }
};

class GridSampleLayer final : public Layer<nvinfer1::IGridSampleLayer, apiv::VGridSampleLayer, layers::GridSample> {
public:
    using Layer::Layer;
    void setInterpolationMode(InterpolationMode mode) noexcept override {
        change("IGridSampleLayer::setInterpolationMode",
               [&](auto& a) { a.mode = needEnum(mode, "mode", EnumMax<InterpolationMode>()); });
    }
    InterpolationMode getInterpolationMode() const noexcept override { return attrs().mode; }
    void setAlignCorners(bool alignCorners) noexcept override {
        change("IGridSampleLayer::setAlignCorners", [&](auto& a) { a.alignCorners = alignCorners; });
    }
    bool getAlignCorners() const noexcept override { return attrs().alignCorners; }
    bool setSampleMode(nvinfer1::SampleMode mode) noexcept override {
        using nvinfer1::SampleMode;
        if (mode != SampleMode::kFILL && mode != SampleMode::kCLAMP && mode != SampleMode::kREFLECT)
            return false;
        change("IGridSampleLayer::setSampleMode", [&](auto& a) { a.outside = mode; });
        return true;
    }
    nvinfer1::SampleMode getSampleMode() const noexcept override { return attrs().outside; }
};

} // namespace

void addFillHandles(HandleTable& table) {
    table["layer.constant"] = makeOne<ConstantLayer>;
    table["layer.fill"] = makeOne<FillLayer>;
    table["layer.resize"] = makeOne<ResizeLayer>;
    table["layer.grid_sample"] = makeOne<GridSampleLayer>;
}

nvinfer1::IConstantLayer* NetworkDefinition::addConstant(Dims64 const& dimensions, Weights weights) noexcept {
    return make("INetworkDefinition::addConstant", [&]() -> nvinfer1::IConstantLayer* {
        Type type = constantType(dimensions, weights);
        TensorId const made = this->weights(weights, "weights", true);
        Buffer const bytes =
            made == kNoTensor ? Buffer::copy({}) : *mNetwork.tensors[static_cast<size_t>(made)].constant;
        ConstantLayer* const layer = append<ConstantLayer>("constant", layers::ConstantLayer{}, {});
        TensorId const result = mNetwork.main.records[layer->number()].results[0];
        mNetwork.tensors[static_cast<size_t>(result)].type = std::move(type);
        mNetwork.tensors[static_cast<size_t>(result)].constant = bytes;
        mConstantLayers[result] = layer->number();
        return layer;
    });
}

nvinfer1::IFillLayer* NetworkDefinition::addFillV2(Dims64 const& dimensions, FillOperation op,
                                                   DataType outputType) noexcept {
    return make("INetworkDefinition::addFill", [&]() -> nvinfer1::IFillLayer* {
        layers::Fill a;
        a.op = needEnum(op, "op", EnumMax<FillOperation>());
        a.dims = toVector(dimensions, "dimensions", false);
        a.type = FillLayer::needFillType(outputType);
        return append<FillLayer>("fill", std::move(a), {});
    });
}

nvinfer1::IFillLayer* NetworkDefinition::addFill(Dims64 const& dimensions, FillOperation op) noexcept {
    return addFillV2(dimensions, op, DataType::kFLOAT);
}

nvinfer1::IResizeLayer* NetworkDefinition::addResize(ITensor& input) noexcept {
    return make("INetworkDefinition::addResize", [&]() -> nvinfer1::IResizeLayer* {
        return append<ResizeLayer>("resize", layers::Resize{}, {idOf(input)});
    });
}

nvinfer1::IGridSampleLayer* NetworkDefinition::addGridSample(ITensor& input, ITensor& grid) noexcept {
    return make("INetworkDefinition::addGridSample", [&]() -> nvinfer1::IGridSampleLayer* {
        return append<GridSampleLayer>("grid_sample", layers::GridSample{}, {idOf(input), idOf(grid)});
    });
}

} // namespace tenon::api
