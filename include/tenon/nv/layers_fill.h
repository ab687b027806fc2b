// SPDX-License-Identifier: Apache-2.0
// Layers that make tensors: constants and fills.
#ifndef TENON_NV_LAYERS_FILL_H
#define TENON_NV_LAYERS_FILL_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! A tensor that never changes.
class IConstantLayer : public ILayer {
public:
    //! The elements, as many as the shape holds. The memory must live until the engine is built.
    void setWeights(Weights weights) noexcept { mImpl->setWeights(weights); }

    //! The elements.
    Weights getWeights() const noexcept { return mImpl->getWeights(); }

    //! The shape, without -1.
    void setDimensions(Dims const& dimensions) noexcept { mImpl->setDimensions(impl::widen(dimensions)); }

    //! The value of setDimensions().
    Dims getDimensions() const noexcept { return impl::narrow(mImpl->getDimensions()); }

protected:
    apiv::VConstantLayer* mImpl;
    virtual ~IConstantLayer() noexcept = default;
};

//! How a fill layer makes elements.
enum class FillOperation : int32_t {
    kLINSPACE = 0,       //!< alpha plus beta times the index along the axis, or along each axis.
    kRANDOM_UNIFORM = 1, //!< Evenly between alpha and beta.
    kRANDOM_NORMAL = 2,  //!< Normally, with mean alpha and standard deviation beta.
};

namespace impl {
template <>
struct EnumMaxImpl<FillOperation> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

//! Makes a tensor from numbers or at random.
class IFillLayer : public ILayer {
public:
    //! Extents of the output, when input 0 is absent.
    void setDimensions(Dims const& dimensions) noexcept { mImpl->setDimensions(impl::widen(dimensions)); }

    //! The extents of setDimensions(). When input 0 gives them, nbDims is -1.
    Dims getDimensions() const noexcept { return impl::narrow(mImpl->getDimensions()); }

    //! How elements are made.
    void setOperation(FillOperation op) noexcept { mImpl->setOperation(op); }

    //! The value of setOperation().
    FillOperation getOperation() const noexcept { return mImpl->getOperation(); }

    //! First number or least number or mean, by the operation, when input 1 is absent. 0 unless set, 0 also for the
    //! mean.
    void setAlpha(double alpha) noexcept { mImpl->setAlpha(alpha); }

    //! The number of setAlpha().
    double getAlpha() const noexcept { return mImpl->getAlpha(); }

    //! Step or greatest number or standard deviation, by the operation, when input 2 is absent. 1 unless set.
    void setBeta(double beta) noexcept { mImpl->setBeta(beta); }

    //! The value of setBeta().
    double getBeta() const noexcept { return mImpl->getBeta(); }

    //! As setAlpha(), of an output of integers (since 10).
    void setAlphaInt64(int64_t alpha) noexcept { mImpl->setAlphaInt64(alpha); }

    //! The value of setAlphaInt64().
    int64_t getAlphaInt64() const noexcept { return mImpl->getAlphaInt64(); }

    //! As setBeta(), of an output of integers (since 10).
    void setBetaInt64(int64_t beta) noexcept { mImpl->setBetaInt64(beta); }

    //! The value of setBetaInt64().
    int64_t getBetaInt64() const noexcept { return mImpl->getBetaInt64(); }

    //! Whether the integer forms were the last to be set (since 10).
    bool isAlphaBetaInt64() const noexcept { return mImpl->isAlphaBetaInt64(); }

    //! Type of the output: kFLOAT, kHALF, kBF16, kINT32 or kINT64 (since 10).
    void setToType(DataType toType) noexcept { mImpl->setToType(toType); }

    //! The type of setToType() or of creation; kFLOAT unless set (since 10).
    DataType getToType() const noexcept { return mImpl->getToType(); }

    //! Input 0, when set, is the extents of the output as a shape tensor of rank 1. Inputs 1 and 2, when set, are alpha
    //! of rank 0, and beta of rank 0 or, for kLINSPACE, one number for each axis.
    using ILayer::setInput;

protected:
    virtual ~IFillLayer() noexcept = default;
    apiv::VFillLayer* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_FILL_H
