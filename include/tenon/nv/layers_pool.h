// SPDX-License-Identifier: Apache-2.0
// Layers that look at a window of the input: pooling, response normalization, padding.
#ifndef TENON_NV_LAYERS_POOL_H
#define TENON_NV_LAYERS_POOL_H

#include "tenon/nv/layer.h"
#include "tenon/nv/layers_conv.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! What a pooling layer makes of a window.
enum class PoolingType : int32_t {
    kMAX = 0,               //!< The greatest element.
    kAVERAGE = 1,           //!< The mean.
    kMAX_AVERAGE_BLEND = 2, //!< (1 - blend) * maximum + blend * mean.
};

namespace impl {
template <>
struct EnumMaxImpl<PoolingType> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

//! Reduces a window that moves over the last two or three axes of [N, C, spatial...].
class IPoolingLayer : public ILayer {
public:
    //! What is made of a window.
    void setPoolingType(PoolingType type) noexcept { mImpl->setPoolingType(type); }

    //! The value of setPoolingType().
    PoolingType getPoolingType() const noexcept { return mImpl->getPoolingType(); }

    //! Weight of the mean under kMAX_AVERAGE_BLEND, from 0 to 1; 0 unless set.
    void setBlendFactor(float blendFactor) noexcept { mImpl->setBlendFactor(blendFactor); }

    //! The value of setBlendFactor().
    float getBlendFactor() const noexcept { return mImpl->getBlendFactor(); }

    //! Whether a mean divides by the number of elements that are not padding; true unless set.
    void setAverageCountExcludesPadding(bool exclusive) noexcept { mImpl->setAverageCountExcludesPadding(exclusive); }

    //! The value of setAverageCountExcludesPadding().
    bool getAverageCountExcludesPadding() const noexcept { return mImpl->getAverageCountExcludesPadding(); }

    //! Padding before the first element of each spatial axis; 0 unless set.
    void setPrePadding(Dims const& padding) noexcept { mImpl->setPrePadding(impl::widen(padding)); }

    //! The value of setPrePadding().
    Dims getPrePadding() const noexcept { return impl::narrow(mImpl->getPrePadding()); }

    //! Padding after the last element of each spatial axis; 0 unless set.
    void setPostPadding(Dims const& padding) noexcept { mImpl->setPostPadding(impl::widen(padding)); }

    //! The value of setPostPadding().
    Dims getPostPadding() const noexcept { return impl::narrow(mImpl->getPostPadding()); }

    //! How output extents follow; kEXPLICIT_ROUND_DOWN unless set.
    void setPaddingMode(PaddingMode paddingMode) noexcept { mImpl->setPaddingMode(paddingMode); }

    //! The value of setPaddingMode().
    PaddingMode getPaddingMode() const noexcept { return mImpl->getPaddingMode(); }

    //! Extents of the window; two or three, which says how many axes are spatial.
    void setWindowSizeNd(Dims const& windowSize) noexcept { mImpl->setWindowSizeNd(impl::widen(windowSize)); }

    //! The value of setWindowSizeNd().
    Dims getWindowSizeNd() const noexcept { return impl::narrow(mImpl->getWindowSizeNd()); }

    //! Step of the window along each spatial axis; 1 unless set.
    void setStrideNd(Dims const& stride) noexcept { mImpl->setStrideNd(impl::widen(stride)); }

    //! The value of setStrideNd().
    Dims getStrideNd() const noexcept { return impl::narrow(mImpl->getStrideNd()); }

    //! Padding on both sides of each spatial axis.
    void setPaddingNd(Dims const& padding) noexcept { mImpl->setPaddingNd(impl::widen(padding)); }

    //! The padding of both sides. Ask only when they are equal.
    Dims getPaddingNd() const noexcept { return impl::narrow(mImpl->getPaddingNd()); }

    //! Window size of two dimensions (of 8.6); as setWindowSizeNd().
    TRT_DEPRECATED void setWindowSize(DimsHW windowSize) noexcept { setWindowSizeNd(windowSize); }

    //! Window size of two dimensions (of 8.6). Entries that the layer lacks are 0.
    TRT_DEPRECATED DimsHW getWindowSize() const noexcept { return impl::toHW(getWindowSizeNd()); }

    //! Stride of two dimensions (of 8.6); as setStrideNd().
    TRT_DEPRECATED void setStride(DimsHW stride) noexcept { setStrideNd(stride); }

    //! Stride of two dimensions (of 8.6). Entries that the layer lacks are 0.
    TRT_DEPRECATED DimsHW getStride() const noexcept { return impl::toHW(getStrideNd()); }

    //! Symmetric padding of two dimensions (of 8.6); as setPaddingNd().
    TRT_DEPRECATED void setPadding(DimsHW padding) noexcept { setPaddingNd(padding); }

    //! Symmetric padding of two dimensions (of 8.6). Entries that the layer lacks are 0.
    TRT_DEPRECATED DimsHW getPadding() const noexcept { return impl::toHW(getPaddingNd()); }

protected:
    virtual ~IPoolingLayer() noexcept = default;
    apiv::VPoolingLayer* mImpl;
};

//! Divides each element by (k + alpha / window * sum of squares)^beta; the sum runs over a window of neighbouring
//! channels. Input [N, C, H, W].
class ILRNLayer : public ILayer {
public:
    //! Number of channels in the window; odd.
    void setWindowSize(int64_t windowSize) noexcept { mImpl->setWindowSize(windowSize); }

    //! The value of setWindowSize().
    impl::Extent getWindowSize() const noexcept { return static_cast<impl::Extent>(mImpl->getWindowSize()); }

    //! Factor alpha.
    void setAlpha(float alpha) noexcept { mImpl->setAlpha(alpha); }

    //! The value of setAlpha().
    float getAlpha() const noexcept { return mImpl->getAlpha(); }

    //! Exponent beta.
    void setBeta(float beta) noexcept { mImpl->setBeta(beta); }

    //! The value of setBeta().
    float getBeta() const noexcept { return mImpl->getBeta(); }

    //! Constant k.
    void setK(float k) noexcept { mImpl->setK(k); }

    //! The value of setK().
    float getK() const noexcept { return mImpl->getK(); }

protected:
    virtual ~ILRNLayer() noexcept = default;
    apiv::VLRNLayer* mImpl;
};

//! Adds zeros around the last two axes, or crops them.
class IPaddingLayer : public ILayer {
public:
    //! Zeros before the first element of each of the two axes; negative numbers crop.
    void setPrePaddingNd(Dims const& padding) noexcept { mImpl->setPrePaddingNd(impl::widen(padding)); }

    //! The value of setPrePaddingNd().
    Dims getPrePaddingNd() const noexcept { return impl::narrow(mImpl->getPrePaddingNd()); }

    //! Zeros after the last element of each of the two axes; negative numbers crop.
    void setPostPaddingNd(Dims const& padding) noexcept { mImpl->setPostPaddingNd(impl::widen(padding)); }

    //! The value of setPostPaddingNd().
    Dims getPostPaddingNd() const noexcept { return impl::narrow(mImpl->getPostPaddingNd()); }

    //! Leading padding of two dimensions (of 8.6); as setPrePaddingNd().
    TRT_DEPRECATED void setPrePadding(DimsHW padding) noexcept { setPrePaddingNd(padding); }

    //! Leading padding of two dimensions (of 8.6). Entries that the layer lacks are 0.
    TRT_DEPRECATED DimsHW getPrePadding() const noexcept { return impl::toHW(getPrePaddingNd()); }

    //! Trailing padding of two dimensions (of 8.6); as setPostPaddingNd().
    TRT_DEPRECATED void setPostPadding(DimsHW padding) noexcept { setPostPaddingNd(padding); }

    //! Trailing padding of two dimensions (of 8.6). Entries that the layer lacks are 0.
    TRT_DEPRECATED DimsHW getPostPadding() const noexcept { return impl::toHW(getPostPaddingNd()); }

protected:
    apiv::VPaddingLayer* mImpl;
    virtual ~IPaddingLayer() noexcept = default;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_POOL_H
