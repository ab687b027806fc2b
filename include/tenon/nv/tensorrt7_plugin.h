// SPDX-License-Identifier: Apache-2.0
// IPlugin and IPluginExt of TensorRT 4 to 7 as plugins of version 2: the library knows them under the name "IPlugin",
// version "7". They run on the CPU after tenon::setHostPlugin("IPlugin", "7", ""). Included by runtime.h.
#ifndef TENON_NV_TENSORRT7_PLUGIN_H
#define TENON_NV_TENSORRT7_PLUGIN_H

#include "NvInferRuntimePlugin.h"
#include <memory>

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {
namespace impl {

//! One object of the user's, which all clones share: the first that is initialised does it, the last ends it.
class Plugin7 final : public IPluginV2 {
public:
    explicit Plugin7(IPlugin& plugin) : mPlugin(&plugin), mUsers(std::make_shared<int32_t>(0)) {}
    explicit Plugin7(IPluginExt& plugin) : Plugin7(static_cast<IPlugin&>(plugin)) { mExt = &plugin; }

    AsciiChar const* getPluginType() const override { return "IPlugin"; }
    AsciiChar const* getPluginVersion() const override { return "7"; }
    int32_t getNbOutputs() const override { return mPlugin->getNbOutputs(); }
    Dims getOutputDimensions(int32_t index, Dims const* inputs, int32_t nbInputDims) override {
        return mPlugin->getOutputDimensions(index, inputs, nbInputDims);
    }
    bool supportsFormat(DataType type, PluginFormat format) const override {
        return mExt != nullptr ? mExt->supportsFormat(type, format)
                               : type == DataType::kFLOAT && format == PluginFormat::kLINEAR;
    }
    void configureWithFormat(Dims const* inputDims, int32_t nbInputs, Dims const* outputDims, int32_t nbOutputs,
                             DataType type, PluginFormat format, int32_t maxBatchSize) override {
        if (mExt != nullptr)
            mExt->configureWithFormat(inputDims, nbInputs, outputDims, nbOutputs, type, format, maxBatchSize);
        else
            mPlugin->configure(inputDims, nbInputs, outputDims, nbOutputs, maxBatchSize);
    }
    int32_t initialize() override {
        int32_t const status = *mUsers == 0 ? mPlugin->initialize() : 0;
        *mUsers += status == 0 ? 1 : 0;
        return status;
    }
    void terminate() override {
        if (--*mUsers == 0)
            mPlugin->terminate();
    }
    size_t getWorkspaceSize(int32_t maxBatchSize) const override { return mPlugin->getWorkspaceSize(maxBatchSize); }
    TENON_NV_CLOSED_BEGIN
    int32_t enqueue(int32_t batchSize, void const* const* inputs, void** outputs, void* workspace,
                    cudaStream_t stream) override {
        return mPlugin->enqueue(batchSize, inputs, outputs, workspace, stream);
    }
    TENON_NV_CLOSED_END
    //! A byte that tells the kind, then the object's own.
    size_t getSerializationSize() const override { return 1 + mPlugin->getSerializationSize(); }
    void serialize(void* buffer) const override {
        char* const bytes = static_cast<char*>(buffer);
        bytes[0] = mExt != nullptr ? kEXT : kPLAIN;
        mPlugin->serialize(bytes + 1);
    }
    void destroy() override { delete this; }
    IPluginV2* clone() const override { return new Plugin7(*this); }
    void setPluginNamespace(AsciiChar const*) override {}
    AsciiChar const* getPluginNamespace() const override { return ""; }

    static constexpr char kPLAIN = 'P', kEXT = 'E';

private:
    IPlugin* mPlugin;
    IPluginExt* mExt = nullptr;
    std::shared_ptr<int32_t> mUsers;
};

//! What loads an engine with such objects: registered while the caller's factory may be asked.
class Plugin7Creator final : public IPluginCreator {
public:
    explicit Plugin7Creator(IPluginFactory* factory) : mFactory(factory) {}

    AsciiChar const* getPluginName() const override { return "IPlugin"; }
    AsciiChar const* getPluginVersion() const override { return "7"; }
    PluginFieldCollection const* getFieldNames() override { return &mNone; }
    IPluginV2* createPlugin(AsciiChar const*, PluginFieldCollection const*) override { return nullptr; }
    IPluginV2* deserializePlugin(AsciiChar const* name, void const* serialData, size_t serialLength) override {
        if (mFactory == nullptr || serialLength == 0)
            return nullptr;
        char const* const bytes = static_cast<char const*>(serialData);
        IPlugin* const made = mFactory->createPlugin(name, bytes + 1, serialLength - 1);
        if (made == nullptr)
            return nullptr;
        return bytes[0] == Plugin7::kEXT ? new Plugin7(static_cast<IPluginExt&>(*made)) : new Plugin7(*made);
    }
    void setPluginNamespace(AsciiChar const*) override {}
    AsciiChar const* getPluginNamespace() const override { return ""; }

private:
    IPluginFactory* mFactory;
    PluginFieldCollection mNone{};
};

//! While it stands, the factory makes the objects of engines that are loaded with the registry.
class PluginFactoryScope {
public:
    PluginFactoryScope(IPluginRegistry& registry, IPluginFactory* factory)
        : mRegistry(registry), mCreator(factory), mAdded(registry.registerCreator(mCreator, "")) {}
    ~PluginFactoryScope() {
        if (mAdded)
            mRegistry.deregisterCreator(mCreator);
    }
    PluginFactoryScope(PluginFactoryScope const&) = delete;
    PluginFactoryScope& operator=(PluginFactoryScope const&) = delete;

private:
    IPluginRegistry& mRegistry;
    Plugin7Creator mCreator;
    bool mAdded;
};

} // namespace impl
} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_TENSORRT7_PLUGIN_H
