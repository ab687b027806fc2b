// SPDX-License-Identifier: Apache-2.0
#include "network/layers/window.h"

#include "api/handles.h"

#include <fmt/format.h>

namespace tenon::api {

namespace apiv = nvinfer1::apiv;
using nvinfer1::Dims64;
using nvinfer1::EnumMax;
using nvinfer1::ITensor;
using nvinfer1::PaddingMode;
using nvinfer1::PoolingType;
using nvinfer1::Weights;

namespace {

constexpr int32_t kPaddingModes = 6; ///< with the two that only generation 8 has

/// Two or three numbers, one for each spatial axis.
std::vector<int64_t> spatial(Dims64 const& dims, char const* what, int64_t least) {
    std::vector<int64_t> const out = toVector(dims, what, false);
    if (out.size() != 2 && out.size() != 3)
        throw Error(Message::kDims, fmt::format("{} has {} numbers", what, out.size()))
            .wanted("two or three, one for each spatial axis")
            .given(text(dims));
    for (int64_t d : out)
        if (d < least)
            throw Error(Message::kDims, fmt::format("{} is too small", what))
                .wanted(fmt::format("{} or more", least))
                .given(text(dims));
    return out;
}

/// A list as the interface shows it: where it was not set, the default for each axis.
Dims64 shown(std::vector<int64_t> const& list, layers::WindowShape const& w, int64_t otherwise) {
    return toDims(list.empty() ? std::vector<int64_t>(w.size.size(), otherwise) : list);
}

/// What all windows have.
template <class I, class V, class A>
class WindowLayer : public Layer<I, V, A> {
public:
    using Layer<I, V, A>::Layer;
    void setPrePadding(Dims64 const& padding) noexcept override {
        this->change("setPrePadding", [&](A& a) { a.window.pre = spatial(padding, "the padding", 0); });
    }
    Dims64 getPrePadding() const noexcept override { return shown(window().pre, window(), 0); }
    void setPostPadding(Dims64 const& padding) noexcept override {
        this->change("setPostPadding", [&](A& a) { a.window.post = spatial(padding, "the padding", 0); });
    }
    Dims64 getPostPadding() const noexcept override { return shown(window().post, window(), 0); }
    void setPaddingMode(PaddingMode mode) noexcept override {
        this->change("setPaddingMode", [&](A& a) { a.window.mode = needEnum(mode, "paddingMode", kPaddingModes); });
    }
    PaddingMode getPaddingMode() const noexcept override { return window().mode; }
    void setStrideNd(Dims64 const& stride) noexcept override {
        this->change("setStrideNd", [&](A& a) { a.window.stride = spatial(stride, "the stride", 1); });
    }
    Dims64 getStrideNd() const noexcept override { return shown(window().stride, window(), 1); }
    void setPaddingNd(Dims64 const& padding) noexcept override {
        this->change("setPaddingNd", [&](A& a) { a.window.pre = a.window.post = spatial(padding, "the padding", 0); });
    }
    Dims64 getPaddingNd() const noexcept override {
        if (window().pre != window().post)
            this->network().sink().warning(
                fmt::format("getPaddingNd: layer '{}' has other padding before than after; this is the one before",
                            this->LayerBase::getName()));
        return getPrePadding();
    }

protected:
    layers::WindowShape const& window() const noexcept { return this->attrs().window; }
    void setSize(Dims64 const& size) noexcept {
        this->change("setKernelSizeNd", [&](A& a) { a.window.size = spatial(size, "the window", 1); });
    }
};

template <class I, class V, class A>
class KernelLayer final : public WindowLayer<I, V, A> {
public:
    using WindowLayer<I, V, A>::WindowLayer;
    void setNbOutputMaps(int64_t maps) noexcept override {
        this->change("setNbOutputMaps", [&](A& a) { a.maps = needPositive(maps, "nbOutputMaps"); });
    }
    int64_t getNbOutputMaps() const noexcept override { return this->attrs().maps; }
    void setNbGroups(int64_t groups) noexcept override {
        this->change("setNbGroups", [&](A& a) { a.groups = needPositive(groups, "nbGroups"); });
    }
    int64_t getNbGroups() const noexcept override { return this->attrs().groups; }
    void setKernelWeights(Weights weights) noexcept override { this->setWeights("setKernelWeights", 1, weights, true); }
    Weights getKernelWeights() const noexcept override { return this->weights(1); }
    void setBiasWeights(Weights weights) noexcept override { this->setWeights("setBiasWeights", 2, weights, true); }
    Weights getBiasWeights() const noexcept override { return this->weights(2); }
    void setKernelSizeNd(Dims64 const& size) noexcept override { this->setSize(size); }
    Dims64 getKernelSizeNd() const noexcept override { return toDims(this->window().size); }
    void setDilationNd(Dims64 const& dilation) noexcept override {
        this->change("setDilationNd", [&](A& a) { a.window.dilation = spatial(dilation, "the dilation", 1); });
    }
    Dims64 getDilationNd() const noexcept override { return shown(this->window().dilation, this->window(), 1); }

protected:
    size_t maxInputs() const noexcept override { return 3; }
    bool mayBeWeights(size_t index) const noexcept override { return index > 0; }
};

using ConvolutionLayer = KernelLayer<nvinfer1::IConvolutionLayer, apiv::VConvolutionLayer, layers::Convolution>;
using DeconvolutionLayer = KernelLayer<nvinfer1::IDeconvolutionLayer, apiv::VDeconvolutionLayer, layers::Deconvolution>;

class PoolingLayer final : public WindowLayer<nvinfer1::IPoolingLayer, apiv::VPoolingLayer, layers::Pooling> {
public:
    using WindowLayer::WindowLayer;
    void setPoolingType(PoolingType type) noexcept override {
        change("IPoolingLayer::setPoolingType",
               [&](auto& a) { a.type = needEnum(type, "type", EnumMax<PoolingType>()); });
    }
    PoolingType getPoolingType() const noexcept override { return attrs().type; }
    void setBlendFactor(float blendFactor) noexcept override {
        change("IPoolingLayer::setBlendFactor", [&](auto& a) {
            if (!(blendFactor >= 0 && blendFactor <= 1))
                throw Error(Message::kArgument, "the blend factor is outside its range")
                    .wanted("0 to 1")
                    .given(fmt::format("{}", blendFactor));
            a.blend = blendFactor;
        });
    }
    float getBlendFactor() const noexcept override { return attrs().blend; }
    void setAverageCountExcludesPadding(bool exclusive) noexcept override {
        change("IPoolingLayer::setAverageCountExcludesPadding", [&](auto& a) { a.exclusive = exclusive; });
    }
    bool getAverageCountExcludesPadding() const noexcept override { return attrs().exclusive; }
    void setWindowSizeNd(Dims64 const& windowSize) noexcept override { setSize(windowSize); }
    Dims64 getWindowSizeNd() const noexcept override { return toDims(window().size); }
};

class LrnLayer final : public Layer<nvinfer1::ILRNLayer, apiv::VLRNLayer, layers::ResponseNorm> {
public:
    using Layer::Layer;
    void setWindowSize(int64_t windowSize) noexcept override {
        change("ILRNLayer::setWindowSize", [&](auto& a) { a.window = needWindow(windowSize); });
    }
    int64_t getWindowSize() const noexcept override { return attrs().window; }
    void setAlpha(float alpha) noexcept override {
        change("ILRNLayer::setAlpha", [&](auto& a) { a.alpha = alpha; });
    }
    float getAlpha() const noexcept override { return attrs().alpha; }
    void setBeta(float beta) noexcept override {
        change("ILRNLayer::setBeta", [&](auto& a) { a.beta = beta; });
    }
    float getBeta() const noexcept override { return attrs().beta; }
    void setK(float k) noexcept override {
        change("ILRNLayer::setK", [&](auto& a) { a.k = k; });
    }
    float getK() const noexcept override { return attrs().k; }

    static int64_t needWindow(int64_t window) {
        if (window < 1 || window > 15 || window % 2 == 0)
            throw Error(Message::kArgument, "the window of a response normalization is outside its range")
                .wanted("an odd number, 1 to 15")
                .given(fmt::format("{}", window));
        return window;
    }
};

class PaddingLayer final : public Layer<nvinfer1::IPaddingLayer, apiv::VPaddingLayer, layers::Padding> {
public:
    using Layer::Layer;
    void setPrePaddingNd(Dims64 const& padding) noexcept override {
        change("IPaddingLayer::setPrePaddingNd", [&](auto& a) { a.pre = needTwo(padding); });
    }
    Dims64 getPrePaddingNd() const noexcept override { return toDims(attrs().pre); }
    void setPostPaddingNd(Dims64 const& padding) noexcept override {
        change("IPaddingLayer::setPostPaddingNd", [&](auto& a) { a.post = needTwo(padding); });
    }
    Dims64 getPostPaddingNd() const noexcept override { return toDims(attrs().post); }

    static std::vector<int64_t> needTwo(Dims64 const& padding) {
        if (padding.nbDims != 2)
            throw Error(Message::kDims, "padding works on the last two axes")
                .wanted("two numbers")
                .given(text(padding));
        return {padding.d, padding.d + 2};
    }
};

template <class A>
A kernelAttributes(int64_t maps, Dims64 const& size) {
    A a;
    a.maps = needPositive(maps, "nbOutputMaps");
    a.window.size = spatial(size, "kernelSize", 1);
    return a;
}

} // namespace

void addWindowHandles(HandleTable& table) {
    table["layer.convolution"] = makeOne<ConvolutionLayer>;
    table["layer.deconvolution"] = makeOne<DeconvolutionLayer>;
    table["layer.pooling"] = makeOne<PoolingLayer>;
    table["layer.lrn"] = makeOne<LrnLayer>;
    table["layer.padding"] = makeOne<PaddingLayer>;
}

nvinfer1::IConvolutionLayer* NetworkDefinition::addConvolutionNd(ITensor& input, int64_t nbOutputMaps,
                                                                 Dims64 const& kernelSize, Weights kernelWeights,
                                                                 Weights biasWeights) noexcept {
    return make("INetworkDefinition::addConvolutionNd", [&]() -> nvinfer1::IConvolutionLayer* {
        auto a = kernelAttributes<layers::Convolution>(nbOutputMaps, kernelSize);
        TensorId const x = idOf(input);
        std::vector<TensorId> operands{x, weights(kernelWeights, "kernelWeights", true),
                                       weights(biasWeights, "biasWeights", true)};
        return append<ConvolutionLayer>("convolution", std::move(a), std::move(operands));
    });
}

nvinfer1::IDeconvolutionLayer* NetworkDefinition::addDeconvolutionNd(ITensor& input, int64_t nbOutputMaps,
                                                                     Dims64 const& kernelSize, Weights kernelWeights,
                                                                     Weights biasWeights) noexcept {
    return make("INetworkDefinition::addDeconvolutionNd", [&]() -> nvinfer1::IDeconvolutionLayer* {
        auto a = kernelAttributes<layers::Deconvolution>(nbOutputMaps, kernelSize);
        TensorId const x = idOf(input);
        std::vector<TensorId> operands{x, weights(kernelWeights, "kernelWeights", true),
                                       weights(biasWeights, "biasWeights", true)};
        return append<DeconvolutionLayer>("deconvolution", std::move(a), std::move(operands));
    });
}

nvinfer1::IPoolingLayer* NetworkDefinition::addPoolingNd(ITensor& input, PoolingType type,
                                                         Dims64 const& windowSize) noexcept {
    return make("INetworkDefinition::addPoolingNd", [&]() -> nvinfer1::IPoolingLayer* {
        layers::Pooling a;
        a.type = needEnum(type, "type", EnumMax<PoolingType>());
        a.window.size = spatial(windowSize, "windowSize", 1);
        return append<PoolingLayer>("pooling", std::move(a), {idOf(input)});
    });
}

nvinfer1::ILRNLayer* NetworkDefinition::addLRN(ITensor& input, int64_t window, float alpha, float beta,
                                               float k) noexcept {
    return make("INetworkDefinition::addLRN", [&]() -> nvinfer1::ILRNLayer* {
        return append<LrnLayer>("lrn", layers::ResponseNorm{LrnLayer::needWindow(window), alpha, beta, k},
                                {idOf(input)});
    });
}

nvinfer1::IPaddingLayer* NetworkDefinition::addPaddingNd(ITensor& input, Dims64 const& prePadding,
                                                         Dims64 const& postPadding) noexcept {
    return make("INetworkDefinition::addPaddingNd", [&]() -> nvinfer1::IPaddingLayer* {
        return append<PaddingLayer>(
            "padding", layers::Padding{PaddingLayer::needTwo(prePadding), PaddingLayer::needTwo(postPadding)},
            {idOf(input)});
    });
}

} // namespace tenon::api
