// SPDX-License-Identifier: Apache-2.0
// Layers that read the input between its elements: resize and grid sample.
#ifndef TENON_NV_LAYERS_RESIZE_H
#define TENON_NV_LAYERS_RESIZE_H

#include "tenon/nv/layers_shape.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! How a value between elements is made.
enum class InterpolationMode : int32_t {
    kNEAREST = 0, //!< The nearest element.
    kLINEAR = 1,  //!< Linear along each axis.
    kCUBIC = 2,   //!< Cubic along each of two axes.
};

namespace impl {
template <>
struct EnumMaxImpl<InterpolationMode> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

//! Name of InterpolationMode in 8.6.
using ResizeMode = InterpolationMode;

//! Which place of the input an output element reads. r is input extent / output extent.
enum class ResizeCoordinateTransformation : int32_t {
    kALIGN_CORNERS = 0, //!< index * (input extent - 1) / (output extent - 1): corners meet.
    kASYMMETRIC = 1,    //!< index * r.
    kHALF_PIXEL = 2,    //!< (index + 0.5) * r - 0.5: centres meet.
};

namespace impl {
template <>
struct EnumMaxImpl<ResizeCoordinateTransformation> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

//! Which place is read when the output extent is 1.
enum class ResizeSelector : int32_t {
    kFORMULA = 0, //!< The place by the formula.
    kUPPER = 1,   //!< Place 0.
};

namespace impl {
template <>
struct EnumMaxImpl<ResizeSelector> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

//! How a place becomes an index under kNEAREST.
enum class ResizeRoundMode : int32_t {
    kHALF_UP = 0,   //!< To the nearest; halves up.
    kHALF_DOWN = 1, //!< To the nearest; halves down.
    kFLOOR = 2,     //!< Down.
    kCEIL = 3,      //!< Up.
};

namespace impl {
template <>
struct EnumMaxImpl<ResizeRoundMode> {
    static constexpr int32_t kVALUE = 4;
};
} // namespace impl

//! Resizes the trailing axes that differ, by output extents, by scales or by a shape tensor.
class IResizeLayer : public ILayer {
public:
    //! Extents of the output; takes the place of scales.
    void setOutputDimensions(Dims const& dimensions) noexcept { mImpl->setOutputDimensions(impl::widen(dimensions)); }

    //! The extents of setOutputDimensions(). When input 1 gives them, nbDims is -1.
    Dims getOutputDimensions() const noexcept { return impl::narrow(mImpl->getOutputDimensions()); }

    //! Output extent / input extent of each axis; nbScales is the rank. Takes the place of setOutputDimensions().
    void setScales(float const* scales, int32_t nbScales) noexcept { mImpl->setScales(scales, nbScales); }

    //! Writes at most `size` scales and returns their number; -1 when no scales are set.
    int32_t getScales(int32_t size, float* scales) const noexcept { return mImpl->getScales(size, scales); }

    //! How values between elements are made; kNEAREST unless set.
    void setResizeMode(InterpolationMode interpolationMode) noexcept { mImpl->setResizeMode(interpolationMode); }

    //! The value of setResizeMode().
    InterpolationMode getResizeMode() const noexcept { return mImpl->getResizeMode(); }

    //! Which place of the input is read; kASYMMETRIC unless set.
    void setCoordinateTransformation(ResizeCoordinateTransformation coordTransform) noexcept {
        mImpl->setCoordinateTransformation(coordTransform);
    }

    //! The value of setCoordinateTransformation().
    ResizeCoordinateTransformation getCoordinateTransformation() const noexcept {
        return mImpl->getCoordinateTransformation();
    }

    //! Which place is read for an output extent of 1; kFORMULA unless set.
    void setSelectorForSinglePixel(ResizeSelector selector) noexcept { mImpl->setSelectorForSinglePixel(selector); }

    //! The value of setSelectorForSinglePixel().
    ResizeSelector getSelectorForSinglePixel() const noexcept { return mImpl->getSelectorForSinglePixel(); }

    //! How places round under kNEAREST; kFLOOR unless set.
    void setNearestRounding(ResizeRoundMode value) noexcept { mImpl->setNearestRounding(value); }

    //! The value of setNearestRounding().
    ResizeRoundMode getNearestRounding() const noexcept { return mImpl->getNearestRounding(); }

    //! Coefficient of the cubic kernel; -0.75 unless set.
    void setCubicCoeff(float A) noexcept { mImpl->setCubicCoeff(A); }

    //! The value of setCubicCoeff().
    float getCubicCoeff() const noexcept { return mImpl->getCubicCoeff(); }

    //! Whether cubic weights beyond the edge become 0 and the rest is scaled up; false unless set.
    void setExcludeOutside(bool excludeFlag) noexcept { mImpl->setExcludeOutside(excludeFlag); }

    //! The value of setExcludeOutside().
    bool getExcludeOutside() const noexcept { return mImpl->getExcludeOutside(); }

    //! Input 0 is the data. Input 1, when set, is the extents of the output as a shape tensor of rank 1.
    using ILayer::setInput;

    //! True stands for ResizeCoordinateTransformation::kALIGN_CORNERS, false for kASYMMETRIC (of 8.6).
    TRT_DEPRECATED void setAlignCorners(bool alignCorners) noexcept {
        setCoordinateTransformation(alignCorners ? ResizeCoordinateTransformation::kALIGN_CORNERS
                                                 : ResizeCoordinateTransformation::kASYMMETRIC);
    }

    //! Whether the transformation is kALIGN_CORNERS (of 8.6).
    TRT_DEPRECATED bool getAlignCorners() const noexcept {
        return getCoordinateTransformation() == ResizeCoordinateTransformation::kALIGN_CORNERS;
    }

protected:
    virtual ~IResizeLayer() noexcept = default;
    apiv::VResizeLayer* mImpl;
};

//! Reads input 0 [N, C, H, W] at the places of input 1 [N, h, w, 2], x and y from -1 to 1. Output [N, C, h, w].
class IGridSampleLayer : public ILayer {
public:
    //! How values between elements are made; kLINEAR unless set.
    void setInterpolationMode(InterpolationMode mode) noexcept { mImpl->setInterpolationMode(mode); }

    //! The value of setInterpolationMode().
    InterpolationMode getInterpolationMode() const noexcept { return mImpl->getInterpolationMode(); }

    //! Whether -1 and 1 are the centres of the edge elements, not their outer sides; false unless set.
    void setAlignCorners(bool alignCorners) noexcept { mImpl->setAlignCorners(alignCorners); }

    //! The value of setAlignCorners().
    bool getAlignCorners() const noexcept { return mImpl->getAlignCorners(); }

    //! What stands beyond the edge: kFILL with 0, kCLAMP or kREFLECT; kFILL unless set. False for another.
    bool setSampleMode(SampleMode mode) noexcept { return mImpl->setSampleMode(mode); }

    //! The value of setSampleMode().
    SampleMode getSampleMode() const noexcept { return mImpl->getSampleMode(); }

protected:
    apiv::VGridSampleLayer* mImpl;
    virtual ~IGridSampleLayer() noexcept = default;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_RESIZE_H
