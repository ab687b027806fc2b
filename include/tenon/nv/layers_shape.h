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

//! Transposes, reshapes and transposes again; each part may be left out.
class IShuffleLayer : public ILayer {
public:
    //! Order of axes before the reshape; the identity unless set.
    void setFirstTranspose(Permutation permutation) noexcept { mImpl->setFirstTranspose(permutation); }

    //! The value of setFirstTranspose().
    Permutation getFirstTranspose() const noexcept { return mImpl->getFirstTranspose(); }

    //! New extents. -1 stands for what remains, at one place; 0 copies the input's extent under getZeroIsPlaceholder().
    //! No reshape unless set.
    void setReshapeDimensions(Dims const& dimensions) noexcept { mImpl->setReshapeDimensions(impl::widen(dimensions)); }

    //! The extents of setReshapeDimensions(). When input 1 gives them, nbDims is -1.
    Dims getReshapeDimensions() const noexcept { return impl::narrow(mImpl->getReshapeDimensions()); }

    //! Order of axes after the reshape; the identity unless set.
    void setSecondTranspose(Permutation permutation) noexcept { mImpl->setSecondTranspose(permutation); }

    //! The value of setSecondTranspose().
    Permutation getSecondTranspose() const noexcept { return mImpl->getSecondTranspose(); }

    //! Whether a new extent 0 copies the input's; else it stands for an empty axis. True unless set.
    void setZeroIsPlaceholder(bool zeroIsPlaceholder) noexcept { mImpl->setZeroIsPlaceholder(zeroIsPlaceholder); }

    //! The value of setZeroIsPlaceholder().
    bool getZeroIsPlaceholder() const noexcept { return mImpl->getZeroIsPlaceholder(); }

    //! Input 0 is the data. Input 1, when set, is the new extents as a shape tensor of rank 1.
    using ILayer::setInput;

protected:
    apiv::VShuffleLayer* mImpl;
    virtual ~IShuffleLayer() noexcept = default;
};

//! What stands beyond the bounds of a tensor.
enum class SampleMode : int32_t {
    kSTRICT_BOUNDS = 0,                            //!< Nothing: it is an error.
    kDEFAULT TRT_DEPRECATED_ENUM = kSTRICT_BOUNDS, //!< Name of kSTRICT_BOUNDS in 8.6.
    kWRAP = 1,                                     //!< The tensor again, repeated.
    kCLAMP = 2,                                    //!< The nearest element of the edge.
    kFILL = 3,                                     //!< A constant.
    kREFLECT = 4,                                  //!< The tensor mirrored at its edge elements.
};

namespace impl {
template <>
struct EnumMaxImpl<SampleMode> {
    static constexpr int32_t kVALUE = 5;
};
} // namespace impl

//! Name of SampleMode in 8.6.
using SliceMode = SampleMode;

//! Takes size elements from start on with a step of stride along each axis; steps may be negative or 0.
class ISliceLayer : public ILayer {
public:
    //! First index along each axis.
    void setStart(Dims const& start) noexcept { mImpl->setStart(impl::widen(start)); }

    //! The indices of setStart(). When input 1 gives them, nbDims is -1.
    Dims getStart() const noexcept { return impl::narrow(mImpl->getStart()); }

    //! Extents of the output.
    void setSize(Dims const& size) noexcept { mImpl->setSize(impl::widen(size)); }

    //! The extents of setSize(). When input 2 gives them, nbDims is -1.
    Dims getSize() const noexcept { return impl::narrow(mImpl->getSize()); }

    //! Step along each axis.
    void setStride(Dims const& stride) noexcept { mImpl->setStride(impl::widen(stride)); }

    //! The steps of setStride(). When input 3 gives them, nbDims is -1.
    Dims getStride() const noexcept { return impl::narrow(mImpl->getStride()); }

    //! What stands beyond the bounds; kSTRICT_BOUNDS unless set.
    void setMode(SampleMode mode) noexcept { mImpl->setMode(mode); }

    //! The value of setMode().
    SampleMode getMode() const noexcept { return mImpl->getMode(); }

    //! Axes that start, size and stride speak of; the others stay whole (since 10). All axes unless set.
    void setAxes(Dims const& axes) noexcept { mImpl->setAxes(impl::widen(axes)); }

    //! The axes of setAxes(); nbDims is -1 when none are set (since 10).
    Dims getAxes() const noexcept { return impl::narrow(mImpl->getAxes()); }

    //! Input 0 is the data. Inputs 1 to 3, when set, are start, size and stride as shape tensors of rank 1; input 4 is
    //! the constant of kFILL, of rank 0; input 5 the axes (since 10).
    using ILayer::setInput;

protected:
    apiv::VSliceLayer* mImpl;
    virtual ~ISliceLayer() noexcept = default;
};

//! The extents of the input as a tensor of rank 1: int64, at level 8 int32.
class IShapeLayer : public ILayer {
protected:
    apiv::VShapeLayer* mImpl;
    virtual ~IShapeLayer() noexcept = default;
};

//! Joins tensors along an axis; all other extents are equal.
class IConcatenationLayer : public ILayer {
public:
    //! The axis. Unless set, axis rank - 3, or 0 for ranks below 3.
    void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }

    //! The value of setAxis().
    int32_t getAxis() const noexcept { return mImpl->getAxis(); }

protected:
    virtual ~IConcatenationLayer() noexcept = default;
    apiv::VConcatenationLayer* mImpl;
};

//! Removes axes of extent 1 (since 10). Input 1 is the axes, a constant of rank 1.
class ISqueezeLayer : public ILayer {
public:
    //! Input 0 is the data, input 1 the axes.
    using ILayer::setInput;

protected:
    apiv::VSqueezeLayer* mImpl;
    virtual ~ISqueezeLayer() noexcept = default;
};

//! Adds axes of extent 1 (since 10). Input 1 is the axes as the output counts them, a constant of rank 1.
class IUnsqueezeLayer : public ILayer {
public:
    //! Input 0 is the data, input 1 the axes.
    using ILayer::setInput;

protected:
    apiv::VUnsqueezeLayer* mImpl;
    virtual ~IUnsqueezeLayer() noexcept = default;
};

//! Reverses the first lengths[i] elements of sample i. Input 1, the lengths, is [N].
class IReverseSequenceLayer : public ILayer {
public:
    //! Axis of the samples; 1 unless set.
    void setBatchAxis(int32_t batchAxis) noexcept { mImpl->setBatchAxis(batchAxis); }

    //! The value of setBatchAxis().
    int32_t getBatchAxis() const noexcept { return mImpl->getBatchAxis(); }

    //! Axis that is reversed; 0 unless set.
    void setSequenceAxis(int32_t sequenceAxis) noexcept { mImpl->setSequenceAxis(sequenceAxis); }

    //! The value of setSequenceAxis().
    int32_t getSequenceAxis() const noexcept { return mImpl->getSequenceAxis(); }

protected:
    apiv::VReverseSequenceLayer* mImpl;
    virtual ~IReverseSequenceLayer() noexcept = default;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_SHAPE_H
