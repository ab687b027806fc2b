// SPDX-License-Identifier: Apache-2.0
// Layers that look at a window of the input: pooling, response normalization, padding.
#ifndef TENON_NV_LAYERS_POOL_H
#define TENON_NV_LAYERS_POOL_H

#include "tenon/nv/layer.h"
#include "tenon/nv/layers_conv.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

enum class PoolingType : int32_t {
    kMAX = 0,
    kAVERAGE = 1,
    kMAX_AVERAGE_BLEND = 2,
};

namespace impl {
template <>
struct EnumMaxImpl<PoolingType> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

class IPoolingLayer : public ILayer {
public:
    void setPoolingType(PoolingType type) noexcept { mImpl->setPoolingType(type); }

    PoolingType getPoolingType() const noexcept { return mImpl->getPoolingType(); }

    void setBlendFactor(float blendFactor) noexcept { mImpl->setBlendFactor(blendFactor); }

    float getBlendFactor() const noexcept { return mImpl->getBlendFactor(); }

    void setAverageCountExcludesPadding(bool exclusive) noexcept { mImpl->setAverageCountExcludesPadding(exclusive); }

    bool getAverageCountExcludesPadding() const noexcept { return mImpl->getAverageCountExcludesPadding(); }

    void setPrePadding(Dims const& padding) noexcept { mImpl->setPrePadding(impl::widen(padding)); }

    Dims getPrePadding() const noexcept { return impl::narrow(mImpl->getPrePadding()); }

    void setPostPadding(Dims const& padding) noexcept { mImpl->setPostPadding(impl::widen(padding)); }

    Dims getPostPadding() const noexcept { return impl::narrow(mImpl->getPostPadding()); }

    void setPaddingMode(PaddingMode paddingMode) noexcept { mImpl->setPaddingMode(paddingMode); }

    PaddingMode getPaddingMode() const noexcept { return mImpl->getPaddingMode(); }

    void setWindowSizeNd(Dims const& windowSize) noexcept { mImpl->setWindowSizeNd(impl::widen(windowSize)); }

    Dims getWindowSizeNd() const noexcept { return impl::narrow(mImpl->getWindowSizeNd()); }

    void setStrideNd(Dims const& stride) noexcept { mImpl->setStrideNd(impl::widen(stride)); }

    Dims getStrideNd() const noexcept { return impl::narrow(mImpl->getStrideNd()); }

    void setPaddingNd(Dims const& padding) noexcept { mImpl->setPaddingNd(impl::widen(padding)); }

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

class ILRNLayer : public ILayer {
public:
    void setWindowSize(int64_t windowSize) noexcept { mImpl->setWindowSize(windowSize); }

    impl::Extent getWindowSize() const noexcept { return static_cast<impl::Extent>(mImpl->getWindowSize()); }

    void setAlpha(float alpha) noexcept { mImpl->setAlpha(alpha); }

    float getAlpha() const noexcept { return mImpl->getAlpha(); }

    void setBeta(float beta) noexcept { mImpl->setBeta(beta); }

    float getBeta() const noexcept { return mImpl->getBeta(); }

    void setK(float k) noexcept { mImpl->setK(k); }

    float getK() const noexcept { return mImpl->getK(); }

protected:
    virtual ~ILRNLayer() noexcept = default;
    apiv::VLRNLayer* mImpl;
};

class IPaddingLayer : public ILayer {
public:
    void setPrePaddingNd(Dims const& padding) noexcept { mImpl->setPrePaddingNd(impl::widen(padding)); }

    Dims getPrePaddingNd() const noexcept { return impl::narrow(mImpl->getPrePaddingNd()); }

    void setPostPaddingNd(Dims const& padding) noexcept { mImpl->setPostPaddingNd(impl::widen(padding)); }

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
