// SPDX-License-Identifier: Apache-2.0
// Layers that read the input between its elements: resize and grid sample.
#ifndef TENON_NV_LAYERS_RESIZE_H
#define TENON_NV_LAYERS_RESIZE_H

#include "tenon/nv/layers_shape.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

enum class InterpolationMode : int32_t {
    kNEAREST = 0,
    kLINEAR = 1,
    kCUBIC = 2,
};

namespace impl {
template <>
struct EnumMaxImpl<InterpolationMode> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

//! Name of InterpolationMode in 8.6.
using ResizeMode = InterpolationMode;

enum class ResizeCoordinateTransformation : int32_t {
    kALIGN_CORNERS = 0,
    kASYMMETRIC = 1,
    kHALF_PIXEL = 2,
};

namespace impl {
template <>
struct EnumMaxImpl<ResizeCoordinateTransformation> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

enum class ResizeSelector : int32_t {
    kFORMULA = 0,
    kUPPER = 1,
};

namespace impl {
template <>
struct EnumMaxImpl<ResizeSelector> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

enum class ResizeRoundMode : int32_t {
    kHALF_UP = 0,
    kHALF_DOWN = 1,
    kFLOOR = 2,
    kCEIL = 3,
};

namespace impl {
template <>
struct EnumMaxImpl<ResizeRoundMode> {
    static constexpr int32_t kVALUE = 4;
};
} // namespace impl

class IResizeLayer : public ILayer {
public:
    void setOutputDimensions(Dims const& dimensions) noexcept { mImpl->setOutputDimensions(impl::widen(dimensions)); }

    Dims getOutputDimensions() const noexcept { return impl::narrow(mImpl->getOutputDimensions()); }

    void setScales(float const* scales, int32_t nbScales) noexcept { mImpl->setScales(scales, nbScales); }

    int32_t getScales(int32_t size, float* scales) const noexcept { return mImpl->getScales(size, scales); }

    void setResizeMode(InterpolationMode interpolationMode) noexcept { mImpl->setResizeMode(interpolationMode); }

    InterpolationMode getResizeMode() const noexcept { return mImpl->getResizeMode(); }

    void setCoordinateTransformation(ResizeCoordinateTransformation coordTransform) noexcept {
        mImpl->setCoordinateTransformation(coordTransform);
    }

    ResizeCoordinateTransformation getCoordinateTransformation() const noexcept {
        return mImpl->getCoordinateTransformation();
    }

    void setSelectorForSinglePixel(ResizeSelector selector) noexcept { mImpl->setSelectorForSinglePixel(selector); }

    ResizeSelector getSelectorForSinglePixel() const noexcept { return mImpl->getSelectorForSinglePixel(); }

    void setNearestRounding(ResizeRoundMode value) noexcept { mImpl->setNearestRounding(value); }

    ResizeRoundMode getNearestRounding() const noexcept { return mImpl->getNearestRounding(); }

    void setCubicCoeff(float A) noexcept { mImpl->setCubicCoeff(A); }

    float getCubicCoeff() const noexcept { return mImpl->getCubicCoeff(); }

    void setExcludeOutside(bool excludeFlag) noexcept { mImpl->setExcludeOutside(excludeFlag); }

    bool getExcludeOutside() const noexcept { return mImpl->getExcludeOutside(); }

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

class IGridSampleLayer : public ILayer {
public:
    void setInterpolationMode(InterpolationMode mode) noexcept { mImpl->setInterpolationMode(mode); }

    InterpolationMode getInterpolationMode() const noexcept { return mImpl->getInterpolationMode(); }

    void setAlignCorners(bool alignCorners) noexcept { mImpl->setAlignCorners(alignCorners); }

    bool getAlignCorners() const noexcept { return mImpl->getAlignCorners(); }

    bool setSampleMode(SampleMode mode) noexcept { return mImpl->setSampleMode(mode); }

    SampleMode getSampleMode() const noexcept { return mImpl->getSampleMode(); }

protected:
    apiv::VGridSampleLayer* mImpl;
    virtual ~IGridSampleLayer() noexcept = default;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_RESIZE_H
