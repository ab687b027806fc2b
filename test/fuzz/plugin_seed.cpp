// SPDX-License-Identifier: Apache-2.0
#include "fuzz/plugin_seed.h"

#include "base/reflect_binary.h"
#include "plans/make.h"
#include "plugin/fields.h"
#include "plugin/host.h"
#include "plugin/op.h"
#include "plugin/watch.h"

#include <algorithm>
#include <cstring>

namespace tenon::fuzz {
namespace {

using namespace nvinfer1;

class Copy final : public IPluginV3, public IPluginV3OneCore, public IPluginV3OneRuntime {
public:
    IPluginCapability* getCapabilityInterface(PluginCapabilityType type) override {
        if (type == PluginCapabilityType::kRUNTIME)
            return static_cast<IPluginV3OneRuntime*>(this);
        return type == PluginCapabilityType::kCORE ? static_cast<IPluginV3OneCore*>(this) : nullptr;
    }
    IPluginV3* clone() override { return new Copy; }
    char const* getPluginName() const override { return "FuzzCopy"; }
    char const* getPluginVersion() const override { return "1"; }
    char const* getPluginNamespace() const override { return ""; }
    int32_t onShapeChange(PluginTensorDesc const*, int32_t inputs, PluginTensorDesc const*, int32_t outputs) override {
        mBoth = inputs > 0 && outputs > 0;
        return 0;
    }
    int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const* out, void const* const* inputs,
                    void* const* outputs, void*, cudaStream_t) override {
        if (!mBoth)
            return 1;
        int64_t const bytes = std::min(plugin::bytesOf(in[0]), plugin::bytesOf(out[0]));
        if (bytes > 0 && inputs[0] != outputs[0])
            std::memmove(outputs[0], inputs[0], static_cast<size_t>(bytes));
        return 0;
    }
    IPluginV3* attachToContext(IPluginResourceContext*) override { return clone(); }
    PluginFieldCollection const* getFieldsToSerialize() override { return &mNone; }

private:
    bool mBoth = false;
    PluginFieldCollection mNone{};
};

class Creator final : public IPluginCreatorV3One {
public:
    IPluginV3* createPlugin(char const*, PluginFieldCollection const*, TensorRTPhase) override { return new Copy; }
    PluginFieldCollection const* getFieldNames() override { return &mNone; }
    char const* getPluginName() const override { return "FuzzCopy"; }
    char const* getPluginVersion() const override { return "1"; }
    char const* getPluginNamespace() const override { return ""; }

private:
    PluginFieldCollection mNone{};
};

plugin::Attributes attributes() {
    static Creator creator;
    static bool const registered = plugin::processRegistry().add(creator, "");
    plugin::Attributes out;
    out.key = {"FuzzCopy", "1", registered ? "" : "none"};
    plugin::setHost(out.key);
    out.layer = "copy";
    out.inputs = 1;
    out.outputs = {
        {DType::kF32, {DimExpr::symbol(plugin::dimSymbol(0, 0)), DimExpr::symbol(plugin::dimSymbol(0, 1))}, false, {}}};
    out.aliases = {-1};
    out.scales = {1, 1};
    plugin::Fields fields;
    fields.list.push_back({"count", static_cast<int32_t>(PluginFieldType::kINT32), 1, std::vector<std::byte>(4)});
    BinaryWriter state;
    state.write(fields);
    out.state = std::move(state.bytes());
    return out;
}

} // namespace

plan::Plan pluginPlan() {
    plan::Plan plan = test::emptyPlan();
    test::Maker m(plan);
    Slot const n = m.symbol("n"), four = m.number(4);
    int32_t const x = m.input("x", DType::kF32, {n, four}, {{1, 2, 8}, {4, 4, 4}});
    m.bind(n, x, 0);
    int32_t const middle = m.arena("middle", DType::kF32, {n, four}, 128);
    m.step("plugin", attributes(), {x}, {middle}, "plugin.host");
    plugin::Attributes aliased = attributes();
    aliased.aliases = {0};
    int32_t const y = m.output("y", DType::kF32, {n, four});
    m.step("plugin", std::move(aliased), {middle}, {y}, "plugin.host");
    m.finish();
    return plan;
}

} // namespace tenon::fuzz
