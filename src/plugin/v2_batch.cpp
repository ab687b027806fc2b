// SPDX-License-Identifier: Apache-2.0
// IPluginV2, IPluginV2Ext and IPluginV2IOExt: they see dims without the first one, which is the batch.
#include "plugin/v2_batch.h"

#include "plugin/v2.h"

#include <algorithm>

namespace tenon::plugin {
namespace {

using nvinfer1::IPluginV2;
using nvinfer1::IPluginV2Ext;
using nvinfer1::IPluginV2IOExt;
using nvinfer1::PluginFormat;
using ApiDims = nvinfer1::Dims;

ApiDims withoutBatch(ApiDims const& dims) {
    ApiDims out{dims.nbDims - 1, {}};
    std::copy(dims.d + 1, dims.d + dims.nbDims, out.d);
    return out;
}

std::vector<ApiDims> withoutBatch(std::span<DynamicPluginTensorDesc const> list) {
    std::vector<ApiDims> out;
    for (DynamicPluginTensorDesc const& d : list)
        out.push_back(withoutBatch(d.max));
    return out;
}

std::vector<DataType> typesOf(std::span<DynamicPluginTensorDesc const> list) {
    std::vector<DataType> out;
    for (DynamicPluginTensorDesc const& d : list)
        out.push_back(d.desc.type);
    return out;
}

bool isFloating(DataType type) {
    return type == DataType::kFLOAT || type == DataType::kHALF || type == DataType::kBF16;
}

template <class Object>
class BatchPlugin : public V2Plugin<Object> {
public:
    using V2Plugin<Object>::V2Plugin;

    std::vector<Dims> outputDims(ShapeQuery const& query, Exprs&) override {
        if (query.inputs.empty())
            refuse("it has no input");
        std::vector<ApiDims> inputs;
        for (Dims const& dims : query.inputs) {
            if (dims.empty())
                refuse("an input has rank 0");
            if (!(dims[0] == query.inputs[0][0]))
                refuse("its inputs have different first dims");
            std::vector<int64_t> rest;
            for (size_t i = 1; i < dims.size(); ++i) {
                if (!dims[i].isConst())
                    refuse("a dim of an input other than the first is not fixed");
                rest.push_back(dims[i].value());
            }
            inputs.push_back(dimsOf(rest));
        }
        std::vector<Dims> out;
        for (int32_t i = 0; i < this->outputs(); ++i) {
            ApiDims const dims = call(this->key(), "getOutputDimensions", [&] {
                return this->object().getOutputDimensions(i, inputs.data(), static_cast<int32_t>(inputs.size()));
            });
            if (dims.nbDims < 0 || dims.nbDims >= ApiDims::MAX_DIMS)
                this->badOutputs(static_cast<size_t>(i),
                                 fmt::format("getOutputDimensions() gave {} dims", dims.nbDims));
            Dims& made = out.emplace_back(Dims{query.inputs[0][0]});
            for (int32_t k = 0; k < dims.nbDims; ++k) {
                if (dims.d[k] < 0)
                    this->badOutputs(static_cast<size_t>(i), fmt::format("dim {} is {}", k, dims.d[k]));
                made.emplace_back(dims.d[k]);
            }
        }
        return out;
    }
    int64_t workspace(Descs const& descs) override {
        auto const most = static_cast<int32_t>(descs.list[0].max.d[0]);
        return static_cast<int64_t>(
            call(this->key(), "getWorkspaceSize", [&] { return this->object().getWorkspaceSize(most); }));
    }
    void shapesChanged(std::span<PluginTensorDesc const>, std::span<PluginTensorDesc const>) override {}
    int32_t enqueue(Launch const& launch) override {
        auto const batch = static_cast<int32_t>(launch.in[0].dims.d[0]);
        return this->object().enqueue(batch, launch.inputs, launch.outputs, launch.workspace, nullptr);
    }
    /// One answer for all floating positions: these generations are asked for one type and format. Outputs of other
    /// types beside floats are not asked for: the plugin itself declared them.
    bool accepts(int32_t position, Descs const& descs) override {
        DataType const type = descs.list[static_cast<size_t>(position)].desc.type;
        for (int32_t i = 0; i < position; ++i)
            if (DataType const before = descs.list[static_cast<size_t>(i)].desc.type;
                isFloating(before) && isFloating(type) && before != type)
                return false;
        bool const isOutput = static_cast<size_t>(position) >= descs.inputs;
        if (isOutput && !isFloating(type) &&
            std::any_of(descs.list.begin(), descs.list.end(),
                        [](DynamicPluginTensorDesc const& d) { return isFloating(d.desc.type); }))
            return true;
        return call(this->key(), "supportsFormat", [&] {
            return static_cast<IPluginV2&>(this->object()).supportsFormat(type, PluginFormat::kLINEAR);
        });
    }

protected:
    [[noreturn]] void refuse(std::string what) const {
        throw Error(Message::kPluginUse, fmt::format("the plugin {} cannot be used here: {}", this->key().text(), what),
                    {{}, {}, {}, this->key().path()})
            .given(std::string(kGenerationNames[static_cast<size_t>(this->generation())]));
    }
};

class OldestPlugin final : public BatchPlugin<IPluginV2> {
public:
    using BatchPlugin::BatchPlugin;
    std::vector<DataType> outputTypes(std::vector<DataType> const& inputs) const override {
        return std::vector<DataType>(static_cast<size_t>(outputs()), inputs.empty() ? DataType::kFLOAT : inputs[0]);
    }
    void configure(Descs const& descs) override {
        auto const in = withoutBatch(descs.in()), out = withoutBatch(descs.out());
        call(key(), "configureWithFormat", [&] {
            object().configureWithFormat(in.data(), static_cast<int32_t>(in.size()), out.data(),
                                         static_cast<int32_t>(out.size()), descs.list[0].desc.type,
                                         PluginFormat::kLINEAR, static_cast<int32_t>(descs.list[0].max.d[0]));
        });
    }
};

template <class Object>
class ExtendedPlugin : public BatchPlugin<Object> {
public:
    using BatchPlugin<Object>::BatchPlugin;
    std::vector<DataType> outputTypes(std::vector<DataType> const& inputs) const override {
        std::vector<DataType> out;
        for (int32_t i = 0; i < this->outputs(); ++i)
            out.push_back(call(this->key(), "getOutputDataType", [&] {
                return this->object().getOutputDataType(i, inputs.data(), static_cast<int32_t>(inputs.size()));
            }));
        return out;
    }
    void configure(Descs const& descs) override {
        auto const in = withoutBatch(descs.in()), out = withoutBatch(descs.out());
        auto const inTypes = typesOf(descs.in()), outTypes = typesOf(descs.out());
        std::unique_ptr<bool[]> const none(new bool[descs.list.size()]());
        call(this->key(), "configurePlugin", [&] {
            static_cast<IPluginV2Ext&>(this->object())
                .configurePlugin(in.data(), static_cast<int32_t>(in.size()), out.data(),
                                 static_cast<int32_t>(out.size()), inTypes.data(), outTypes.data(), none.get(),
                                 none.get(), PluginFormat::kLINEAR, static_cast<int32_t>(descs.list[0].max.d[0]));
        });
    }
};

class InOutPlugin final : public ExtendedPlugin<IPluginV2IOExt> {
public:
    using ExtendedPlugin::ExtendedPlugin;
    bool accepts(int32_t position, Descs const& descs) override {
        auto const list = narrow(descs.list);
        return call(key(), "supportsFormatCombination", [&] {
            return object().supportsFormatCombination(position, list.data(), static_cast<int32_t>(descs.inputs),
                                                      static_cast<int32_t>(list.size() - descs.inputs));
        });
    }
    void configure(Descs const& descs) override {
        auto const list = narrow(descs.list);
        call(key(), "configurePlugin", [&] {
            object().configurePlugin(list.data(), static_cast<int32_t>(descs.inputs), list.data() + descs.inputs,
                                     static_cast<int32_t>(list.size() - descs.inputs));
        });
    }

private:
    static std::vector<PluginTensorDesc> narrow(std::vector<DynamicPluginTensorDesc> const& from) {
        std::vector<PluginTensorDesc> out;
        for (DynamicPluginTensorDesc const& d : from)
            out.push_back({withoutBatch(d.max), d.desc.type, d.desc.format, d.desc.scale});
        return out;
    }
};

} // namespace

std::unique_ptr<Plugin> wrapBatch(Key key, Generation generation, std::shared_ptr<Library> library, IPluginV2* object) {
    switch (generation) {
    case Generation::kV2:
        return std::make_unique<OldestPlugin>(std::move(key), generation, std::move(library), object);
    case Generation::kV2Ext:
        return std::make_unique<ExtendedPlugin<IPluginV2Ext>>(std::move(key), generation, std::move(library), object);
    default:
        return std::make_unique<InOutPlugin>(std::move(key), generation, std::move(library), object);
    }
}

} // namespace tenon::plugin
