// SPDX-License-Identifier: Apache-2.0
// Plugin layers and the assertion. An operator of a parsed model that is no layer of the interface shows as a plugin
// layer: its plugin tells name, version and namespace, and refuses everything else.
#include "api/fence.h"
#include "api/handles.h"
#include "network/layers/decode.h"
#include "network/layers/fill.h"
#include "network/layers/plugin.h"

#include <NvInferRuntimePlugin.h>

#include <fmt/format.h>

namespace tenon::api {

namespace apiv = nvinfer1::apiv;
using nvinfer1::ITensor;

namespace {

constexpr char const* kVersion = "1";
constexpr char const* kNamespace = "tenon";

/// Generation 8's form.
class OperatorV2 final : public nvinfer1::IPluginV2 {
public:
    explicit OperatorV2(std::string name, int32_t outputs) : mName(std::move(name)), mOutputs(outputs) {}
    char const* getPluginType() const override { return mName.c_str(); }
    char const* getPluginVersion() const override { return kVersion; }
    int32_t getNbOutputs() const override { return mOutputs; }
    nvinfer1::Dims getOutputDimensions(int32_t, nvinfer1::Dims const*, int32_t) override { return {-1, {}}; }
    bool supportsFormat(nvinfer1::DataType, nvinfer1::PluginFormat) const override { return false; }
    void configureWithFormat(nvinfer1::Dims const*, int32_t, nvinfer1::Dims const*, int32_t, nvinfer1::DataType,
                             nvinfer1::PluginFormat, int32_t) override {}
    int32_t initialize() override { return -1; }
    void terminate() override {}
    size_t getWorkspaceSize(int32_t) const override { return 0; }
    int32_t enqueue(int32_t, void const* const*, void* const*, void*, cudaStream_t) override { return -1; }
    size_t getSerializationSize() const override { return 0; }
    void serialize(void*) const override {}
    void destroy() override {} // the network owns it
    IPluginV2* clone() const override { return nullptr; }
    void setPluginNamespace(char const*) override {}
    char const* getPluginNamespace() const override { return kNamespace; }

private:
    std::string mName;
    int32_t mOutputs;
};

class OperatorV3 final : public nvinfer1::IPluginV3, public nvinfer1::IPluginV3OneCore {
public:
    explicit OperatorV3(std::string name) : mName(std::move(name)) {}
    nvinfer1::IPluginCapability* getCapabilityInterface(nvinfer1::PluginCapabilityType type) override {
        return type == nvinfer1::PluginCapabilityType::kCORE ? static_cast<nvinfer1::IPluginV3OneCore*>(this) : nullptr;
    }
    nvinfer1::IPluginV3* clone() override { return nullptr; }
    char const* getPluginName() const override { return mName.c_str(); }
    char const* getPluginVersion() const override { return kVersion; }
    char const* getPluginNamespace() const override { return kNamespace; }

private:
    std::string mName;
};

class OperatorLayerV2 final : public Layer<nvinfer1::IPluginV2Layer, apiv::VPluginV2Layer, NoAttrs> {
public:
    OperatorLayerV2(NetworkDefinition& network, size_t record)
        : Layer(network, record), mPlugin(std::string(this->record().op->name), LayerBase::getNbOutputs()) {}
    nvinfer1::LayerType getType() const noexcept override { return nvinfer1::LayerType::kPLUGIN_V2; }
    nvinfer1::IPluginV2& getPlugin() noexcept override { return mPlugin; }

private:
    OperatorV2 mPlugin;
};

class OperatorLayerV3 final : public Layer<nvinfer1::IPluginV3Layer, apiv::VPluginV3Layer, NoAttrs> {
public:
    OperatorLayerV3(NetworkDefinition& network, size_t record)
        : Layer(network, record), mPlugin(std::string(this->record().op->name)) {}
    nvinfer1::LayerType getType() const noexcept override { return nvinfer1::LayerType::kPLUGIN_V3; }
    nvinfer1::IPluginV3& getPlugin() noexcept override { return mPlugin; }

private:
    OperatorV3 mPlugin;
};

class PluginLayerV2 final : public Layer<nvinfer1::IPluginV2Layer, apiv::VPluginV2Layer, layers::Plugin> {
public:
    using Layer::Layer;
    nvinfer1::IPluginV2& getPlugin() noexcept override { return *attrs().live->plugin->v2(); }
};

class PluginLayerV3 final : public Layer<nvinfer1::IPluginV3Layer, apiv::VPluginV3Layer, layers::Plugin> {
public:
    using Layer::Layer;
    nvinfer1::IPluginV3& getPlugin() noexcept override { return *attrs().live->plugin->v3(); }
};

layers::Plugin attributesOf(std::unique_ptr<plugin::Plugin> object, size_t inputs) {
    layers::Plugin out{object->key(), static_cast<int64_t>(inputs), std::make_shared<plugin::Live>()};
    out.live->plugin = std::move(object);
    return out;
}

class AssertionLayer final : public Layer<nvinfer1::IAssertionLayer, apiv::VAssertionLayer, layers::Assertion> {
public:
    using Layer::Layer;
    void setMessage(char const* message) noexcept override {
        change("IAssertionLayer::setMessage", [&](auto& a) { a.message = need(message, "message"); });
    }
    char const* getMessage() const noexcept override { return attrs().message.c_str(); }
};

HandleTable const& handleTable() {
    static HandleTable const kTable = [] {
        HandleTable table;
        addPointwiseHandles(table);
        addWindowHandles(table);
        addMoveHandles(table);
        addReduceHandles(table);
        addIndexHandles(table);
        addMatrixHandles(table);
        addFillHandles(table);
        addFlowHandles(table);
        addAttentionHandles(table);
        addQuantizeHandles(table);
        table["layer.plugin_v2"] = makeOne<PluginLayerV2>;
        table["layer.plugin_v3"] = makeOne<PluginLayerV3>;
        table["layer.assertion"] = makeOne<AssertionLayer>;
        return table;
    }();
    return kTable;
}

} // namespace

std::unique_ptr<LayerBase> makeHandle(NetworkDefinition& network, size_t record) {
    Record const& r = network.network().main.records[record];
    std::optional<layers::Decoded> decoded;
    layers::LayerDef const* layer = layers::layerOf(r.op);
    if (layer == nullptr) {
        decoded = layers::decode(network.network(), r, [&](TensorId id) { return network.inference().type(id); });
        if (decoded)
            layer = layers::layerOf(decoded->record.op);
    }
    if (layer == nullptr) {
        if (network.level() == Level::k8)
            return std::make_unique<OperatorLayerV2>(network, record);
        return std::make_unique<OperatorLayerV3>(network, record);
    }
    std::unique_ptr<LayerBase> handle = handleTable().at(layer->op.name)(network, record);
    if (decoded)
        handle->show(std::move(decoded->record), decoded->exact);
    return handle;
}

nvinfer1::IPluginV2Layer* NetworkDefinition::addPluginV2(ITensor* const* inputs, int32_t nbInputs,
                                                         nvinfer1::IPluginV2& plugin) noexcept {
    return make("INetworkDefinition::addPluginV2", [&]() -> nvinfer1::IPluginV2Layer* {
        std::vector<TensorId> ids = idsOf(inputs, nbInputs, "inputs");
        std::unique_ptr<plugin::Plugin> clone = plugin::cloneOf(plugin);
        auto const outputs = static_cast<size_t>(clone->outputs());
        layers::Plugin a = attributesOf(std::move(clone), ids.size());
        return append<PluginLayerV2>("plugin_v2", std::move(a), std::move(ids), outputs);
    });
}

nvinfer1::IPluginV3Layer* NetworkDefinition::addPluginV3(ITensor* const* inputs, int32_t nbInputs,
                                                         ITensor* const* shapeInputs, int32_t nbShapeInputs,
                                                         nvinfer1::IPluginV3& plugin) noexcept {
    return make("INetworkDefinition::addPluginV3", [&]() -> nvinfer1::IPluginV3Layer* {
        std::vector<TensorId> ids = idsOf(inputs, nbInputs, "inputs");
        size_t const count = ids.size();
        for (TensorId id : idsOf(shapeInputs, nbShapeInputs, "shapeInputs"))
            ids.push_back(id);
        std::unique_ptr<plugin::Plugin> clone = plugin::cloneOf(plugin);
        auto const outputs = static_cast<size_t>(clone->outputs());
        layers::Plugin a = attributesOf(std::move(clone), count);
        return append<PluginLayerV3>("plugin_v3", std::move(a), std::move(ids), outputs);
    });
}

nvinfer1::IAssertionLayer* NetworkDefinition::addAssertion(ITensor& condition, char const* message) noexcept {
    return make("INetworkDefinition::addAssertion", [&]() -> nvinfer1::IAssertionLayer* {
        return append<AssertionLayer>("assertion", layers::Assertion{need(message, "message")}, {idOf(condition)}, 0);
    });
}

} // namespace tenon::api
