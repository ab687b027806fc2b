// SPDX-License-Identifier: Apache-2.0
#include "network/layers/move.h"

#include "api/handles.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::api {

namespace apiv = nvinfer1::apiv;
using nvinfer1::Dims64;
using nvinfer1::EnumMax;
using nvinfer1::ITensor;
using nvinfer1::Permutation;
using nvinfer1::SampleMode;

namespace {

class ConcatenationLayer final
    : public Layer<nvinfer1::IConcatenationLayer, apiv::VConcatenationLayer, layers::Concatenation> {
public:
    using Layer::Layer;
    void setAxis(int32_t axis) noexcept override {
        change("IConcatenationLayer::setAxis", [&](auto& a) { a.axis = axis; });
    }
    int32_t getAxis() const noexcept override { return static_cast<int32_t>(attrs().axis); }
};

class ShuffleLayer final : public Layer<nvinfer1::IShuffleLayer, apiv::VShuffleLayer, layers::Shuffle> {
public:
    using Layer::Layer;
    void setFirstTranspose(Permutation const& permutation) noexcept override {
        change("IShuffleLayer::setFirstTranspose", [&](auto& a) { a.first = order(permutation); });
    }
    Permutation const& getFirstTranspose() const noexcept override { return shownOrder(mFirst, attrs().first); }
    void setReshapeDimensions(Dims64 const& dimensions) noexcept override {
        set("IShuffleLayer::setReshapeDimensions", [&] {
            layers::Shuffle a = attrs();
            a.dims = toVector(dimensions, "dimensions");
            if (std::count(a.dims->begin(), a.dims->end(), -1) > 1)
                throw Error(Message::kDims, "-1 stands for what remains, so it may stand once").given(text(dimensions));
            Record& r = edit();
            r.attrs = std::move(a);
            if (r.operands.size() > 1)
                r.operands.resize(1); // the dims take the place of the tensor
            changed();
        });
    }
    Dims64 getReshapeDimensions() const noexcept override {
        if (shown().operands.size() > 1)
            return kNoDims;
        return attrs().dims ? toDims(*attrs().dims) : Dims64{0, {}};
    }
    void setSecondTranspose(Permutation const& permutation) noexcept override {
        change("IShuffleLayer::setSecondTranspose", [&](auto& a) { a.second = order(permutation); });
    }
    Permutation const& getSecondTranspose() const noexcept override { return shownOrder(mSecond, attrs().second); }
    void setZeroIsPlaceholder(bool zeroIsPlaceholder) noexcept override {
        change("IShuffleLayer::setZeroIsPlaceholder", [&](auto& a) { a.zeroIsPlaceholder = zeroIsPlaceholder; });
    }
    bool getZeroIsPlaceholder() const noexcept override { return attrs().zeroIsPlaceholder; }

protected:
    size_t maxInputs() const noexcept override { return 2; }

private:
    /// All entries; only as many as the tensor has axes count.
    static std::vector<int64_t> order(Permutation const& p) { return {p.order, p.order + nvinfer1::Dims::MAX_DIMS}; }
    static Permutation const& shownOrder(Permutation& to, std::optional<std::vector<int64_t>> const& from) noexcept {
        for (int32_t i = 0; i < nvinfer1::Dims::MAX_DIMS; ++i)
            to.order[i] = from && static_cast<size_t>(i) < from->size()
                              ? static_cast<int32_t>((*from)[static_cast<size_t>(i)])
                              : i;
        return to;
    }
    mutable Permutation mFirst{}, mSecond{};
};

class SliceLayer final : public Layer<nvinfer1::ISliceLayer, apiv::VSliceLayer, layers::Slice> {
public:
    using Layer::Layer;
    void setStart(Dims64 const& start) noexcept override {
        inPlaceOf("ISliceLayer::setStart", 1, [&](auto& a) { a.start = numbers(start, "start"); });
    }
    Dims64 getStart() const noexcept override { return has(1) ? kNoDims : toDims(attrs().start); }
    void setSize(Dims64 const& size) noexcept override {
        inPlaceOf("ISliceLayer::setSize", 2, [&](auto& a) { a.size = numbers(size, "size"); });
    }
    Dims64 getSize() const noexcept override { return has(2) ? kNoDims : toDims(attrs().size); }
    void setStride(Dims64 const& stride) noexcept override {
        inPlaceOf("ISliceLayer::setStride", 3, [&](auto& a) { a.stride = numbers(stride, "stride"); });
    }
    Dims64 getStride() const noexcept override { return has(3) ? kNoDims : toDims(attrs().stride); }
    void setMode(SampleMode mode) noexcept override {
        change("ISliceLayer::setMode", [&](auto& a) { a.mode = needEnum(mode, "mode", EnumMax<SampleMode>()); });
    }
    SampleMode getMode() const noexcept override { return attrs().mode; }
    void setAxes(Dims64 const& axes) noexcept override {
        inPlaceOf("ISliceLayer::setAxes", 5, [&](auto& a) { a.axes = numbers(axes, "axes"); });
    }
    Dims64 getAxes() const noexcept override { return !has(5) && attrs().axes ? toDims(*attrs().axes) : kNoDims; }

    /// Any numbers, also negative ones.
    static std::vector<int64_t> numbers(Dims64 const& dims, char const* what) {
        if (dims.nbDims < 0 || dims.nbDims > Dims64::MAX_DIMS)
            throw Error(Message::kDims, fmt::format("{}: nbDims is {}", what, dims.nbDims)).wanted("0 to 8");
        return {dims.d, dims.d + dims.nbDims};
    }

protected:
    size_t maxInputs() const noexcept override { return 6; }
};

class ReverseSequenceLayer final
    : public Layer<nvinfer1::IReverseSequenceLayer, apiv::VReverseSequenceLayer, layers::ReverseSequence> {
public:
    using Layer::Layer;
    void setBatchAxis(int32_t batchAxis) noexcept override {
        change("IReverseSequenceLayer::setBatchAxis", [&](auto& a) { a.batchAxis = batchAxis; });
    }
    int32_t getBatchAxis() const noexcept override { return static_cast<int32_t>(attrs().batchAxis); }
    void setSequenceAxis(int32_t sequenceAxis) noexcept override {
        change("IReverseSequenceLayer::setSequenceAxis", [&](auto& a) { a.sequenceAxis = sequenceAxis; });
    }
    int32_t getSequenceAxis() const noexcept override { return static_cast<int32_t>(attrs().sequenceAxis); }
};

using ShapeLayer = PlainLayer<nvinfer1::IShapeLayer, apiv::VShapeLayer, layers::Shape>;
using SqueezeLayer = PlainLayer<nvinfer1::ISqueezeLayer, apiv::VSqueezeLayer, layers::Squeeze>;
using UnsqueezeLayer = PlainLayer<nvinfer1::IUnsqueezeLayer, apiv::VUnsqueezeLayer, layers::Unsqueeze>;

} // namespace

void addMoveHandles(HandleTable& table) {
    table["layer.concatenation"] = makeOne<ConcatenationLayer>;
    table["layer.shuffle"] = makeOne<ShuffleLayer>;
    table["layer.slice"] = makeOne<SliceLayer>;
    table["layer.shape"] = makeOne<ShapeLayer>;
    table["layer.squeeze"] = makeOne<SqueezeLayer>;
    table["layer.unsqueeze"] = makeOne<UnsqueezeLayer>;
    table["layer.reverse_sequence"] = makeOne<ReverseSequenceLayer>;
}

nvinfer1::IConcatenationLayer* NetworkDefinition::addConcatenation(ITensor* const* inputs, int32_t nbInputs) noexcept {
    return make("INetworkDefinition::addConcatenation", [&]() -> nvinfer1::IConcatenationLayer* {
        std::vector<TensorId> operands = idsOf(inputs, nbInputs, "inputs");
        if (operands.empty())
            throw Error(Message::kArgument, "there is nothing to join").wanted("1 or more inputs");
        int64_t const rank = mInference.type(operands[0]).rank();
        return append<ConcatenationLayer>("concatenation", layers::Concatenation{rank >= 3 ? rank - 3 : 0},
                                          std::move(operands));
    });
}

nvinfer1::IShuffleLayer* NetworkDefinition::addShuffle(ITensor& input) noexcept {
    return make("INetworkDefinition::addShuffle", [&]() -> nvinfer1::IShuffleLayer* {
        return append<ShuffleLayer>("shuffle", layers::Shuffle{}, {idOf(input)});
    });
}

nvinfer1::ISliceLayer* NetworkDefinition::addSlice(ITensor& input, Dims64 const& start, Dims64 const& size,
                                                   Dims64 const& stride) noexcept {
    return make("INetworkDefinition::addSlice", [&]() -> nvinfer1::ISliceLayer* {
        layers::Slice a;
        a.start = SliceLayer::numbers(start, "start");
        a.size = SliceLayer::numbers(size, "size");
        a.stride = SliceLayer::numbers(stride, "stride");
        return append<SliceLayer>("slice", std::move(a), {idOf(input)});
    });
}

nvinfer1::IShapeLayer* NetworkDefinition::addShape(ITensor& input) noexcept {
    return make("INetworkDefinition::addShape", [&]() -> nvinfer1::IShapeLayer* {
        auto const type = level() == Level::k8 ? nvinfer1::DataType::kINT32 : nvinfer1::DataType::kINT64;
        return append<ShapeLayer>("shape", layers::Shape{type}, {idOf(input)});
    });
}

nvinfer1::ISqueezeLayer* NetworkDefinition::addSqueeze(ITensor& input, ITensor& axes) noexcept {
    return make("INetworkDefinition::addSqueeze", [&]() -> nvinfer1::ISqueezeLayer* {
        return append<SqueezeLayer>("squeeze", layers::Squeeze{}, {idOf(input), idOf(axes)});
    });
}

nvinfer1::IUnsqueezeLayer* NetworkDefinition::addUnsqueeze(ITensor& input, ITensor& axes) noexcept {
    return make("INetworkDefinition::addUnsqueeze", [&]() -> nvinfer1::IUnsqueezeLayer* {
        return append<UnsqueezeLayer>("unsqueeze", layers::Unsqueeze{}, {idOf(input), idOf(axes)});
    });
}

nvinfer1::IReverseSequenceLayer* NetworkDefinition::addReverseSequence(ITensor& input, ITensor& sequenceLens) noexcept {
    return make("INetworkDefinition::addReverseSequence", [&]() -> nvinfer1::IReverseSequenceLayer* {
        return append<ReverseSequenceLayer>("reverse_sequence", layers::ReverseSequence{},
                                            {idOf(input), idOf(sequenceLens)});
    });
}

} // namespace tenon::api
