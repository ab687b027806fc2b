// SPDX-License-Identifier: Apache-2.0
// INetworkDefinition: writes records into a tenon::Network. Handles of tensors and layers are views that hold a number,
// made when somebody asks for them; they and what their methods return live as long as the network.
#pragma once

#include "api/absent.h"
#include "api/dims.h"
#include "api/fence.h"
#include "api/network_state.h"
#include "api/object.h"
#include "network/inference.h"

#include <deque>

namespace tenon::api {

class LayerBase;
class LoopHandle;
class ConditionalHandle;
class AttentionHandle;
class TensorHandle;

class NetworkDefinition final : public Object<nvinfer1::INetworkDefinition, nvinfer1::apiv::VNetworkDefinition>,
                                public NetworkState {
public:
    NetworkDefinition(nvinfer1::IBuilder& builder, std::shared_ptr<Sink> sink,
                      nvinfer1::NetworkDefinitionCreationFlags flags, plugin::Registry const& plugins,
                      std::shared_ptr<void> parent);
    ~NetworkDefinition() noexcept override;

    // NetworkState
    tenon::Network const& network() const noexcept override { return mNetwork; }
    Sink& sink() const noexcept override { return *mSink; }
    nvinfer1::NetworkDefinitionCreationFlags flags() const noexcept override { return mFlags; }
    plugin::Registry const& plugins() const noexcept override { return mPlugins; }
    void adopt(tenon::Network&& model) override;
    nvinfer1::ITensor* tensor(TensorId id) override;
    nvinfer1::ITensor* findTensor(std::string const& name) override;

    // For handles.
    tenon::Network& edit() noexcept { return mNetwork; }
    Inference& inference() const noexcept { return mInference; }
    bool stronglyTyped() const noexcept { return mNetwork.stronglyTyped; }
    Level level() const noexcept { return mSink->level(); }
    TensorId idOf(nvinfer1::ITensor const& tensor) const;
    /// Of an array, which may be null when it is empty. `what` names it in errors.
    std::vector<TensorId> idsOf(nvinfer1::ITensor* const* tensors, int32_t count, char const* what) const;
    /// The type, or nothing after its error was reported under the name of the call.
    std::optional<Type> typeOf(TensorId id, char const* call) const noexcept;
    bool isInput(TensorId id) const noexcept;
    bool isOutput(TensorId id) const noexcept;
    /// A constant without a layer that makes it: weights of a layer.
    bool isWeights(TensorId id) const noexcept;
    /// kNoTensor for none. Throws where `optional` is not set, or count and pointer contradict each other.
    TensorId weights(nvinfer1::Weights const& weights, char const* what, bool optional);
    nvinfer1::Weights weightsOf(TensorId id) const noexcept;
    LayerBase* layerAt(size_t record) const;
    /// Appends the record of a layer with new results; the handle is made by L(network, record).
    template <class L, class A>
    L* append(std::string_view layer, A attrs, std::vector<TensorId> operands, size_t results = 1);
    size_t appendRecord(std::string_view layer, Attrs attrs, std::vector<TensorId> operands, size_t results);
    int32_t addScope(char const* kind);
    /// The loop, conditional or attention of a boundary layer.
    nvinfer1::ILoop* loop(int32_t scope) const noexcept;
    nvinfer1::IIfConditional* conditional(int32_t scope) const noexcept;
    nvinfer1::IAttention* attention(int32_t number) const noexcept;

    // VNetworkDefinition
    nvinfer1::ITensor* addInput(char const* name, nvinfer1::DataType type,
                                nvinfer1::Dims64 const& dimensions) noexcept override;
    void markOutput(nvinfer1::ITensor& tensor) noexcept override;
    nvinfer1::IActivationLayer* addActivation(nvinfer1::ITensor& input,
                                              nvinfer1::ActivationType type) noexcept override;
    nvinfer1::ILRNLayer* addLRN(nvinfer1::ITensor& input, int64_t window, float alpha, float beta,
                                float k) noexcept override;
    nvinfer1::IScaleLayer* addScale(nvinfer1::ITensor& input, nvinfer1::ScaleMode mode, nvinfer1::Weights shift,
                                    nvinfer1::Weights scale, nvinfer1::Weights power) noexcept override;
    nvinfer1::ISoftMaxLayer* addSoftMax(nvinfer1::ITensor& input) noexcept override;
    nvinfer1::IConcatenationLayer* addConcatenation(nvinfer1::ITensor* const* inputs,
                                                    int32_t nbInputs) noexcept override;
    nvinfer1::IElementWiseLayer* addElementWise(nvinfer1::ITensor& input1, nvinfer1::ITensor& input2,
                                                nvinfer1::ElementWiseOperation op) noexcept override;
    nvinfer1::IUnaryLayer* addUnary(nvinfer1::ITensor& input, nvinfer1::UnaryOperation operation) noexcept override;
    nvinfer1::IShuffleLayer* addShuffle(nvinfer1::ITensor& input) noexcept override;
    int32_t getNbLayers() const noexcept override;
    nvinfer1::ILayer* getLayer(int32_t index) const noexcept override;
    int32_t getNbInputs() const noexcept override;
    nvinfer1::ITensor* getInput(int32_t index) const noexcept override;
    int32_t getNbOutputs() const noexcept override;
    nvinfer1::ITensor* getOutput(int32_t index) const noexcept override;
    nvinfer1::IReduceLayer* addReduce(nvinfer1::ITensor& input, nvinfer1::ReduceOperation operation,
                                      uint32_t reduceAxes, bool keepDimensions) noexcept override;
    nvinfer1::ITopKLayer* addTopK(nvinfer1::ITensor& input, nvinfer1::TopKOperation op, int32_t k,
                                  uint32_t reduceAxes) noexcept override;
    nvinfer1::IGatherLayer* addGather(nvinfer1::ITensor& data, nvinfer1::ITensor& indices,
                                      int32_t axis) noexcept override;
    nvinfer1::IRaggedSoftMaxLayer* addRaggedSoftMax(nvinfer1::ITensor& input,
                                                    nvinfer1::ITensor& bounds) noexcept override;
    nvinfer1::IMatrixMultiplyLayer* addMatrixMultiply(nvinfer1::ITensor& input0, nvinfer1::MatrixOperation op0,
                                                      nvinfer1::ITensor& input1,
                                                      nvinfer1::MatrixOperation op1) noexcept override;
    nvinfer1::IConstantLayer* addConstant(nvinfer1::Dims64 const& dimensions,
                                          nvinfer1::Weights weights) noexcept override;
    nvinfer1::IIdentityLayer* addIdentity(nvinfer1::ITensor& input) noexcept override;
    void removeTensor(nvinfer1::ITensor& tensor) noexcept override;
    void unmarkOutput(nvinfer1::ITensor& tensor) noexcept override;
    nvinfer1::IPluginV2Layer* addPluginV2(nvinfer1::ITensor* const* inputs, int32_t nbInputs,
                                          nvinfer1::IPluginV2& plugin) noexcept override;
    nvinfer1::IPluginV3Layer* addPluginV3(nvinfer1::ITensor* const* inputs, int32_t nbInputs,
                                          nvinfer1::ITensor* const* shapeInputs, int32_t nbShapeInputs,
                                          nvinfer1::IPluginV3& plugin) noexcept override;
    nvinfer1::ISliceLayer* addSlice(nvinfer1::ITensor& input, nvinfer1::Dims64 const& start,
                                    nvinfer1::Dims64 const& size, nvinfer1::Dims64 const& stride) noexcept override;
    void setName(char const* name) noexcept override;
    char const* getName() const noexcept override;
    nvinfer1::IShapeLayer* addShape(nvinfer1::ITensor& input) noexcept override;
    bool hasImplicitBatchDimension() const noexcept override;
    bool markOutputForShapes(nvinfer1::ITensor& tensor) noexcept override;
    bool unmarkOutputForShapes(nvinfer1::ITensor& tensor) noexcept override;
    nvinfer1::IParametricReLULayer* addParametricReLU(nvinfer1::ITensor& input,
                                                      nvinfer1::ITensor& slope) noexcept override;
    nvinfer1::IConvolutionLayer* addConvolutionNd(nvinfer1::ITensor& input, int64_t nbOutputMaps,
                                                  nvinfer1::Dims64 const& kernelSize, nvinfer1::Weights kernelWeights,
                                                  nvinfer1::Weights biasWeights) noexcept override;
    nvinfer1::IPoolingLayer* addPoolingNd(nvinfer1::ITensor& input, nvinfer1::PoolingType type,
                                          nvinfer1::Dims64 const& windowSize) noexcept override;
    nvinfer1::IDeconvolutionLayer* addDeconvolutionNd(nvinfer1::ITensor& input, int64_t nbOutputMaps,
                                                      nvinfer1::Dims64 const& kernelSize,
                                                      nvinfer1::Weights kernelWeights,
                                                      nvinfer1::Weights biasWeights) noexcept override;
    nvinfer1::IScaleLayer* addScaleNd(nvinfer1::ITensor& input, nvinfer1::ScaleMode mode, nvinfer1::Weights shift,
                                      nvinfer1::Weights scale, nvinfer1::Weights power,
                                      int32_t channelAxis) noexcept override;
    nvinfer1::IResizeLayer* addResize(nvinfer1::ITensor& input) noexcept override;
    nvinfer1::ILoop* addLoop() noexcept override;
    nvinfer1::ISelectLayer* addSelect(nvinfer1::ITensor& condition, nvinfer1::ITensor& thenInput,
                                      nvinfer1::ITensor& elseInput) noexcept override;
    nvinfer1::IFillLayer* addFill(nvinfer1::Dims64 const& dimensions, nvinfer1::FillOperation op) noexcept override;
    nvinfer1::IPaddingLayer* addPaddingNd(nvinfer1::ITensor& input, nvinfer1::Dims64 const& prePadding,
                                          nvinfer1::Dims64 const& postPadding) noexcept override;
    bool setWeightsName(nvinfer1::Weights weights, char const* name) noexcept override;
    void setErrorRecorder(nvinfer1::IErrorRecorder* recorder) noexcept override;
    nvinfer1::IErrorRecorder* getErrorRecorder() const noexcept override;
    nvinfer1::IDequantizeLayer* addDequantize(nvinfer1::ITensor& input, nvinfer1::ITensor& scale) noexcept override;
    nvinfer1::IQuantizeLayer* addQuantize(nvinfer1::ITensor& input, nvinfer1::ITensor& scale) noexcept override;
    nvinfer1::IGatherLayer* addGatherV2(nvinfer1::ITensor& data, nvinfer1::ITensor& indices,
                                        nvinfer1::GatherMode mode) noexcept override;
    nvinfer1::IIfConditional* addIfConditional() noexcept override;
    nvinfer1::IScatterLayer* addScatter(nvinfer1::ITensor& data, nvinfer1::ITensor& indices, nvinfer1::ITensor& updates,
                                        nvinfer1::ScatterMode mode) noexcept override;
    nvinfer1::IEinsumLayer* addEinsum(nvinfer1::ITensor* const* inputs, int32_t nbInputs,
                                      char const* equation) noexcept override;
    nvinfer1::IAssertionLayer* addAssertion(nvinfer1::ITensor& condition, char const* message) noexcept override;
    nvinfer1::IOneHotLayer* addOneHot(nvinfer1::ITensor& indices, nvinfer1::ITensor& values, nvinfer1::ITensor& depth,
                                      int32_t axis) noexcept override;
    nvinfer1::INonZeroLayer* addNonZero(nvinfer1::ITensor& input) noexcept override;
    nvinfer1::IGridSampleLayer* addGridSample(nvinfer1::ITensor& input, nvinfer1::ITensor& grid) noexcept override;
    nvinfer1::INMSLayer* addNMS(nvinfer1::ITensor& boxes, nvinfer1::ITensor& scores,
                                nvinfer1::ITensor& maxOutputBoxesPerClass) noexcept override;
    nvinfer1::IReverseSequenceLayer* addReverseSequence(nvinfer1::ITensor& input,
                                                        nvinfer1::ITensor& sequenceLens) noexcept override;
    nvinfer1::INormalizationLayer* addNormalization(nvinfer1::ITensor& input, nvinfer1::ITensor& scale,
                                                    nvinfer1::ITensor& bias, uint32_t axesMask) noexcept override;
    nvinfer1::ICastLayer* addCast(nvinfer1::ITensor& input, nvinfer1::DataType toType) noexcept override;
    nvinfer1::IBuilder& getBuilder() const noexcept override;
    nvinfer1::NetworkDefinitionCreationFlags getFlags() const noexcept override;
    bool getFlag(nvinfer1::NetworkDefinitionCreationFlag networkDefinitionCreationFlag) const noexcept override;
    nvinfer1::IQuantizeLayer* addQuantizeV2(nvinfer1::ITensor& input, nvinfer1::ITensor& scale,
                                            nvinfer1::DataType outputType) noexcept override;
    nvinfer1::IDequantizeLayer* addDequantizeV2(nvinfer1::ITensor& input, nvinfer1::ITensor& scale,
                                                nvinfer1::DataType outputType) noexcept override;
    nvinfer1::IFillLayer* addFillV2(nvinfer1::Dims64 const& dimensions, nvinfer1::FillOperation op,
                                    nvinfer1::DataType outputType) noexcept override;
    bool markDebug(nvinfer1::ITensor& tensor) noexcept override;
    bool unmarkDebug(nvinfer1::ITensor& tensor) noexcept override;
    bool isDebugTensor(nvinfer1::ITensor const& tensor) const noexcept override;
    bool markWeightsRefittable(char const* name) noexcept override;
    bool unmarkWeightsRefittable(char const* name) noexcept override;
    bool areWeightsMarkedRefittable(char const* name) const noexcept override;
    nvinfer1::ISqueezeLayer* addSqueeze(nvinfer1::ITensor& input, nvinfer1::ITensor& axes) noexcept override;
    nvinfer1::IUnsqueezeLayer* addUnsqueeze(nvinfer1::ITensor& input, nvinfer1::ITensor& axes) noexcept override;
    nvinfer1::IDynamicQuantizeLayer* addDynamicQuantize(nvinfer1::ITensor& input, int32_t axis, int32_t blockSize,
                                                        nvinfer1::DataType toType,
                                                        nvinfer1::DataType scaleType) noexcept override;
    nvinfer1::ICumulativeLayer* addCumulative(nvinfer1::ITensor& input, nvinfer1::ITensor& axis,
                                              nvinfer1::CumulativeOperation operation, bool exclusive,
                                              bool reverse) noexcept override;
    bool markUnfusedTensorsAsDebugTensors() noexcept override;
    bool unmarkUnfusedTensorsAsDebugTensors() noexcept override;
    nvinfer1::ITopKLayer* addTopKV2(nvinfer1::ITensor& input, nvinfer1::TopKOperation op, int32_t k,
                                    uint32_t reduceAxes, nvinfer1::DataType indicesType) noexcept override;
    nvinfer1::INonZeroLayer* addNonZeroV2(nvinfer1::ITensor& input, nvinfer1::DataType indicesType) noexcept override;
    nvinfer1::INMSLayer* addNMSV2(nvinfer1::ITensor& boxes, nvinfer1::ITensor& scores,
                                  nvinfer1::ITensor& maxOutputBoxesPerClass,
                                  nvinfer1::DataType indicesType) noexcept override;
    nvinfer1::IAttention* addAttention(nvinfer1::ITensor& query, nvinfer1::ITensor& key, nvinfer1::ITensor& value,
                                       nvinfer1::AttentionNormalizationOp normOp, bool isCausal) noexcept override;
    nvinfer1::IRotaryEmbeddingLayer* addRotaryEmbedding(nvinfer1::ITensor& input, nvinfer1::ITensor& cosCache,
                                                        nvinfer1::ITensor& sinCache, bool interleaved,
                                                        int32_t rotaryEmbeddingDim) noexcept override;
    nvinfer1::IDynamicQuantizeLayer* addDynamicQuantizeV2(nvinfer1::ITensor& input, nvinfer1::Dims64 const& blockShape,
                                                          nvinfer1::DataType toType,
                                                          nvinfer1::DataType scaleType) noexcept override;
    nvinfer1::IKVCacheUpdateLayer* addKVCacheUpdate(nvinfer1::ITensor& cache, nvinfer1::ITensor& update,
                                                    nvinfer1::ITensor& writeIndices,
                                                    nvinfer1::KVCacheMode cacheMode) noexcept override;
    nvinfer1::INormalizationLayer* addNormalizationV2(nvinfer1::ITensor& input, nvinfer1::ITensor& scale,
                                                      nvinfer1::ITensor& bias, uint32_t axesMask) noexcept override;
    nvinfer1::IMoELayer* addMoE(nvinfer1::ITensor& hiddenStates, nvinfer1::ITensor& selectedExpertsForTokens,
                                nvinfer1::ITensor& scoresForSelectedExperts) noexcept override;
    nvinfer1::IDistCollectiveLayer* addDistCollective(nvinfer1::ITensor& input,
                                                      nvinfer1::CollectiveOperation distCollectiveOp,
                                                      nvinfer1::ReduceOperation reduceOp, int64_t root, int64_t* groups,
                                                      int64_t groupSize) noexcept override;
    nvinfer1::IFullyConnectedLayer* addFullyConnected(nvinfer1::ITensor& input, int32_t nbOutputs,
                                                      nvinfer1::Weights kernelWeights,
                                                      nvinfer1::Weights biasWeights) noexcept override;
    nvinfer1::IRNNv2Layer* addRNNv2(nvinfer1::ITensor& input, int32_t layerCount, int32_t hiddenSize, int32_t maxSeqLen,
                                    nvinfer1::RNNOperation op) noexcept override;
    nvinfer1::IAttention* addAttentionV2(nvinfer1::ITensor& query, nvinfer1::ITensor& key, nvinfer1::ITensor& value,
                                         nvinfer1::AttentionNormalizationOp normOp,
                                         nvinfer1::CausalMaskKind causalKind) noexcept override;

private:
    template <class F>
    auto make(char const* call, F&& body) noexcept -> std::invoke_result_t<F> {
        return fence(*mSink, call, std::invoke_result_t<F>{}, std::forward<F>(body));
    }
    int64_t channelAxis(TensorId id) const;
    bool isUsed(TensorId id) const;
    void remap(tenon::NetworkBlock& block, TensorId tensors) const;

    nvinfer1::IBuilder& mBuilder;
    std::shared_ptr<void> mParent; ///< goes last
    plugin::Registry const& mPlugins;
    std::shared_ptr<Sink> mSink;
    nvinfer1::NetworkDefinitionCreationFlags mFlags;
    tenon::Network mNetwork;
    mutable Inference mInference;
    std::map<TensorId, size_t> mConstantLayers; ///< constants that a layer makes
    mutable std::map<TensorId, std::unique_ptr<TensorHandle>> mTensors;
    mutable std::map<size_t, std::unique_ptr<LayerBase>> mLayers;
    std::map<int32_t, std::unique_ptr<LoopHandle>> mLoops;
    std::map<int32_t, std::unique_ptr<ConditionalHandle>> mConditionals;
    std::map<int32_t, std::unique_ptr<AttentionHandle>> mAttentions;
};

} // namespace tenon::api
