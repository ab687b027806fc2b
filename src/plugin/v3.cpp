// SPDX-License-Identifier: Apache-2.0
// IPluginV3.
#include "base/reflect_binary.h"
#include "plugin/call.h"
#include "plugin/fields.h"
#include "plugin/plugin.h"
#include "plugin/symbolic.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <set>

namespace tenon::plugin {
namespace {

using nvinfer1::IPluginV3;
using nvinfer1::IPluginV3OneBuild;
using nvinfer1::IPluginV3OneCore;
using nvinfer1::IPluginV3OneRuntime;
using nvinfer1::PluginCapabilityType;

/// A part of a plugin. Throws Error kPluginInterface when it has none or one of an unknown kind.
template <class Part>
Part& partOf(IPluginV3& object, PluginCapabilityType type, Key const& key, std::string_view kind, int32_t newest) {
    nvinfer1::IPluginCapability* const part =
        call(key, "getCapabilityInterface", [&] { return object.getCapabilityInterface(type); });
    auto refuse = [&](std::string given) {
        return Error(Message::kPluginInterface, fmt::format("the plugin {} lacks a part", key.text()),
                     {{}, {}, {}, key.path()})
            .wanted(fmt::format("{} up to version {}", kind, newest))
            .given(std::move(given));
    };
    if (part == nullptr)
        throw refuse("null");
    nvinfer1::InterfaceInfo const info = fenced(key, "getInterfaceInfo", [&] { return part->getInterfaceInfo(); });
    if (info.kind == nullptr || kind != info.kind || info.major > newest)
        throw refuse(fmt::format("{} version {}", info.kind == nullptr ? "no kind" : info.kind, info.major));
    return static_cast<Part&>(*part);
}

class NewestPlugin final : public Plugin {
public:
    NewestPlugin(Key key, std::shared_ptr<Library> library, IPluginV3* object)
        : Plugin(std::move(key), Generation::kV3, std::move(library)), mObject(object) {}
    ~NewestPlugin() override {
        CallMark const mark(key(), "~IPluginV3", false); // a destructor is noexcept
        mObject.reset();
    }

    int32_t outputs() const override {
        return checkedOutputs(call(key(), "getNbOutputs", [&] { return build().getNbOutputs(); }));
    }
    std::vector<DataType> outputTypes(std::vector<DataType> const& inputs) const override {
        std::vector<DataType> out(static_cast<size_t>(outputs()), DataType::kFLOAT);
        callStatus(key(), "getOutputDataTypes", [&] {
            return build().getOutputDataTypes(out.data(), static_cast<int32_t>(out.size()), inputs.data(),
                                              static_cast<int32_t>(inputs.size()));
        });
        return out;
    }
    std::vector<Dims> outputDims(ShapeQuery const& query, Exprs& exprs) override {
        auto const inputs = toExprs(query.inputs, exprs), shapeInputs = toExprs(query.shapeInputs, exprs);
        std::vector<nvinfer1::DimsExprs> made(static_cast<size_t>(outputs()), nvinfer1::DimsExprs{-1, {}});
        callStatus(key(), "getOutputShapes", [&] {
            return build().getOutputShapes(inputs.data(), static_cast<int32_t>(inputs.size()), shapeInputs.data(),
                                           static_cast<int32_t>(shapeInputs.size()), made.data(),
                                           static_cast<int32_t>(made.size()), exprs);
        });
        std::vector<Dims> out;
        for (size_t i = 0; i < made.size(); ++i) {
            std::string why;
            auto dims = fromExprs(made[i], exprs, why);
            if (!dims)
                badOutputs(i, why);
            out.push_back(std::move(*dims));
        }
        return out;
    }
    bool accepts(int32_t position, Descs const& descs) override {
        return call(key(), "supportsFormatCombination", [&] {
            return build().supportsFormatCombination(position, descs.list.data(), static_cast<int32_t>(descs.inputs),
                                                     static_cast<int32_t>(descs.out().size()));
        });
    }
    void configure(Descs const& descs) override {
        callStatus(key(), "configurePlugin", [&] {
            return build().configurePlugin(descs.in().data(), static_cast<int32_t>(descs.inputs), descs.out().data(),
                                           static_cast<int32_t>(descs.out().size()));
        });
    }
    int64_t workspace(Descs const& descs) override {
        return static_cast<int64_t>(call(key(), "getWorkspaceSize", [&] {
            return build().getWorkspaceSize(descs.in().data(), static_cast<int32_t>(descs.inputs), descs.out().data(),
                                            static_cast<int32_t>(descs.out().size()));
        }));
    }
    std::vector<int32_t> tactics() override {
        constexpr int32_t kMost = 1 << 16; // each is timed
        int32_t const count = call(key(), "getNbTactics", [&] { return build().getNbTactics(); });
        if (count > kMost)
            throw Error(Message::kPluginTactics,
                        fmt::format("getNbTactics() of the plugin {} cannot be used", key().text()),
                        {{}, {}, {}, key().path()})
                .wanted(fmt::format("0 to {}", kMost))
                .given(fmt::format("{}", count));
        if (count <= 0)
            return {};
        std::vector<int32_t> out(static_cast<size_t>(count));
        callStatus(key(), "getValidTactics",
                   [&] { return build().getValidTactics(out.data(), static_cast<int32_t>(out.size())); });
        std::set<int32_t> seen;
        for (int32_t t : out)
            if (t < 1 || !seen.insert(t).second)
                throw Error(
                    Message::kPluginTactics,
                    fmt::format("getValidTactics() of the plugin {} gave tactics that cannot be used", key().text()),
                    {{}, {}, {}, key().path()})
                    .wanted("different numbers from 1 on")
                    .given(fmt::format("{}", fmt::join(out, ", ")));
        return out;
    }
    void setTactic(int32_t tactic) override {
        int32_t const status = call(key(), "setTactic", [&] { return runtime().setTactic(tactic); });
        if (status != 0)
            throw Error(Message::kPluginTactics,
                        fmt::format("setTactic({}) of the plugin {} failed", tactic, key().text()),
                        {{}, {}, {}, key().path()})
                .given(fmt::format("status {}", status));
    }
    int32_t aliasedInput(int32_t output) override {
        IPluginV3OneBuild& part = build();
        if (fenced(key(), "getInterfaceInfo", [&] { return part.getInterfaceInfo(); }).major < 2)
            return -1;
        return call(key(), "getAliasedInput",
                    [&] { return static_cast<nvinfer1::IPluginV3OneBuildV2&>(part).getAliasedInput(output); });
    }
    std::optional<std::string> timingKey() override {
        char const* const id = call(key(), "getTimingCacheID", [&] { return build().getTimingCacheID(); });
        return id == nullptr ? std::nullopt : std::optional<std::string>(id);
    }
    int32_t formatLimit() override {
        return call(key(), "getFormatCombinationLimit", [&] { return build().getFormatCombinationLimit(); });
    }
    std::vector<std::byte> state() override {
        nvinfer1::PluginFieldCollection const* const fields =
            call(key(), "getFieldsToSerialize", [&] { return runtime().getFieldsToSerialize(); });
        if (fields == nullptr)
            throw failedCall(key(), "getFieldsToSerialize", "null");
        BinaryWriter out;
        out.write(Fields::copy(*fields, key()));
        return std::move(out.bytes());
    }
    std::unique_ptr<Plugin> clone() override {
        return wrap("clone", call(key(), "clone", [&] { return mObject->clone(); }));
    }
    std::unique_ptr<Plugin> forContext() override {
        return wrap("attachToContext",
                    call(key(), "attachToContext", [&] { return runtime().attachToContext(&hostContext()); }));
    }
    void shapesChanged(std::span<PluginTensorDesc const> in, std::span<PluginTensorDesc const> out) override {
        callStatus(key(), "onShapeChange", [&] {
            return runtime().onShapeChange(in.data(), static_cast<int32_t>(in.size()), out.data(),
                                           static_cast<int32_t>(out.size()));
        });
    }
    int32_t enqueue(Launch const& l) override {
        if (mRuntime == nullptr)
            mRuntime = &runtime();
        return mRuntime->enqueue(l.in, l.out, l.inputs, l.outputs, l.workspace, nullptr);
    }
    IPluginV3* v3() noexcept override { return mObject.get(); }

private:
    IPluginV3OneBuild& build() const {
        return partOf<IPluginV3OneBuild>(*mObject, PluginCapabilityType::kBUILD, key(), "PLUGIN_V3ONE_BUILD", 2);
    }
    IPluginV3OneRuntime& runtime() const {
        return partOf<IPluginV3OneRuntime>(*mObject, PluginCapabilityType::kRUNTIME, key(), "PLUGIN_V3ONE_RUNTIME", 1);
    }
    std::unique_ptr<Plugin> wrap(char const* method, IPluginV3* made) const {
        return std::make_unique<NewestPlugin>(key(), library(), requireNew(key(), method, made, mObject.get()));
    }

    std::unique_ptr<IPluginV3> mObject;
    IPluginV3OneRuntime* mRuntime = nullptr; ///< asked for once, when it runs
};

Key keyOf(IPluginV3& object) {
    Key unknown{"?", "?", ""};
    auto& core = partOf<IPluginV3OneCore>(object, PluginCapabilityType::kCORE, unknown, "PLUGIN_V3ONE_CORE", 1);
    auto text = [](char const* given) { return std::string(given == nullptr ? "" : given); };
    return call(unknown, "getPluginName", [&] {
        return Key{text(core.getPluginName()), text(core.getPluginVersion()), text(core.getPluginNamespace())};
    });
}

} // namespace

std::unique_ptr<Plugin> adopt(IPluginV3* object, Key key, std::shared_ptr<Library> library) {
    if (library == nullptr)
        library = Library::holding(imageOf(object));
    return std::make_unique<NewestPlugin>(std::move(key), std::move(library), object);
}

std::unique_ptr<Plugin> cloneOf(IPluginV3& object) {
    Key const key = keyOf(object);
    IPluginV3* const made = call(key, "clone", [&] { return object.clone(); });
    return adopt(requireNew(key, "clone", made, &object), key, nullptr);
}

} // namespace tenon::plugin
