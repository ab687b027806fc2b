// SPDX-License-Identifier: Apache-2.0
// The recurrent layer of 8.6.
#ifndef TENON_NV_LAYERS_RNN_H
#define TENON_NV_LAYERS_RNN_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! Kinds of recurrent cells (of 8.6).
enum class RNNOperation : int32_t {
    kRELU TENON_DEPRECATED_ENUM_10 = 0, //!< One gate with max(x, 0).
    kTANH TENON_DEPRECATED_ENUM_10 = 1, //!< One gate with tanh.
    kLSTM TENON_DEPRECATED_ENUM_10 = 2, //!< Four gates and a cell state.
    kGRU TENON_DEPRECATED_ENUM_10 = 3,  //!< Three gates.
};

namespace impl {
template <>
struct EnumMaxImpl<RNNOperation> {
    static constexpr int32_t kVALUE = 4;
};
} // namespace impl

//! How a recurrent layer walks its sequences (of 8.6).
enum class RNNDirection : int32_t {
    kUNIDIRECTION TENON_DEPRECATED_ENUM_10 = 0, //!< From first to last.
    kBIDIRECTION TENON_DEPRECATED_ENUM_10 = 1,  //!< Both ways; the outputs of both are joined.
};

namespace impl {
template <>
struct EnumMaxImpl<RNNDirection> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

//! What the first cell does to its input (of 8.6).
enum class RNNInputMode : int32_t {
    kLINEAR TENON_DEPRECATED_ENUM_10 = 0, //!< Multiplies it by weights.
    kSKIP TENON_DEPRECATED_ENUM_10 = 1,   //!< Takes it as it is; its size is that of a hidden state.
};

namespace impl {
template <>
struct EnumMaxImpl<RNNInputMode> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

//! Gates of recurrent cells (of 8.6).
enum class RNNGateType : int32_t {
    kINPUT TENON_DEPRECATED_ENUM_10 = 0,  //!< Of kRELU, kTANH and kLSTM.
    kOUTPUT TENON_DEPRECATED_ENUM_10 = 1, //!< Of kLSTM.
    kFORGET TENON_DEPRECATED_ENUM_10 = 2, //!< Of kLSTM.
    kUPDATE TENON_DEPRECATED_ENUM_10 = 3, //!< Of kGRU.
    kRESET TENON_DEPRECATED_ENUM_10 = 4,  //!< Of kGRU.
    kCELL TENON_DEPRECATED_ENUM_10 = 5,   //!< Of kLSTM.
    kHIDDEN TENON_DEPRECATED_ENUM_10 = 6, //!< Of kGRU.
};

namespace impl {
template <>
struct EnumMaxImpl<RNNGateType> {
    static constexpr int32_t kVALUE = 7;
};
} // namespace impl

//! Stacked recurrent cells over the sequences of a batch (of 8.6). Input [N..., S, E]; outputs: the hidden states
//! [N..., S, H], the last hidden state [N..., L, H] and, for LSTM, the last cell state.
class TRT_DEPRECATED IRNNv2Layer : public ILayer {
public:
    //! Number of stacked cells L.
    int32_t getLayerCount() const noexcept { return mImpl->getLayerCount(); }

    //! Size H of a hidden state.
    int32_t getHiddenSize() const noexcept { return mImpl->getHiddenSize(); }

    //! Longest sequence S.
    int32_t getMaxSeqLength() const noexcept { return mImpl->getMaxSeqLength(); }

    //! Size E of the data of one step.
    int32_t getDataLength() const noexcept { return mImpl->getDataLength(); }

    //! Length of each sequence, an int32 tensor [N...]; steps beyond it are not computed.
    void setSequenceLengths(ITensor& seqLengths) noexcept { mImpl->setSequenceLengths(seqLengths); }

    //! The tensor of setSequenceLengths(), or null when all sequences are as long as the longest.
    ITensor* getSequenceLengths() const noexcept { return mImpl->getSequenceLengths(); }

    //! Kind of cell.
    void setOperation(RNNOperation op) noexcept { mImpl->setOperation(op); }

    //! The kind of setOperation() or of creation.
    RNNOperation getOperation() const noexcept { return mImpl->getOperation(); }

    //! Whether the first cell multiplies its input by weights.
    void setInputMode(RNNInputMode op) noexcept { mImpl->setInputMode(op); }

    //! The mode of setInputMode(); kLINEAR unless set.
    RNNInputMode getInputMode() const noexcept { return mImpl->getInputMode(); }

    //! One pass over a sequence or two.
    void setDirection(RNNDirection op) noexcept { mImpl->setDirection(op); }

    //! The direction of setDirection(); kUNIDIRECTION unless set.
    RNNDirection getDirection() const noexcept { return mImpl->getDirection(); }

    //! Weights of one gate of one cell: isW for those that the input meets [H, E], else those that the hidden state
    //! meets [H, H]. With two directions, index 2i is cell i forward and 2i + 1 backward.
    void setWeightsForGate(int32_t layerIndex, RNNGateType gate, bool isW, Weights weights) noexcept {
        mImpl->setWeightsForGate(layerIndex, gate, isW, weights);
    }

    //! The weights of setWeightsForGate().
    Weights getWeightsForGate(int32_t layerIndex, RNNGateType gate, bool isW) const noexcept {
        return mImpl->getWeightsForGate(layerIndex, gate, isW);
    }

    //! Bias [H] of one gate; arguments as those of setWeightsForGate().
    void setBiasForGate(int32_t layerIndex, RNNGateType gate, bool isW, Weights bias) noexcept {
        mImpl->setBiasForGate(layerIndex, gate, isW, bias);
    }

    //! The bias of setBiasForGate().
    Weights getBiasForGate(int32_t layerIndex, RNNGateType gate, bool isW) const noexcept {
        return mImpl->getBiasForGate(layerIndex, gate, isW);
    }

    //! First hidden state [N..., L, H], twice L with two directions; zero unless set.
    void setHiddenState(ITensor& hidden) noexcept { mImpl->setHiddenState(hidden); }

    //! The tensor of setHiddenState(), or null.
    ITensor* getHiddenState() const noexcept { return mImpl->getHiddenState(); }

    //! First cell state of an LSTM, shaped as the hidden state; zero unless set.
    void setCellState(ITensor& cell) noexcept { mImpl->setCellState(cell); }

    //! The tensor of setCellState(), or null.
    ITensor* getCellState() const noexcept { return mImpl->getCellState(); }

protected:
    apiv::VRNNv2Layer* mImpl;
    virtual ~IRNNv2Layer() noexcept = default;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_RNN_H
