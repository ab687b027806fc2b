// SPDX-License-Identifier: Apache-2.0
#include "api/attention.h"

#include "api/handles.h"
#include "network/layers/attention.h"

#include <fmt/format.h>

namespace tenon::api {

namespace apiv = nvinfer1::apiv;
using nvinfer1::AttentionIOForm;
using nvinfer1::AttentionNormalizationOp;
using nvinfer1::CausalMaskKind;
using nvinfer1::DataType;
using nvinfer1::EnumMax;
using nvinfer1::ITensor;

namespace {

constexpr size_t kMask = 3, kLengths = 4; ///< operands of the output layer

template <class I, class V, class A>
class BoundaryLayer final : public Layer<I, V, A>, public apiv::VAttentionBoundaryLayer {
public:
    BoundaryLayer(NetworkDefinition& network, size_t record) noexcept : Layer<I, V, A>(network, record) {
        this->mBoundary = this;
    }
    nvinfer1::IAttention* getAttention() const noexcept override {
        return this->network().attention(this->attrs().attention);
    }
};

using InputLayer = BoundaryLayer<nvinfer1::IAttentionInputLayer, apiv::VAttentionInputLayer, layers::AttentionInput>;
using OutputLayer =
    BoundaryLayer<nvinfer1::IAttentionOutputLayer, apiv::VAttentionOutputLayer, layers::AttentionOutput>;

class RotaryLayer final
    : public Layer<nvinfer1::IRotaryEmbeddingLayer, apiv::VRotaryEmbeddingLayer, layers::RotaryEmbedding> {
public:
    using Layer::Layer;
    void setInterleaved(bool interleaved) noexcept override {
        change("IRotaryEmbeddingLayer::setInterleaved", [&](auto& a) { a.interleaved = interleaved; });
    }
    bool getInterleaved() const noexcept override { return attrs().interleaved; }
    bool setRotaryEmbeddingDim(int32_t dim) noexcept override {
        return fence(network().sink(), "IRotaryEmbeddingLayer::setRotaryEmbeddingDim", false, [&] {
            layers::RotaryEmbedding a = attrs();
            a.dim = needDim(dim);
            edit().attrs = a;
            changed();
            return true;
        });
    }
    int32_t getRotaryEmbeddingDim() const noexcept override { return static_cast<int32_t>(attrs().dim); }
    void setInput(int32_t index, ITensor& input) noexcept override { LayerBase::setInput(index, input); }

    static int32_t needDim(int32_t dim) {
        if (dim < 0 || dim % 2 != 0)
            throw Error(Message::kArgument, "the number of elements that rotate is odd or negative")
                .wanted("an even number, 0 for all")
                .given(fmt::format("{}", dim));
        return dim;
    }

protected:
    size_t maxInputs() const noexcept override { return 4; }
};

} // namespace

template <class F>
bool AttentionHandle::change(char const* call, F&& body) noexcept {
    return fence(mNetwork.sink(), call, false, [&] {
        layers::AttentionOutput a = output().attrs.as<layers::AttentionOutput>();
        body(a);
        output().attrs = a;
        mNetwork.inference().recordChanged(mOutput);
        return true;
    });
}

bool AttentionHandle::setOperand(char const* call, size_t index, ITensor* tensor) noexcept {
    return fence(mNetwork.sink(), call, false, [&] {
        TensorId const id = tensor == nullptr ? kNoTensor : mNetwork.idOf(*tensor);
        auto& operands = output().operands;
        operands.resize(std::max(operands.size(), index + 1), kNoTensor);
        operands[index] = id;
        mNetwork.inference().recordChanged(mOutput);
        return true;
    });
}

ITensor* AttentionHandle::operand(size_t index) const noexcept {
    auto const& operands = output().operands;
    if (index >= operands.size() || operands[index] == kNoTensor)
        return nullptr;
    return fence(mNetwork.sink(), "IAttention", (ITensor*)nullptr, [&] { return mNetwork.tensor(operands[index]); });
}

bool AttentionHandle::setInput(int32_t index, ITensor& input) noexcept {
    return fence(mNetwork.sink(), "IAttention::setInput", false, [&] {
        needIndex(index, 3);
        mNetwork.edit().main.records[mInput].operands[static_cast<size_t>(index)] = mNetwork.idOf(input);
        mNetwork.inference().recordChanged(mInput);
        return true;
    });
}

int32_t AttentionHandle::getNbInputs() const noexcept {
    return 3;
}

ITensor* AttentionHandle::getInput(int32_t index) const noexcept {
    if (index < 0 || index >= 3)
        return nullptr;
    return fence(mNetwork.sink(), "IAttention::getInput", (ITensor*)nullptr, [&] {
        return mNetwork.tensor(mNetwork.network().main.records[mInput].operands[static_cast<size_t>(index)]);
    });
}

int32_t AttentionHandle::getNbOutputs() const noexcept {
    return 1;
}

ITensor* AttentionHandle::getOutput(int32_t index) const noexcept {
    if (index != 0)
        return nullptr;
    return fence(mNetwork.sink(), "IAttention::getOutput", (ITensor*)nullptr,
                 [&] { return mNetwork.tensor(output().results[0]); });
}

bool AttentionHandle::setName(char const* name) noexcept {
    return fence(mNetwork.sink(), "IAttention::setName", false, [&] {
        output().name = need(name, "name");
        output().origins = {output().name};
        return true;
    });
}

char const* AttentionHandle::getName() const noexcept {
    if (mName != output().name)
        mName = output().name;
    return mName.c_str();
}

bool AttentionHandle::setNormalizationOperation(AttentionNormalizationOp op) noexcept {
    return change("IAttention::setNormalizationOperation",
                  [&](auto& a) { a.op = needEnum(op, "op", EnumMax<AttentionNormalizationOp>()); });
}

AttentionNormalizationOp AttentionHandle::getNormalizationOperation() const noexcept {
    return output().attrs.as<layers::AttentionOutput>().op;
}

bool AttentionHandle::setCausal(bool isCausal) noexcept {
    return setCausalKind(isCausal ? CausalMaskKind::kUPPER_LEFT : CausalMaskKind::kNONE);
}

bool AttentionHandle::getCausal() const noexcept {
    return getCausalKind() != CausalMaskKind::kNONE;
}

bool AttentionHandle::setMask(ITensor& mask) noexcept {
    return setOperand("IAttention::setMask", kMask, &mask);
}

ITensor* AttentionHandle::getMask() const noexcept {
    return operand(kMask);
}

bool AttentionHandle::setDecomposable(bool decomposable) noexcept {
    return change("IAttention::setDecomposable", [&](auto& a) { a.decomposable = decomposable; });
}

bool AttentionHandle::getDecomposable() const noexcept {
    return output().attrs.as<layers::AttentionOutput>().decomposable;
}

bool AttentionHandle::setNormalizationQuantizeScale(ITensor&) noexcept {
    TENON_ABSENT(mNetwork.sink(), "IAttention::setNormalizationQuantizeScale",
                 "there is no attention of 8-bit numbers yet");
    return false;
}

ITensor* AttentionHandle::getNormalizationQuantizeScale() const noexcept {
    return nullptr;
}

bool AttentionHandle::setNormalizationQuantizeToType(DataType) noexcept {
    TENON_ABSENT(mNetwork.sink(), "IAttention::setNormalizationQuantizeToType",
                 "there is no attention of 8-bit numbers yet");
    return false;
}

DataType AttentionHandle::getNormalizationQuantizeToType() const noexcept {
    return DataType::kFLOAT;
}

bool AttentionHandle::setMetadata(char const* docString) noexcept {
    return fence(mNetwork.sink(), "IAttention::setMetadata", false, [&] {
        output().metadata = need(docString, "the metadata");
        return true;
    });
}

char const* AttentionHandle::getMetadata() const noexcept {
    return output().metadata.c_str();
}

bool AttentionHandle::setNbRanks(int32_t nbRanks) noexcept {
    return fence(mNetwork.sink(), "IAttention::setNbRanks", false, [&] {
        if (nbRanks != 1)
            throw Error(Message::kNotThereYet, "an attention is computed by one process", {output().name, "", "", ""})
                .wanted("1")
                .given(fmt::format("{}", nbRanks));
        return true;
    });
}

int32_t AttentionHandle::getNbRanks() const noexcept {
    return 1;
}

bool AttentionHandle::setCausalKind(CausalMaskKind kind) noexcept {
    return change("IAttention::setCausalKind",
                  [&](auto& a) { a.causal = needEnum(kind, "kind", EnumMax<CausalMaskKind>()); });
}

CausalMaskKind AttentionHandle::getCausalKind() const noexcept {
    return output().attrs.as<layers::AttentionOutput>().causal;
}

bool AttentionHandle::needPadded(char const* call, AttentionIOForm form) noexcept {
    return fence(mNetwork.sink(), call, false, [&] {
        if (needEnum(form, "form", EnumMax<AttentionIOForm>()) == AttentionIOForm::kPACKED_NHD)
            throw Error(Message::kNotThereYet, "sequences that are packed one behind the other are not read yet",
                        {output().name, "", "", ""})
                .wanted("kPADDED_BHND");
        return true;
    });
}

bool AttentionHandle::setQueryForm(AttentionIOForm form) noexcept {
    return needPadded("IAttention::setQueryForm", form);
}

AttentionIOForm AttentionHandle::getQueryForm() const noexcept {
    return AttentionIOForm::kPADDED_BHND;
}

bool AttentionHandle::setKeyValueForm(AttentionIOForm form) noexcept {
    return needPadded("IAttention::setKeyValueForm", form);
}

AttentionIOForm AttentionHandle::getKeyValueForm() const noexcept {
    return AttentionIOForm::kPADDED_BHND;
}

bool AttentionHandle::setQueryLengths(ITensor* lengths) noexcept {
    if (lengths == nullptr)
        return true;
    TENON_ABSENT(mNetwork.sink(), "IAttention::setQueryLengths", "packed sequences are not read yet");
    return false;
}

ITensor* AttentionHandle::getQueryLengths() const noexcept {
    return nullptr;
}

bool AttentionHandle::setKeyValueLengths(ITensor* lengths) noexcept {
    return setOperand("IAttention::setKeyValueLengths", kLengths, lengths);
}

ITensor* AttentionHandle::getKeyValueLengths() const noexcept {
    return operand(kLengths);
}

void addAttentionHandles(HandleTable& table) {
    table["layer.attention_input"] = makeOne<InputLayer>;
    table["layer.attention_output"] = makeOne<OutputLayer>;
    table["layer.rotary_embedding"] = makeOne<RotaryLayer>;
}

nvinfer1::IAttention* NetworkDefinition::attention(int32_t number) const noexcept {
    auto const it = mAttentions.find(number);
    return it == mAttentions.end() ? nullptr : it->second.get();
}

nvinfer1::IAttention* NetworkDefinition::addAttentionV2(ITensor& query, ITensor& key, ITensor& value,
                                                        AttentionNormalizationOp normOp,
                                                        CausalMaskKind causalKind) noexcept {
    return make("INetworkDefinition::addAttention", [&]() -> nvinfer1::IAttention* {
        needEnum(normOp, "normOp", EnumMax<AttentionNormalizationOp>());
        needEnum(causalKind, "causalKind", EnumMax<CausalMaskKind>());
        std::vector<TensorId> operands{idOf(query), idOf(key), idOf(value)};
        auto const number = static_cast<int32_t>(mAttentions.size());
        InputLayer* const in = append<InputLayer>("attention_input", layers::AttentionInput{number}, operands, 3);
        OutputLayer* const out =
            append<OutputLayer>("attention_output", layers::AttentionOutput{number, normOp, causalKind, false},
                                mNetwork.main.records[in->number()].results);
        return (mAttentions[number] = std::make_unique<AttentionHandle>(*this, in->number(), out->number())).get();
    });
}

nvinfer1::IAttention* NetworkDefinition::addAttention(ITensor& query, ITensor& key, ITensor& value,
                                                      AttentionNormalizationOp normOp, bool isCausal) noexcept {
    return addAttentionV2(query, key, value, normOp, isCausal ? CausalMaskKind::kUPPER_LEFT : CausalMaskKind::kNONE);
}

nvinfer1::IRotaryEmbeddingLayer* NetworkDefinition::addRotaryEmbedding(ITensor& input, ITensor& cosCache,
                                                                       ITensor& sinCache, bool interleaved,
                                                                       int32_t rotaryEmbeddingDim) noexcept {
    return make("INetworkDefinition::addRotaryEmbedding", [&]() -> nvinfer1::IRotaryEmbeddingLayer* {
        return append<RotaryLayer>("rotary_embedding",
                                   layers::RotaryEmbedding{interleaved, RotaryLayer::needDim(rotaryEmbeddingDim)},
                                   {idOf(input), idOf(cosCache), idOf(sinCache)});
    });
}

nvinfer1::IKVCacheUpdateLayer* NetworkDefinition::addKVCacheUpdate(ITensor&, ITensor&, ITensor&,
                                                                   nvinfer1::KVCacheMode) noexcept {
    TENON_ABSENT(*mSink, "INetworkDefinition::addKVCacheUpdate", "no operator writes to an input of the engine yet");
    return nullptr;
}

nvinfer1::IMoELayer* NetworkDefinition::addMoE(ITensor&, ITensor&, ITensor&) noexcept {
    TENON_ABSENT(*mSink, "INetworkDefinition::addMoE", "there is no operator for a mixture of experts yet");
    return nullptr;
}

nvinfer1::IDistCollectiveLayer* NetworkDefinition::addDistCollective(ITensor&, nvinfer1::CollectiveOperation,
                                                                     nvinfer1::ReduceOperation, int64_t, int64_t*,
                                                                     int64_t) noexcept {
    TENON_ABSENT(*mSink, "INetworkDefinition::addDistCollective", "an engine runs in one process");
    return nullptr;
}

nvinfer1::IRNNv2Layer* NetworkDefinition::addRNNv2(ITensor&, int32_t, int32_t, int32_t,
                                                   nvinfer1::RNNOperation) noexcept {
    TENON_ABSENT(*mSink, "INetworkDefinition::addRNNv2",
                 "removed after generation 8; ILoop with matrix products says the same");
    return nullptr;
}

} // namespace tenon::api
