// SPDX-License-Identifier: Apache-2.0
// Attention, and what goes with it: rotary embedding and the cache of keys and values.
#ifndef TENON_NV_LAYERS_ATTENTION_H
#define TENON_NV_LAYERS_ATTENTION_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! What is done to the products of queries and keys (since 10).
enum class AttentionNormalizationOp : int32_t {
    kNONE = 0,    //!< Nothing.
    kSOFTMAX = 1, //!< Softmax along the keys.
};

namespace impl {
template <>
struct EnumMaxImpl<AttentionNormalizationOp> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

//! Which keys a query may see. Query i of s_q, key j of s_k (since 11).
enum class CausalMaskKind : int32_t {
    kNONE = 0,        //!< All.
    kUPPER_LEFT = 1,  //!< j <= i.
    kLOWER_RIGHT = 2, //!< j <= i + s_k - s_q: the last query sees every key.
};

namespace impl {
template <>
struct EnumMaxImpl<CausalMaskKind> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

//! Layout of a batch of sequences (since 11).
enum class AttentionIOForm : int32_t {
    kPADDED_BHND = 0, //!< [batch, heads, tokens, head size], short sequences padded.
    kPACKED_NHD = 1,  //!< [all tokens, heads, head size], sequences one after another.
};

namespace impl {
template <>
struct EnumMaxImpl<AttentionIOForm> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

//! A layer at the boundary of an attention (since 10). Seen through INetworkDefinition::getLayer().
class IAttentionBoundaryLayer : public ILayer {
public:
    //! The attention that the layer belongs to.
    IAttention* getAttention() const noexcept { return mBoundary->getAttention(); }

protected:
    virtual ~IAttentionBoundaryLayer() noexcept = default;
    apiv::VAttentionBoundaryLayer* mBoundary;
};

//! Where the inputs of an attention enter (since 10).
class IAttentionInputLayer : public IAttentionBoundaryLayer {
public:
    //! Inputs 0 to 2 are query, key and value.
    using ILayer::setInput;

protected:
    virtual ~IAttentionInputLayer() noexcept = default;
    apiv::VAttentionInputLayer* mImpl;
};

//! Where the output of an attention leaves (since 10).
class IAttentionOutputLayer : public IAttentionBoundaryLayer {
protected:
    virtual ~IAttentionOutputLayer() noexcept = default;
    apiv::VAttentionOutputLayer* mImpl;
};

//! normalize(query * key^T + mask) * value, for each head (since 10). Query [b, h, s_q, d]; key and value [b, h_k, s_k,
//! d], where h_k divides h. Output as the query. The network owns it.
class IAttention : public INoCopy {
public:
    //! What is done to the products; kSOFTMAX unless set. False when refused.
    bool setNormalizationOperation(AttentionNormalizationOp op) noexcept {
        return mImpl->setNormalizationOperation(op);
    }

    //! The value of setNormalizationOperation().
    AttentionNormalizationOp getNormalizationOperation() const noexcept { return mImpl->getNormalizationOperation(); }

    //! Mask that broadcasts to [b, h, s_q, s_k]: booleans say which keys count, other types are added to the products.
    //! False when refused.
    bool setMask(ITensor& mask) noexcept { return mImpl->setMask(mask); }

    //! The tensor of setMask(), or null.
    ITensor* getMask() noexcept { return mImpl->getMask(); }

    //! Whether a query sees only keys that do not come after it, as CausalMaskKind::kUPPER_LEFT. False when refused.
    TENON_DEPRECATED_11 bool setCausal(bool isCausal) noexcept { return mImpl->setCausal(isCausal); }

    //! Whether a causal mask is set.
    TENON_DEPRECATED_11 bool getCausal() const noexcept { return mImpl->getCausal(); }

    //! Whether the builder may use several kernels when no single one fits; otherwise it is an error. False unless set.
    bool setDecomposable(bool decomposable) noexcept { return mImpl->setDecomposable(decomposable); }

    //! The value of setDecomposable().
    bool getDecomposable() const noexcept { return mImpl->getDecomposable(); }

    //! Replaces query (0), key (1) or value (2). False when refused.
    bool setInput(int32_t index, ITensor& input) noexcept { return mImpl->setInput(index, input); }

    //! Number of inputs: 3.
    int32_t getNbInputs() const noexcept { return mImpl->getNbInputs(); }

    //! An input, or null when the index is out of range.
    ITensor* getInput(int32_t index) const noexcept { return mImpl->getInput(index); }

    //! Number of outputs: 1.
    int32_t getNbOutputs() const noexcept { return mImpl->getNbOutputs(); }

    //! The output of index 0, or null.
    ITensor* getOutput(int32_t index) const noexcept { return mImpl->getOutput(index); }

    //! Names the attention, for messages. The text is copied. False when refused.
    bool setName(char const* name) noexcept { return mImpl->setName(name); }

    //! The name; a default one unless set.
    char const* getName() const noexcept { return mImpl->getName(); }

    //! Scale by which the normalized products are quantized, of rank 0 or 1; goes with
    //! setNormalizationQuantizeToType(). False when refused.
    bool setNormalizationQuantizeScale(ITensor& tensor) noexcept {
        return mImpl->setNormalizationQuantizeScale(tensor);
    }

    //! The tensor of setNormalizationQuantizeScale(), or null.
    ITensor* getNormalizationQuantizeScale() const noexcept { return mImpl->getNormalizationQuantizeScale(); }

    //! Type that the normalized products are quantized to: kFP8 or kINT8. False for another.
    bool setNormalizationQuantizeToType(DataType type) noexcept { return mImpl->setNormalizationQuantizeToType(type); }

    //! The type of setNormalizationQuantizeToType(); kFLOAT unless set.
    DataType getNormalizationQuantizeToType() const noexcept { return mImpl->getNormalizationQuantizeToType(); }

    //! Text of the user that the engine inspector repeats. Copied. False when refused.
    bool setMetadata(char const* metadata) noexcept { return mImpl->setMetadata(metadata); }

    //! The text of setMetadata(), or an empty text.
    char const* getMetadata() const noexcept { return mImpl->getMetadata(); }

    //! Number of ranks that share the work. False when refused.
    bool setNbRanks(int32_t nbRanks) noexcept { return mImpl->setNbRanks(nbRanks); }

    //! The number of setNbRanks(); 1 unless set.
    int32_t getNbRanks() const noexcept { return mImpl->getNbRanks(); }

    //! Chooses where the causal mask starts (of 11.1). False when refused.
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

    //! Where each sequence of a packed query starts and the last one ends: int32, [b + 1], first 0. Null takes it away
    //! (of 11.1). False when refused.
    bool setQueryLengths(ITensor* lengths) noexcept { return mImpl->setQueryLengths(lengths); }

    //! The tensor of setQueryLengths(), or null (of 11.1).
    ITensor* getQueryLengths() const noexcept { return mImpl->getQueryLengths(); }

    //! Padded form: number of keys of each sequence, int32 [b]. Packed form: where each starts and the last one ends,
    //! int32 [b + 1]. Null takes it away (of 11.1). False when refused.
    bool setKeyValueLengths(ITensor* lengths) noexcept { return mImpl->setKeyValueLengths(lengths); }

    //! The tensor of setKeyValueLengths(), or null (of 11.1).
    ITensor* getKeyValueLengths() const noexcept { return mImpl->getKeyValueLengths(); }

protected:
    apiv::VAttention* mImpl;
    virtual ~IAttention() noexcept = default;
};

//! Rotates pairs of the last axis of [b, heads, tokens, head size] by angles of cosine and sine caches (since 10).
class IRotaryEmbeddingLayer : public ILayer {
public:
    //! Whether pairs are neighbours; else element i pairs with element i + half.
    void setInterleaved(bool interleaved) noexcept { mImpl->setInterleaved(interleaved); }

    //! The value of setInterleaved().
    TRT_NODISCARD bool getInterleaved() const noexcept { return mImpl->getInterleaved(); }

    //! Number of leading elements of a head that rotate, even; 0 for all. False when refused.
    TRT_NODISCARD bool setRotaryEmbeddingDim(int32_t rotaryEmbeddingDim) noexcept {
        return mImpl->setRotaryEmbeddingDim(rotaryEmbeddingDim);
    }

    //! The value of setRotaryEmbeddingDim().
    TRT_NODISCARD int32_t getRotaryEmbeddingDim() const noexcept { return mImpl->getRotaryEmbeddingDim(); }

    //! Inputs 0 to 2 are data, cosines and sines. Input 3, when set, is the position of each token, [b, tokens]: row of
    //! the caches.
    using ILayer::setInput;

protected:
    apiv::VRotaryEmbeddingLayer* mImpl;
    virtual ~IRotaryEmbeddingLayer() noexcept = default;
};

//! How an update lies in a cache (since 10).
enum class KVCacheMode : int32_t {
    kLINEAR = 0, //!< From a given token on.
};

namespace impl {
template <>
struct EnumMaxImpl<KVCacheMode> {
    static constexpr int32_t kVALUE = 1;
};
} // namespace impl

//! Writes new keys or values into a cache in place (since 10): cache [b, heads, most tokens, head size], update [b,
//! heads, tokens, head size], first token of each sequence [b]. The output shares the memory of the cache. Writes
//! beyond the end are dropped.
class IKVCacheUpdateLayer : public ILayer {
public:
    //! How the update lies in the cache. False when refused.
    bool setCacheMode(KVCacheMode cacheMode) noexcept { return mImpl->setCacheMode(cacheMode); }

    //! The value of setCacheMode().
    KVCacheMode getCacheMode() const noexcept { return mImpl->getCacheMode(); }

    //! Inputs 0 to 2 are cache, update and first tokens.
    using ILayer::setInput;

    //! Layout of the update (of 11.1). The packed form also needs setUpdateLengths(). False when refused.
    bool setUpdateForm(AttentionIOForm form) noexcept { return mImpl->setUpdateForm(form); }

    //! Layout of the update; kPADDED_BHND unless set (of 11.1).
    AttentionIOForm getUpdateForm() const noexcept { return mImpl->getUpdateForm(); }

    //! Where each sequence of a packed update starts and the last one ends: int32, [b + 1], first 0. Null takes it away
    //! (of 11.1). False when refused.
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
