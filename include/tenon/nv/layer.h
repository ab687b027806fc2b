// SPDX-License-Identifier: Apache-2.0
// What all layers of a network share: LayerType and ILayer.
#ifndef TENON_NV_LAYER_H
#define TENON_NV_LAYER_H

#include "NvInferLegacyDims.h"
#include "tenon/nv/tensor.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

enum class LayerType : int32_t {
    kCONVOLUTION = 0,
    kCAST = impl::byLevel(47, 1, 1),
    kACTIVATION = 2,
    kPOOLING = 3,
    kLRN = 4,
    kSCALE = 5,
    kSOFTMAX = 6,
    kDECONVOLUTION = 7,
    kCONCATENATION = 8,
    kELEMENTWISE = 9,
    kPLUGIN = 10,
    kUNARY = 11,
    kPADDING = 12,
    kSHUFFLE = 13,
    kREDUCE = 14,
    kTOPK = 15,
    kGATHER = 16,
    kMATRIX_MULTIPLY = 17,
    kRAGGED_SOFTMAX = 18,
    kCONSTANT = 19,
    kIDENTITY = impl::byLevel(21, 20, 20),
    kPLUGIN_V2 = impl::byLevel(22, 21, 21),
    kSLICE = impl::byLevel(23, 22, 22),
    kSHAPE = impl::byLevel(24, 23, 23),
    kPARAMETRIC_RELU = impl::byLevel(25, 24, 24),
    kRESIZE = impl::byLevel(26, 25, 25),
    kTRIP_LIMIT = impl::byLevel(27, 26, 26),
    kRECURRENCE = impl::byLevel(28, 27, 27),
    kITERATOR = impl::byLevel(29, 28, 28),
    kLOOP_OUTPUT = impl::byLevel(30, 29, 29),
    kSELECT = impl::byLevel(31, 30, 30),
    kFILL = impl::byLevel(32, 31, 31),
    kQUANTIZE = impl::byLevel(33, 32, 32),
    kDEQUANTIZE = impl::byLevel(34, 33, 33),
    kCONDITION = impl::byLevel(35, 34, 34),
    kCONDITIONAL_INPUT = impl::byLevel(36, 35, 35),
    kCONDITIONAL_OUTPUT = impl::byLevel(37, 36, 36),
    kSCATTER = impl::byLevel(38, 37, 37),
    kEINSUM = impl::byLevel(39, 38, 38),
    kASSERTION = impl::byLevel(40, 39, 39),
    kONE_HOT = impl::byLevel(41, 40, 40),
    kNON_ZERO = impl::byLevel(42, 41, 41),
    kGRID_SAMPLE = impl::byLevel(43, 42, 42),
    kNMS = impl::byLevel(44, 43, 43),
    kREVERSE_SEQUENCE = impl::byLevel(45, 44, 44),
    kNORMALIZATION = impl::byLevel(46, 45, 45),
    kPLUGIN_V3 = impl::byLevel(48, 46, 46),
    kSQUEEZE = impl::byLevel(49, 47, 47),
    kUNSQUEEZE = impl::byLevel(50, 48, 48),
    kCUMULATIVE = impl::byLevel(51, 49, 49),
    kDYNAMIC_QUANTIZE = impl::byLevel(52, 50, 50),
    kATTENTION_INPUT = impl::byLevel(53, 51, 51),
    kATTENTION_OUTPUT = impl::byLevel(54, 52, 52),
    kROTARY_EMBEDDING = impl::byLevel(55, 53, 53),
    kKVCACHE_UPDATE = impl::byLevel(56, 54, 54),
    kMOE = impl::byLevel(57, 55, 55),
    kDIST_COLLECTIVE = impl::byLevel(58, 56, 56),
    kFULLY_CONNECTED TENON_DEPRECATED_ENUM_10 = impl::byLevel(1, 57, 57),
    kRNN_V2 TENON_DEPRECATED_ENUM_10 = impl::byLevel(20, 58, 58),
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

class ILayer : public INoCopy {
public:
    LayerType getType() const noexcept { return impl::fromLibrary(mLayer->getType()); }

    void setName(char const* name) noexcept { mLayer->setName(name); }

    char const* getName() const noexcept { return mLayer->getName(); }

    int32_t getNbInputs() const noexcept { return mLayer->getNbInputs(); }

    ITensor* getInput(int32_t index) const noexcept { return mLayer->getInput(index); }

    int32_t getNbOutputs() const noexcept { return mLayer->getNbOutputs(); }

    ITensor* getOutput(int32_t index) const noexcept { return mLayer->getOutput(index); }

    void setInput(int32_t index, ITensor& tensor) noexcept { mLayer->setInput(index, tensor); }

    TENON_DEPRECATED_10 void setPrecision(DataType dataType) noexcept { mLayer->setPrecision(dataType); }

    TENON_DEPRECATED_11 DataType getPrecision() const noexcept { return mLayer->getPrecision(); }

    TENON_DEPRECATED_10 bool precisionIsSet() const noexcept { return mLayer->precisionIsSet(); }

    TENON_DEPRECATED_10 void resetPrecision() noexcept { mLayer->resetPrecision(); }

    TENON_DEPRECATED_10 void setOutputType(int32_t index, DataType dataType) noexcept {
        mLayer->setOutputType(index, dataType);
    }

    DataType getOutputType(int32_t index) const noexcept { return mLayer->getOutputType(index); }

    TENON_DEPRECATED_10 bool outputTypeIsSet(int32_t index) const noexcept { return mLayer->outputTypeIsSet(index); }

    TENON_DEPRECATED_10 void resetOutputType(int32_t index) noexcept { mLayer->resetOutputType(index); }

    void setMetadata(char const* metadata) noexcept { mLayer->setMetadata(metadata); }

    char const* getMetadata() const noexcept { return mLayer->getMetadata(); }

    bool setNbRanks(int32_t nbRanks) noexcept { return mLayer->setNbRanks(nbRanks); }

    int32_t getNbRanks() const noexcept { return mLayer->getNbRanks(); }

protected:
    virtual ~ILayer() noexcept = default;
    apiv::VLayer* mLayer;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYER_H
