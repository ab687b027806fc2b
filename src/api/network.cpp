// SPDX-License-Identifier: Apache-2.0
#include "api/network.h"

#include "api/attention.h"
#include "api/fence.h"
#include "api/flow.h"
#include "api/handles.h"
#include "api/tensor.h"
#include "kernel/table.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::api {

using nvinfer1::DataType;
using nvinfer1::Dims64;
using nvinfer1::ITensor;
using nvinfer1::NetworkDefinitionCreationFlag;
using nvinfer1::NetworkDefinitionCreationFlags;
using nvinfer1::Weights;

namespace {

constexpr NetworkDefinitionCreationFlags bit(NetworkDefinitionCreationFlag flag) {
    return 1U << static_cast<uint32_t>(flag);
}

} // namespace

NetworkState& stateOf(nvinfer1::INetworkDefinition const& network) noexcept {
    return const_cast<NetworkDefinition&>(static_cast<NetworkDefinition const&>(network));
}

nvinfer1::INetworkDefinition* newNetwork(nvinfer1::IBuilder& builder, std::shared_ptr<Sink> sink,
                                         NetworkDefinitionCreationFlags flags, plugin::Registry const& plugins,
                                         std::shared_ptr<void> parent) {
    if (sink->level() == Level::k11)
        flags |= bit(NetworkDefinitionCreationFlag::kSTRONGLY_TYPED);
    return new NetworkDefinition(builder, std::move(sink), flags, plugins, std::move(parent));
}

NetworkDefinition::NetworkDefinition(nvinfer1::IBuilder& builder, std::shared_ptr<Sink> sink,
                                     NetworkDefinitionCreationFlags flags, plugin::Registry const& plugins,
                                     std::shared_ptr<void> parent)
    : mBuilder(builder), mParent(std::move(parent)), mPlugins(plugins), mSink(std::move(sink)), mFlags(flags),
      mInference(mNetwork, builtinTable()) {
    mNetwork.stronglyTyped = (flags & bit(NetworkDefinitionCreationFlag::kSTRONGLY_TYPED)) != 0;
}

NetworkDefinition::~NetworkDefinition() noexcept = default;

// For handles.

TensorId NetworkDefinition::idOf(ITensor const& tensor) const {
    auto const& handle = static_cast<TensorHandle const&>(tensor); // all tensors are made by tensor()
    if (&handle.network() != this)
        throw Error(Message::kForeignTensor, "the tensor belongs to another network", {"", "", handle.getName(), ""});
    return handle.id();
}

std::vector<TensorId> NetworkDefinition::idsOf(ITensor* const* tensors, int32_t count, char const* what) const {
    if (count < 0)
        throw Error(Message::kArgument, fmt::format("the number of {} is negative", what))
            .given(fmt::format("{}", count));
    if (count > 0)
        need(tensors, what);
    std::vector<TensorId> out;
    for (int32_t i = 0; i < count; ++i)
        out.push_back(idOf(*need(tensors[i], what)));
    return out;
}

ITensor* NetworkDefinition::tensor(TensorId id) {
    auto& handle = mTensors[id];
    if (!handle)
        handle = std::make_unique<TensorHandle>(*this, id);
    return handle.get();
}

ITensor* NetworkDefinition::findTensor(std::string const& name) {
    auto const& tensors = mNetwork.tensors;
    for (size_t i = tensors.size(); i-- > 0;)
        if (tensors[i].name == name)
            return tensor(static_cast<TensorId>(i));
    return nullptr;
}

std::optional<Type> NetworkDefinition::typeOf(TensorId id, char const* call) const noexcept {
    return fence(*mSink, call, std::optional<Type>(), [&] { return std::optional(mInference.type(id)); });
}

bool NetworkDefinition::isInput(TensorId id) const noexcept {
    auto const& list = mNetwork.main.params;
    return std::find(list.begin(), list.end(), id) != list.end();
}

bool NetworkDefinition::isOutput(TensorId id) const noexcept {
    auto const& list = mNetwork.main.results;
    return std::find(list.begin(), list.end(), id) != list.end();
}

bool NetworkDefinition::isWeights(TensorId id) const noexcept {
    return mNetwork.tensors[static_cast<size_t>(id)].constant.has_value() && !mConstantLayers.contains(id);
}

TensorId NetworkDefinition::weights(Weights const& weights, char const* what, bool optional) {
    if (weights.count < 0 || (weights.count > 0 && weights.values == nullptr))
        throw Error(Message::kWeightsType, fmt::format("{}: count and pointer contradict each other", what))
            .wanted("a pointer and the number of elements behind it, or a null pointer and 0")
            .given(fmt::format("{} elements at {}", weights.count, weights.values == nullptr ? "null" : "an address"));
    if (weights.count == 0) {
        if (!optional)
            throw Error(Message::kWeightsType, fmt::format("{} are empty", what)).wanted("weights");
        return kNoTensor;
    }
    DType const type = toDType(weights.type, what);
    auto const* from = static_cast<std::byte const*>(weights.values);
    Buffer bytes = Buffer::borrow({from, static_cast<size_t>(bytesFor(type, weights.count))});
    return mNetwork.addConstant("", Type::tensor(type, tenon::Dims{weights.count}), std::move(bytes));
}

Weights NetworkDefinition::weightsOf(TensorId id) const noexcept {
    NetworkTensor const& t = mNetwork.tensors[static_cast<size_t>(id)];
    int64_t count = 1;
    for (DimExpr const& d : *t.type->dims)
        count *= d.value();
    return {static_cast<DataType>(t.type->dtype), t.constant->data(), count};
}

size_t NetworkDefinition::appendRecord(std::string_view layer, Attrs attrs, std::vector<TensorId> operands,
                                       size_t results) {
    Record r;
    r.op = &layers::layer("layer." + std::string(layer)).op;
    r.attrs = std::move(attrs);
    r.operands = std::move(operands);
    r.name = fmt::format("{}_{}", layer, mNetwork.main.records.size());
    r.origins = {r.name};
    for (size_t i = 0; i < results; ++i)
        r.results.push_back(mNetwork.addTensor(i == 0 ? r.name + "_output" : fmt::format("{}_output_{}", r.name, i)));
    mNetwork.main.records.push_back(std::move(r));
    mInference.recordsAdded();
    return mNetwork.main.records.size() - 1;
}

int32_t NetworkDefinition::addScope(char const* kind) {
    auto const scope = static_cast<int32_t>(mNetwork.scopeNames.size());
    mNetwork.scopeNames.push_back(fmt::format("{}_{}", kind, scope));
    return scope;
}

LayerBase* NetworkDefinition::layerAt(size_t record) const {
    auto& handle = mLayers[record];
    if (!handle)
        handle = makeHandle(const_cast<NetworkDefinition&>(*this), record);
    return handle.get();
}

// Models that a parser read.

void NetworkDefinition::remap(NetworkBlock& block, TensorId tensors) const {
    auto shift = [&](std::vector<TensorId>& ids) {
        for (TensorId& id : ids)
            if (id != kNoTensor)
                id += tensors;
    };
    shift(block.params);
    shift(block.results);
    for (Record& r : block.records) {
        shift(r.operands);
        shift(r.results);
        for (NetworkBlock& b : r.blocks)
            remap(b, tensors);
    }
}

void NetworkDefinition::adopt(tenon::Network&& model) {
    auto const offset = static_cast<TensorId>(mNetwork.tensors.size());
    remap(model.main, offset);
    // Dims of one name are equal, also between the two.
    std::vector<SymbolId> symbols;
    for (std::string const& name : model.dimNames) {
        auto it = std::find(mNetwork.dimNames.begin(), mNetwork.dimNames.end(), name);
        if (it == mNetwork.dimNames.end())
            it = mNetwork.dimNames.insert(mNetwork.dimNames.end(), name);
        symbols.push_back(static_cast<SymbolId>(it - mNetwork.dimNames.begin()));
    }
    for (NetworkTensor& t : model.tensors) {
        if (t.type && t.type->dims)
            for (DimExpr& d : *t.type->dims)
                if (d.op() == DimOp::kSymbol)
                    d = DimExpr::symbol(symbols.at(static_cast<size_t>(d.value())));
        mNetwork.tensors.push_back(std::move(t));
    }
    for (TensorId id : model.main.params)
        for (TensorId other : mNetwork.main.params)
            if (mNetwork.tensors[static_cast<size_t>(id)].name == mNetwork.tensors[static_cast<size_t>(other)].name)
                throw Error(Message::kTensorName, "the model has an input of a name that the network has already",
                            {"", "", mNetwork.tensors[static_cast<size_t>(id)].name, ""});
    auto append = [](auto& to, auto& from) {
        to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
    };
    append(mNetwork.main.params, model.main.params);
    append(mNetwork.main.records, model.main.records);
    append(mNetwork.main.results, model.main.results);
    if (mNetwork.name.empty()) {
        mNetwork.name = model.name;
        mNetwork.main.name = model.main.name;
    }
    mNetwork.metadata.merge(model.metadata);
    mInference.recordsAdded();
}

// Inputs, outputs and what concerns the whole.

ITensor* NetworkDefinition::addInput(char const* name, DataType type, Dims64 const& dimensions) noexcept {
    return make("INetworkDefinition::addInput", [&]() -> ITensor* {
        std::string const text = needName(name);
        DType const dtype = toDType(type, "type");
        std::vector<int64_t> const dims = toVector(dimensions, "dimensions");
        for (TensorId id : mNetwork.main.params)
            if (mNetwork.tensors[static_cast<size_t>(id)].name == text)
                throw Error(Message::kTensorName, fmt::format("there is an input '{}' already", text),
                            {"", "", text, ""});
        TensorId const id = mNetwork.addTensor(text, Type::tensor(dtype, tenon::Dims(dims.begin(), dims.end())));
        mNetwork.main.params.push_back(id);
        return tensor(id);
    });
}

void NetworkDefinition::markOutput(ITensor& tensor) noexcept {
    fence(*mSink, "INetworkDefinition::markOutput", [&] {
        TensorId const id = idOf(tensor);
        if (isOutput(id))
            return mSink->warning(
                fmt::format("INetworkDefinition::markOutput: '{}' is an output already", tensor.getName()));
        mNetwork.main.results.push_back(id);
        mInference.recordsAdded();
    });
}

void NetworkDefinition::unmarkOutput(ITensor& tensor) noexcept {
    fence(*mSink, "INetworkDefinition::unmarkOutput", [&] {
        TensorId const id = idOf(tensor);
        std::erase(mNetwork.main.results, id);
        std::erase(mNetwork.shapeOutputs, id);
        mInference.recordsAdded();
    });
}

bool NetworkDefinition::markOutputForShapes(ITensor& tensor) noexcept {
    return make("INetworkDefinition::markOutputForShapes", [&] {
        TensorId const id = idOf(tensor);
        Type const type = mInference.type(id);
        if ((!isInteger(type.dtype) && type.dtype != DType::kBool) || !type.ranked() || type.rank() > 1)
            throw Error(Message::kShapeTensor, fmt::format("'{}' is no shape tensor", tensor.getName()),
                        {"", "", tensor.getName(), ""})
                .wanted("integers or booleans of rank 0 or 1")
                .given(toString(type));
        if (!isOutput(id))
            mNetwork.main.results.push_back(id);
        if (std::find(mNetwork.shapeOutputs.begin(), mNetwork.shapeOutputs.end(), id) == mNetwork.shapeOutputs.end())
            mNetwork.shapeOutputs.push_back(id);
        mInference.recordsAdded();
        return true;
    });
}

bool NetworkDefinition::unmarkOutputForShapes(ITensor& tensor) noexcept {
    return make("INetworkDefinition::unmarkOutputForShapes", [&] {
        TensorId const id = idOf(tensor);
        if (std::erase(mNetwork.shapeOutputs, id) == 0)
            throw Error(Message::kArgument, "the tensor was not marked by markOutputForShapes()",
                        {"", "", tensor.getName(), ""});
        std::erase(mNetwork.main.results, id);
        mInference.recordsAdded();
        return true;
    });
}

bool NetworkDefinition::isUsed(TensorId id) const {
    auto reads = [&](std::vector<TensorId> const& ids) { return std::find(ids.begin(), ids.end(), id) != ids.end(); };
    return std::any_of(mNetwork.main.records.begin(), mNetwork.main.records.end(), [&](Record const& r) {
        return reads(r.operands) || reads(r.results) || reads(freeTensors(r.blocks));
    });
}

void NetworkDefinition::removeTensor(ITensor& tensor) noexcept {
    fence(*mSink, "INetworkDefinition::removeTensor", [&] {
        TensorId const id = idOf(tensor);
        if (isUsed(id))
            return mSink->warning(
                Error(Message::kTensorUse,
                      fmt::format("tensor '{}' stays, since a layer takes it or makes it", tensor.getName()),
                      {"", "", tensor.getName(), ""})
                    .what());
        std::erase(mNetwork.main.params, id);
        std::erase(mNetwork.main.results, id);
        std::erase(mNetwork.shapeOutputs, id);
        mInference.recordsAdded();
    });
}

int32_t NetworkDefinition::getNbLayers() const noexcept {
    return static_cast<int32_t>(mNetwork.main.records.size());
}

nvinfer1::ILayer* NetworkDefinition::getLayer(int32_t index) const noexcept {
    return fence(*mSink, "INetworkDefinition::getLayer", (nvinfer1::ILayer*)nullptr, [&] {
        needIndex(index, getNbLayers());
        return &layerAt(static_cast<size_t>(index))->handle();
    });
}

int32_t NetworkDefinition::getNbInputs() const noexcept {
    return static_cast<int32_t>(mNetwork.main.params.size());
}

ITensor* NetworkDefinition::getInput(int32_t index) const noexcept {
    return fence(*mSink, "INetworkDefinition::getInput", (ITensor*)nullptr, [&] {
        needIndex(index, getNbInputs());
        return const_cast<NetworkDefinition*>(this)->tensor(mNetwork.main.params[static_cast<size_t>(index)]);
    });
}

int32_t NetworkDefinition::getNbOutputs() const noexcept {
    return static_cast<int32_t>(mNetwork.main.results.size());
}

ITensor* NetworkDefinition::getOutput(int32_t index) const noexcept {
    return fence(*mSink, "INetworkDefinition::getOutput", (ITensor*)nullptr, [&] {
        needIndex(index, getNbOutputs());
        return const_cast<NetworkDefinition*>(this)->tensor(mNetwork.main.results[static_cast<size_t>(index)]);
    });
}

void NetworkDefinition::setName(char const* name) noexcept {
    fence(*mSink, "INetworkDefinition::setName", [&] { mNetwork.main.name = mNetwork.name = need(name, "name"); });
}

char const* NetworkDefinition::getName() const noexcept {
    return mNetwork.name.c_str();
}

bool NetworkDefinition::hasImplicitBatchDimension() const noexcept {
    return false;
}

nvinfer1::IBuilder& NetworkDefinition::getBuilder() const noexcept {
    return mBuilder;
}

NetworkDefinitionCreationFlags NetworkDefinition::getFlags() const noexcept {
    return mFlags;
}

bool NetworkDefinition::getFlag(NetworkDefinitionCreationFlag flag) const noexcept {
    auto const number = static_cast<int32_t>(flag);
    return number >= 0 && number < 32 && (mFlags & bit(flag)) != 0;
}

void NetworkDefinition::setErrorRecorder(nvinfer1::IErrorRecorder* recorder) noexcept {
    mSink->setRecorder(recorder);
}

nvinfer1::IErrorRecorder* NetworkDefinition::getErrorRecorder() const noexcept {
    return mSink->recorder();
}

} // namespace tenon::api
