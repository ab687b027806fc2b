// SPDX-License-Identifier: Apache-2.0
// The tables of virtual functions behind tensors and layers. Slots stand in the order of 10.16 and speak Dims64 and the
// enumerator numbers of level 10 at every level. Not for users: call the classes of NvInfer.h.
#ifndef TENON_NV_IMPL_LAYERS_H
#define TENON_NV_IMPL_LAYERS_H

#include "tenon/nv/forward.h"
#include "tenon/nv/impl_runtime.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

namespace apiv {

//! Behind ITensor.
class VTensor : public VRoot {
public:
    virtual void setName(char const* name) noexcept = 0;
    virtual char const* getName() const noexcept = 0;
    virtual void setDimensions(Dims64 const& dimensions) noexcept = 0;
    virtual Dims64 getDimensions() const noexcept = 0;
    virtual void setType(DataType type) noexcept = 0;
    virtual DataType getType() const noexcept = 0;
    virtual bool setDynamicRange(float min, float max) noexcept = 0;
    virtual bool isNetworkInput() const noexcept = 0;
    virtual bool isNetworkOutput() const noexcept = 0;
    virtual void setBroadcastAcrossBatch(bool broadcastAcrossBatch) noexcept = 0;
    virtual bool getBroadcastAcrossBatch() const noexcept = 0;
    virtual TensorLocation getLocation() const noexcept = 0;
    virtual void setLocation(TensorLocation location) noexcept = 0;
    virtual bool dynamicRangeIsSet() const noexcept = 0;
    virtual void resetDynamicRange() noexcept = 0;
    virtual float getDynamicRangeMin() const noexcept = 0;
    virtual float getDynamicRangeMax() const noexcept = 0;
    virtual void setAllowedFormats(TensorFormats formats) noexcept = 0;
    virtual TensorFormats getAllowedFormats() const noexcept = 0;
    virtual bool isShapeTensor() const noexcept = 0;
    virtual bool isExecutionTensor() const noexcept = 0;
    virtual void setDimensionName(int32_t index, char const* name) noexcept = 0;
    virtual char const* getDimensionName(int32_t index) const noexcept = 0;
};

//! Behind ILayer.
class VLayer : public VRoot {
public:
    virtual LayerType getType() const noexcept = 0;
    virtual void setName(char const* name) noexcept = 0;
    virtual char const* getName() const noexcept = 0;
    virtual int32_t getNbInputs() const noexcept = 0;
    virtual ITensor* getInput(int32_t index) const noexcept = 0;
    virtual int32_t getNbOutputs() const noexcept = 0;
    virtual ITensor* getOutput(int32_t index) const noexcept = 0;
    virtual void setInput(int32_t index, ITensor& tensor) noexcept = 0;
    virtual void setPrecision(DataType dataType) noexcept = 0;
    virtual DataType getPrecision() const noexcept = 0;
    virtual bool precisionIsSet() const noexcept = 0;
    virtual void resetPrecision() noexcept = 0;
    virtual void setOutputType(int32_t index, DataType dataType) noexcept = 0;
    virtual DataType getOutputType(int32_t index) const noexcept = 0;
    virtual bool outputTypeIsSet(int32_t index) const noexcept = 0;
    virtual void resetOutputType(int32_t index) noexcept = 0;
    virtual void setMetadata(char const* docString) noexcept = 0;
    virtual char const* getMetadata() const noexcept = 0;
    virtual bool setNbRanks(int32_t nbRanks) noexcept = 0;
    virtual int32_t getNbRanks() const noexcept = 0;
};

//! Behind IConvolutionLayer.
class VConvolutionLayer : public VRoot {
public:
    virtual void setNbOutputMaps(int64_t nbOutputMaps) noexcept = 0;
    virtual int64_t getNbOutputMaps() const noexcept = 0;
    virtual void setNbGroups(int64_t nbGroups) noexcept = 0;
    virtual int64_t getNbGroups() const noexcept = 0;
    virtual void setKernelWeights(Weights weights) noexcept = 0;
    virtual Weights getKernelWeights() const noexcept = 0;
    virtual void setBiasWeights(Weights weights) noexcept = 0;
    virtual Weights getBiasWeights() const noexcept = 0;
    virtual void setPrePadding(Dims64 const& padding) noexcept = 0;
    virtual Dims64 getPrePadding() const noexcept = 0;
    virtual void setPostPadding(Dims64 const& padding) noexcept = 0;
    virtual Dims64 getPostPadding() const noexcept = 0;
    virtual void setPaddingMode(PaddingMode paddingMode) noexcept = 0;
    virtual PaddingMode getPaddingMode() const noexcept = 0;
    virtual void setKernelSizeNd(Dims64 const& kernelSize) noexcept = 0;
    virtual Dims64 getKernelSizeNd() const noexcept = 0;
    virtual void setStrideNd(Dims64 const& stride) noexcept = 0;
    virtual Dims64 getStrideNd() const noexcept = 0;
    virtual void setPaddingNd(Dims64 const& padding) noexcept = 0;
    virtual Dims64 getPaddingNd() const noexcept = 0;
    virtual void setDilationNd(Dims64 const& dilation) noexcept = 0;
    virtual Dims64 getDilationNd() const noexcept = 0;
};

//! Behind IActivationLayer.
class VActivationLayer : public VRoot {
public:
    virtual void setActivationType(ActivationType type) noexcept = 0;
    virtual ActivationType getActivationType() const noexcept = 0;
    virtual void setAlpha(float alpha) noexcept = 0;
    virtual void setBeta(float beta) noexcept = 0;
    virtual float getAlpha() const noexcept = 0;
    virtual float getBeta() const noexcept = 0;
};

//! Behind IPoolingLayer.
class VPoolingLayer : public VRoot {
public:
    virtual void setPoolingType(PoolingType type) noexcept = 0;
    virtual PoolingType getPoolingType() const noexcept = 0;
    virtual void setBlendFactor(float blendFactor) noexcept = 0;
    virtual float getBlendFactor() const noexcept = 0;
    virtual void setAverageCountExcludesPadding(bool exclusive) noexcept = 0;
    virtual bool getAverageCountExcludesPadding() const noexcept = 0;
    virtual void setPrePadding(Dims64 const& padding) noexcept = 0;
    virtual Dims64 getPrePadding() const noexcept = 0;
    virtual void setPostPadding(Dims64 const& padding) noexcept = 0;
    virtual Dims64 getPostPadding() const noexcept = 0;
    virtual void setPaddingMode(PaddingMode paddingMode) noexcept = 0;
    virtual PaddingMode getPaddingMode() const noexcept = 0;
    virtual void setWindowSizeNd(Dims64 const& windowSize) noexcept = 0;
    virtual Dims64 getWindowSizeNd() const noexcept = 0;
    virtual void setStrideNd(Dims64 const& stride) noexcept = 0;
    virtual Dims64 getStrideNd() const noexcept = 0;
    virtual void setPaddingNd(Dims64 const& padding) noexcept = 0;
    virtual Dims64 getPaddingNd() const noexcept = 0;
};

//! Behind ILRNLayer.
class VLRNLayer : public VRoot {
public:
    virtual void setWindowSize(int64_t windowSize) noexcept = 0;
    virtual int64_t getWindowSize() const noexcept = 0;
    virtual void setAlpha(float alpha) noexcept = 0;
    virtual float getAlpha() const noexcept = 0;
    virtual void setBeta(float beta) noexcept = 0;
    virtual float getBeta() const noexcept = 0;
    virtual void setK(float k) noexcept = 0;
    virtual float getK() const noexcept = 0;
};

//! Behind IScaleLayer.
class VScaleLayer : public VRoot {
public:
    virtual void setMode(ScaleMode mode) noexcept = 0;
    virtual ScaleMode getMode() const noexcept = 0;
    virtual void setShift(Weights shift) noexcept = 0;
    virtual Weights getShift() const noexcept = 0;
    virtual void setScale(Weights scale) noexcept = 0;
    virtual Weights getScale() const noexcept = 0;
    virtual void setPower(Weights power) noexcept = 0;
    virtual Weights getPower() const noexcept = 0;
    virtual int32_t getChannelAxis() const noexcept = 0;
    virtual void setChannelAxis(int32_t channelAxis) noexcept = 0;
};

//! Behind ISoftMaxLayer.
class VSoftMaxLayer : public VRoot {
public:
    virtual void setAxes(uint32_t axes) noexcept = 0;
    virtual uint32_t getAxes() const noexcept = 0;
};

//! Behind IConcatenationLayer.
class VConcatenationLayer : public VRoot {
public:
    virtual void setAxis(int32_t axis) noexcept = 0;
    virtual int32_t getAxis() const noexcept = 0;
};

//! Behind IDeconvolutionLayer.
class VDeconvolutionLayer : public VRoot {
public:
    virtual void setNbOutputMaps(int64_t nbOutputMaps) noexcept = 0;
    virtual int64_t getNbOutputMaps() const noexcept = 0;
    virtual void setNbGroups(int64_t nbGroups) noexcept = 0;
    virtual int64_t getNbGroups() const noexcept = 0;
    virtual void setKernelWeights(Weights weights) noexcept = 0;
    virtual Weights getKernelWeights() const noexcept = 0;
    virtual void setBiasWeights(Weights weights) noexcept = 0;
    virtual Weights getBiasWeights() const noexcept = 0;
    virtual void setPrePadding(Dims64 const& padding) noexcept = 0;
    virtual Dims64 getPrePadding() const noexcept = 0;
    virtual void setPostPadding(Dims64 const& padding) noexcept = 0;
    virtual Dims64 getPostPadding() const noexcept = 0;
    virtual void setPaddingMode(PaddingMode paddingMode) noexcept = 0;
    virtual PaddingMode getPaddingMode() const noexcept = 0;
    virtual void setKernelSizeNd(Dims64 const& kernelSize) noexcept = 0;
    virtual Dims64 getKernelSizeNd() const noexcept = 0;
    virtual void setStrideNd(Dims64 const& stride) noexcept = 0;
    virtual Dims64 getStrideNd() const noexcept = 0;
    virtual void setPaddingNd(Dims64 const& padding) noexcept = 0;
    virtual Dims64 getPaddingNd() const noexcept = 0;
    virtual void setDilationNd(Dims64 const& dilation) noexcept = 0;
    virtual Dims64 getDilationNd() const noexcept = 0;
};

//! Behind IElementWiseLayer.
class VElementWiseLayer : public VRoot {
public:
    virtual void setOperation(ElementWiseOperation op) noexcept = 0;
    virtual ElementWiseOperation getOperation() const noexcept = 0;
};

//! Behind IGatherLayer.
class VGatherLayer : public VRoot {
public:
    virtual void setGatherAxis(int32_t axis) noexcept = 0;
    virtual int32_t getGatherAxis() const noexcept = 0;
    virtual void setNbElementWiseDims(int32_t k) noexcept = 0;
    virtual int32_t getNbElementWiseDims() const noexcept = 0;
    virtual void setMode(GatherMode mode) noexcept = 0;
    virtual GatherMode getMode() const noexcept = 0;
};

//! Behind a plugin layer of generations before 8; no layer has one.
class VPluginLayer : public VRoot {
public:
    virtual IPlugin& getPlugin() noexcept = 0;
};

//! Behind IPluginV2Layer.
class VPluginV2Layer : public VRoot {
public:
    virtual IPluginV2& getPlugin() noexcept = 0;
};

//! Behind IPluginV3Layer.
class VPluginV3Layer : public VRoot {
public:
    virtual IPluginV3& getPlugin() noexcept = 0;
};

//! Behind IUnaryLayer.
class VUnaryLayer : public VRoot {
public:
    virtual void setOperation(UnaryOperation op) noexcept = 0;
    virtual UnaryOperation getOperation() const noexcept = 0;
};

//! Behind IReduceLayer.
class VReduceLayer : public VRoot {
public:
    virtual void setOperation(ReduceOperation op) noexcept = 0;
    virtual ReduceOperation getOperation() const noexcept = 0;
    virtual void setReduceAxes(uint32_t reduceAxes) noexcept = 0;
    virtual uint32_t getReduceAxes() const noexcept = 0;
    virtual void setKeepDimensions(bool keepDimensions) noexcept = 0;
    virtual bool getKeepDimensions() const noexcept = 0;
};

//! Behind IPaddingLayer.
class VPaddingLayer : public VRoot {
public:
    virtual void setPrePaddingNd(Dims64 const& padding) noexcept = 0;
    virtual Dims64 getPrePaddingNd() const noexcept = 0;
    virtual void setPostPaddingNd(Dims64 const& padding) noexcept = 0;
    virtual Dims64 getPostPaddingNd() const noexcept = 0;
};

//! Behind IShuffleLayer.
class VShuffleLayer : public VRoot {
public:
    virtual void setFirstTranspose(Permutation const& permutation) noexcept = 0;
    virtual Permutation const& getFirstTranspose() const noexcept = 0;
    virtual void setReshapeDimensions(Dims64 const& dimensions) noexcept = 0;
    virtual Dims64 getReshapeDimensions() const noexcept = 0;
    virtual void setSecondTranspose(Permutation const& permutation) noexcept = 0;
    virtual Permutation const& getSecondTranspose() const noexcept = 0;
    virtual void setZeroIsPlaceholder(bool zeroIsPlaceholder) noexcept = 0;
    virtual bool getZeroIsPlaceholder() const noexcept = 0;
};

//! Behind ISliceLayer.
class VSliceLayer : public VRoot {
public:
    virtual void setStart(Dims64 const& start) noexcept = 0;
    virtual Dims64 getStart() const noexcept = 0;
    virtual void setSize(Dims64 const& size) noexcept = 0;
    virtual Dims64 getSize() const noexcept = 0;
    virtual void setStride(Dims64 const& stride) noexcept = 0;
    virtual Dims64 getStride() const noexcept = 0;
    virtual void setMode(SampleMode mode) noexcept = 0;
    virtual SampleMode getMode() const noexcept = 0;
    virtual void setAxes(Dims64 const& axes) noexcept = 0;
    virtual Dims64 getAxes() const noexcept = 0;
};

//! Behind IShapeLayer.
class VShapeLayer : public VRoot {};

//! Behind ITopKLayer.
class VTopKLayer : public VRoot {
public:
    virtual void setOperation(TopKOperation op) noexcept = 0;
    virtual TopKOperation getOperation() const noexcept = 0;
    virtual void setK(int32_t k) noexcept = 0;
    virtual int32_t getK() const noexcept = 0;
    virtual void setReduceAxes(uint32_t reduceAxes) noexcept = 0;
    virtual uint32_t getReduceAxes() const noexcept = 0;
    virtual bool setIndicesType(DataType type) noexcept = 0;
    virtual DataType getIndicesType() const noexcept = 0;
};

//! Behind IMatrixMultiplyLayer.
class VMatrixMultiplyLayer : public VRoot {
public:
    virtual void setOperation(int32_t index, MatrixOperation op) noexcept = 0;
    virtual MatrixOperation getOperation(int32_t index) const noexcept = 0;
};

//! Behind IFullyConnectedLayer.
class VFullyConnectedLayer : public VRoot {
public:
    virtual void setNbOutputChannels(int32_t nbOutputs) noexcept = 0;
    virtual int32_t getNbOutputChannels() const noexcept = 0;
    virtual void setKernelWeights(Weights weights) noexcept = 0;
    virtual Weights getKernelWeights() const noexcept = 0;
    virtual void setBiasWeights(Weights weights) noexcept = 0;
    virtual Weights getBiasWeights() const noexcept = 0;
};

//! Behind INonZeroLayer.
class VNonZeroLayer : public VRoot {
public:
    virtual bool setIndicesType(DataType type) noexcept = 0;
    virtual DataType getIndicesType() const noexcept = 0;
};

//! Behind IRaggedSoftMaxLayer.
class VRaggedSoftMaxLayer : public VRoot {};

//! Behind IIdentityLayer.
class VIdentityLayer : public VRoot {};

//! Behind ICastLayer.
class VCastLayer : public VRoot {
public:
    virtual void setToType(DataType toType) noexcept = 0;
    virtual DataType getToType() const noexcept = 0;
};

//! Behind IConstantLayer.
class VConstantLayer : public VRoot {
public:
    virtual void setWeights(Weights weights) noexcept = 0;
    virtual Weights getWeights() const noexcept = 0;
    virtual void setDimensions(Dims64 const& dimensions) noexcept = 0;
    virtual Dims64 getDimensions() const noexcept = 0;
};

//! Behind IParametricReLULayer.
class VParametricReLULayer : public VRoot {};

//! Behind IResizeLayer.
class VResizeLayer : public VRoot {
public:
    virtual void setOutputDimensions(Dims64 const& dimensions) noexcept = 0;
    virtual Dims64 getOutputDimensions() const noexcept = 0;
    virtual void setScales(float const* scales, int32_t nbScales) noexcept = 0;
    virtual int32_t getScales(int32_t size, float* scales) const noexcept = 0;
    virtual void setResizeMode(InterpolationMode interpolationMode) noexcept = 0;
    virtual InterpolationMode getResizeMode() const noexcept = 0;
    virtual void setCoordinateTransformation(ResizeCoordinateTransformation coordTransform) noexcept = 0;
    virtual ResizeCoordinateTransformation getCoordinateTransformation() const noexcept = 0;
    virtual void setSelectorForSinglePixel(ResizeSelector selector) noexcept = 0;
    virtual ResizeSelector getSelectorForSinglePixel() const noexcept = 0;
    virtual void setNearestRounding(ResizeRoundMode value) noexcept = 0;
    virtual ResizeRoundMode getNearestRounding() const noexcept = 0;
    virtual void setCubicCoeff(float value) noexcept = 0;
    virtual float getCubicCoeff() const noexcept = 0;
    virtual void setExcludeOutside(bool value) noexcept = 0;
    virtual bool getExcludeOutside() const noexcept = 0;
};

} // namespace apiv

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_IMPL_LAYERS_H
