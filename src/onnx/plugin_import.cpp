// SPDX-License-Identifier: Apache-2.0
#include "onnx/plugin_import.h"

#include "base/log.h"
#include "network/layers/layer.h"
#include "network/layers/plugin.h"
#include "onnx/plugin_fields.h"
#include "onnx/support.h"
#include "plugin/call.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::onnx {
namespace {

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

/// An attribute that the creator does not declare: a warning, or an error.
void warnOfUndeclared(PluginImport const& in, plugin::Key const& key, std::string_view name, bool passedOn) {
    Error error(Message::kPluginField,
                fmt::format("attribute '{}' of the node is none that the creator of {} declares", name, key.text()),
                {in.name, std::string(in.node.opType), {}, key.path()});
    error.tip(in.strict  ? "list it in getFieldNames()"
              : passedOn ? "it is passed on all the same; list it in getFieldNames()"
                         : "it is left out, since no field can hold it");
    if (in.strict)
        throw error;
    log(Severity::kWarning, error.what());
}

void requireText(PluginImport const& in, plugin::Key const& key, AttributeProto const& a) {
    if (!pluginTextOf(a))
        throw Error(Message::kPluginField, fmt::format("attribute '{}' of the node names no plugin", a.name),
                    {in.name, std::string(in.node.opType), {}, key.path()})
            .wanted("a string, or a number")
            .given(std::string(nameOf(a.kind)));
}

plugin::Fields fieldsOf(PluginImport const& in, plugin::Creator const& creator) {
    nvinfer1::PluginFieldCollection const* const names = plugin::call(creator.key, "getFieldNames", [&] {
        return creator.kind == plugin::CreatorKind::kV2 ? creator.v2().getFieldNames() : creator.v3().getFieldNames();
    });
    plugin::Fields out;
    for (AttributeProto const& written : in.node.attributes) {
        AttributeProto const* const a = in.scope.resolve(written).proto;
        if (a == nullptr)
            continue;
        nvinfer1::PluginField const* const field = declared(names, written.name);
        if (written.name == kPluginVersion || written.name == kPluginNamespace)
            requireText(in, creator.key, *a);
        if (field == nullptr &&
            (written.name == kPluginVersion || written.name == kPluginNamespace || written.name == kShapeInputs))
            continue;
        try {
            out.list.push_back(fieldOf(*a, field == nullptr ? std::nullopt : std::optional(field->type), in.loader));
        } catch (Error& e) {
            if (field == nullptr) {
                warnOfUndeclared(in, creator.key, written.name, false);
                continue;
            }
            e.locate({in.name, std::string(in.node.opType), {}, creator.key.path()});
            throw;
        }
        if (field == nullptr)
            warnOfUndeclared(in, creator.key, written.name, true);
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

/// Inputs that are left out at the end are none; one before another cannot be told to a plugin.
std::vector<TensorId> operandsOf(PluginImport const& in) {
    std::vector<TensorId> out;
    for (size_t i = 0; i < in.context.inputs(); ++i)
        out.push_back(in.context.in(i));
    while (!out.empty() && out.back() == kNoTensor)
        out.pop_back();
    auto const absent = std::find(out.begin(), out.end(), kNoTensor);
    if (absent != out.end())
        throw Error(Message::kOnnxNode,
                    fmt::format("input {} is left out, and a plugin takes no absent input but at the end",
                                absent - out.begin()))
            .wanted(fmt::format("{} inputs", out.size()))
            .given("an empty name among them")
            .tip("move the optional inputs to the end, or give the node a constant in that place");
    return out;
}

/// Which inputs the plugin reads on the host, in rising order.
std::vector<int64_t> shapeIndices(PluginImport const& in) {
    std::vector<int64_t> out;
    for (AttributeProto const& written : in.node.attributes) {
        AttributeProto const* const a = written.name == kShapeInputs ? in.scope.resolve(written).proto : nullptr;
        if (a == nullptr)
            continue;
        plugin::Field const field = fieldOf(*a, nvinfer1::PluginFieldType::kINT64, in.loader);
        out.resize(static_cast<size_t>(field.count));
        if (!out.empty())
            std::memcpy(out.data(), field.data.data(), field.data.size());
    }
    std::sort(out.begin(), out.end());
    return out;
}

/// Puts them behind the others, as a plugin layer has them, and tells how many there are.
size_t moveShapeInputs(PluginImport const& in, plugin::Plugin const& made, std::vector<TensorId>& operands) {
    std::vector<int64_t> const indices = shapeIndices(in);
    auto refuse = [&](std::string wanted) {
        return Error(Message::kPluginUse, fmt::format("attribute '{}' does not fit the node", kShapeInputs),
                     {in.name, std::string(in.node.opType), {}, made.key().path()})
            .wanted(std::move(wanted))
            .given(fmt::format("{}", fmt::join(indices, ", ")))
            .tip("correct the attribute in the model: it lists the inputs that an IPluginV3 reads on the host");
    };
    if (!indices.empty() && made.generation() != plugin::Generation::kV3)
        throw refuse("an IPluginV3: the older generations have no shape inputs");
    if (std::adjacent_find(indices.begin(), indices.end()) != indices.end() ||
        (!indices.empty() && (indices.front() < 0 || indices.back() >= static_cast<int64_t>(operands.size()))))
        throw refuse(fmt::format("different numbers from 0 to {}", static_cast<int64_t>(operands.size()) - 1));
    std::vector<TensorId> moved;
    for (auto it = indices.rbegin(); it != indices.rend(); ++it) {
        moved.insert(moved.begin(), operands[static_cast<size_t>(*it)]);
        operands.erase(operands.begin() + *it);
    }
    operands.insert(operands.end(), moved.begin(), moved.end());
    return indices.size();
}

void emit(PluginImport const& in, std::unique_ptr<plugin::Plugin> made) {
    Record record;
    record.operands = operandsOf(in);
    size_t const shapeInputs = moveShapeInputs(in, *made, record.operands);
    auto const outputs = static_cast<size_t>(std::max(0, made->outputs()));
    if (in.node.outputs.size() > outputs)
        throw Error(Message::kOnnxNode, "the node has more outputs than the plugin", {{}, {}, {}, made->key().path()})
            .wanted(fmt::format("at most {}", outputs))
            .given(fmt::format("{}", in.node.outputs.size()));
    bool const newest = made->generation() == plugin::Generation::kV3;
    layers::Plugin attrs{made->key(), static_cast<int64_t>(record.operands.size() - shapeInputs),
                         std::make_shared<plugin::Live>()};
    attrs.live->plugin = std::move(made);
    record.op = &layers::layer(newest ? "layer.plugin_v3" : "layer.plugin_v2").op;
    record.attrs = std::move(attrs);
    record.name = in.name;
    record.origins = {in.name};
    TensorId const first = in.writer.emit(std::move(record), outputs);
    for (size_t i = 0; i < in.node.outputs.size(); ++i)
        in.context.setOut(i, first + static_cast<TensorId>(i));
}

} // namespace

void importPlugin(PluginImport const& in, plugin::Creator const& creator) {
    plugin::inLayer(in.name, [&] { emit(in, make(in, creator, fieldsOf(in, creator))); });
    log(Severity::kVerbose, fmt::format("node '{}' is computed by the plugin {}", in.name, creator.key.text()));
}

} // namespace tenon::onnx
