// SPDX-License-Identifier: Apache-2.0
// Layers that make tensors: constants and fills.
#ifndef TENON_NV_LAYERS_FILL_H
#define TENON_NV_LAYERS_FILL_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

class IConstantLayer : public ILayer {
public:
    void setWeights(Weights weights) noexcept { mImpl->setWeights(weights); }

    Weights getWeights() const noexcept { return mImpl->getWeights(); }

    void setDimensions(Dims const& dimensions) noexcept { mImpl->setDimensions(impl::widen(dimensions)); }

    Dims getDimensions() const noexcept { return impl::narrow(mImpl->getDimensions()); }

protected:
    apiv::VConstantLayer* mImpl;
    virtual ~IConstantLayer() noexcept = default;
};

enum class FillOperation : int32_t {
    kLINSPACE = 0,
    kRANDOM_UNIFORM = 1,
    kRANDOM_NORMAL = 2,
};

namespace impl {
template <>
struct EnumMaxImpl<FillOperation> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

class IFillLayer : public ILayer {
public:
    void setDimensions(Dims const& dimensions) noexcept { mImpl->setDimensions(impl::widen(dimensions)); }

    Dims getDimensions() const noexcept { return impl::narrow(mImpl->getDimensions()); }

    void setOperation(FillOperation op) noexcept { mImpl->setOperation(op); }

    FillOperation getOperation() const noexcept { return mImpl->getOperation(); }

    void setAlpha(double alpha) noexcept { mImpl->setAlpha(alpha); }

    double getAlpha() const noexcept { return mImpl->getAlpha(); }

    void setBeta(double beta) noexcept { mImpl->setBeta(beta); }

    double getBeta() const noexcept { return mImpl->getBeta(); }

    void setAlphaInt64(int64_t alpha) noexcept { mImpl->setAlphaInt64(alpha); }

    int64_t getAlphaInt64() const noexcept { return mImpl->getAlphaInt64(); }

    void setBetaInt64(int64_t beta) noexcept { mImpl->setBetaInt64(beta); }

    int64_t getBetaInt64() const noexcept { return mImpl->getBetaInt64(); }

    bool isAlphaBetaInt64() const noexcept { return mImpl->isAlphaBetaInt64(); }

    void setToType(DataType toType) noexcept { mImpl->setToType(toType); }

    DataType getToType() const noexcept { return mImpl->getToType(); }

    using ILayer::setInput;

protected:
    virtual ~IFillLayer() noexcept = default;
    apiv::VFillLayer* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_FILL_H
