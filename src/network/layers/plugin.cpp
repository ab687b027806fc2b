// SPDX-License-Identifier: Apache-2.0
#include "network/layers/plugin.h"

#include "network/layers/layer.h"
#include "ops/dequantize_linear/dequantize_linear.h"
#include "ops/quantize_linear/quantize_linear.h"
#include "plugin/embedded.h"
#include "plugin/formats.h"
#include "plugin/host.h"

#include <fmt/format.h>
#include <limits>

namespace tenon::layers {
namespace {

using nvinfer1::DataType;
using nvinfer1::LayerType;

/// What is known of the operands while the network is lowered.
struct Known {
    std::vector<ValueId> values; ///< operands of the operator
    std::vector<DataType> types;
    std::vector<std::vector<int64_t>> dims, elements;
};

std::vector<int64_t> numbersOf(Dims const& dims, int64_t unknown) {
    std::vector<int64_t> out;
    for (DimExpr const& d : dims)
        out.push_back(d.isConst() ? d.value() : unknown);
    return out;
}

Known gather(Emitter& e, Plugin const& a) {
    Known out;
    for (size_t i = 0; i < e.record().operands.size(); ++i) {
        if (static_cast<int64_t>(i) < a.inputs) {
            ValueId const v = e.in(i);
            out.values.push_back(v);
            out.types.push_back(static_cast<DataType>(e.dtype(v)));
            out.dims.push_back(numbersOf(e.dims(v), -1));
            continue;
        }
        auto const content = e.content(e.shapeIn(i));
        if (!content)
            e.fail(Message::kShapeTensor,
                   fmt::format("shape input {} cannot be computed from shapes", static_cast<int64_t>(i) - a.inputs));
        out.values.push_back(e.shape(*content));
        out.elements.push_back(numbersOf(*content, std::numeric_limits<int64_t>::min()));
    }
    return out;
}

plugin::Descs descsOf(Known const& known, plugin::Attributes const& attrs) {
    plugin::Descs out;
    out.inputs = known.types.size();
    auto add = [&](DataType type, std::vector<int64_t> const& dims) {
        nvinfer1::Dims const given = plugin::dimsOf(dims);
        float const scale = attrs.scales[out.list.size()];
        out.list.push_back({{given, type, nvinfer1::TensorFormat::kLINEAR, scale}, given, given, given});
    };
    for (size_t i = 0; i < known.types.size(); ++i)
        add(known.types[i], known.dims[i]);
    for (plugin::Output const& o : attrs.outputs)
        add(static_cast<DataType>(o.dtype), numbersOf(o.dims, -1));
    return out;
}

/// Of inputs, then outputs: the tensors' names, the scales of those that are quantized, and those of the dynamic ranges
/// (0: it has none).
std::vector<std::string> namesOf(Emitter& e, Known const& known, size_t outputs) {
    std::vector<std::string> out;
    for (size_t i = 0; i < known.types.size(); ++i)
        out.push_back(e.valueName(known.values[i]));
    for (size_t i = 0; i < outputs; ++i)
        out.push_back(e.resultName(i));
    return out;
}

std::vector<float> scalesOf(Emitter& e, Known const& known, size_t outputs) {
    std::vector<float> out;
    for (size_t i = 0; i < known.types.size(); ++i)
        out.push_back(static_cast<float>(e.scaleOf(known.values[i]).value_or(1)));
    for (size_t i = 0; i < outputs; ++i)
        out.push_back(static_cast<float>(e.scaleOfResult(i).value_or(1)));
    return out;
}

std::vector<float> rangesOf(Emitter& e, Known const& known) {
    std::vector<float> out;
    for (size_t i = 0; i < known.types.size(); ++i)
        out.push_back(static_cast<float>(e.scaleOfRange(e.record().operands[i]).value_or(0)));
    for (TensorId const result : e.record().results)
        out.push_back(static_cast<float>(e.scaleOfRange(result).value_or(0)));
    return out;
}

/// A value in another type: 8 bits by the scale.
ValueId converted(Emitter& e, ValueId v, DType to, float scale) {
    DType const from = e.dtype(v);
    if (from == to || (from != DType::kI8 && to != DType::kI8))
        return e.cast(v, to);
    ValueId const factor = e.scalar(DType::kF32, double{scale});
    if (to == DType::kI8) {
        ops::quantize_linear::Attributes attrs;
        attrs.type = to;
        return e.emit("quantize_linear", attrs, {e.cast(v, DType::kF32), factor});
    }
    return e.cast(e.emit("dequantize_linear", ops::dequantize_linear::Attributes{}, {v, factor}), to);
}

void write(Emitter& e) {
    auto const& a = e.attrs<Plugin>();
    Known known = gather(e, a);
    plugin::Attributes attrs;
    attrs.key = a.key;
    attrs.layer = e.record().name;
    attrs.inputs = a.inputs;
    attrs.live = a.live;
    attrs.traits = plugin::traitsOf(a.key);
    attrs.libraryHash = plugin::hashOfLibrary(plugin::RegistryScope::current(), a.key);
    std::vector<DType> declared;
    plugin::withPlugin(attrs, [&](plugin::Plugin& p) {
        attrs.outputs = plugin::declareOutputs(p, known.types, known.dims, known.elements);
        attrs.aliases = plugin::declareAliases(p, attrs.outputs, known.types.size());
        attrs.scales = scalesOf(e, known, attrs.outputs.size());
        std::vector<float> const ranges = rangesOf(e, known);
        std::vector<plugin::Freedom> free;
        for (size_t i = 0; i < ranges.size(); ++i) {
            free.push_back({!e.stronglyTyped(), ranges[i] > 0});
            if (ranges[i] > 0 && attrs.scales[i] == 1)
                attrs.scales[i] = ranges[i];
        }
        plugin::Descs descs = descsOf(known, attrs);
        plugin::chooseTypes(p, descs, free, namesOf(e, known, attrs.outputs.size()));
        for (size_t i = 0; i < descs.inputs; ++i)
            known.values[i] =
                converted(e, known.values[i], static_cast<DType>(descs.list[i].desc.type), attrs.scales[i]);
        for (size_t i = 0; i < attrs.outputs.size(); ++i) {
            declared.push_back(attrs.outputs[i].dtype);
            attrs.outputs[i].dtype = static_cast<DType>(descs.list[descs.inputs + i].desc.type);
        }
    });
    std::vector<ValueId> const results = e.emit("plugin", attrs, known.values, attrs.outputs.size());
    for (size_t i = 0; i < results.size(); ++i)
        e.out(i, converted(e, results[i], declared[i], attrs.scales[known.types.size() + i]));
}

void lower(Emitter& e) {
    try {
        write(e);
    } catch (Error& error) { // a plugin does not know its layer
        error.locate(e.where());
        throw;
    }
}

/// While a model is read: types and dims of the outputs as the plugin tells them.
void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Plugin>();
    std::vector<DataType> types;
    std::vector<std::vector<int64_t>> dims, elements;
    bool ranked = true; // a value that a loop carries is not, until the loop is lowered
    for (size_t i = 0; i < c.inputs(); ++i) {
        if (static_cast<int64_t>(i) >= a.inputs) {
            Dims const* const content = c.content(i);
            ranked = ranked && content != nullptr;
            if (ranked)
                elements.push_back(numbersOf(*content, std::numeric_limits<int64_t>::min()));
            continue;
        }
        types.push_back(static_cast<DataType>(c.type(i).dtype));
        ranked = ranked && c.type(i).ranked();
        if (ranked)
            dims.push_back(numbersOf(c.dims(i), -1));
    }
    plugin::Attributes op;
    op.key = a.key;
    op.live = a.live;
    op.inputs = a.inputs;
    plugin::withPlugin(op, [&](plugin::Plugin& p) {
        if (ranked) {
            op.outputs = plugin::declareOutputs(p, types, dims, elements);
            return;
        }
        plugin::requireInputTypes(p, types);
        std::vector<DType> const given = plugin::outputTypesOf(p, types);
        for (size_t i = 0; i < given.size(); ++i)
            c.setOut(i, given[i], std::nullopt);
    });
    if (ranked)
        plugin::inferOutputs(op, c);
}

LayerDef define(std::string_view name, LayerType type) {
    LayerDef out{opOf<Plugin>(name, Effect::kState), type, lower};
    out.op.infer = infer;
    return out;
}

} // namespace

void addPluginLayers(LayerList& list) {
    static LayerDef const kOlder = define("layer.plugin_v2", LayerType::kPLUGIN_V2);
    static LayerDef const kNewer = define("layer.plugin_v3", LayerType::kPLUGIN_V3);
    list.insert(list.end(), {&kOlder, &kNewer});
}

} // namespace tenon::layers
