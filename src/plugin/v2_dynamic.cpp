// SPDX-License-Identifier: Apache-2.0
// IPluginV2DynamicExt, and which adaptor a plugin of version 2 gets.
#include "plugin/symbolic.h"
#include "plugin/v2.h"
#include "plugin/v2_batch.h"

namespace tenon::plugin {
namespace {

using nvinfer1::IPluginV2;
using nvinfer1::IPluginV2DynamicExt;

std::vector<PluginTensorDesc> atMost(std::vector<DynamicPluginTensorDesc> const& from) {
    std::vector<PluginTensorDesc> out;
    for (DynamicPluginTensorDesc const& d : from) {
        out.push_back(d.desc);
        out.back().dims = d.max;
    }
    return out;
}

class DynamicPlugin final : public V2Plugin<IPluginV2DynamicExt> {
public:
    using V2Plugin::V2Plugin;

    std::vector<DataType> outputTypes(std::vector<DataType> const& inputs) const override {
        std::vector<DataType> out;
        for (int32_t i = 0; i < outputs(); ++i)
            out.push_back(call(key(), "getOutputDataType", [&] {
                return object().getOutputDataType(i, inputs.data(), static_cast<int32_t>(inputs.size()));
            }));
        return out;
    }
    std::vector<Dims> outputDims(ShapeQuery const& query, Exprs& exprs) override {
        std::vector<nvinfer1::DimsExprs> const inputs = toExprs(query.inputs, exprs);
        std::vector<Dims> out;
        for (int32_t i = 0; i < outputs(); ++i) {
            nvinfer1::DimsExprs const made = call(key(), "getOutputDimensions", [&] {
                return object().getOutputDimensions(i, inputs.data(), static_cast<int32_t>(inputs.size()), exprs);
            });
            std::string why;
            auto dims = fromExprs(made, exprs, why);
            if (!dims)
                badOutputs(static_cast<size_t>(i), why);
            out.push_back(std::move(*dims));
        }
        return out;
    }
    bool accepts(int32_t position, Descs const& descs) override {
        std::vector<PluginTensorDesc> list;
        for (DynamicPluginTensorDesc const& d : descs.list)
            list.push_back(d.desc);
        return call(key(), "supportsFormatCombination", [&] {
            return object().supportsFormatCombination(position, list.data(), static_cast<int32_t>(descs.inputs),
                                                      static_cast<int32_t>(list.size() - descs.inputs));
        });
    }
    void configure(Descs const& descs) override {
        call(key(), "configurePlugin", [&] {
            object().configurePlugin(descs.in().data(), static_cast<int32_t>(descs.inputs), descs.out().data(),
                                     static_cast<int32_t>(descs.out().size()));
        });
    }
    int64_t workspace(Descs const& descs) override {
        std::vector<PluginTensorDesc> const list = atMost(descs.list);
        return static_cast<int64_t>(call(key(), "getWorkspaceSize", [&] {
            return object().getWorkspaceSize(list.data(), static_cast<int32_t>(descs.inputs),
                                             list.data() + descs.inputs,
                                             static_cast<int32_t>(list.size() - descs.inputs));
        }));
    }
    int32_t formatLimit() override { return nvinfer1::IPluginV3OneBuild::kDEFAULT_FORMAT_COMBINATION_LIMIT; }
    void shapesChanged(std::span<PluginTensorDesc const> in, std::span<PluginTensorDesc const> out) override {
        Descs now;
        now.inputs = in.size();
        for (auto const& list : {in, out})
            for (PluginTensorDesc const& d : list)
                now.list.push_back({d, d.dims, d.dims, d.dims});
        configure(now);
    }
    int32_t enqueue(Launch const& l) override {
        return object().enqueue(l.in, l.out, l.inputs, l.outputs, l.workspace, nullptr);
    }
};

} // namespace

std::unique_ptr<Plugin> wrapV2(Key key, Generation generation, std::shared_ptr<Library> library, IPluginV2* object) {
    if (generation == Generation::kV2DynamicExt)
        return std::make_unique<DynamicPlugin>(std::move(key), generation, std::move(library), object);
    return wrapBatch(std::move(key), generation, std::move(library), object);
}

} // namespace tenon::plugin
