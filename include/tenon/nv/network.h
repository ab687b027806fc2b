// SPDX-License-Identifier: Apache-2.0
// A network: tensors and layers that an IBuilder turns into an engine. The network owns all that its methods return.
#ifndef TENON_NV_NETWORK_H
#define TENON_NV_NETWORK_H

#include "tenon/nv/conditional.h"
#include "tenon/nv/layers_attention.h"
#include "tenon/nv/layers_conv.h"
#include "tenon/nv/layers_expert.h"
#include "tenon/nv/layers_fill.h"
#include "tenon/nv/layers_index.h"
#include "tenon/nv/layers_matrix.h"
#include "tenon/nv/layers_plugin.h"
#include "tenon/nv/layers_pointwise.h"
#include "tenon/nv/layers_pool.h"
#include "tenon/nv/layers_quantize.h"
#include "tenon/nv/layers_reduce.h"
#include "tenon/nv/layers_resize.h"
#include "tenon/nv/layers_rnn.h"
#include "tenon/nv/layers_shape.h"
#include "tenon/nv/loop.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! Mask of 1U << NetworkDefinitionCreationFlag.
using NetworkDefinitionCreationFlags = uint32_t;

enum class NetworkDefinitionCreationFlag : int32_t {
    kEXPLICIT_BATCH TENON_DEPRECATED_ENUM_10 = impl::byLevel(0, 0, 3),
    kSTRONGLY_TYPED TENON_DEPRECATED_ENUM_11 = impl::byLevel(2, 1, 0),
    kPREFER_JIT_PYTHON_PLUGINS = impl::byLevel(3, 2, 1),
    kPREFER_AOT_PYTHON_PLUGINS = impl::byLevel(4, 3, 2),
    kEXPLICIT_PRECISION TRT_DEPRECATED_ENUM = impl::byLevel(1, 4, 4),
};

namespace impl {
template <>
struct EnumMaxImpl<NetworkDefinitionCreationFlag> {
    static constexpr int32_t kVALUE = byLevel(2, 4, 3);
};
} // namespace impl

namespace impl {
//! Numbers of the library for the numbers of NetworkDefinitionCreationFlag at this level.
#if TENON_API_LEVEL == 8
constexpr int8_t kCREATION_FLAGS[] = {0, 4, 1, 2, 3};
#elif TENON_API_LEVEL == 11
constexpr int8_t kCREATION_FLAGS[] = {1, 2, 3, 0, 4};
#else
constexpr int8_t kCREATION_FLAGS[] = {0, 1, 2, 3, 4};
#endif

constexpr NetworkDefinitionCreationFlag toLibrary(NetworkDefinitionCreationFlag flag) noexcept {
    return static_cast<NetworkDefinitionCreationFlag>(renumber(kCREATION_FLAGS, static_cast<int32_t>(flag)));
}
constexpr NetworkDefinitionCreationFlags creationFlagsToLibrary(NetworkDefinitionCreationFlags flags) noexcept {
    return renumberMask(kCREATION_FLAGS, flags);
}
constexpr NetworkDefinitionCreationFlags creationFlagsFromLibrary(NetworkDefinitionCreationFlags flags) noexcept {
    return renumberMaskBack(kCREATION_FLAGS, flags);
}
} // namespace impl

class INetworkDefinition : public INoCopy {
public:
    virtual ~INetworkDefinition() noexcept = default;

    ITensor* addInput(char const* name, DataType type, Dims const& dimensions) noexcept {
        return mImpl->addInput(name, type, impl::widen(dimensions));
    }

    void markOutput(ITensor& tensor) noexcept { mImpl->markOutput(tensor); }

    bool markDebug(ITensor& tensor) noexcept { return mImpl->markDebug(tensor); }

    bool unmarkDebug(ITensor& tensor) noexcept { return mImpl->unmarkDebug(tensor); }

    bool isDebugTensor(ITensor const& tensor) const noexcept { return mImpl->isDebugTensor(tensor); }

    bool markUnfusedTensorsAsDebugTensors() noexcept { return mImpl->markUnfusedTensorsAsDebugTensors(); }

    bool unmarkUnfusedTensorsAsDebugTensors() noexcept { return mImpl->unmarkUnfusedTensorsAsDebugTensors(); }

    IActivationLayer* addActivation(ITensor& input, ActivationType type) noexcept {
        return mImpl->addActivation(input, type);
    }

    ILRNLayer* addLRN(ITensor& input, int64_t window, float alpha, float beta, float k) noexcept {
        return mImpl->addLRN(input, window, alpha, beta, k);
    }

    IScaleLayer* addScale(ITensor& input, ScaleMode mode, Weights shift, Weights scale, Weights power) noexcept {
        return mImpl->addScale(input, mode, shift, scale, power);
    }

    ISoftMaxLayer* addSoftMax(ITensor& input) noexcept { return mImpl->addSoftMax(input); }

    IConcatenationLayer* addConcatenation(ITensor* const* inputs, int32_t nbInputs) noexcept {
        return mImpl->addConcatenation(inputs, nbInputs);
    }

    IElementWiseLayer* addElementWise(ITensor& input1, ITensor& input2, ElementWiseOperation op) noexcept {
        return mImpl->addElementWise(input1, input2, op);
    }

    IUnaryLayer* addUnary(ITensor& input, UnaryOperation operation) noexcept {
        return mImpl->addUnary(input, operation);
    }

    IShuffleLayer* addShuffle(ITensor& input) noexcept { return mImpl->addShuffle(input); }

    IOneHotLayer* addOneHot(ITensor& indices, ITensor& values, ITensor& depth, int32_t axis) noexcept {
        return mImpl->addOneHot(indices, values, depth, axis);
    }

    int32_t getNbLayers() const noexcept { return mImpl->getNbLayers(); }

    ILayer* getLayer(int32_t index) const noexcept { return mImpl->getLayer(index); }

    int32_t getNbInputs() const noexcept { return mImpl->getNbInputs(); }

    ITensor* getInput(int32_t index) const noexcept { return mImpl->getInput(index); }

    int32_t getNbOutputs() const noexcept { return mImpl->getNbOutputs(); }

    ITensor* getOutput(int32_t index) const noexcept { return mImpl->getOutput(index); }

    IReduceLayer* addReduce(ITensor& input, ReduceOperation operation, uint32_t reduceAxes,
                            bool keepDimensions) noexcept {
        return mImpl->addReduce(input, operation, reduceAxes, keepDimensions);
    }

    TENON_DEPRECATED_10 ITopKLayer* addTopK(ITensor& input, TopKOperation op, int32_t k, uint32_t reduceAxes) noexcept {
        return mImpl->addTopK(input, op, k, reduceAxes);
    }

#if TENON_API_LEVEL != 8
    ITopKLayer* addTopK(ITensor& input, TopKOperation op, int32_t k, uint32_t reduceAxes,
                        DataType indicesType) noexcept {
        return mImpl->addTopKV2(input, op, k, reduceAxes, indicesType);
    }
#endif

    IGatherLayer* addGather(ITensor& data, ITensor& indices, int32_t axis) noexcept {
        return mImpl->addGather(data, indices, axis);
    }

    IGatherLayer* addGatherV2(ITensor& data, ITensor& indices, GatherMode mode) noexcept {
        return mImpl->addGatherV2(data, indices, mode);
    }

    IRaggedSoftMaxLayer* addRaggedSoftMax(ITensor& input, ITensor& bounds) noexcept {
        return mImpl->addRaggedSoftMax(input, bounds);
    }

    IMatrixMultiplyLayer* addMatrixMultiply(ITensor& input0, MatrixOperation op0, ITensor& input1,
                                            MatrixOperation op1) noexcept {
        return mImpl->addMatrixMultiply(input0, op0, input1, op1);
    }

    TENON_DEPRECATED_10 INonZeroLayer* addNonZero(ITensor& input) noexcept {
        return mImpl->addNonZero(input);
    }

#if TENON_API_LEVEL != 8
    INonZeroLayer* addNonZero(ITensor& input, DataType indicesType) noexcept {
        return mImpl->addNonZeroV2(input, indicesType);
    }
#endif

    IConstantLayer* addConstant(Dims const& dimensions, Weights weights) noexcept {
        return mImpl->addConstant(impl::widen(dimensions), weights);
    }

    IIdentityLayer* addIdentity(ITensor& input) noexcept {
        return mImpl->addIdentity(input);
    }

    ICastLayer* addCast(ITensor& input, DataType toType) noexcept {
        return mImpl->addCast(input, toType);
    }

    void removeTensor(ITensor& tensor) noexcept {
        mImpl->removeTensor(tensor);
    }

    void unmarkOutput(ITensor& tensor) noexcept {
        mImpl->unmarkOutput(tensor);
    }

    TENON_DEPRECATED_10 IPluginV2Layer* addPluginV2(ITensor* const* inputs, int32_t nbInputs,
                                                    IPluginV2& plugin) noexcept {
        return mImpl->addPluginV2(inputs, nbInputs, plugin);
    }

    IPluginV3Layer* addPluginV3(ITensor* const* inputs, int32_t nbInputs, ITensor* const* shapeInputs,
                                int32_t nbShapeInputs, IPluginV3& plugin) noexcept {
        return mImpl->addPluginV3(inputs, nbInputs, shapeInputs, nbShapeInputs, plugin);
    }

    ISliceLayer* addSlice(ITensor& input, Dims const& start, Dims const& size, Dims const& stride) noexcept {
        return mImpl->addSlice(input, impl::widen(start), impl::widen(size), impl::widen(stride));
    }

    void setName(char const* name) noexcept {
        mImpl->setName(name);
    }

    char const* getName() const noexcept {
        return mImpl->getName();
    }

    IShapeLayer* addShape(ITensor& input) noexcept {
        return mImpl->addShape(input);
    }

    TENON_DEPRECATED_10 bool hasImplicitBatchDimension() const noexcept {
        return mImpl->hasImplicitBatchDimension();
    }

    NetworkDefinitionCreationFlags getFlags() const noexcept {
        return impl::creationFlagsFromLibrary(mImpl->getFlags());
    }

    bool getFlag(NetworkDefinitionCreationFlag networkDefinitionCreationFlag) const noexcept {
        return mImpl->getFlag(impl::toLibrary(networkDefinitionCreationFlag));
    }

    bool markOutputForShapes(ITensor& tensor) noexcept {
        return mImpl->markOutputForShapes(tensor);
    }

    bool unmarkOutputForShapes(ITensor& tensor) noexcept {
        return mImpl->unmarkOutputForShapes(tensor);
    }

    IParametricReLULayer* addParametricReLU(ITensor& input, ITensor& slope) noexcept {
        return mImpl->addParametricReLU(input, slope);
    }

    IConvolutionLayer* addConvolutionNd(ITensor& input, int64_t nbOutputMaps, Dims const& kernelSize,
                                        Weights kernelWeights, Weights biasWeights) noexcept {
        return mImpl->addConvolutionNd(input, nbOutputMaps, impl::widen(kernelSize), kernelWeights, biasWeights);
    }

    IPoolingLayer* addPoolingNd(ITensor& input, PoolingType type, Dims const& windowSize) noexcept {
        return mImpl->addPoolingNd(input, type, impl::widen(windowSize));
    }

    IDeconvolutionLayer* addDeconvolutionNd(ITensor& input, int64_t nbOutputMaps, Dims kernelSize,
                                            Weights kernelWeights, Weights biasWeights) noexcept {
        return mImpl->addDeconvolutionNd(input, nbOutputMaps, impl::widen(kernelSize), kernelWeights, biasWeights);
    }

    IScaleLayer* addScaleNd(ITensor& input, ScaleMode mode, Weights shift, Weights scale, Weights power,
                            int32_t channelAxis) noexcept {
        return mImpl->addScaleNd(input, mode, shift, scale, power, channelAxis);
    }

    IResizeLayer* addResize(ITensor& input) noexcept {
        return mImpl->addResize(input);
    }

    ILoop* addLoop() noexcept {
        return mImpl->addLoop();
    }

    IIfConditional* addIfConditional() noexcept {
        return mImpl->addIfConditional();
    }

    ISelectLayer* addSelect(ITensor& condition, ITensor& thenInput, ITensor& elseInput) noexcept {
        return mImpl->addSelect(condition, thenInput, elseInput);
    }

    IAssertionLayer* addAssertion(ITensor& condition, char const* message) noexcept {
        return mImpl->addAssertion(condition, message);
    }

#if TENON_API_LEVEL != 11
    TENON_DEPRECATED_10 IFillLayer* addFill(Dims const& dimensions, FillOperation op) noexcept {
        return mImpl->addFill(impl::widen(dimensions), op);
    }
#endif

#if TENON_API_LEVEL != 8
    IFillLayer* addFill(Dims const& dimensions, FillOperation op, DataType outputType) noexcept {
        return mImpl->addFillV2(impl::widen(dimensions), op, outputType);
    }
#endif

    IPaddingLayer* addPaddingNd(ITensor& input, Dims const& prePadding, Dims const& postPadding) noexcept {
        return mImpl->addPaddingNd(input, impl::widen(prePadding), impl::widen(postPadding));
    }

    bool setWeightsName(Weights weights, char const* name) noexcept {
        return mImpl->setWeightsName(weights, name);
    }

    void setErrorRecorder(IErrorRecorder* recorder) noexcept {
        mImpl->setErrorRecorder(recorder);
    }

    IErrorRecorder* getErrorRecorder() const noexcept {
        return mImpl->getErrorRecorder();
    }

#if TENON_API_LEVEL != 11
    TENON_DEPRECATED_10 IDequantizeLayer* addDequantize(ITensor& input, ITensor& scale) noexcept {
        return mImpl->addDequantize(input, scale);
    }
#endif

#if TENON_API_LEVEL != 8
    IDequantizeLayer* addDequantize(ITensor& input, ITensor& scale, DataType outputType) noexcept {
        return mImpl->addDequantizeV2(input, scale, outputType);
    }
#endif

    IScatterLayer* addScatter(ITensor& data, ITensor& indices, ITensor& updates, ScatterMode mode) noexcept {
        return mImpl->addScatter(data, indices, updates, mode);
    }

#if TENON_API_LEVEL != 11
    TENON_DEPRECATED_10 IQuantizeLayer* addQuantize(ITensor& input, ITensor& scale) noexcept {
        return mImpl->addQuantize(input, scale);
    }
#endif

#if TENON_API_LEVEL != 8
    IQuantizeLayer* addQuantize(ITensor& input, ITensor& scale, DataType outputType) noexcept {
        return mImpl->addQuantizeV2(input, scale, outputType);
    }
#endif

    TRT_DEPRECATED IDynamicQuantizeLayer* addDynamicQuantize(ITensor& input, int32_t axis, int32_t blockSize,
                                                             DataType outputType, DataType scaleType) noexcept {
        return mImpl->addDynamicQuantize(input, axis, blockSize, outputType, scaleType);
    }

    IDynamicQuantizeLayer* addDynamicQuantizeV2(ITensor& input, Dims const& blockShape, DataType outputType,
                                                DataType scaleType) noexcept {
        return mImpl->addDynamicQuantizeV2(input, impl::widen(blockShape), outputType, scaleType);
    }

    IEinsumLayer* addEinsum(ITensor* const* inputs, int32_t nbInputs, char const* equation) noexcept {
        return mImpl->addEinsum(inputs, nbInputs, equation);
    }

    IGridSampleLayer* addGridSample(ITensor& input, ITensor& grid) noexcept {
        return mImpl->addGridSample(input, grid);
    }

    TENON_DEPRECATED_10 INMSLayer* addNMS(ITensor& boxes, ITensor& scores, ITensor& maxOutputBoxesPerClass) noexcept {
        return mImpl->addNMS(boxes, scores, maxOutputBoxesPerClass);
    }

#if TENON_API_LEVEL != 8
    INMSLayer* addNMS(ITensor& boxes, ITensor& scores, ITensor& maxOutputBoxesPerClass, DataType indicesType) noexcept {
        return mImpl->addNMSV2(boxes, scores, maxOutputBoxesPerClass, indicesType);
    }
#endif

    IReverseSequenceLayer* addReverseSequence(ITensor& input, ITensor& sequenceLens) noexcept {
        return mImpl->addReverseSequence(input, sequenceLens);
    }

    TENON_DEPRECATED_10 INormalizationLayer* addNormalization(ITensor& input, ITensor& scale, ITensor& bias,
                                                              uint32_t axesMask) noexcept {
        return mImpl->addNormalization(input, scale, bias, axesMask);
    }

    ICumulativeLayer* addCumulative(ITensor& input, ITensor& axis, CumulativeOperation operation, bool exclusive,
                                    bool reverse) noexcept {
        return mImpl->addCumulative(input, axis, operation, exclusive, reverse);
    }

    TENON_DEPRECATED_11 IAttention* addAttention(ITensor& query, ITensor& key, ITensor& value,
                                                 AttentionNormalizationOp normOp, bool causal) noexcept {
        return mImpl->addAttention(query, key, value, normOp, causal);
    }

    IRotaryEmbeddingLayer* addRotaryEmbedding(ITensor& input, ITensor& cosCache, ITensor& sinCache, bool interleaved,
                                              int32_t rotaryEmbeddingDim) noexcept {
        return mImpl->addRotaryEmbedding(input, cosCache, sinCache, interleaved, rotaryEmbeddingDim);
    }

    IKVCacheUpdateLayer* addKVCacheUpdate(ITensor& cache, ITensor& update, ITensor& writeIndices,
                                          KVCacheMode cacheMode) noexcept {
        return mImpl->addKVCacheUpdate(cache, update, writeIndices, cacheMode);
    }

    IMoELayer* addMoE(ITensor& hiddenStates, ITensor& selectedExpertsForTokens,
                      ITensor& scoresForSelectedExperts) noexcept {
        return mImpl->addMoE(hiddenStates, selectedExpertsForTokens, scoresForSelectedExperts);
    }

    TRT_NODISCARD IDistCollectiveLayer* addDistCollective(ITensor& input, CollectiveOperation distCollectiveOp,
                                                          ReduceOperation reduceOp, int64_t root, int64_t* groups,
                                                          int64_t groupSize) noexcept {
        return mImpl->addDistCollective(input, distCollectiveOp, reduceOp, root, groups, groupSize);
    }

    virtual IBuilder& getBuilder() const noexcept {
        return mImpl->getBuilder();
    }

    bool markWeightsRefittable(char const* name) noexcept {
        return mImpl->markWeightsRefittable(name);
    }

    bool unmarkWeightsRefittable(char const* name) noexcept {
        return mImpl->unmarkWeightsRefittable(name);
    }

    bool areWeightsMarkedRefittable(char const* name) const noexcept {
        return mImpl->areWeightsMarkedRefittable(name);
    }

    ISqueezeLayer* addSqueeze(ITensor& input, ITensor& axes) noexcept {
        return mImpl->addSqueeze(input, axes);
    }

    IUnsqueezeLayer* addUnsqueeze(ITensor& input, ITensor& axes) noexcept {
        return mImpl->addUnsqueeze(input, axes);
    }

    TRT_NODISCARD INormalizationLayer* addNormalizationV2(ITensor& input, ITensor& scale, ITensor& bias,
                                                          uint32_t axesMask) noexcept {
        return mImpl->addNormalizationV2(input, scale, bias, axesMask);
    }

    //! As addConvolutionNd(), of two dimensions (of 8.6).
    TRT_DEPRECATED IConvolutionLayer* addConvolution(ITensor& input, int32_t nbOutputMaps, DimsHW kernelSize,
                                                     Weights kernelWeights, Weights biasWeights) noexcept {
        return addConvolutionNd(input, nbOutputMaps, kernelSize, kernelWeights, biasWeights);
    }

    //! As addDeconvolutionNd(), of two dimensions (of 8.6).
    TRT_DEPRECATED IDeconvolutionLayer* addDeconvolution(ITensor& input, int32_t nbOutputMaps, DimsHW kernelSize,
                                                         Weights kernelWeights, Weights biasWeights) noexcept {
        return addDeconvolutionNd(input, nbOutputMaps, kernelSize, kernelWeights, biasWeights);
    }

    //! As addPoolingNd(), of two dimensions (of 8.6).
    TRT_DEPRECATED IPoolingLayer* addPooling(ITensor& input, PoolingType type, DimsHW windowSize) noexcept {
        return addPoolingNd(input, type, windowSize);
    }

    //! As addPaddingNd(), of two dimensions (of 8.6).
    TRT_DEPRECATED IPaddingLayer* addPadding(ITensor& input, DimsHW prePadding, DimsHW postPadding) noexcept {
        return addPaddingNd(input, prePadding, postPadding);
    }

    //! Flattens the last three axes and multiplies by a matrix of constant weights (of 8.6): kernel [nbOutputs, C * H *
    //! W], bias [nbOutputs] or empty. Null when the sizes do not fit.
    TRT_DEPRECATED IFullyConnectedLayer* addFullyConnected(ITensor& input, int32_t nbOutputs, Weights kernelWeights,
                                                           Weights biasWeights) noexcept {
        return mImpl->addFullyConnected(input, nbOutputs, kernelWeights, biasWeights);
    }

    //! Adds stacked recurrent cells over sequences of at most maxSeqLen steps (of 8.6). Null when an argument is
    //! refused.
    TRT_DEPRECATED IRNNv2Layer* addRNNv2(ITensor& input, int32_t layerCount, int32_t hiddenSize, int32_t maxSeqLen,
                                         RNNOperation op) noexcept {
        return mImpl->addRNNv2(input, layerCount, hiddenSize, maxSeqLen, op);
    }

    //! As addAttention(), with the kind of causal mask (of 11.1).
    IAttention* addAttentionV2(ITensor& query, ITensor& key, ITensor& value, AttentionNormalizationOp normOp,
                               CausalMaskKind causalKind) noexcept {
        return mImpl->addAttentionV2(query, key, value, normOp, causalKind);
    }

    //! Whether kEXPLICIT_PRECISION was among the flags of creation (of 8.6). It has no effect.
    TRT_DEPRECATED bool hasExplicitPrecision() const noexcept {
        return getFlag(NetworkDefinitionCreationFlag::kEXPLICIT_PRECISION);
    }

    //! As `delete` (of 8.6).
    TRT_DEPRECATED void destroy() noexcept {
        delete this;
    }

protected:
    apiv::VNetworkDefinition* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_NETWORK_H
