// SPDX-License-Identifier: Apache-2.0
#include "api/flow.h"

#include "api/handles.h"
#include "network/layers/flow.h"

#include <fmt/format.h>

namespace tenon::api {

namespace apiv = nvinfer1::apiv;
using nvinfer1::EnumMax;
using nvinfer1::ITensor;
using nvinfer1::LoopOutput;
using nvinfer1::TripLimit;

namespace {

/// A layer at the boundary of a loop or conditional: one pointer more than other layers.
template <class I, class V, class A>
class LoopLayer : public Layer<I, V, A>, public apiv::VLoopBoundaryLayer {
public:
    LoopLayer(NetworkDefinition& network, size_t record) noexcept : Layer<I, V, A>(network, record) {
        this->mBoundary = this;
    }
    nvinfer1::ILoop* getLoop() const noexcept override { return this->network().loop(this->attrs().scope); }
};

template <class I, class V, class A>
class ConditionalLayer final : public Layer<I, V, A>, public apiv::VConditionalBoundaryLayer {
public:
    ConditionalLayer(NetworkDefinition& network, size_t record) noexcept : Layer<I, V, A>(network, record) {
        this->mBoundary = this;
    }
    nvinfer1::IIfConditional* getConditional() const noexcept override {
        return this->network().conditional(this->attrs().scope);
    }
};

class RecurrenceLayer final : public LoopLayer<nvinfer1::IRecurrenceLayer, apiv::VRecurrenceLayer, layers::Recurrence> {
public:
    using LoopLayer::LoopLayer;

protected:
    size_t maxInputs() const noexcept override { return 2; }
};

class LimitLayer final : public LoopLayer<nvinfer1::ITripLimitLayer, apiv::VTripLimitLayer, layers::TripLimitLayer> {
public:
    using LoopLayer::LoopLayer;
    TripLimit getTripLimit() const noexcept override { return attrs().kind; }
};

class IteratorLayer final : public LoopLayer<nvinfer1::IIteratorLayer, apiv::VIteratorLayer, layers::Iterator> {
public:
    using LoopLayer::LoopLayer;
    void setAxis(int32_t axis) noexcept override {
        change("IIteratorLayer::setAxis", [&](auto& a) { a.axis = axis; });
    }
    int32_t getAxis() const noexcept override { return static_cast<int32_t>(attrs().axis); }
    void setReverse(bool reverse) noexcept override {
        change("IIteratorLayer::setReverse", [&](auto& a) { a.reverse = reverse; });
    }
    bool getReverse() const noexcept override { return attrs().reverse; }
};

class OutputLayer final
    : public LoopLayer<nvinfer1::ILoopOutputLayer, apiv::VLoopOutputLayer, layers::LoopOutputLayer> {
public:
    using LoopLayer::LoopLayer;
    LoopOutput getLoopOutput() const noexcept override { return attrs().kind; }
    void setAxis(int32_t axis) noexcept override {
        change("ILoopOutputLayer::setAxis", [&](auto& a) { a.axis = axis; });
    }
    int32_t getAxis() const noexcept override { return static_cast<int32_t>(attrs().axis); }

protected:
    size_t maxInputs() const noexcept override { return attrs().kind == LoopOutput::kLAST_VALUE ? 1 : 2; }
};

using ConditionLayer = ConditionalLayer<nvinfer1::IConditionLayer, apiv::VConditionLayer, layers::Condition>;
using InputLayer =
    ConditionalLayer<nvinfer1::IIfConditionalInputLayer, apiv::VConditionalInputLayer, layers::ConditionalInput>;
using ResultLayer =
    ConditionalLayer<nvinfer1::IIfConditionalOutputLayer, apiv::VConditionalOutputLayer, layers::ConditionalOutput>;

void setScopeName(NetworkDefinition& network, int32_t scope, char const* name) {
    network.edit().scopeNames[static_cast<size_t>(scope)] = need(name, "name");
}

char const* nameOfScope(NetworkDefinition const& network, int32_t scope, std::string& kept) noexcept {
    std::string const& now = network.network().scopeNames[static_cast<size_t>(scope)];
    if (kept != now)
        kept = now;
    return kept.c_str();
}

} // namespace

void addFlowHandles(HandleTable& table) {
    table["layer.recurrence"] = makeOne<RecurrenceLayer>;
    table["layer.trip_limit"] = makeOne<LimitLayer>;
    table["layer.iterator"] = makeOne<IteratorLayer>;
    table["layer.loop_output"] = makeOne<OutputLayer>;
    table["layer.condition"] = makeOne<ConditionLayer>;
    table["layer.conditional_input"] = makeOne<InputLayer>;
    table["layer.conditional_output"] = makeOne<ResultLayer>;
}

nvinfer1::IRecurrenceLayer* LoopHandle::addRecurrence(ITensor& initialValue) noexcept {
    return fence(mNetwork.sink(), "ILoop::addRecurrence", (nvinfer1::IRecurrenceLayer*)nullptr,
                 [&]() -> nvinfer1::IRecurrenceLayer* {
                     return mNetwork.append<RecurrenceLayer>("recurrence", layers::Recurrence{mScope},
                                                             {mNetwork.idOf(initialValue)});
                 });
}

nvinfer1::ITripLimitLayer* LoopHandle::addTripLimit(ITensor& tensor, TripLimit limit) noexcept {
    return fence(mNetwork.sink(), "ILoop::addTripLimit", (nvinfer1::ITripLimitLayer*)nullptr,
                 [&]() -> nvinfer1::ITripLimitLayer* {
                     needEnum(limit, "limit", EnumMax<TripLimit>());
                     TensorId const id = mNetwork.idOf(tensor);
                     bool& has = mHasLimit[static_cast<size_t>(limit)];
                     if (has)
                         throw Error(Message::kLoopRule,
                                     fmt::format("loop '{}' has a trip limit of this kind already", getName()))
                             .wanted("at most one of each kind")
                             .given(limit == TripLimit::kCOUNT ? "a second kCOUNT" : "a second kWHILE");
                     LimitLayer* const out =
                         mNetwork.append<LimitLayer>("trip_limit", layers::TripLimitLayer{mScope, limit}, {id}, 0);
                     has = true;
                     return out;
                 });
}

nvinfer1::IIteratorLayer* LoopHandle::addIterator(ITensor& tensor, int32_t axis, bool reverse) noexcept {
    return fence(mNetwork.sink(), "ILoop::addIterator", (nvinfer1::IIteratorLayer*)nullptr,
                 [&]() -> nvinfer1::IIteratorLayer* {
                     return mNetwork.append<IteratorLayer>("iterator", layers::Iterator{mScope, axis, reverse},
                                                           {mNetwork.idOf(tensor)});
                 });
}

nvinfer1::ILoopOutputLayer* LoopHandle::addLoopOutput(ITensor& tensor, LoopOutput outputKind, int32_t axis) noexcept {
    return fence(mNetwork.sink(), "ILoop::addLoopOutput", (nvinfer1::ILoopOutputLayer*)nullptr,
                 [&]() -> nvinfer1::ILoopOutputLayer* {
                     needEnum(outputKind, "outputKind", EnumMax<LoopOutput>());
                     return mNetwork.append<OutputLayer>(
                         "loop_output", layers::LoopOutputLayer{mScope, outputKind, axis}, {mNetwork.idOf(tensor)});
                 });
}

void LoopHandle::setName(char const* name) noexcept {
    fence(mNetwork.sink(), "ILoop::setName", [&] { setScopeName(mNetwork, mScope, name); });
}

char const* LoopHandle::getName() const noexcept {
    return nameOfScope(mNetwork, mScope, mName);
}

nvinfer1::IConditionLayer* ConditionalHandle::setCondition(ITensor& tensor) noexcept {
    return fence(mNetwork.sink(), "IIfConditional::setCondition", (nvinfer1::IConditionLayer*)nullptr,
                 [&]() -> nvinfer1::IConditionLayer* {
                     TensorId const id = mNetwork.idOf(tensor);
                     if (mHasCondition)
                         throw Error(Message::kConditionalRule,
                                     fmt::format("conditional '{}' has a condition already", getName()))
                             .wanted("one condition");
                     ConditionLayer* const out =
                         mNetwork.append<ConditionLayer>("condition", layers::Condition{mScope}, {id}, 0);
                     mHasCondition = true;
                     return out;
                 });
}

nvinfer1::IIfConditionalInputLayer* ConditionalHandle::addInput(ITensor& tensor) noexcept {
    return fence(mNetwork.sink(), "IIfConditional::addInput", (nvinfer1::IIfConditionalInputLayer*)nullptr,
                 [&]() -> nvinfer1::IIfConditionalInputLayer* {
                     return mNetwork.append<InputLayer>("conditional_input", layers::ConditionalInput{mScope},
                                                        {mNetwork.idOf(tensor)});
                 });
}

nvinfer1::IIfConditionalOutputLayer* ConditionalHandle::addOutput(ITensor& trueTensor, ITensor& falseTensor) noexcept {
    return fence(mNetwork.sink(), "IIfConditional::addOutput", (nvinfer1::IIfConditionalOutputLayer*)nullptr,
                 [&]() -> nvinfer1::IIfConditionalOutputLayer* {
                     return mNetwork.append<ResultLayer>("conditional_output", layers::ConditionalOutput{mScope},
                                                         {mNetwork.idOf(trueTensor), mNetwork.idOf(falseTensor)});
                 });
}

void ConditionalHandle::setName(char const* name) noexcept {
    fence(mNetwork.sink(), "IIfConditional::setName", [&] { setScopeName(mNetwork, mScope, name); });
}

char const* ConditionalHandle::getName() const noexcept {
    return nameOfScope(mNetwork, mScope, mName);
}

nvinfer1::ILoop* NetworkDefinition::addLoop() noexcept {
    return make("INetworkDefinition::addLoop", [&]() -> nvinfer1::ILoop* {
        int32_t const scope = addScope("loop");
        return (mLoops[scope] = std::make_unique<LoopHandle>(*this, scope)).get();
    });
}

nvinfer1::IIfConditional* NetworkDefinition::addIfConditional() noexcept {
    return make("INetworkDefinition::addIfConditional", [&]() -> nvinfer1::IIfConditional* {
        int32_t const scope = addScope("conditional");
        return (mConditionals[scope] = std::make_unique<ConditionalHandle>(*this, scope)).get();
    });
}

nvinfer1::ILoop* NetworkDefinition::loop(int32_t scope) const noexcept {
    auto const it = mLoops.find(scope);
    return it == mLoops.end() ? nullptr : it->second.get();
}

nvinfer1::IIfConditional* NetworkDefinition::conditional(int32_t scope) const noexcept {
    auto const it = mConditionals.find(scope);
    return it == mConditionals.end() ? nullptr : it->second.get();
}

} // namespace tenon::api
