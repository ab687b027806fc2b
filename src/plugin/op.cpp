// SPDX-License-Identifier: Apache-2.0
// Definition of the operator "plugin".
#include "plugin/op.h"

#include "kernel/attr_type.h"
#include "shape/content.h"

#include <algorithm>
#include <limits>

namespace tenon::plugin {
namespace {

bool hasSize(DimExpr const& formula) {
    bool found = false;
    formula.forEachSymbol([&](SymbolId s) {
        found = found || readSymbol(
                             s, [](size_t, size_t) { return false; }, [](size_t, size_t) { return false; },
                             [](size_t) { return true; });
    });
    return found;
}

void infer(Attrs const& attrs, InferContext& c) {
    inferOutputs(attrs.as<Attributes>(), c);
}

/// The types of the interface are the first of Tenon's own.
bool isKnown(DataType type) {
    return static_cast<int32_t>(type) >= 0 && static_cast<int32_t>(type) <= static_cast<int32_t>(DType::kE8M0);
}

} // namespace

Live::~Live() {
    LayerScope const scope(layer);
    plugin.reset();
}

void requireFits(Attributes const& a, size_t operands, size_t results) {
    if (a.inputs >= 0 && static_cast<size_t>(a.inputs) <= operands && a.outputs.size() == results) {
        bool fits = a.aliases.empty() || a.aliases.size() == results;
        for (int32_t input : a.aliases)
            fits = fits && input >= -1 && input < a.inputs;
        if (fits && (a.scales.empty() || a.scales.size() == static_cast<size_t>(a.inputs) + results))
            return;
    }
    throw Error(Message::kPluginOutputs, fmt::format("the step of the plugin {} does not fit it", a.key.text()),
                {a.layer, {}, {}, a.key.path()})
        .wanted(fmt::format("at least {} inputs, and {} outputs", a.inputs, a.outputs.size()))
        .given(fmt::format("{} and {}", operands, results));
}

Error negativeDim(Attributes const& a, size_t output, size_t axis, std::string given) {
    return Error(Message::kPluginOutputs,
                 fmt::format("dim {} of output {} of the plugin {} is below 0 for these inputs", axis, output,
                             a.key.text()),
                 {a.layer, {}, {}, a.key.path()})
        .wanted("0 or more from getOutputShapes() or getOutputDimensions()")
        .given(std::move(given));
}

void inferOutputs(Attributes const& a, InferContext& c) {
    requireFits(a, c.inputs(), c.outputs());
    auto const inputs = static_cast<size_t>(a.inputs);
    auto dim = [&](size_t i, size_t axis) {
        Dims const& dims = c.dims(i);
        if (axis >= dims.size())
            c.fail(Message::kRank, "an input of the plugin has another rank than when the plugin told its outputs",
                   fmt::format("over {}", axis), fmt::format("{}", dims.size()));
        return dims[axis];
    };
    auto element = [&](size_t i, size_t k) {
        Dims const* const content = c.content(inputs + i);
        if (content == nullptr || k >= content->size())
            c.fail(Message::kPluginOutputs, fmt::format("element {} of shape input {} is not known", k, i));
        return (*content)[k];
    };
    auto atMost = [&](size_t i) {
        if (i >= a.outputs.size() || !a.outputs[i].isSize)
            c.fail(Message::kPluginOutputs, fmt::format("output {} is no size tensor", i));
        return substituted(a.outputs[i].upper, dim, element, [](size_t) { return DimExpr(); });
    };
    bool known = true; // a negative number stands for a dim that is not
    for (size_t i = 0; i < inputs; ++i) {
        known = known && c.type(i).ranked();
        for (size_t axis = 0; known && axis < c.dims(i).size(); ++axis)
            known = !c.dims(i)[axis].isConst() || c.dims(i)[axis].value() >= 0;
    }
    for (size_t i = 0; i < a.outputs.size(); ++i) {
        Dims dims;
        if (a.outputs[i].isSize)
            atMost(i); // refuses a bound that these operands do not give
        if (a.outputs[i].dims.size() > nvinfer1::Dims::MAX_DIMS)
            c.fail(Message::kRank, "a plugin gives tensors of up to 8 dims", "0 to 8",
                   fmt::format("{}", a.outputs[i].dims.size()));
        for (DimExpr const& formula : a.outputs[i].dims) {
            dims.push_back(substituted(formula, dim, element, atMost));
            if (hasSize(formula)) {
                DimExpr const upper = dims.back();
                dims.back() = c.newSymbol(&upper);
            }
        }
        if (int32_t const from = a.aliases.empty() ? -1 : a.aliases[i]; from >= 0) {
            auto const input = static_cast<size_t>(from);
            if (c.type(input).dtype != a.outputs[i].dtype || !(c.dims(input) == dims))
                c.fail(Message::kPluginOutputs,
                       fmt::format("output {} of the plugin {} cannot be in the memory of input {}", i, a.key.text(),
                                   from),
                       "the same type and dims", "others");
        }
        for (size_t axis = 0; known && axis < dims.size(); ++axis)
            if (dims[axis].isConst() && dims[axis].value() < 0)
                throw negativeDim(a, i, axis, fmt::format("{}", dims[axis].value()));
        c.setOut(i, a.outputs[i].dtype, std::move(dims));
    }
}

std::vector<std::byte> Attributes::stateNow() const {
    std::lock_guard const lock(live->mutex);
    return live->plugin == nullptr ? state : inLayer(layer, [&] { return live->plugin->state(); });
}

std::vector<Offer> Attributes::offersNow() const {
    std::lock_guard const lock(live->mutex);
    return live->offers.empty() ? offers : live->offers;
}

std::vector<std::byte> Attributes::firstState() const {
    std::lock_guard const lock(live->mutex);
    if (!live->named)
        live->named = live->plugin == nullptr ? state : inLayer(layer, [&] { return live->plugin->state(); });
    return *live->named;
}

std::optional<std::string> timingKeyOf(Attributes const& a) {
    return withPlugin(a, [](Plugin& p) { return p.timingKey(); });
}

void requireInputTypes(Plugin const& plugin, std::vector<DataType> const& inputs) {
    for (size_t i = 0; i < inputs.size(); ++i)
        if (!isKnown(inputs[i]))
            throw Error(Message::kPluginUse,
                        fmt::format("input {} of the plugin {} has a type that plugins cannot be given", i,
                                    plugin.key().text()),
                        {{}, {}, {}, plugin.key().path()})
                .wanted("a DataType of the interface: f32, f16, bf16, i8, u8, i32, i64, bool, f8 or i4")
                .given(std::string(tenon::nameOf(static_cast<DType>(inputs[i]))))
                .tip("convert the tensor with a Cast in front of the plugin");
}

std::vector<DType> outputTypesOf(Plugin& plugin, std::vector<DataType> const& inputs) {
    std::vector<DType> out;
    for (DataType const type : plugin.outputTypes(inputs)) {
        if (!isKnown(type))
            throw Error(Message::kPluginOutputs,
                        fmt::format("output {} of the plugin {} has no known type", out.size(), plugin.key().text()),
                        {{}, {}, {}, plugin.key().path()})
                .wanted("a DataType of the interface")
                .given(fmt::format("{} from getOutputDataType{}()", static_cast<int32_t>(type),
                                   plugin.generation() == Generation::kV3 ? "s" : ""));
        out.push_back(static_cast<DType>(type));
    }
    return out;
}

std::vector<Output> declareOutputs(Plugin& plugin, std::vector<DataType> const& types,
                                   std::vector<std::vector<int64_t>> const& dims,
                                   std::vector<std::vector<int64_t>> const& elements) {
    for (auto const* list : {&dims, &elements})
        for (std::vector<int64_t> const& given : *list)
            if (given.size() > nvinfer1::Dims::MAX_DIMS) // dims, or elements of a shape input
                throw Error(Message::kRank, fmt::format("the plugin {} has no room for an input", plugin.key().text()),
                            {{}, {}, {}, plugin.key().path()})
                    .wanted("up to 8 dims, or elements of a shape input")
                    .given(fmt::format("{}", given.size()));
    requireInputTypes(plugin, types);
    ShapeQuery query;
    for (size_t i = 0; i < dims.size(); ++i) {
        Dims& to = query.inputs.emplace_back();
        for (size_t axis = 0; axis < dims[i].size(); ++axis)
            to.push_back(dims[i][axis] < 0 ? DimExpr::symbol(dimSymbol(i, axis)) : DimExpr(dims[i][axis]));
    }
    for (size_t i = 0; i < elements.size(); ++i) {
        Dims& to = query.shapeInputs.emplace_back();
        for (size_t k = 0; k < elements[i].size(); ++k)
            to.push_back(elements[i][k] == std::numeric_limits<int64_t>::min() ? DimExpr::symbol(elementSymbol(i, k))
                                                                               : DimExpr(elements[i][k]));
    }
    Exprs exprs(plugin.outputs());
    auto unknownSize = [&] {
        return Error(Message::kPluginOutputs,
                     fmt::format("output {} of the plugin {} is declared a size tensor, and there is no such output",
                                 exprs.unknownSizes().front(), plugin.key().text()),
                     {{}, {}, {}, plugin.key().path()})
            .wanted(fmt::format("an output from 0 to {}", plugin.outputs() - 1))
            .given(fmt::format("declareSizeTensor({}, ...)", exprs.unknownSizes().front()));
    };
    std::vector<Dims> shapes;
    try {
        shapes = plugin.outputDims(query, exprs);
    } catch (Error const&) { // the null that it was given came out again
        if (exprs.unknownSizes().empty())
            throw;
    }
    if (!exprs.unknownSizes().empty())
        throw unknownSize();
    std::vector<DType> const outTypes = outputTypesOf(plugin, types); // after its dims: those refuse a missing input
    std::vector<Output> out(shapes.size());
    for (size_t i = 0; i < shapes.size(); ++i) {
        out[i].dtype = outTypes.at(i);
        out[i].dims = shapes[i];
    }
    for (Exprs::Size const& s : exprs.sizes()) {
        Output& size = out.at(static_cast<size_t>(s.output));
        bool const integer = size.dtype == DType::kI32 || size.dtype == DType::kI64;
        if (!size.dims.empty() || !integer)
            throw Error(
                Message::kPluginOutputs,
                fmt::format("output {} of the plugin {} is declared a size tensor", s.output, plugin.key().text()),
                {{}, {}, {}, plugin.key().path()})
                .wanted("rank 0, and type i32 or i64")
                .given(fmt::format("rank {}, type {}", size.dims.size(), nameOf(size.dtype)));
        size.isSize = true;
        size.upper = s.upper;
    }
    return out;
}

std::vector<int32_t> declareAliases(Plugin& plugin, std::vector<Output> const& outputs, size_t inputs) {
    std::vector<int32_t> out;
    for (size_t i = 0; i < outputs.size(); ++i) {
        int32_t const input = plugin.aliasedInput(static_cast<int32_t>(i));
        bool const taken = input >= 0 && std::find(out.begin(), out.end(), input) != out.end();
        if (taken || input < -1 || input >= static_cast<int32_t>(inputs))
            throw Error(Message::kPluginOutputs,
                        fmt::format("output {} of the plugin {} cannot be in the memory of input {}", i,
                                    plugin.key().text(), input),
                        {{}, {}, {}, plugin.key().path()})
                .wanted(fmt::format("-1, or an input from 0 to {} that no other output is in", inputs - 1))
                .given(fmt::format("{} from getAliasedInput({})", input, i));
        out.push_back(input);
    }
    return out;
}

void addPluginKernel(KernelTable& table);

void addTo(KernelTable& table) {
    static OpDef const kOp{.name = "plugin",
                           .attrs = &attrType<Attributes>(),
                           .infer = infer,
                           .effect = Effect::kState,
                           .minInputs = 0,
                           .maxInputs = -1,
                           .outputs = -1};
    table.add(kOp);
    addPluginKernel(table);
}

} // namespace tenon::plugin
