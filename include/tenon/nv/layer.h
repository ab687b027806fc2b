// SPDX-License-Identifier: Apache-2.0
// What all layers of a network share: LayerType and ILayer.
#ifndef TENON_NV_LAYER_H
#define TENON_NV_LAYER_H

#include "NvInferLegacyDims.h"
#include "tenon/nv/tensor.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! Kinds of layers. The text after each name says which call of INetworkDefinition makes it, where the name does not.
enum class LayerType : int32_t {
    kCONVOLUTION = 0,                                                     //!< addConvolutionNd().
    kCAST = impl::byLevel(47, 1, 1),                                      //!< addCast().
    kACTIVATION = 2,                                                      //!< addActivation().
    kPOOLING = 3,                                                         //!< addPoolingNd().
    kLRN = 4,                                                             //!< addLRN().
    kSCALE = 5,                                                           //!< addScale(), addScaleNd().
    kSOFTMAX = 6,                                                         //!< addSoftMax().
    kDECONVOLUTION = 7,                                                   //!< addDeconvolutionNd().
    kCONCATENATION = 8,                                                   //!< addConcatenation().
    kELEMENTWISE = 9,                                                     //!< addElementWise().
    kPLUGIN = 10,                                                         //!< Unused: a plugin of generations before 8.
    kUNARY = 11,                                                          //!< addUnary().
    kPADDING = 12,                                                        //!< addPaddingNd().
    kSHUFFLE = 13,                                                        //!< addShuffle().
    kREDUCE = 14,                                                         //!< addReduce().
    kTOPK = 15,                                                           //!< addTopK().
    kGATHER = 16,                                                         //!< addGather(), addGatherV2().
    kMATRIX_MULTIPLY = 17,                                                //!< addMatrixMultiply().
    kRAGGED_SOFTMAX = 18,                                                 //!< addRaggedSoftMax().
    kCONSTANT = 19,                                                       //!< addConstant().
    kIDENTITY = impl::byLevel(21, 20, 20),                                //!< addIdentity().
    kPLUGIN_V2 = impl::byLevel(22, 21, 21),                               //!< addPluginV2().
    kSLICE = impl::byLevel(23, 22, 22),                                   //!< addSlice().
    kSHAPE = impl::byLevel(24, 23, 23),                                   //!< addShape().
    kPARAMETRIC_RELU = impl::byLevel(25, 24, 24),                         //!< addParametricReLU().
    kRESIZE = impl::byLevel(26, 25, 25),                                  //!< addResize().
    kTRIP_LIMIT = impl::byLevel(27, 26, 26),                              //!< ILoop::addTripLimit().
    kRECURRENCE = impl::byLevel(28, 27, 27),                              //!< ILoop::addRecurrence().
    kITERATOR = impl::byLevel(29, 28, 28),                                //!< ILoop::addIterator().
    kLOOP_OUTPUT = impl::byLevel(30, 29, 29),                             //!< ILoop::addLoopOutput().
    kSELECT = impl::byLevel(31, 30, 30),                                  //!< addSelect().
    kFILL = impl::byLevel(32, 31, 31),                                    //!< addFill().
    kQUANTIZE = impl::byLevel(33, 32, 32),                                //!< addQuantize().
    kDEQUANTIZE = impl::byLevel(34, 33, 33),                              //!< addDequantize().
    kCONDITION = impl::byLevel(35, 34, 34),                               //!< IIfConditional::setCondition().
    kCONDITIONAL_INPUT = impl::byLevel(36, 35, 35),                       //!< IIfConditional::addInput().
    kCONDITIONAL_OUTPUT = impl::byLevel(37, 36, 36),                      //!< IIfConditional::addOutput().
    kSCATTER = impl::byLevel(38, 37, 37),                                 //!< addScatter().
    kEINSUM = impl::byLevel(39, 38, 38),                                  //!< addEinsum().
    kASSERTION = impl::byLevel(40, 39, 39),                               //!< addAssertion().
    kONE_HOT = impl::byLevel(41, 40, 40),                                 //!< addOneHot().
    kNON_ZERO = impl::byLevel(42, 41, 41),                                //!< addNonZero().
    kGRID_SAMPLE = impl::byLevel(43, 42, 42),                             //!< addGridSample().
    kNMS = impl::byLevel(44, 43, 43),                                     //!< addNMS().
    kREVERSE_SEQUENCE = impl::byLevel(45, 44, 44),                        //!< addReverseSequence().
    kNORMALIZATION = impl::byLevel(46, 45, 45),                           //!< addNormalization(), addNormalizationV2().
    kPLUGIN_V3 = impl::byLevel(48, 46, 46),                               //!< addPluginV3(); since 10.
    kSQUEEZE = impl::byLevel(49, 47, 47),                                 //!< addSqueeze(); since 10.
    kUNSQUEEZE = impl::byLevel(50, 48, 48),                               //!< addUnsqueeze(); since 10.
    kCUMULATIVE = impl::byLevel(51, 49, 49),                              //!< addCumulative(); since 10.
    kDYNAMIC_QUANTIZE = impl::byLevel(52, 50, 50),                        //!< addDynamicQuantize(); since 10.
    kATTENTION_INPUT = impl::byLevel(53, 51, 51),                         //!< addAttention() makes one; since 10.
    kATTENTION_OUTPUT = impl::byLevel(54, 52, 52),                        //!< addAttention() makes one; since 10.
    kROTARY_EMBEDDING = impl::byLevel(55, 53, 53),                        //!< addRotaryEmbedding(); since 10.
    kKVCACHE_UPDATE = impl::byLevel(56, 54, 54),                          //!< addKVCacheUpdate(); since 10.
    kMOE = impl::byLevel(57, 55, 55),                                     //!< addMoE(); since 10.
    kDIST_COLLECTIVE = impl::byLevel(58, 56, 56),                         //!< addDistCollective(); since 10.
    kFULLY_CONNECTED TENON_DEPRECATED_ENUM_10 = impl::byLevel(1, 57, 57), //!< addFullyConnected(); of 8.6.
    kRNN_V2 TENON_DEPRECATED_ENUM_10 = impl::byLevel(20, 58, 58),         //!< addRNNv2(); of 8.6.
};

namespace impl {
template <>
struct EnumMaxImpl<LayerType> {
    static constexpr int32_t kVALUE = byLevel(48, 57, 57);
};
} // namespace impl

namespace impl {
//! The number of a layer's type at this level.
constexpr LayerType fromLibrary(LayerType type) noexcept {
#if TENON_API_LEVEL == 8
    // 8.6 has two types that later generations lack, kFULLY_CONNECTED = 1 and kRNN_V2 = 20, and kCAST at its end.
    constexpr int32_t kCAST_10 = 1;
    constexpr int32_t kIDENTITY_10 = 20;
    constexpr int32_t kPLUGIN_V3_10 = 46;
    constexpr int32_t kFULLY_CONNECTED_10 = 57;
    constexpr int32_t kRNN_V2_10 = 58;
    int32_t const number = static_cast<int32_t>(type);
    return number == kCAST_10              ? LayerType::kCAST
           : number == kFULLY_CONNECTED_10 ? LayerType::kFULLY_CONNECTED
           : number == kRNN_V2_10          ? LayerType::kRNN_V2
           : number >= kPLUGIN_V3_10       ? static_cast<LayerType>(number + 2)
           : number >= kIDENTITY_10        ? static_cast<LayerType>(number + 1)
                                           : type;
#else
    return type;
#endif
}

//! The first two extents as height and width; what is absent is 0.
inline DimsHW toHW(Dims const& dims) noexcept {
    DimsHW result{};
    for (int32_t i = 0; i < 2 && i < dims.nbDims; ++i) {
        result.d[i] = dims.d[i];
    }
    return result;
}
} // namespace impl

//! A node of a network. It takes input tensors and owns its output tensors; the network owns it.
class ILayer : public INoCopy {
public:
    //! Kind of the layer.
    LayerType getType() const noexcept { return impl::fromLibrary(mLayer->getType()); }

    //! Names the layer, for messages, profiles and refit. The text is copied.
    void setName(char const* name) noexcept { mLayer->setName(name); }

    //! The name; a default one unless set. The layer owns the text.
    char const* getName() const noexcept { return mLayer->getName(); }

    //! Number of inputs.
    int32_t getNbInputs() const noexcept { return mLayer->getNbInputs(); }

    //! An input, or null when it is optional and absent or the index is out of range.
    ITensor* getInput(int32_t index) const noexcept { return mLayer->getInput(index); }

    //! Number of outputs.
    int32_t getNbOutputs() const noexcept { return mLayer->getNbOutputs(); }

    //! An output, or null when the index is out of range.
    ITensor* getOutput(int32_t index) const noexcept { return mLayer->getOutput(index); }

    //! Replaces an input; some layers take optional inputs past the first ones, which their class lists.
    void setInput(int32_t index, ITensor& tensor) noexcept { mLayer->setInput(index, tensor); }

    //! Type that a weakly typed build should compute in; strict under BuilderFlag::kOBEY_PRECISION_CONSTRAINTS, a wish
    //! under kPREFER_PRECISION_CONSTRAINTS. Refused by a strongly typed network.
    TENON_DEPRECATED_10 void setPrecision(DataType dataType) noexcept { mLayer->setPrecision(dataType); }

    //! The type of setPrecision(), or the type of the first input when none is set.
    TENON_DEPRECATED_11 DataType getPrecision() const noexcept { return mLayer->getPrecision(); }

    //! Whether setPrecision() was called since the last reset.
    TENON_DEPRECATED_10 bool precisionIsSet() const noexcept { return mLayer->precisionIsSet(); }

    //! Forgets the type of setPrecision().
    TENON_DEPRECATED_10 void resetPrecision() noexcept { mLayer->resetPrecision(); }

    //! Type that a weakly typed build should give to an output; its weight is that of setPrecision(). Refused by a
    //! strongly typed network.
    TENON_DEPRECATED_10 void setOutputType(int32_t index, DataType dataType) noexcept {
        mLayer->setOutputType(index, dataType);
    }

    //! The type of setOutputType(), or the type that the layer gives by itself.
    DataType getOutputType(int32_t index) const noexcept { return mLayer->getOutputType(index); }

    //! Whether setOutputType() was called for the output since the last reset.
    TENON_DEPRECATED_10 bool outputTypeIsSet(int32_t index) const noexcept { return mLayer->outputTypeIsSet(index); }

    //! Forgets the type of setOutputType().
    TENON_DEPRECATED_10 void resetOutputType(int32_t index) noexcept { mLayer->resetOutputType(index); }

    //! Text of the user that the engine inspector repeats at ProfilingVerbosity::kDETAILED. Copied; an empty text
    //! clears it.
    void setMetadata(char const* metadata) noexcept { mLayer->setMetadata(metadata); }

    //! The text of setMetadata(), or an empty text.
    char const* getMetadata() const noexcept { return mLayer->getMetadata(); }

    //! Number of ranks that share the layer's work; 1 for all but collectives (since 10). False when refused.
    bool setNbRanks(int32_t nbRanks) noexcept { return mLayer->setNbRanks(nbRanks); }

    //! The number of setNbRanks(); 1 unless set (since 10).
    int32_t getNbRanks() const noexcept { return mLayer->getNbRanks(); }

protected:
    virtual ~ILayer() noexcept = default;
    apiv::VLayer* mLayer;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYER_H
