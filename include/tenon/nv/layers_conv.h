// SPDX-License-Identifier: Apache-2.0
// Convolution and deconvolution.
#ifndef TENON_NV_LAYERS_CONV_H
#define TENON_NV_LAYERS_CONV_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! How padding and rounding make the output extents of a window: floor or ceil of (input + padding - dilated kernel) /
//! stride, plus 1.
enum class PaddingMode : int32_t {
    //! The padding that is set; rounds down.
    kEXPLICIT_ROUND_DOWN = 0,
    //! The padding that is set; rounds up.
    kEXPLICIT_ROUND_UP = 1,
    //! Output is input / stride, rounded up; the odd element of the padding comes at the end.
    kSAME_UPPER = 2,
    //! As kSAME_UPPER; the odd element of the padding comes at the start.
    kSAME_LOWER = 3,
    //! As kEXPLICIT_ROUND_DOWN of symmetric padding; of 8.6.
    kCAFFE_ROUND_DOWN TENON_DEPRECATED_ENUM_10 = 4,
    //! As kEXPLICIT_ROUND_UP, but no window starts in the padding at the end; of 8.6.
    kCAFFE_ROUND_UP TENON_DEPRECATED_ENUM_10 = 5,
};

namespace impl {
template <>
struct EnumMaxImpl<PaddingMode> {
    static constexpr int32_t kVALUE = byLevel(6, 4, 4);
};
} // namespace impl

//! Grouped cross-correlation over the last two or three axes of [N, C, spatial...]. Output [N, K, spatial...].
class IConvolutionLayer : public ILayer {
public:
    //! Number K of output channels.
    void setNbOutputMaps(int64_t nbOutputMaps) noexcept { mImpl->setNbOutputMaps(nbOutputMaps); }

    //! The value of setNbOutputMaps().
    impl::Extent getNbOutputMaps() const noexcept { return static_cast<impl::Extent>(mImpl->getNbOutputMaps()); }

    //! Number of groups; it divides C and K, and group i of the outputs sees group i of the inputs only. 1 unless set.
    void setNbGroups(int64_t nbGroups) noexcept { mImpl->setNbGroups(nbGroups); }

    //! The value of setNbGroups().
    impl::Extent getNbGroups() const noexcept { return static_cast<impl::Extent>(mImpl->getNbGroups()); }

    //! Kernel of K * (C / groups) * spatial... numbers in this order. The memory must live until the engine is built.
    void setKernelWeights(Weights weights) noexcept { mImpl->setKernelWeights(weights); }

    //! The value of setKernelWeights().
    Weights getKernelWeights() const noexcept { return mImpl->getKernelWeights(); }

    //! Bias of K numbers, or an empty Weights for none. The memory must live until the engine is built.
    void setBiasWeights(Weights weights) noexcept { mImpl->setBiasWeights(weights); }

    //! The value of setBiasWeights().
    Weights getBiasWeights() const noexcept { return mImpl->getBiasWeights(); }

    //! Padding before the first element of each spatial axis; 0 unless set.
    void setPrePadding(Dims const& padding) noexcept { mImpl->setPrePadding(impl::widen(padding)); }

    //! The value of setPrePadding().
    Dims getPrePadding() const noexcept { return impl::narrow(mImpl->getPrePadding()); }

    //! Padding after the last element of each spatial axis; 0 unless set.
    void setPostPadding(Dims const& padding) noexcept { mImpl->setPostPadding(impl::widen(padding)); }

    //! The value of setPostPadding().
    Dims getPostPadding() const noexcept { return impl::narrow(mImpl->getPostPadding()); }

    //! How output extents follow; kEXPLICIT_ROUND_DOWN unless set. A mode kSAME_* takes the place of the padding.
    void setPaddingMode(PaddingMode paddingMode) noexcept { mImpl->setPaddingMode(paddingMode); }

    //! The value of setPaddingMode().
    PaddingMode getPaddingMode() const noexcept { return mImpl->getPaddingMode(); }

    //! Extents of the kernel, one for each spatial axis; two or three, which says how many axes are spatial.
    void setKernelSizeNd(Dims const& kernelSize) noexcept { mImpl->setKernelSizeNd(impl::widen(kernelSize)); }

    //! The value of setKernelSizeNd().
    Dims getKernelSizeNd() const noexcept { return impl::narrow(mImpl->getKernelSizeNd()); }

    //! Step of the window along each spatial axis; 1 unless set.
    void setStrideNd(Dims const& stride) noexcept { mImpl->setStrideNd(impl::widen(stride)); }

    //! The value of setStrideNd().
    Dims getStrideNd() const noexcept { return impl::narrow(mImpl->getStrideNd()); }

    //! Padding on both sides of each spatial axis: as setPrePadding() and setPostPadding() together.
    void setPaddingNd(Dims const& padding) noexcept { mImpl->setPaddingNd(impl::widen(padding)); }

    //! The padding of both sides. Ask only when they are equal.
    Dims getPaddingNd() const noexcept { return impl::narrow(mImpl->getPaddingNd()); }

    //! Distance between neighbours of the kernel along each spatial axis; 1 unless set.
    void setDilationNd(Dims const& dilation) noexcept { mImpl->setDilationNd(impl::widen(dilation)); }

    //! The value of setDilationNd().
    Dims getDilationNd() const noexcept { return impl::narrow(mImpl->getDilationNd()); }

    //! Input 0 is the data. Input 1 is the kernel as a tensor and input 2 the bias as a tensor; each takes the place of
    //! the weights, which must then be empty.
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

//! Transposed convolution over the last two or three axes of [N, C, spatial...]. Output [N, K, spatial...], of extent
//! stride * (input - 1) + dilated kernel - padding.
class IDeconvolutionLayer : public ILayer {
public:
    //! Number K of output channels.
    void setNbOutputMaps(int64_t nbOutputMaps) noexcept { mImpl->setNbOutputMaps(nbOutputMaps); }

    //! The value of setNbOutputMaps().
    impl::Extent getNbOutputMaps() const noexcept { return static_cast<impl::Extent>(mImpl->getNbOutputMaps()); }

    //! Number of groups; it divides C and K. 1 unless set.
    void setNbGroups(int64_t nbGroups) noexcept { mImpl->setNbGroups(nbGroups); }

    //! The value of setNbGroups().
    impl::Extent getNbGroups() const noexcept { return static_cast<impl::Extent>(mImpl->getNbGroups()); }

    //! Kernel of C * (K / groups) * spatial... numbers in this order. The memory must live until the engine is built.
    void setKernelWeights(Weights weights) noexcept { mImpl->setKernelWeights(weights); }

    //! The value of setKernelWeights().
    Weights getKernelWeights() const noexcept { return mImpl->getKernelWeights(); }

    //! Bias of K numbers, or an empty Weights for none. The memory must live until the engine is built.
    void setBiasWeights(Weights weights) noexcept { mImpl->setBiasWeights(weights); }

    //! The value of setBiasWeights().
    Weights getBiasWeights() const noexcept { return mImpl->getBiasWeights(); }

    //! Elements cut from the start of each spatial axis of the output; 0 unless set.
    void setPrePadding(Dims const& padding) noexcept { mImpl->setPrePadding(impl::widen(padding)); }

    //! The value of setPrePadding().
    Dims getPrePadding() const noexcept { return impl::narrow(mImpl->getPrePadding()); }

    //! Elements cut from the end of each spatial axis of the output; 0 unless set.
    void setPostPadding(Dims const& padding) noexcept { mImpl->setPostPadding(impl::widen(padding)); }

    //! The value of setPostPadding().
    Dims getPostPadding() const noexcept { return impl::narrow(mImpl->getPostPadding()); }

    //! How output extents follow; kEXPLICIT_ROUND_DOWN unless set. A mode kSAME_* takes the place of the padding.
    void setPaddingMode(PaddingMode paddingMode) noexcept { mImpl->setPaddingMode(paddingMode); }

    //! The value of setPaddingMode().
    PaddingMode getPaddingMode() const noexcept { return mImpl->getPaddingMode(); }

    //! Extents of the kernel, one for each spatial axis; two or three, which says how many axes are spatial.
    void setKernelSizeNd(Dims const& kernelSize) noexcept { mImpl->setKernelSizeNd(impl::widen(kernelSize)); }

    //! The value of setKernelSizeNd().
    Dims getKernelSizeNd() const noexcept { return impl::narrow(mImpl->getKernelSizeNd()); }

    //! Step of the window along each spatial axis of the output; 1 unless set.
    void setStrideNd(Dims const& stride) noexcept { mImpl->setStrideNd(impl::widen(stride)); }

    //! The value of setStrideNd().
    Dims getStrideNd() const noexcept { return impl::narrow(mImpl->getStrideNd()); }

    //! Elements cut from both sides of each spatial axis: as setPrePadding() and setPostPadding() together.
    void setPaddingNd(Dims const& padding) noexcept { mImpl->setPaddingNd(impl::widen(padding)); }

    //! The padding of both sides. Ask only when they are equal.
    Dims getPaddingNd() const noexcept { return impl::narrow(mImpl->getPaddingNd()); }

    //! Distance between neighbours of the kernel along each spatial axis; 1 unless set.
    void setDilationNd(Dims const& dilation) noexcept { mImpl->setDilationNd(impl::widen(dilation)); }

    //! The value of setDilationNd().
    Dims getDilationNd() const noexcept { return impl::narrow(mImpl->getDilationNd()); }

    //! Input 0 is the data. Input 1 is the kernel as a tensor and input 2 the bias as a tensor; each takes the place of
    //! the weights, which must then be empty.
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
