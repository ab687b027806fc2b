// SPDX-License-Identifier: Apache-2.0
// The tables of virtual functions behind loops, conditionals, attention and the layers that came with them or later;
// rules as in impl_layers.h. Not for users: call the classes of NvInfer.h.
#ifndef TENON_NV_IMPL_FLOW_H
#define TENON_NV_IMPL_FLOW_H

#include "tenon/nv/impl_layers.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

namespace apiv {

//! Behind ILoopBoundaryLayer.
class VLoopBoundaryLayer : public VRoot {
public:
    virtual ILoop* getLoop() const noexcept = 0;
};

//! Behind IRecurrenceLayer.
class VRecurrenceLayer : public VRoot {};

//! Behind ILoopOutputLayer.
class VLoopOutputLayer : public VRoot {
public:
    virtual LoopOutput getLoopOutput() const noexcept = 0;
    virtual void setAxis(int32_t axis) noexcept = 0;
    virtual int32_t getAxis() const noexcept = 0;
};

//! Behind ITripLimitLayer.
class VTripLimitLayer : public VRoot {
public:
    virtual TripLimit getTripLimit() const noexcept = 0;
};

//! Behind IIteratorLayer.
class VIteratorLayer : public VRoot {
public:
    virtual void setAxis(int32_t axis) noexcept = 0;
    virtual int32_t getAxis() const noexcept = 0;
    virtual void setReverse(bool reverse) noexcept = 0;
    virtual bool getReverse() const noexcept = 0;
};

//! Behind ILoop.
class VLoop : public VRoot {
public:
    virtual IRecurrenceLayer* addRecurrence(ITensor& initialValue) noexcept = 0;
    virtual ITripLimitLayer* addTripLimit(ITensor& tensor, TripLimit limit) noexcept = 0;
    virtual IIteratorLayer* addIterator(ITensor& tensor, int32_t axis, bool reverse) noexcept = 0;
    virtual ILoopOutputLayer* addLoopOutput(ITensor& tensor, LoopOutput outputKind, int32_t axis) noexcept = 0;
    virtual void setName(char const* name) noexcept = 0;
    virtual char const* getName() const noexcept = 0;
};

//! Behind IIfConditionalBoundaryLayer.
class VConditionalBoundaryLayer : public VRoot {
public:
    virtual IIfConditional* getConditional() const noexcept = 0;
};

//! Behind IConditionLayer.
class VConditionLayer : public VRoot {};

//! Behind IIfConditionalInputLayer.
class VConditionalInputLayer : public VRoot {};

//! Behind IIfConditionalOutputLayer.
class VConditionalOutputLayer : public VRoot {};

//! Behind IIfConditional.
class VIfConditional : public VRoot {
public:
    virtual IConditionLayer* setCondition(ITensor& tensor) noexcept = 0;
    virtual IIfConditionalInputLayer* addInput(ITensor& tensor) noexcept = 0;
    virtual IIfConditionalOutputLayer* addOutput(ITensor& trueTensor, ITensor& falseTensor) noexcept = 0;
    virtual void setName(char const* name) noexcept = 0;
    virtual char const* getName() const noexcept = 0;
};

//! Behind IAttentionBoundaryLayer.
class VAttentionBoundaryLayer : public VRoot {
public:
    virtual IAttention* getAttention() const noexcept = 0;
};

//! Behind IAttentionInputLayer.
class VAttentionInputLayer : public VRoot {};

//! Behind IAttentionOutputLayer.
class VAttentionOutputLayer : public VRoot {};

//! Behind IAttention.
class VAttention : public VRoot {
public:
    virtual bool setInput(int32_t index, ITensor& input) noexcept = 0;
    virtual int32_t getNbInputs() const noexcept = 0;
    virtual ITensor* getInput(int32_t index) const noexcept = 0;
    virtual int32_t getNbOutputs() const noexcept = 0;
    virtual ITensor* getOutput(int32_t index) const noexcept = 0;
    virtual bool setName(char const* name) noexcept = 0;
    virtual char const* getName() const noexcept = 0;
    virtual bool setNormalizationOperation(AttentionNormalizationOp op) noexcept = 0;
    virtual AttentionNormalizationOp getNormalizationOperation() const noexcept = 0;
    virtual bool setCausal(bool isCausal) noexcept = 0;
    virtual bool getCausal() const noexcept = 0;
    virtual bool setMask(ITensor& mask) noexcept = 0;
    virtual ITensor* getMask() const noexcept = 0;
    virtual bool setDecomposable(bool decomposable) noexcept = 0;
    virtual bool getDecomposable() const noexcept = 0;
    virtual bool setNormalizationQuantizeScale(ITensor& tensor) noexcept = 0;
    virtual ITensor* getNormalizationQuantizeScale() const noexcept = 0;
    virtual bool setNormalizationQuantizeToType(DataType type) noexcept = 0;
    virtual DataType getNormalizationQuantizeToType() const noexcept = 0;
    virtual bool setMetadata(char const* docString) noexcept = 0;
    virtual char const* getMetadata() const noexcept = 0;
    virtual bool setNbRanks(int32_t nbRanks) noexcept = 0;
    virtual int32_t getNbRanks() const noexcept = 0;

    // Extras: after the slots of 10.16, in the order of their addition.
    virtual bool setCausalKind(CausalMaskKind kind) noexcept = 0;
    virtual CausalMaskKind getCausalKind() const noexcept = 0;
    virtual bool setQueryForm(AttentionIOForm form) noexcept = 0;
    virtual AttentionIOForm getQueryForm() const noexcept = 0;
    virtual bool setKeyValueForm(AttentionIOForm form) noexcept = 0;
    virtual AttentionIOForm getKeyValueForm() const noexcept = 0;
    virtual bool setQueryLengths(ITensor* lengths) noexcept = 0;
    virtual ITensor* getQueryLengths() const noexcept = 0;
    virtual bool setKeyValueLengths(ITensor* lengths) noexcept = 0;
    virtual ITensor* getKeyValueLengths() const noexcept = 0;
};

//! Behind ISelectLayer.
class VSelectLayer : public VRoot {};

//! Behind IAssertionLayer.
class VAssertionLayer : public VRoot {
public:
    virtual void setMessage(char const* message) noexcept = 0;
    virtual char const* getMessage() const noexcept = 0;
};

//! Behind IFillLayer.
class VFillLayer : public VRoot {
public:
    virtual void setDimensions(Dims64 const& dimensions) noexcept = 0;
    virtual Dims64 getDimensions() const noexcept = 0;
    virtual void setOperation(FillOperation op) noexcept = 0;
    virtual FillOperation getOperation() const noexcept = 0;
    virtual void setAlpha(double alpha) noexcept = 0;
    virtual double getAlpha() const noexcept = 0;
    virtual void setBeta(double beta) noexcept = 0;
    virtual double getBeta() const noexcept = 0;
    virtual void setAlphaInt64(int64_t alpha) noexcept = 0;
    virtual int64_t getAlphaInt64() const noexcept = 0;
    virtual void setBetaInt64(int64_t beta) noexcept = 0;
    virtual int64_t getBetaInt64() const noexcept = 0;
    virtual bool isAlphaBetaInt64() const noexcept = 0;
    virtual DataType getToType() const noexcept = 0;
    virtual void setToType(DataType toType) noexcept = 0;
};

//! Behind IQuantizeLayer.
class VQuantizeLayer : public VRoot {
public:
    virtual int32_t getAxis() const noexcept = 0;
    virtual void setAxis(int32_t axis) noexcept = 0;
    virtual DataType getToType() const noexcept = 0;
    virtual void setToType(DataType toType) noexcept = 0;
    virtual Dims64 getBlockShape() const noexcept = 0;
    virtual bool setBlockShape(Dims64 const& blockShape) noexcept = 0;
};

//! Behind IDequantizeLayer.
class VDequantizeLayer : public VRoot {
public:
    virtual int32_t getAxis() const noexcept = 0;
    virtual void setAxis(int32_t axis) noexcept = 0;
    virtual DataType getToType() const noexcept = 0;
    virtual void setToType(DataType toType) noexcept = 0;
    virtual Dims64 getBlockShape() const noexcept = 0;
    virtual bool setBlockShape(Dims64 const& blockShape) noexcept = 0;
};

//! Behind IDynamicQuantizeLayer.
class VDynamicQuantizeLayer : public VRoot {
public:
    virtual int32_t getAxis() const noexcept = 0;
    virtual void setAxis(int32_t axis) noexcept = 0;
    virtual int32_t getBlockSize() const noexcept = 0;
    virtual void setBlockSize(int32_t axis) noexcept = 0;
    virtual DataType getScaleType() const noexcept = 0;
    virtual void setScaleType(DataType axis) noexcept = 0;
    virtual DataType getToType() const noexcept = 0;
    virtual void setToType(DataType toType) noexcept = 0;
    virtual Dims64 getBlockShape() const noexcept = 0;
    virtual void setBlockShape(Dims64 const& blockShape) noexcept = 0;
};

//! Behind IScatterLayer.
class VScatterLayer : public VRoot {
public:
    virtual void setMode(ScatterMode mode) noexcept = 0;
    virtual ScatterMode getMode() const noexcept = 0;
    virtual void setAxis(int32_t axis) noexcept = 0;
    virtual int32_t getAxis() const noexcept = 0;
};

//! Behind IEinsumLayer.
class VEinsumLayer : public VRoot {
public:
    virtual bool setEquation(char const* equation) noexcept = 0;
    virtual char const* getEquation() const noexcept = 0;
};

//! Behind IOneHotLayer.
class VOneHotLayer : public VRoot {
public:
    virtual int32_t getAxis() const noexcept = 0;
    virtual void setAxis(int32_t axis) noexcept = 0;
};

//! Behind IGridSampleLayer.
class VGridSampleLayer : public VRoot {
public:
    virtual void setInterpolationMode(InterpolationMode mode) noexcept = 0;
    virtual InterpolationMode getInterpolationMode() const noexcept = 0;
    virtual void setAlignCorners(bool alignCorners) noexcept = 0;
    virtual bool getAlignCorners() const noexcept = 0;
    virtual bool setSampleMode(SampleMode mode) noexcept = 0;
    virtual SampleMode getSampleMode() const noexcept = 0;
};

//! Behind INMSLayer.
class VNMSLayer : public VRoot {
public:
    virtual void setBoundingBoxFormat(BoundingBoxFormat fmt) noexcept = 0;
    virtual BoundingBoxFormat getBoundingBoxFormat() const noexcept = 0;
    virtual void setTopKBoxLimit(int32_t limit) noexcept = 0;
    virtual int32_t getTopKBoxLimit() const noexcept = 0;
    virtual bool setIndicesType(DataType type) noexcept = 0;
    virtual DataType getIndicesType() const noexcept = 0;
};

//! Behind IReverseSequenceLayer.
class VReverseSequenceLayer : public VRoot {
public:
    virtual void setBatchAxis(int32_t batchAxis) noexcept = 0;
    virtual int32_t getBatchAxis() const noexcept = 0;
    virtual void setSequenceAxis(int32_t sequenceAxis) noexcept = 0;
    virtual int32_t getSequenceAxis() const noexcept = 0;
};

//! Behind INormalizationLayer.
class VNormalizationLayer : public VRoot {
public:
    virtual void setEpsilon(float eps) noexcept = 0;
    virtual float getEpsilon() const noexcept = 0;
    virtual void setAxes(uint32_t axesMask) noexcept = 0;
    virtual uint32_t getAxes() const noexcept = 0;
    virtual void setNbGroups(int64_t nbGroups) noexcept = 0;
    virtual int64_t getNbGroups() const noexcept = 0;
    virtual void setComputePrecision(DataType type) noexcept = 0;
    virtual DataType getComputePrecision() const noexcept = 0;
    virtual bool isV2() const noexcept = 0;
};

//! Behind ISqueezeLayer.
class VSqueezeLayer : public VRoot {};

//! Behind IUnsqueezeLayer.
class VUnsqueezeLayer : public VRoot {};

//! Behind ICumulativeLayer.
class VCumulativeLayer : public VRoot {
public:
    virtual bool setOperation(CumulativeOperation op) noexcept = 0;
    virtual CumulativeOperation getOperation() const noexcept = 0;
    virtual void setExclusive(bool exclusive) noexcept = 0;
    virtual bool getExclusive() const noexcept = 0;
    virtual void setReverse(bool reverse) noexcept = 0;
    virtual bool getReverse() const noexcept = 0;
};

//! Behind IRotaryEmbeddingLayer.
class VRotaryEmbeddingLayer : public VRoot {
public:
    virtual void setInterleaved(bool interleaved) noexcept = 0;
    virtual bool getInterleaved() const noexcept = 0;
    virtual bool setRotaryEmbeddingDim(int32_t rotaryEmbeddingDim) noexcept = 0;
    virtual int32_t getRotaryEmbeddingDim() const noexcept = 0;
    virtual void setInput(int32_t index, ITensor& input) noexcept = 0;
};

//! Behind IKVCacheUpdateLayer.
class VKVCacheUpdateLayer : public VRoot {
public:
    virtual bool setCacheMode(KVCacheMode cacheMode) noexcept = 0;
    virtual KVCacheMode getCacheMode() const noexcept = 0;

    // Extras: after the slots of 10.16, in the order of their addition.
    virtual bool setUpdateForm(AttentionIOForm form) noexcept = 0;
    virtual AttentionIOForm getUpdateForm() const noexcept = 0;
    virtual bool setUpdateLengths(ITensor* lengths) noexcept = 0;
    virtual ITensor* getUpdateLengths() const noexcept = 0;
};

//! Behind IMoELayer.
class VMoELayer : public VRoot {
public:
    virtual void setGatedWeights(ITensor& fcGateWeights, ITensor& fcUpWeights, ITensor& fcDownWeights,
                                 MoEActType activationType) noexcept = 0;
    virtual void setGatedBiases(ITensor& fcGateBiases, ITensor& fcUpBiases, ITensor& fcDownBiases) noexcept = 0;
    virtual void setActivationType(MoEActType activationType) noexcept = 0;
    virtual MoEActType getActivationType() const noexcept = 0;
    virtual void setQuantizationStatic(ITensor& fcDownActivationScale, DataType dataType) noexcept = 0;
    virtual void setQuantizationDynamicDblQ(ITensor& fcDownActivationDblQScale, DataType dataType,
                                            Dims64 const& blockShape, DataType dynQOutputScaleType) noexcept = 0;
    virtual void setQuantizationToType(DataType type) noexcept = 0;
    virtual DataType getQuantizationToType() const noexcept = 0;
    virtual void setQuantizationBlockShape(Dims64 const& blockShape) noexcept = 0;
    virtual Dims64 getQuantizationBlockShape() const noexcept = 0;
    virtual void setDynQOutputScaleType(DataType type) noexcept = 0;
    virtual DataType getDynQOutputScaleType() const noexcept = 0;
    virtual void setSwigluParams(float limit, float alpha, float beta) noexcept = 0;
    virtual void setSwigluParamLimit(float limit) noexcept = 0;
    virtual float getSwigluParamLimit() const noexcept = 0;
    virtual void setSwigluParamAlpha(float alpha) noexcept = 0;
    virtual float getSwigluParamAlpha() const noexcept = 0;
    virtual void setSwigluParamBeta(float beta) noexcept = 0;
    virtual float getSwigluParamBeta() const noexcept = 0;
    virtual void setInput(int32_t index, ITensor& tensor) noexcept = 0;
};

//! Behind IDistCollectiveLayer.
class VDistCollectiveLayer : public VRoot {};

//! Behind IRNNv2Layer.
class VRNNv2Layer : public VRoot {
public:
    virtual int32_t getLayerCount() const noexcept = 0;
    virtual int32_t getHiddenSize() const noexcept = 0;
    virtual int32_t getMaxSeqLength() const noexcept = 0;
    virtual int32_t getDataLength() const noexcept = 0;
    virtual void setSequenceLengths(ITensor& seqLengths) noexcept = 0;
    virtual ITensor* getSequenceLengths() const noexcept = 0;
    virtual void setOperation(RNNOperation op) noexcept = 0;
    virtual RNNOperation getOperation() const noexcept = 0;
    virtual void setInputMode(RNNInputMode op) noexcept = 0;
    virtual RNNInputMode getInputMode() const noexcept = 0;
    virtual void setDirection(RNNDirection op) noexcept = 0;
    virtual RNNDirection getDirection() const noexcept = 0;
    virtual void setWeightsForGate(int32_t layerIndex, RNNGateType gate, bool isW, Weights weights) noexcept = 0;
    virtual Weights getWeightsForGate(int32_t layerIndex, RNNGateType gate, bool isW) const noexcept = 0;
    virtual void setBiasForGate(int32_t layerIndex, RNNGateType gate, bool isW, Weights bias) noexcept = 0;
    virtual Weights getBiasForGate(int32_t layerIndex, RNNGateType gate, bool isW) const noexcept = 0;
    virtual void setHiddenState(ITensor& hidden) noexcept = 0;
    virtual ITensor* getHiddenState() const noexcept = 0;
    virtual void setCellState(ITensor& cell) noexcept = 0;
    virtual ITensor* getCellState() const noexcept = 0;
};

} // namespace apiv

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_IMPL_FLOW_H
