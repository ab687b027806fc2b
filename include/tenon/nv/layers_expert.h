// SPDX-License-Identifier: Apache-2.0
// A mixture of experts, and communication between ranks.
#ifndef TENON_NV_LAYERS_EXPERT_H
#define TENON_NV_LAYERS_EXPERT_H

#include "tenon/nv/layers_reduce.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! Activation of an expert's gate (since 10).
enum class MoEActType : int32_t {
    kNONE = 0, //!< Not chosen yet.
    kSILU = 1, //!< x * sigmoid(x).
};

namespace impl {
template <>
struct EnumMaxImpl<MoEActType> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

//! A mixture of experts (since 10): the sum over a token's experts of score * down(up(x) * activation(gate(x))).
//! Inputs: tokens [b, s, h], experts of each token [b, s, k], their scores [b, s, k]. Output as the tokens.
class IMoELayer : public ILayer {
public:
    //! Weights of the experts, e of them: gate and up [e, h, m], down [e, m, h]; and the activation.
    void setGatedWeights(ITensor& fcGateWeights, ITensor& fcUpWeights, ITensor& fcDownWeights,
                         MoEActType activationType) noexcept {
        mImpl->setGatedWeights(fcGateWeights, fcUpWeights, fcDownWeights, activationType);
    }

    //! Biases of the experts: gate and up [e, m], down [e, h]. None unless set.
    void setGatedBiases(ITensor& fcGateBiases, ITensor& fcUpBiases, ITensor& fcDownBiases) noexcept {
        mImpl->setGatedBiases(fcGateBiases, fcUpBiases, fcDownBiases);
    }

    //! The activation of the gate.
    void setActivationType(MoEActType activationType) noexcept { mImpl->setActivationType(activationType); }

    //! The value of setActivationType().
    MoEActType getActivationType() const noexcept { return mImpl->getActivationType(); }

    //! Quantizes the product before `down` to dataType by a given scale. Takes the place of the dynamic form.
    void setQuantizationStatic(ITensor& fcDownActivationScale, DataType dataType) noexcept {
        mImpl->setQuantizationStatic(fcDownActivationScale, dataType);
    }

    //! Quantizes the product before `down` by blocks whose scales the data gives; the scales are quantized by a given
    //! scale. Takes the place of the static form.
    void setQuantizationDynamicDblQ(ITensor& fcDownActivationDblQScale, DataType dataType, Dims const& blockShape,
                                    DataType dynQOutputScaleType) noexcept {
        mImpl->setQuantizationDynamicDblQ(fcDownActivationDblQScale, dataType, impl::widen(blockShape),
                                          dynQOutputScaleType);
    }

    //! Type that the product before `down` is quantized to: kFP8 or kFP4; kFLOAT, as unless set, for none.
    void setQuantizationToType(DataType type) noexcept { mImpl->setQuantizationToType(type); }

    //! The value of setQuantizationToType().
    DataType getQuantizationToType() const noexcept { return mImpl->getQuantizationToType(); }

    //! Extents of a block over [b, s, k, m]; -1 for a whole axis.
    void setQuantizationBlockShape(Dims const& blockShape) noexcept {
        mImpl->setQuantizationBlockShape(impl::widen(blockShape));
    }

    //! The value of setQuantizationBlockShape().
    Dims getQuantizationBlockShape() const noexcept { return impl::narrow(mImpl->getQuantizationBlockShape()); }

    //! Type of the scales of the dynamic form.
    void setDynQOutputScaleType(DataType type) noexcept { mImpl->setDynQOutputScaleType(type); }

    //! The value of setDynQOutputScaleType().
    DataType getDynQOutputScaleType() const noexcept { return mImpl->getDynQOutputScaleType(); }

    //! Parameters of the gated product: a limit for its factors, a factor of the sigmoid's argument, and a number added
    //! to `up`.
    void setSwigluParams(float limit, float alpha, float beta) noexcept { mImpl->setSwigluParams(limit, alpha, beta); }

    //! Limit for the factors of the gated product; infinity unless set.
    void setSwigluParamLimit(float limit) noexcept { mImpl->setSwigluParamLimit(limit); }

    //! The value of setSwigluParamLimit().
    float getSwigluParamLimit() const noexcept { return mImpl->getSwigluParamLimit(); }

    //! Factor of the sigmoid's argument; 1 unless set.
    void setSwigluParamAlpha(float alpha) noexcept { mImpl->setSwigluParamAlpha(alpha); }

    //! The value of setSwigluParamAlpha().
    float getSwigluParamAlpha() const noexcept { return mImpl->getSwigluParamAlpha(); }

    //! Number added to `up`; 0 unless set.
    void setSwigluParamBeta(float beta) noexcept { mImpl->setSwigluParamBeta(beta); }

    //! The value of setSwigluParamBeta().
    float getSwigluParamBeta() const noexcept { return mImpl->getSwigluParamBeta(); }

    //! Inputs 0 to 2 are tokens, experts and scores; those after them belong to the methods above.
    void setInput(int32_t index, ITensor& tensor) noexcept { mImpl->setInput(index, tensor); }

protected:
    virtual ~IMoELayer() noexcept = default;
    apiv::VMoELayer* mImpl;
};

//! How ranks exchange tensors (since 10).
enum class CollectiveOperation : int32_t {
    kALL_REDUCE = 0,     //!< Every rank gets the reduction of all.
    kALL_GATHER = 1,     //!< Every rank gets the tensors of all, joined along axis 0.
    kBROADCAST = 2,      //!< Every rank gets the root's tensor.
    kREDUCE = 3,         //!< The root gets the reduction of all.
    kREDUCE_SCATTER = 4, //!< Every rank gets its part of the reduction of all.
    kALL_TO_ALL = 5,     //!< Every rank gets a part from every rank; since 11.
    kGATHER = 6,         //!< The root gets the tensors of all, joined along axis 0; since 11.
    kSCATTER = 7,        //!< Every rank gets its part of the root's tensor; since 11.
};

namespace impl {
template <>
struct EnumMaxImpl<CollectiveOperation> {
    static constexpr int32_t kVALUE = byLevel(5, 5, 8);
};
} // namespace impl

//! Exchange of tensors between ranks (since 10).
class IDistCollectiveLayer : public ILayer {
protected:
    virtual ~IDistCollectiveLayer() noexcept = default;
    apiv::VDistCollectiveLayer* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_EXPERT_H
