// SPDX-License-Identifier: Apache-2.0
// Convolution and deconvolution.
#ifndef TENON_NV_LAYERS_CONV_H
#define TENON_NV_LAYERS_CONV_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

enum class PaddingMode : int32_t {
    kEXPLICIT_ROUND_DOWN = 0,
    kEXPLICIT_ROUND_UP = 1,
    kSAME_UPPER = 2,
    kSAME_LOWER = 3,
    kCAFFE_ROUND_DOWN TENON_DEPRECATED_ENUM_10 = 4,
    kCAFFE_ROUND_UP TENON_DEPRECATED_ENUM_10 = 5,
};

namespace impl {
template <>
struct EnumMaxImpl<PaddingMode> {
    static constexpr int32_t kVALUE = byLevel(6, 4, 4);
};
} // namespace impl

class IConvolutionLayer : public ILayer {
public:
    void setNbOutputMaps(int64_t nbOutputMaps) noexcept { mImpl->setNbOutputMaps(nbOutputMaps); }

    impl::Extent getNbOutputMaps() const noexcept { return static_cast<impl::Extent>(mImpl->getNbOutputMaps()); }

    void setNbGroups(int64_t nbGroups) noexcept { mImpl->setNbGroups(nbGroups); }

    impl::Extent getNbGroups() const noexcept { return static_cast<impl::Extent>(mImpl->getNbGroups()); }

    void setKernelWeights(Weights weights) noexcept { mImpl->setKernelWeights(weights); }

    Weights getKernelWeights() const noexcept { return mImpl->getKernelWeights(); }

    void setBiasWeights(Weights weights) noexcept { mImpl->setBiasWeights(weights); }

    Weights getBiasWeights() const noexcept { return mImpl->getBiasWeights(); }

    void setPrePadding(Dims const& padding) noexcept { mImpl->setPrePadding(impl::widen(padding)); }

    Dims getPrePadding() const noexcept { return impl::narrow(mImpl->getPrePadding()); }

    void setPostPadding(Dims const& padding) noexcept { mImpl->setPostPadding(impl::widen(padding)); }

    Dims getPostPadding() const noexcept { return impl::narrow(mImpl->getPostPadding()); }

    void setPaddingMode(PaddingMode paddingMode) noexcept { mImpl->setPaddingMode(paddingMode); }

    PaddingMode getPaddingMode() const noexcept { return mImpl->getPaddingMode(); }

    void setKernelSizeNd(Dims const& kernelSize) noexcept { mImpl->setKernelSizeNd(impl::widen(kernelSize)); }

    Dims getKernelSizeNd() const noexcept { return impl::narrow(mImpl->getKernelSizeNd()); }

    void setStrideNd(Dims const& stride) noexcept { mImpl->setStrideNd(impl::widen(stride)); }

    Dims getStrideNd() const noexcept { return impl::narrow(mImpl->getStrideNd()); }

    void setPaddingNd(Dims const& padding) noexcept { mImpl->setPaddingNd(impl::widen(padding)); }

    Dims getPaddingNd() const noexcept { return impl::narrow(mImpl->getPaddingNd()); }

    void setDilationNd(Dims const& dilation) noexcept { mImpl->setDilationNd(impl::widen(dilation)); }

    Dims getDilationNd() const noexcept { return impl::narrow(mImpl->getDilationNd()); }

    using ILayer::setInput;

    //! Kernel size of two dimensions (of 8.6); as setKernelSizeNd().
    TRT_DEPRECATED void setKernelSize(DimsHW kernelSize) noexcept { setKernelSizeNd(kernelSize); }

    //! Kernel size of two dimensions (of 8.6). Entries that the layer lacks are 0.
    TRT_DEPRECATED DimsHW getKernelSize() const noexcept { return impl::toHW(getKernelSizeNd()); }

    //! Stride of two dimensions (of 8.6); as setStrideNd().
    TRT_DEPRECATED void setStride(DimsHW stride) noexcept { setStrideNd(stride); }

    //! Stride of two dimensions (of 8.6). Entries that the layer lacks are 0.
    TRT_DEPRECATED DimsHW getStride() const noexcept { return impl::toHW(getStrideNd()); }

    //! Symmetric padding of two dimensions (of 8.6); as setPaddingNd().
    TRT_DEPRECATED void setPadding(DimsHW padding) noexcept { setPaddingNd(padding); }

    //! Symmetric padding of two dimensions (of 8.6). Entries that the layer lacks are 0.
    TRT_DEPRECATED DimsHW getPadding() const noexcept { return impl::toHW(getPaddingNd()); }

    //! Dilation of two dimensions (of 8.6); as setDilationNd().
    TRT_DEPRECATED void setDilation(DimsHW dilation) noexcept { setDilationNd(dilation); }

    //! Dilation of two dimensions (of 8.6). Entries that the layer lacks are 0.
    TRT_DEPRECATED DimsHW getDilation() const noexcept { return impl::toHW(getDilationNd()); }

protected:
    virtual ~IConvolutionLayer() noexcept = default;
    apiv::VConvolutionLayer* mImpl;
};

class IDeconvolutionLayer : public ILayer {
public:
    void setNbOutputMaps(int64_t nbOutputMaps) noexcept { mImpl->setNbOutputMaps(nbOutputMaps); }

    impl::Extent getNbOutputMaps() const noexcept { return static_cast<impl::Extent>(mImpl->getNbOutputMaps()); }

    void setNbGroups(int64_t nbGroups) noexcept { mImpl->setNbGroups(nbGroups); }

    impl::Extent getNbGroups() const noexcept { return static_cast<impl::Extent>(mImpl->getNbGroups()); }

    void setKernelWeights(Weights weights) noexcept { mImpl->setKernelWeights(weights); }

    Weights getKernelWeights() const noexcept { return mImpl->getKernelWeights(); }

    void setBiasWeights(Weights weights) noexcept { mImpl->setBiasWeights(weights); }

    Weights getBiasWeights() const noexcept { return mImpl->getBiasWeights(); }

    void setPrePadding(Dims const& padding) noexcept { mImpl->setPrePadding(impl::widen(padding)); }

    Dims getPrePadding() const noexcept { return impl::narrow(mImpl->getPrePadding()); }

    void setPostPadding(Dims const& padding) noexcept { mImpl->setPostPadding(impl::widen(padding)); }

    Dims getPostPadding() const noexcept { return impl::narrow(mImpl->getPostPadding()); }

    void setPaddingMode(PaddingMode paddingMode) noexcept { mImpl->setPaddingMode(paddingMode); }

    PaddingMode getPaddingMode() const noexcept { return mImpl->getPaddingMode(); }

    void setKernelSizeNd(Dims const& kernelSize) noexcept { mImpl->setKernelSizeNd(impl::widen(kernelSize)); }

    Dims getKernelSizeNd() const noexcept { return impl::narrow(mImpl->getKernelSizeNd()); }

    void setStrideNd(Dims const& stride) noexcept { mImpl->setStrideNd(impl::widen(stride)); }

    Dims getStrideNd() const noexcept { return impl::narrow(mImpl->getStrideNd()); }

    void setPaddingNd(Dims const& padding) noexcept { mImpl->setPaddingNd(impl::widen(padding)); }

    Dims getPaddingNd() const noexcept { return impl::narrow(mImpl->getPaddingNd()); }

    void setDilationNd(Dims const& dilation) noexcept { mImpl->setDilationNd(impl::widen(dilation)); }

    Dims getDilationNd() const noexcept { return impl::narrow(mImpl->getDilationNd()); }

    using ILayer::setInput;

    //! Kernel size of two dimensions (of 8.6); as setKernelSizeNd().
    TRT_DEPRECATED void setKernelSize(DimsHW kernelSize) noexcept { setKernelSizeNd(kernelSize); }

    //! Kernel size of two dimensions (of 8.6). Entries that the layer lacks are 0.
    TRT_DEPRECATED DimsHW getKernelSize() const noexcept { return impl::toHW(getKernelSizeNd()); }

    //! Stride of two dimensions (of 8.6); as setStrideNd().
    TRT_DEPRECATED void setStride(DimsHW stride) noexcept { setStrideNd(stride); }

    //! Stride of two dimensions (of 8.6). Entries that the layer lacks are 0.
    TRT_DEPRECATED DimsHW getStride() const noexcept { return impl::toHW(getStrideNd()); }

    //! Symmetric padding of two dimensions (of 8.6); as setPaddingNd().
    TRT_DEPRECATED void setPadding(DimsHW padding) noexcept { setPaddingNd(padding); }

    //! Symmetric padding of two dimensions (of 8.6). Entries that the layer lacks are 0.
    TRT_DEPRECATED DimsHW getPadding() const noexcept { return impl::toHW(getPaddingNd()); }

protected:
    virtual ~IDeconvolutionLayer() noexcept = default;
    apiv::VDeconvolutionLayer* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_CONV_H
