// SPDX-License-Identifier: Apache-2.0
// Layers that move, cut or join elements without computing.
#ifndef TENON_NV_LAYERS_SHAPE_H
#define TENON_NV_LAYERS_SHAPE_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! An order of axes: output axis i is input axis order[i].
struct Permutation {
    //! Only the first entries count, as many as the tensor has axes.
    int32_t order[Dims::MAX_DIMS];
};

class IShuffleLayer : public ILayer {
public:
    void setFirstTranspose(Permutation permutation) noexcept { mImpl->setFirstTranspose(permutation); }

    Permutation getFirstTranspose() const noexcept { return mImpl->getFirstTranspose(); }

    void setReshapeDimensions(Dims const& dimensions) noexcept { mImpl->setReshapeDimensions(impl::widen(dimensions)); }

    Dims getReshapeDimensions() const noexcept { return impl::narrow(mImpl->getReshapeDimensions()); }

    void setSecondTranspose(Permutation permutation) noexcept { mImpl->setSecondTranspose(permutation); }

    Permutation getSecondTranspose() const noexcept { return mImpl->getSecondTranspose(); }

    void setZeroIsPlaceholder(bool zeroIsPlaceholder) noexcept { mImpl->setZeroIsPlaceholder(zeroIsPlaceholder); }

    bool getZeroIsPlaceholder() const noexcept { return mImpl->getZeroIsPlaceholder(); }

    using ILayer::setInput;

protected:
    apiv::VShuffleLayer* mImpl;
    virtual ~IShuffleLayer() noexcept = default;
};

enum class SampleMode : int32_t {
    kSTRICT_BOUNDS = 0,
    kDEFAULT TRT_DEPRECATED_ENUM = kSTRICT_BOUNDS,
    kWRAP = 1,
    kCLAMP = 2,
    kFILL = 3,
    kREFLECT = 4,
};

namespace impl {
template <>
struct EnumMaxImpl<SampleMode> {
    static constexpr int32_t kVALUE = 5;
};
} // namespace impl

//! Name of SampleMode in 8.6.
using SliceMode = SampleMode;

class ISliceLayer : public ILayer {
public:
    void setStart(Dims const& start) noexcept { mImpl->setStart(impl::widen(start)); }

    Dims getStart() const noexcept { return impl::narrow(mImpl->getStart()); }

    void setSize(Dims const& size) noexcept { mImpl->setSize(impl::widen(size)); }

    Dims getSize() const noexcept { return impl::narrow(mImpl->getSize()); }

    void setStride(Dims const& stride) noexcept { mImpl->setStride(impl::widen(stride)); }

    Dims getStride() const noexcept { return impl::narrow(mImpl->getStride()); }

    void setMode(SampleMode mode) noexcept { mImpl->setMode(mode); }

    SampleMode getMode() const noexcept { return mImpl->getMode(); }

    void setAxes(Dims const& axes) noexcept { mImpl->setAxes(impl::widen(axes)); }

    Dims getAxes() const noexcept { return impl::narrow(mImpl->getAxes()); }

    using ILayer::setInput;

protected:
    apiv::VSliceLayer* mImpl;
    virtual ~ISliceLayer() noexcept = default;
};

class IShapeLayer : public ILayer {

protected:
    apiv::VShapeLayer* mImpl;
    virtual ~IShapeLayer() noexcept = default;
};

class IConcatenationLayer : public ILayer {
public:
    void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }

    int32_t getAxis() const noexcept { return mImpl->getAxis(); }

protected:
    virtual ~IConcatenationLayer() noexcept = default;
    apiv::VConcatenationLayer* mImpl;
};

class ISqueezeLayer : public ILayer {
public:
    using ILayer::setInput;

protected:
    apiv::VSqueezeLayer* mImpl;
    virtual ~ISqueezeLayer() noexcept = default;
};

class IUnsqueezeLayer : public ILayer {
public:
    using ILayer::setInput;

protected:
    apiv::VUnsqueezeLayer* mImpl;
    virtual ~IUnsqueezeLayer() noexcept = default;
};

class IReverseSequenceLayer : public ILayer {
public:
    void setBatchAxis(int32_t batchAxis) noexcept { mImpl->setBatchAxis(batchAxis); }

    int32_t getBatchAxis() const noexcept { return mImpl->getBatchAxis(); }

    void setSequenceAxis(int32_t sequenceAxis) noexcept { mImpl->setSequenceAxis(sequenceAxis); }

    int32_t getSequenceAxis() const noexcept { return mImpl->getSequenceAxis(); }

protected:
    apiv::VReverseSequenceLayer* mImpl;
    virtual ~IReverseSequenceLayer() noexcept = default;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_SHAPE_H
