// SPDX-License-Identifier: Apache-2.0
// A network: tensors and layers that an IBuilder turns into an engine. The network owns all that its methods return.
#ifndef TENON_NV_NETWORK_H
#define TENON_NV_NETWORK_H

#include "tenon/nv/builder_flags.h"
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

//! Tensors and layers that an IBuilder turns into an engine. Made by IBuilder::createNetworkV2(); the caller deletes
//! it, after the engine is built. It owns all that its methods return. Not safe under concurrent calls.
class INetworkDefinition : public INoCopy {
public:
    virtual ~INetworkDefinition() noexcept = default;

    //! Adds an input. Names of inputs differ; -1 stands for an extent that is known only at run time and needs an
    //! optimization profile. Null on failure.
    ITensor* addInput(char const* name, DataType type, Dims const& dimensions) noexcept {
        return mImpl->addInput(name, type, impl::widen(dimensions));
    }

    //! Makes a tensor an output of the engine. A shape tensor can be one as well.
    void markOutput(ITensor& tensor) noexcept { mImpl->markOutput(tensor); }

    //! Makes a tensor visible to IExecutionContext::setDebugListener(); it must have a name (since 10). False on
    //! failure.
    bool markDebug(ITensor& tensor) noexcept { return mImpl->markDebug(tensor); }

    //! Reverse of markDebug() (since 10). False on failure.
    bool unmarkDebug(ITensor& tensor) noexcept { return mImpl->unmarkDebug(tensor); }

    //! Whether markDebug() was called for the tensor (since 10).
    bool isDebugTensor(ITensor const& tensor) const noexcept { return mImpl->isDebugTensor(tensor); }

    //! Makes all tensors that the build keeps visible to the debug listener, under the names of the engine inspector
    //! (since 10). False on failure.
    bool markUnfusedTensorsAsDebugTensors() noexcept { return mImpl->markUnfusedTensorsAsDebugTensors(); }

    //! Reverse of markUnfusedTensorsAsDebugTensors() (since 10). False on failure.
    bool unmarkUnfusedTensorsAsDebugTensors() noexcept { return mImpl->unmarkUnfusedTensorsAsDebugTensors(); }

    //! Adds a function of one number. Null on failure.
    IActivationLayer* addActivation(ITensor& input, ActivationType type) noexcept {
        return mImpl->addActivation(input, type);
    }

    //! Adds local response normalization over channels. Null on failure.
    ILRNLayer* addLRN(ITensor& input, int64_t window, float alpha, float beta, float k) noexcept {
        return mImpl->addLRN(input, window, alpha, beta, k);
    }

    //! Adds (x * scale + shift)^power with channels at axis rank - 3. Null on failure.
    IScaleLayer* addScale(ITensor& input, ScaleMode mode, Weights shift, Weights scale, Weights power) noexcept {
        return mImpl->addScale(input, mode, shift, scale, power);
    }

    //! Adds softmax. Null on failure.
    ISoftMaxLayer* addSoftMax(ITensor& input) noexcept { return mImpl->addSoftMax(input); }

    //! Joins nbInputs tensors. Null on failure.
    IConcatenationLayer* addConcatenation(ITensor* const* inputs, int32_t nbInputs) noexcept {
        return mImpl->addConcatenation(inputs, nbInputs);
    }

    //! Combines two tensors of one rank; an extent of 1 broadcasts. Null on failure.
    IElementWiseLayer* addElementWise(ITensor& input1, ITensor& input2, ElementWiseOperation op) noexcept {
        return mImpl->addElementWise(input1, input2, op);
    }

    //! Adds a function of one number. Null on failure.
    IUnaryLayer* addUnary(ITensor& input, UnaryOperation operation) noexcept {
        return mImpl->addUnary(input, operation);
    }

    //! Adds transpose, reshape, transpose; all parts are the identity at first. Null on failure.
    IShuffleLayer* addShuffle(ITensor& input) noexcept { return mImpl->addShuffle(input); }

    //! Expands indices along a new axis: values is [off value, on value], depth its extent of rank 0. Null on failure.
    IOneHotLayer* addOneHot(ITensor& indices, ITensor& values, ITensor& depth, int32_t axis) noexcept {
        return mImpl->addOneHot(indices, values, depth, axis);
    }

    //! Number of layers.
    int32_t getNbLayers() const noexcept { return mImpl->getNbLayers(); }

    //! A layer in the order of addition, or null when the index is out of range.
    ILayer* getLayer(int32_t index) const noexcept { return mImpl->getLayer(index); }

    //! Number of inputs.
    int32_t getNbInputs() const noexcept { return mImpl->getNbInputs(); }

    //! An input in the order of addition, or null when the index is out of range.
    ITensor* getInput(int32_t index) const noexcept { return mImpl->getInput(index); }

    //! Number of outputs.
    int32_t getNbOutputs() const noexcept { return mImpl->getNbOutputs(); }

    //! An output in the order of marking, or null when the index is out of range.
    ITensor* getOutput(int32_t index) const noexcept { return mImpl->getOutput(index); }

    //! Reduces along the axes of the mask reduceAxes. Null on failure.
    IReduceLayer* addReduce(ITensor& input, ReduceOperation operation, uint32_t reduceAxes,
                            bool keepDimensions) noexcept {
        return mImpl->addReduce(input, operation, reduceAxes, keepDimensions);
    }

    //! Picks k elements along the axis of the mask reduceAxes; indices are int32. Null on failure.
    TENON_DEPRECATED_10 ITopKLayer* addTopK(ITensor& input, TopKOperation op, int32_t k, uint32_t reduceAxes) noexcept {
        return mImpl->addTopK(input, op, k, reduceAxes);
    }

#if TENON_API_LEVEL != 8
    //! As the other addTopK(), with the type of the indices (since 10).
    ITopKLayer* addTopK(ITensor& input, TopKOperation op, int32_t k, uint32_t reduceAxes,
                        DataType indicesType) noexcept {
        return mImpl->addTopKV2(input, op, k, reduceAxes, indicesType);
    }
#endif

    //! Picks slices along an axis, as GatherMode::kDEFAULT. Null on failure.
    IGatherLayer* addGather(ITensor& data, ITensor& indices, int32_t axis) noexcept {
        return mImpl->addGather(data, indices, axis);
    }

    //! Picks by indices in a mode; axis 0 unless IGatherLayer::setGatherAxis() sets it. Null on failure.
    IGatherLayer* addGatherV2(ITensor& data, ITensor& indices, GatherMode mode) noexcept {
        return mImpl->addGatherV2(data, indices, mode);
    }

    //! Softmax of each row up to its bound. Null on failure.
    IRaggedSoftMaxLayer* addRaggedSoftMax(ITensor& input, ITensor& bounds) noexcept {
        return mImpl->addRaggedSoftMax(input, bounds);
    }

    //! Product of matrices or vectors for each index of the leading axes. Null on failure.
    IMatrixMultiplyLayer* addMatrixMultiply(ITensor& input0, MatrixOperation op0, ITensor& input1,
                                            MatrixOperation op1) noexcept {
        return mImpl->addMatrixMultiply(input0, op0, input1, op1);
    }

    //! Indices of the elements that are not zero, int32. Null on failure.
    TENON_DEPRECATED_10 INonZeroLayer* addNonZero(ITensor& input) noexcept {
        return mImpl->addNonZero(input);
    }

#if TENON_API_LEVEL != 8
    //! As the other addNonZero(), with the type of the indices (since 10).
    INonZeroLayer* addNonZero(ITensor& input, DataType indicesType) noexcept {
        return mImpl->addNonZeroV2(input, indicesType);
    }
#endif

    //! Adds a constant tensor. The memory of the weights must live until the engine is built. Null on failure.
    IConstantLayer* addConstant(Dims const& dimensions, Weights weights) noexcept {
        return mImpl->addConstant(impl::widen(dimensions), weights);
    }

    //! Adds a copy. Null on failure.
    IIdentityLayer* addIdentity(ITensor& input) noexcept {
        return mImpl->addIdentity(input);
    }

    //! Converts to another type. Null on failure.
    ICastLayer* addCast(ITensor& input, DataType toType) noexcept {
        return mImpl->addCast(input, toType);
    }

    //! Takes a tensor out of the network. Refused with a warning when a layer takes or gives it.
    void removeTensor(ITensor& tensor) noexcept {
        mImpl->removeTensor(tensor);
    }

    //! Reverse of markOutput().
    void unmarkOutput(ITensor& tensor) noexcept {
        mImpl->unmarkOutput(tensor);
    }

    //! Runs a plugin. It is cloned at once, so the caller may destroy its own. Null on failure.
    TENON_DEPRECATED_10 IPluginV2Layer* addPluginV2(ITensor* const* inputs, int32_t nbInputs,
                                                    IPluginV2& plugin) noexcept {
        return mImpl->addPluginV2(inputs, nbInputs, plugin);
    }

#ifdef TENON_TENSORRT_7
    //! Runs an object of TensorRT 4 to 7, which stays the caller's. Null on failure.
    IPluginV2Layer* addPlugin(ITensor* const* inputs, int32_t nbInputs, IPlugin& plugin) noexcept {
        impl::Plugin7 clonedAtOnce(plugin);
        return mImpl->addPluginV2(inputs, nbInputs, clonedAtOnce);
    }

    //! Likewise.
    IPluginV2Layer* addPluginExt(ITensor* const* inputs, int32_t nbInputs, IPluginExt& plugin) noexcept {
        impl::Plugin7 clonedAtOnce(plugin);
        return mImpl->addPluginV2(inputs, nbInputs, clonedAtOnce);
    }
#endif

    //! Runs a plugin with nbInputs tensors and nbShapeInputs shape tensors. It is cloned at once, so the caller may
    //! delete its own (since 10). Null on failure.
    IPluginV3Layer* addPluginV3(ITensor* const* inputs, int32_t nbInputs, ITensor* const* shapeInputs,
                                int32_t nbShapeInputs, IPluginV3& plugin) noexcept {
        return mImpl->addPluginV3(inputs, nbInputs, shapeInputs, nbShapeInputs, plugin);
    }

    //! Takes a part of a tensor. Null on failure.
    ISliceLayer* addSlice(ITensor& input, Dims const& start, Dims const& size, Dims const& stride) noexcept {
        return mImpl->addSlice(input, impl::widen(start), impl::widen(size), impl::widen(stride));
    }

    //! Names the network; the engine gets the name. The text is copied.
    void setName(char const* name) noexcept {
        mImpl->setName(name);
    }

    //! The name, or an empty text.
    char const* getName() const noexcept {
        return mImpl->getName();
    }

    //! Adds the extents of a tensor as a tensor. Null on failure.
    IShapeLayer* addShape(ITensor& input) noexcept {
        return mImpl->addShape(input);
    }

    //! Always false: networks have an explicit batch.
    TENON_DEPRECATED_10 bool hasImplicitBatchDimension() const noexcept {
        return mImpl->hasImplicitBatchDimension();
    }

    //! The flags of creation (since 10; harmless at level 8).
    NetworkDefinitionCreationFlags getFlags() const noexcept {
        return impl::creationFlagsFromLibrary(mImpl->getFlags());
    }

    //! Whether a flag was given at creation (since 10; harmless at level 8).
    bool getFlag(NetworkDefinitionCreationFlag networkDefinitionCreationFlag) const noexcept {
        return mImpl->getFlag(impl::toLibrary(networkDefinitionCreationFlag));
    }

    //! Makes the values of a shape tensor an output, in host memory. False on failure.
    bool markOutputForShapes(ITensor& tensor) noexcept {
        return mImpl->markOutputForShapes(tensor);
    }

    //! Reverse of markOutputForShapes(). False on failure.
    bool unmarkOutputForShapes(ITensor& tensor) noexcept {
        return mImpl->unmarkOutputForShapes(tensor);
    }

    //! Adds x or slope * x by the sign of x. Null on failure.
    IParametricReLULayer* addParametricReLU(ITensor& input, ITensor& slope) noexcept {
        return mImpl->addParametricReLU(input, slope);
    }

    //! Adds a convolution; the rank of kernelSize says how many axes are spatial. Kernel and bias may be empty when
    //! tensors are to take their place. Null on failure.
    IConvolutionLayer* addConvolutionNd(ITensor& input, int64_t nbOutputMaps, Dims const& kernelSize,
                                        Weights kernelWeights, Weights biasWeights) noexcept {
        return mImpl->addConvolutionNd(input, nbOutputMaps, impl::widen(kernelSize), kernelWeights, biasWeights);
    }

    //! Adds pooling; the rank of windowSize says how many axes are spatial. Null on failure.
    IPoolingLayer* addPoolingNd(ITensor& input, PoolingType type, Dims const& windowSize) noexcept {
        return mImpl->addPoolingNd(input, type, impl::widen(windowSize));
    }

    //! Adds a transposed convolution; arguments as those of addConvolutionNd(). Null on failure.
    IDeconvolutionLayer* addDeconvolutionNd(ITensor& input, int64_t nbOutputMaps, Dims kernelSize,
                                            Weights kernelWeights, Weights biasWeights) noexcept {
        return mImpl->addDeconvolutionNd(input, nbOutputMaps, impl::widen(kernelSize), kernelWeights, biasWeights);
    }

    //! As addScale(), with the axis of the channels. Null on failure.
    IScaleLayer* addScaleNd(ITensor& input, ScaleMode mode, Weights shift, Weights scale, Weights power,
                            int32_t channelAxis) noexcept {
        return mImpl->addScaleNd(input, mode, shift, scale, power, channelAxis);
    }

    //! Adds a resize; set what it makes before the build. Null on failure.
    IResizeLayer* addResize(ITensor& input) noexcept {
        return mImpl->addResize(input);
    }

    //! Starts a loop. Null on failure.
    ILoop* addLoop() noexcept {
        return mImpl->addLoop();
    }

    //! Starts a conditional. Null on failure.
    IIfConditional* addIfConditional() noexcept {
        return mImpl->addIfConditional();
    }

    //! Chooses elements by a boolean tensor; ranks are equal and an extent of 1 broadcasts. Null on failure.
    ISelectLayer* addSelect(ITensor& condition, ITensor& thenInput, ITensor& elseInput) noexcept {
        return mImpl->addSelect(condition, thenInput, elseInput);
    }

    //! Checks a boolean shape tensor at the build where it is known, else at run time. Null on failure.
    IAssertionLayer* addAssertion(ITensor& condition, char const* message) noexcept {
        return mImpl->addAssertion(condition, message);
    }

#if TENON_API_LEVEL != 11
    //! Makes a tensor of kFLOAT, or of kINT32 for kLINSPACE of integers. Null on failure.
    TENON_DEPRECATED_10 IFillLayer* addFill(Dims const& dimensions, FillOperation op) noexcept {
        return mImpl->addFill(impl::widen(dimensions), op);
    }
#endif

#if TENON_API_LEVEL != 8
    //! As the other addFill(), with the type of the output (since 10).
    IFillLayer* addFill(Dims const& dimensions, FillOperation op, DataType outputType) noexcept {
        return mImpl->addFillV2(impl::widen(dimensions), op, outputType);
    }
#endif

    //! Adds zeros around the last two axes, or crops. Null on failure.
    IPaddingLayer* addPaddingNd(ITensor& input, Dims const& prePadding, Dims const& postPadding) noexcept {
        return mImpl->addPaddingNd(input, impl::widen(prePadding), impl::widen(postPadding));
    }

    //! Names all uses of weights of this address, type and count, for refit. The text is copied; null clears the name.
    //! False when no layer uses them or the name is taken.
    bool setWeightsName(Weights weights, char const* name) noexcept {
        return mImpl->setWeightsName(weights, name);
    }

    //! Where errors go besides the logger; null for nowhere. The recorder must outlive its use.
    void setErrorRecorder(IErrorRecorder* recorder) noexcept {
        mImpl->setErrorRecorder(recorder);
    }

    //! The recorder of setErrorRecorder(), or null.
    IErrorRecorder* getErrorRecorder() const noexcept {
        return mImpl->getErrorRecorder();
    }

#if TENON_API_LEVEL != 11
    //! Multiplies by a scale; the output is kFLOAT, or the type of the scale in a strongly typed network. Null on
    //! failure.
    TENON_DEPRECATED_10 IDequantizeLayer* addDequantize(ITensor& input, ITensor& scale) noexcept {
        return mImpl->addDequantize(input, scale);
    }
#endif

#if TENON_API_LEVEL != 8
    //! As the other addDequantize(), with the type of the output (since 10).
    IDequantizeLayer* addDequantize(ITensor& input, ITensor& scale, DataType outputType) noexcept {
        return mImpl->addDequantizeV2(input, scale, outputType);
    }
#endif

    //! Writes updates into a copy of data. Null on failure.
    IScatterLayer* addScatter(ITensor& data, ITensor& indices, ITensor& updates, ScatterMode mode) noexcept {
        return mImpl->addScatter(data, indices, updates, mode);
    }

#if TENON_API_LEVEL != 11
    //! Quantizes to kINT8. Null on failure.
    TENON_DEPRECATED_10 IQuantizeLayer* addQuantize(ITensor& input, ITensor& scale) noexcept {
        return mImpl->addQuantize(input, scale);
    }
#endif

#if TENON_API_LEVEL != 8
    //! As the other addQuantize(), with the type of the output (since 10).
    IQuantizeLayer* addQuantize(ITensor& input, ITensor& scale, DataType outputType) noexcept {
        return mImpl->addQuantizeV2(input, scale, outputType);
    }
#endif

    //! Quantizes blocks of blockSize elements along an axis by scales that the data gives (since 10). Null on failure.
    TRT_DEPRECATED IDynamicQuantizeLayer* addDynamicQuantize(ITensor& input, int32_t axis, int32_t blockSize,
                                                             DataType outputType, DataType scaleType) noexcept {
        return mImpl->addDynamicQuantize(input, axis, blockSize, outputType, scaleType);
    }

    //! Quantizes blocks of a shape by scales that the data gives (since 10). Null on failure.
    IDynamicQuantizeLayer* addDynamicQuantizeV2(ITensor& input, Dims const& blockShape, DataType outputType,
                                                DataType scaleType) noexcept {
        return mImpl->addDynamicQuantizeV2(input, impl::widen(blockShape), outputType, scaleType);
    }

    //! Sum of products of nbInputs tensors by an equation. Null on failure.
    IEinsumLayer* addEinsum(ITensor* const* inputs, int32_t nbInputs, char const* equation) noexcept {
        return mImpl->addEinsum(inputs, nbInputs, equation);
    }

    //! Reads a tensor at the places of a grid. Null on failure.
    IGridSampleLayer* addGridSample(ITensor& input, ITensor& grid) noexcept {
        return mImpl->addGridSample(input, grid);
    }

    //! Picks boxes by score and overlap; indices are int32. Null on failure.
    TENON_DEPRECATED_10 INMSLayer* addNMS(ITensor& boxes, ITensor& scores, ITensor& maxOutputBoxesPerClass) noexcept {
        return mImpl->addNMS(boxes, scores, maxOutputBoxesPerClass);
    }

#if TENON_API_LEVEL != 8
    //! As the other addNMS(), with the type of the indices (since 10).
    INMSLayer* addNMS(ITensor& boxes, ITensor& scores, ITensor& maxOutputBoxesPerClass, DataType indicesType) noexcept {
        return mImpl->addNMSV2(boxes, scores, maxOutputBoxesPerClass, indicesType);
    }
#endif

    //! Reverses the first elements of each sample. Null on failure.
    IReverseSequenceLayer* addReverseSequence(ITensor& input, ITensor& sequenceLens) noexcept {
        return mImpl->addReverseSequence(input, sequenceLens);
    }

    //! Normalizes along axes; scale and bias have the rank of the input. For groups of channels they have one number
    //! for each group. Null on failure.
    TENON_DEPRECATED_10 INormalizationLayer* addNormalization(ITensor& input, ITensor& scale, ITensor& bias,
                                                              uint32_t axesMask) noexcept {
        return mImpl->addNormalization(input, scale, bias, axesMask);
    }

    //! Adds running sums along an axis (since 10). Null on failure.
    ICumulativeLayer* addCumulative(ITensor& input, ITensor& axis, CumulativeOperation operation, bool exclusive,
                                    bool reverse) noexcept {
        return mImpl->addCumulative(input, axis, operation, exclusive, reverse);
    }

    //! Adds an attention (since 10). Null on failure.
    TENON_DEPRECATED_11 IAttention* addAttention(ITensor& query, ITensor& key, ITensor& value,
                                                 AttentionNormalizationOp normOp, bool causal) noexcept {
        return mImpl->addAttention(query, key, value, normOp, causal);
    }

    //! Rotates pairs of elements by position (since 10). Null on failure.
    IRotaryEmbeddingLayer* addRotaryEmbedding(ITensor& input, ITensor& cosCache, ITensor& sinCache, bool interleaved,
                                              int32_t rotaryEmbeddingDim) noexcept {
        return mImpl->addRotaryEmbedding(input, cosCache, sinCache, interleaved, rotaryEmbeddingDim);
    }

    //! Writes new keys or values into a cache (since 10). Null on failure.
    IKVCacheUpdateLayer* addKVCacheUpdate(ITensor& cache, ITensor& update, ITensor& writeIndices,
                                          KVCacheMode cacheMode) noexcept {
        return mImpl->addKVCacheUpdate(cache, update, writeIndices, cacheMode);
    }

    //! Adds a mixture of experts; set its weights before the build (since 10). Null on failure.
    IMoELayer* addMoE(ITensor& hiddenStates, ITensor& selectedExpertsForTokens,
                      ITensor& scoresForSelectedExperts) noexcept {
        return mImpl->addMoE(hiddenStates, selectedExpertsForTokens, scoresForSelectedExperts);
    }

    //! Exchanges tensors between the ranks of `groups`, groupSize of them, or of all when it is 0 (since 10). reduceOp
    //! and root count where the operation uses them; else kNONE and -1. Null on failure.
    TRT_NODISCARD IDistCollectiveLayer* addDistCollective(ITensor& input, CollectiveOperation distCollectiveOp,
                                                          ReduceOperation reduceOp, int64_t root, int64_t* groups,
                                                          int64_t groupSize) noexcept {
        return mImpl->addDistCollective(input, distCollectiveOp, reduceOp, root, groups, groupSize);
    }

    //! The builder that made the network.
    virtual IBuilder& getBuilder() const noexcept {
        return mImpl->getBuilder();
    }

    //! Lets a build under BuilderFlag::kREFIT_INDIVIDUAL change the weights of a name later (since 10). False when
    //! there are none.
    bool markWeightsRefittable(char const* name) noexcept {
        return mImpl->markWeightsRefittable(name);
    }

    //! Reverse of markWeightsRefittable() (since 10). False when there are none.
    bool unmarkWeightsRefittable(char const* name) noexcept {
        return mImpl->unmarkWeightsRefittable(name);
    }

    //! Whether markWeightsRefittable() was called for the name (since 10).
    bool areWeightsMarkedRefittable(char const* name) const noexcept {
        return mImpl->areWeightsMarkedRefittable(name);
    }

    //! Removes axes of extent 1 (since 10). Null on failure.
    ISqueezeLayer* addSqueeze(ITensor& input, ITensor& axes) noexcept {
        return mImpl->addSqueeze(input, axes);
    }

    //! Adds axes of extent 1 (since 10). Null on failure.
    IUnsqueezeLayer* addUnsqueeze(ITensor& input, ITensor& axes) noexcept {
        return mImpl->addUnsqueeze(input, axes);
    }

    //! As addNormalization(), but scale and bias have one number for each channel also with groups (since 10). Null on
    //! failure.
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
