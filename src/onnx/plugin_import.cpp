// SPDX-License-Identifier: Apache-2.0
#include "onnx/plugin_import.h"

#include "base/log.h"
#include "network/layers/layer.h"
#include "network/layers/plugin.h"
#include "onnx/plugin_fields.h"
#include "plugin/call.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::onnx {
namespace {

constexpr std::string_view kVersion = "plugin_version", kNamespace = "plugin_namespace";

nvinfer1::PluginField const* declared(nvinfer1::PluginFieldCollection const* names, std::string_view name) {
    for (int32_t i = 0; names != nullptr && i < names->nbFields; ++i)
        if (names->fields[i].name != nullptr && name == names->fields[i].name)
            return &names->fields[i];
    return nullptr;
}

/// Texts have any length, and so have tensors where the creator declares 1, as it does for weights of any number.
bool isRefused(AttributeProto const& a, nvinfer1::PluginField const& declared, int64_t count) {
    switch (a.kind) {
    case AttributeProto::Kind::kString:
        return false;
    case AttributeProto::Kind::kTensor:
        return count == 0 || declared.length > 1;
    default:
        return true;
    }
}

void checkLength(PluginImport const& in, plugin::Key const& key, AttributeProto const& a,
                 nvinfer1::PluginField const& declared, plugin::Field const& given) {
    if (declared.length <= 0 || given.count == declared.length)
        return;
    Error error(Message::kPluginField,
                fmt::format("attribute '{}' of the node has another length than the creator of {} declares", given.name,
                            key.text()),
                {in.name, std::string(in.node.opType), {}, key.path()});
    error.wanted(fmt::format("{} of {}", declared.length, nameOf(declared.type)))
        .given(fmt::format("{}", given.count))
        .tip(
            "a creator that takes any length declares 0 in getFieldNames(); one that declares 1 also takes a tensor of "
            "any length as the attribute");
    if (in.strict || isRefused(a, declared, given.count))
        throw error;
    log(Severity::kVerbose, error.what());
}

plugin::Fields fieldsOf(PluginImport const& in, plugin::Creator const& creator) {
    nvinfer1::PluginFieldCollection const* const names = plugin::call(creator.key, "getFieldNames", [&] {
        return creator.kind == plugin::CreatorKind::kV2 ? creator.v2().getFieldNames() : creator.v3().getFieldNames();
    });
    plugin::Fields out;
    for (AttributeProto const& written : in.node.attributes) {
        AttributeProto const* const a = in.scope.resolve(written).proto;
        if (a == nullptr || written.name == kVersion || written.name == kNamespace)
            continue;
        nvinfer1::PluginField const* const field = declared(names, written.name);
        if (field == nullptr) {
            Error error(Message::kPluginField,
                        fmt::format("attribute '{}' of the node is none that the creator of {} declares", written.name,
                                    creator.key.text()),
                        {in.name, std::string(in.node.opType), {}, creator.key.path()});
            error.tip(in.strict ? "list it in getFieldNames()"
                                : "it is passed on all the same; list it in getFieldNames()");
            if (in.strict)
                throw error;
            log(Severity::kWarning, error.what());
        }
        try {
            out.list.push_back(fieldOf(*a, field == nullptr ? std::nullopt : std::optional(field->type), in.loader));
        } catch (Error& e) {
            e.locate({in.name, std::string(in.node.opType), {}, creator.key.path()});
            throw;
        }
        out.list.back().name = std::string(written.name);
        if (field != nullptr)
            checkLength(in, creator.key, *a, *field, out.list.back());
    }
    return out;
}

std::string textOf(plugin::Fields const& fields) {
    std::vector<std::string> out;
    for (plugin::Field const& f : fields.list)
        out.push_back(
            fmt::format("{} ({}[{}])", f.name, nameOf(static_cast<nvinfer1::PluginFieldType>(f.type)), f.count));
    return out.empty() ? "no field" : fmt::format("{}", fmt::join(out, ", "));
}

std::unique_ptr<plugin::Plugin> make(PluginImport const& in, plugin::Creator const& creator,
                                     plugin::Fields const& fields) {
    plugin::FieldView const view(fields);
    auto refuse = [&] {
        return Error(Message::kPluginCall,
                     fmt::format("createPlugin() of the creator of {} gave nothing", creator.key.text()),
                     {{}, {}, {}, creator.key.path()})
            .given(textOf(fields));
    };
    if (creator.kind == plugin::CreatorKind::kV2) {
        auto* const made = plugin::call(creator.key, "createPlugin",
                                        [&] { return creator.v2().createPlugin(in.name.c_str(), view.collection()); });
        if (made == nullptr)
            throw refuse();
        return plugin::adopt(made, creator.key, creator.library);
    }
    auto* const made = plugin::call(creator.key, "createPlugin", [&] {
        return creator.v3().createPlugin(in.name.c_str(), view.collection(), nvinfer1::TensorRTPhase::kBUILD);
    });
    if (made == nullptr)
        throw refuse();
    return plugin::adopt(made, creator.key, creator.library);
}

} // namespace

void importPlugin(PluginImport const& in, plugin::Creator const& creator) {
    std::unique_ptr<plugin::Plugin> made = make(in, creator, fieldsOf(in, creator));
    Record record;
    for (size_t i = 0; i < in.context.inputs(); ++i) {
        record.operands.push_back(in.context.in(i));
        if (record.operands.back() == kNoTensor && i + 1 < in.context.inputs())
            throw Error(Message::kOnnxNode, fmt::format("input {} is left out, and a plugin takes no absent input", i));
    }
    while (!record.operands.empty() && record.operands.back() == kNoTensor)
        record.operands.pop_back();
    auto const outputs = static_cast<size_t>(std::max(0, made->outputs()));
    if (in.node.outputs.size() > outputs)
        throw Error(Message::kOnnxNode, "the node has more outputs than the plugin", {{}, {}, {}, made->key().path()})
            .wanted(fmt::format("at most {}", outputs))
            .given(fmt::format("{}", in.node.outputs.size()));
    bool const newest = made->generation() == plugin::Generation::kV3;
    layers::Plugin attrs{made->key(), static_cast<int64_t>(record.operands.size()), std::make_shared<plugin::Live>()};
    attrs.live->plugin = std::move(made);
    record.op = &layers::layer(newest ? "layer.plugin_v3" : "layer.plugin_v2").op;
    record.attrs = std::move(attrs);
    record.name = in.name;
    record.origins = {in.name};
    TensorId const first = in.writer.emit(std::move(record), outputs);
    for (size_t i = 0; i < in.node.outputs.size(); ++i)
        in.context.setOut(i, first + static_cast<TensorId>(i));
    log(Severity::kVerbose, fmt::format("node '{}' is computed by the plugin {}", in.name, creator.key.text()));
}

} // namespace tenon::onnx
