// SPDX-License-Identifier: Apache-2.0
// A mixture of experts, and communication between ranks.
#ifndef TENON_NV_LAYERS_EXPERT_H
#define TENON_NV_LAYERS_EXPERT_H

#include "tenon/nv/layers_reduce.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

enum class MoEActType : int32_t {
    kNONE = 0,
    kSILU = 1,
};

namespace impl {
template <>
struct EnumMaxImpl<MoEActType> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

class IMoELayer : public ILayer {
public:
    void setGatedWeights(ITensor& fcGateWeights, ITensor& fcUpWeights, ITensor& fcDownWeights,
                         MoEActType activationType) noexcept {
        mImpl->setGatedWeights(fcGateWeights, fcUpWeights, fcDownWeights, activationType);
    }

    void setGatedBiases(ITensor& fcGateBiases, ITensor& fcUpBiases, ITensor& fcDownBiases) noexcept {
        mImpl->setGatedBiases(fcGateBiases, fcUpBiases, fcDownBiases);
    }

    void setActivationType(MoEActType activationType) noexcept { mImpl->setActivationType(activationType); }

    MoEActType getActivationType() const noexcept { return mImpl->getActivationType(); }

    void setQuantizationStatic(ITensor& fcDownActivationScale, DataType dataType) noexcept {
        mImpl->setQuantizationStatic(fcDownActivationScale, dataType);
    }

    void setQuantizationDynamicDblQ(ITensor& fcDownActivationDblQScale, DataType dataType, Dims const& blockShape,
                                    DataType dynQOutputScaleType) noexcept {
        mImpl->setQuantizationDynamicDblQ(fcDownActivationDblQScale, dataType, impl::widen(blockShape),
                                          dynQOutputScaleType);
    }

    void setQuantizationToType(DataType type) noexcept { mImpl->setQuantizationToType(type); }

    DataType getQuantizationToType() const noexcept { return mImpl->getQuantizationToType(); }

    void setQuantizationBlockShape(Dims const& blockShape) noexcept {
        mImpl->setQuantizationBlockShape(impl::widen(blockShape));
    }

    Dims getQuantizationBlockShape() const noexcept { return impl::narrow(mImpl->getQuantizationBlockShape()); }

    void setDynQOutputScaleType(DataType type) noexcept { mImpl->setDynQOutputScaleType(type); }

    DataType getDynQOutputScaleType() const noexcept { return mImpl->getDynQOutputScaleType(); }

    void setSwigluParams(float limit, float alpha, float beta) noexcept { mImpl->setSwigluParams(limit, alpha, beta); }

    void setSwigluParamLimit(float limit) noexcept { mImpl->setSwigluParamLimit(limit); }

    float getSwigluParamLimit() const noexcept { return mImpl->getSwigluParamLimit(); }

    void setSwigluParamAlpha(float alpha) noexcept { mImpl->setSwigluParamAlpha(alpha); }

    float getSwigluParamAlpha() const noexcept { return mImpl->getSwigluParamAlpha(); }

    void setSwigluParamBeta(float beta) noexcept { mImpl->setSwigluParamBeta(beta); }

    float getSwigluParamBeta() const noexcept { return mImpl->getSwigluParamBeta(); }

    void setInput(int32_t index, ITensor& tensor) noexcept { mImpl->setInput(index, tensor); }

    using ILayer::setInput;

protected:
    virtual ~IMoELayer() noexcept = default;
    apiv::VMoELayer* mImpl;
};

enum class CollectiveOperation : int32_t {
    kALL_REDUCE = 0,
    kALL_GATHER = 1,
    kBROADCAST = 2,
    kREDUCE = 3,
    kREDUCE_SCATTER = 4,
    kALL_TO_ALL = 5,
    kGATHER = 6,
    kSCATTER = 7,
};

namespace impl {
template <>
struct EnumMaxImpl<CollectiveOperation> {
    static constexpr int32_t kVALUE = byLevel(5, 5, 8);
};
} // namespace impl

class IDistCollectiveLayer : public ILayer {

protected:
    virtual ~IDistCollectiveLayer() noexcept = default;
    apiv::VDistCollectiveLayer* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_EXPERT_H
