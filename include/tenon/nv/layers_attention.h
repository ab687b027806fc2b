// SPDX-License-Identifier: Apache-2.0
// Attention, and what goes with it: rotary embedding and the cache of keys and values.
#ifndef TENON_NV_LAYERS_ATTENTION_H
#define TENON_NV_LAYERS_ATTENTION_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

enum class AttentionNormalizationOp : int32_t {
    kNONE = 0,
    kSOFTMAX = 1,
};

namespace impl {
template <>
struct EnumMaxImpl<AttentionNormalizationOp> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

enum class CausalMaskKind : int32_t {
    kNONE = 0,
    kUPPER_LEFT = 1,
    kLOWER_RIGHT = 2,
};

namespace impl {
template <>
struct EnumMaxImpl<CausalMaskKind> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

enum class AttentionIOForm : int32_t {
    kPADDED_BHND = 0,
    kPACKED_NHD = 1,
};

namespace impl {
template <>
struct EnumMaxImpl<AttentionIOForm> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

class IAttentionBoundaryLayer : public ILayer {
public:
    IAttention* getAttention() const noexcept { return mBoundary->getAttention(); }

protected:
    virtual ~IAttentionBoundaryLayer() noexcept = default;
    apiv::VAttentionBoundaryLayer* mBoundary;
};

class IAttentionInputLayer : public IAttentionBoundaryLayer {
public:
    using ILayer::setInput;

protected:
    virtual ~IAttentionInputLayer() noexcept = default;
    apiv::VAttentionInputLayer* mImpl;
};

class IAttentionOutputLayer : public IAttentionBoundaryLayer {

protected:
    virtual ~IAttentionOutputLayer() noexcept = default;
    apiv::VAttentionOutputLayer* mImpl;
};

class IAttention : public INoCopy {
public:
    bool setNormalizationOperation(AttentionNormalizationOp op) noexcept {
        return mImpl->setNormalizationOperation(op);
    }

    AttentionNormalizationOp getNormalizationOperation() const noexcept { return mImpl->getNormalizationOperation(); }

    bool setMask(ITensor& mask) noexcept { return mImpl->setMask(mask); }

    ITensor* getMask() noexcept { return mImpl->getMask(); }

    TENON_DEPRECATED_11 bool setCausal(bool isCausal) noexcept { return mImpl->setCausal(isCausal); }

    TENON_DEPRECATED_11 bool getCausal() const noexcept { return mImpl->getCausal(); }

    bool setDecomposable(bool decomposable) noexcept { return mImpl->setDecomposable(decomposable); }

    bool getDecomposable() const noexcept { return mImpl->getDecomposable(); }

    bool setInput(int32_t index, ITensor& input) noexcept { return mImpl->setInput(index, input); }

    int32_t getNbInputs() const noexcept { return mImpl->getNbInputs(); }

    ITensor* getInput(int32_t index) const noexcept { return mImpl->getInput(index); }

    int32_t getNbOutputs() const noexcept { return mImpl->getNbOutputs(); }

    ITensor* getOutput(int32_t index) const noexcept { return mImpl->getOutput(index); }

    bool setName(char const* name) noexcept { return mImpl->setName(name); }

    char const* getName() const noexcept { return mImpl->getName(); }

    bool setNormalizationQuantizeScale(ITensor& tensor) noexcept {
        return mImpl->setNormalizationQuantizeScale(tensor);
    }

    ITensor* getNormalizationQuantizeScale() const noexcept { return mImpl->getNormalizationQuantizeScale(); }

    bool setNormalizationQuantizeToType(DataType type) noexcept { return mImpl->setNormalizationQuantizeToType(type); }

    DataType getNormalizationQuantizeToType() const noexcept { return mImpl->getNormalizationQuantizeToType(); }

    bool setMetadata(char const* metadata) noexcept { return mImpl->setMetadata(metadata); }

    char const* getMetadata() const noexcept { return mImpl->getMetadata(); }

    bool setNbRanks(int32_t nbRanks) noexcept { return mImpl->setNbRanks(nbRanks); }

    int32_t getNbRanks() const noexcept { return mImpl->getNbRanks(); }

    //! Chooses where the causal mask starts (of 11.1). False when the kind is unknown.
    bool setCausalKind(CausalMaskKind kind) noexcept { return mImpl->setCausalKind(kind); }

    //! The causal mask; kUPPER_LEFT after setCausal(true) (of 11.1).
    CausalMaskKind getCausalKind() const noexcept { return mImpl->getCausalKind(); }

    //! Layout of the query and of the output (of 11.1). The packed form also needs setQueryLengths().
    bool setQueryForm(AttentionIOForm form) noexcept { return mImpl->setQueryForm(form); }

    //! Layout of the query; kPADDED_BHND unless set (of 11.1).
    AttentionIOForm getQueryForm() const noexcept { return mImpl->getQueryForm(); }

    //! Layout of key and value (of 11.1). The packed form also needs setKeyValueLengths().
    bool setKeyValueForm(AttentionIOForm form) noexcept { return mImpl->setKeyValueForm(form); }

    //! Layout of key and value; kPADDED_BHND unless set (of 11.1).
    AttentionIOForm getKeyValueForm() const noexcept { return mImpl->getKeyValueForm(); }

    //! Number of query tokens of each sequence: int32 or int64, [B]; null takes it away (of 11.1).
    bool setQueryLengths(ITensor* lengths) noexcept { return mImpl->setQueryLengths(lengths); }

    //! The tensor of setQueryLengths(), or null (of 11.1).
    ITensor* getQueryLengths() const noexcept { return mImpl->getQueryLengths(); }

    //! Number of key tokens of each sequence: int32 or int64, [B]; null takes it away (of 11.1).
    bool setKeyValueLengths(ITensor* lengths) noexcept { return mImpl->setKeyValueLengths(lengths); }

    //! The tensor of setKeyValueLengths(), or null (of 11.1).
    ITensor* getKeyValueLengths() const noexcept { return mImpl->getKeyValueLengths(); }

protected:
    apiv::VAttention* mImpl;
    virtual ~IAttention() noexcept = default;
};

class IRotaryEmbeddingLayer : public ILayer {
public:
    void setInterleaved(bool interleaved) noexcept { mImpl->setInterleaved(interleaved); }

    TRT_NODISCARD bool getInterleaved() const noexcept { return mImpl->getInterleaved(); }

    TRT_NODISCARD bool setRotaryEmbeddingDim(int32_t rotaryEmbeddingDim) noexcept {
        return mImpl->setRotaryEmbeddingDim(rotaryEmbeddingDim);
    }

    TRT_NODISCARD int32_t getRotaryEmbeddingDim() const noexcept { return mImpl->getRotaryEmbeddingDim(); }

    using ILayer::setInput;

protected:
    apiv::VRotaryEmbeddingLayer* mImpl;
    virtual ~IRotaryEmbeddingLayer() noexcept = default;
};

enum class KVCacheMode : int32_t {
    kLINEAR = 0,
};

namespace impl {
template <>
struct EnumMaxImpl<KVCacheMode> {
    static constexpr int32_t kVALUE = 1;
};
} // namespace impl

class IKVCacheUpdateLayer : public ILayer {
public:
    bool setCacheMode(KVCacheMode cacheMode) noexcept { return mImpl->setCacheMode(cacheMode); }

    KVCacheMode getCacheMode() const noexcept { return mImpl->getCacheMode(); }

    using ILayer::setInput;

    //! Layout of the update (of 11.1). The packed form also needs setUpdateLengths(). False when refused.
    bool setUpdateForm(AttentionIOForm form) noexcept { return mImpl->setUpdateForm(form); }

    //! Layout of the update; kPADDED_BHND unless set (of 11.1).
    AttentionIOForm getUpdateForm() const noexcept { return mImpl->getUpdateForm(); }

    //! Number of new tokens of each sequence: int32 or int64, [B]; null takes it away (of 11.1).
    bool setUpdateLengths(ITensor* lengths) noexcept { return mImpl->setUpdateLengths(lengths); }

    //! The tensor of setUpdateLengths(), or null (of 11.1).
    ITensor* getUpdateLengths() const noexcept { return mImpl->getUpdateLengths(); }

protected:
    apiv::VKVCacheUpdateLayer* mImpl;
    virtual ~IKVCacheUpdateLayer() noexcept = default;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_ATTENTION_H
