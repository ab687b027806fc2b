// SPDX-License-Identifier: Apache-2.0
#include "network/layers/layer.h"

#include "base/half.h"
#include "ops/reshape/reshape.h"
#include "ops/shape_value/shape_value.h"
#include "ops/transpose/transpose.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <numeric>

namespace tenon::layers {

Emitter::Emitter(ir::Graph& graph, ir::RegionId region, Network const& network, Record const& record, Resolve resolve)
    : mGraph(graph), mRegion(region), mNetwork(network), mRecord(record), mResolve(std::move(resolve)),
      mFirstNode(graph.nodes.size()), mResults(record.results.size(), ir::kNone) {}

Where Emitter::where() const {
    return {mRecord.name, std::string(mRecord.op->name.substr(mRecord.op->name.find('.') + 1)), "", ""};
}

void Emitter::fail(Message id, std::string what, std::string wanted, std::string given) const {
    throw Error(id, std::move(what), where()).wanted(std::move(wanted)).given(std::move(given));
}

ValueId Emitter::in(size_t i) {
    if (!has(i))
        fail(Message::kLayerIncomplete, fmt::format("input {} of the layer is not set", i));
    return mResolve(mRecord.operands[i]);
}

ValueId Emitter::shapeIn(size_t i) {
    ValueId const v = in(i);
    if (!isInteger(dtype(v)))
        fail(Message::kOperandType, fmt::format("input {} is made of integers", i), "i32 or i64", toString(type(v)));
    mGraph.readElements(v);
    return cast(v, DType::kI64);
}

namespace {

std::string_view roleName(nvinfer1::WeightsRole role) {
    constexpr std::string_view kNames[] = {"kernel", "bias", "shift", "scale", "constant"};
    auto const i = static_cast<size_t>(role);
    return i < std::size(kNames) ? kNames[i] : "";
}

} // namespace

std::string weightsName(std::string const& layer, nvinfer1::WeightsRole role) {
    return fmt::format("{} {}", layer, roleName(role));
}

void addPlace(ir::Graph& graph, std::string const& source, std::string const& layer, nvinfer1::WeightsRole role) {
    auto const number = static_cast<int32_t>(role);
    auto& places = graph.weightPlaces;
    if (std::none_of(places.begin(), places.end(), [&](plan::WeightPlace const& p) { // a body may be written twice
            return p.source == source && p.layer == layer && p.role == number;
        }))
        places.push_back({source, layer, number});
}

ValueId Emitter::weights(size_t i, nvinfer1::WeightsRole role, std::vector<int64_t> const& dims, DType to) {
    if (!has(i))
        fail(Message::kLayerIncomplete, fmt::format("the {} weights of the layer are not set", roleName(role)));
    NetworkTensor const& t = mNetwork.tensors[static_cast<size_t>(mRecord.operands[i])];
    int64_t wanted = 1, given = 1;
    for (int64_t d : dims)
        wanted *= d;
    for (DimExpr const& d : *t.type->dims)
        given *= d.value();
    if (wanted != given)
        fail(Message::kWeightsCount, fmt::format("the {} weights have another number of elements", roleName(role)),
             fmt::format("{} = {}", wanted, textOf(dims)), fmt::format("{}", given));
    std::string name = !t.weightsName.empty() ? t.weightsName : t.name;
    if (name.empty())
        name = weightsName(mRecord.name, role);
    if (role != nvinfer1::WeightsRole::kANY)
        addPlace(mGraph, name, mRecord.name, role);
    DType const from = t.type->dtype;
    ValueId const v =
        mGraph.addConstant(Constant::leaf(name, Type::tensor(from, Dims(dims.begin(), dims.end())), *t.constant), name);
    if (from == to)
        return v;
    if (stronglyTyped())
        fail(Message::kStrongTypes, fmt::format("the {} weights have another type than the input", roleName(role)),
             std::string(nameOf(to)), std::string(nameOf(from)));
    return cast(v, to);
}

ValueId Emitter::weightsOrTensor(size_t i, nvinfer1::WeightsRole role, std::vector<int64_t> const& wanted, DType to) {
    if (has(i)) {
        NetworkTensor const& t = mNetwork.tensors[static_cast<size_t>(mRecord.operands[i])];
        if (t.constant && t.type->dims->size() <= 1)
            return weights(i, role, wanted, to);
    }
    ValueId const v = in(i);
    if (dtype(v) == to || stronglyTyped())
        return v;
    return cast(v, to);
}

Dims Emitter::dims(ValueId v) const {
    if (!type(v).ranked())
        fail(Message::kRank, "the rank of an input is known only at run time", "a known rank", toString(type(v)));
    return *type(v).dims;
}

std::optional<std::vector<int64_t>> Emitter::numbers(ValueId v) const {
    auto const& content = mGraph.value(v).content;
    if (!content || !allConst(*content))
        return std::nullopt;
    std::vector<int64_t> out;
    for (DimExpr const& e : *content)
        out.push_back(e.value());
    return out;
}

std::string const& Emitter::resultName(size_t i) const {
    return mNetwork.tensors[static_cast<size_t>(mRecord.results.at(i))].name;
}

std::optional<double> Emitter::scaleOf(ValueId v) const {
    ir::Node const* const n = mGraph.producer(v);
    return n != nullptr && n->op->name == "quantize_linear" ? ir::scalarOf(mGraph, n->operands[1]) : std::nullopt;
}

std::optional<double> Emitter::scaleOfRange(TensorId tensor) const {
    constexpr double kGreatest = 127;
    auto const& range = mNetwork.tensors[static_cast<size_t>(tensor)].dynamicRange;
    double const most = range ? std::max(std::abs(double{range->min}), std::abs(double{range->max})) : 0;
    return most > 0 ? std::optional(most / kGreatest) : std::nullopt;
}

std::optional<double> Emitter::scaleOfResult(size_t i) const {
    TensorId const result = mRecord.results.at(i);
    for (Record const& reader : mNetwork.main.records) {
        bool const undoes = reader.op->name == "dequantize_linear" || reader.op->name == "layer.dequantize";
        if (!undoes || reader.operands.size() < 2 || reader.operands[0] != result)
            continue;
        NetworkTensor const& scale = mNetwork.tensors[static_cast<size_t>(reader.operands[1])];
        float value = 0;
        if (!scale.constant || scale.type->dtype != DType::kF32 || scale.constant->size() != sizeof value)
            continue;
        std::memcpy(&value, scale.constant->data(), sizeof value);
        return value;
    }
    return std::nullopt;
}

int64_t Emitter::axis(int64_t axis, int64_t rank) const {
    if (axis < -rank || axis >= rank)
        fail(Message::kAxis, fmt::format("axis {} lies outside the rank", axis),
             fmt::format("{} to {}", -rank, rank - 1), fmt::format("{}", axis));
    return axis < 0 ? axis + rank : axis;
}

std::vector<int64_t> Emitter::axesOf(uint32_t mask, int64_t rank) const {
    std::vector<int64_t> out;
    for (int64_t i = 0; i < 32; ++i)
        if ((mask >> i & 1U) != 0)
            out.push_back(axis(i, rank));
    return out;
}

int64_t Emitter::oneAxis(uint32_t mask, int64_t rank) const {
    auto const axes = axesOf(mask, rank);
    if (axes.size() != 1)
        fail(Message::kAttribute, "the layer works along exactly one axis", "a mask with one bit",
             fmt::format("{:#x}", mask));
    return axes[0];
}

std::vector<ValueId> Emitter::emit(std::string_view op, Attrs attrs, std::vector<ValueId> operands, size_t results) {
    try {
        ir::NodeId const n =
            mGraph.addNode(op, std::move(attrs), std::move(operands), results, mRegion, mRecord.name,
                           mRecord.origins.empty() ? std::vector<std::string>{mRecord.name} : mRecord.origins);
        mGraph.place(n);
        return mGraph.node(n).results;
    } catch (Error& e) {
        e.locate(where());
        throw;
    }
}

ValueId Emitter::emit(std::string_view op, Attrs attrs, std::vector<ValueId> operands) {
    return emit(op, std::move(attrs), std::move(operands), 1)[0];
}

ValueId Emitter::pointwise(Expression expression, std::vector<ValueId> operands) {
    return emit("pointwise", PointwiseAttributes{std::move(expression)}, std::move(operands));
}

ValueId Emitter::row(std::string_view name, std::vector<ValueId> operands) {
    std::vector<DType> types;
    for (ValueId v : operands)
        types.push_back(dtype(v));
    try {
        return pointwise(rowOf(name, std::move(types)), std::move(operands));
    } catch (Error& e) {
        e.locate(where());
        throw;
    }
}

ValueId Emitter::cast(ValueId v, DType to) {
    if (dtype(v) == to)
        return v;
    ExpressionWriter w({dtype(v)});
    return pointwise(w.take(w.cast(0, to)), {v});
}

ValueId Emitter::copy(ValueId v) {
    if (!type(v).isTensor() || classOf(dtype(v)) == 0)
        fail(Message::kTypeUnsupported, "a value of this type cannot be copied yet", "a tensor of numbers or booleans",
             toString(type(v)));
    return pointwise(Expression{{dtype(v)}, {}}, {v});
}

ValueId Emitter::ints(std::vector<int64_t> const& values) {
    std::byte* to = nullptr;
    Buffer const bytes = Buffer::allocate(values.size() * sizeof(int64_t), &to);
    std::copy(values.begin(), values.end(), reinterpret_cast<int64_t*>(to));
    Type const type = Type::tensor(DType::kI64, Dims{static_cast<int64_t>(values.size())});
    return mGraph.addConstant(Constant::leaf("", type, bytes), "");
}

ValueId Emitter::scalar(DType type, double value) {
    return mGraph.addLiteral(type, {}, {value});
}

ValueId Emitter::numbersOf(DType type, std::vector<double> const& values) {
    return mGraph.addLiteral(type, {static_cast<int64_t>(values.size())}, values);
}

ValueId Emitter::shape(Dims elements) {
    if (allConst(elements)) {
        std::vector<int64_t> values;
        for (DimExpr const& e : elements)
            values.push_back(e.value());
        return ints(values);
    }
    auto const count = static_cast<int64_t>(elements.size());
    return emit("shape_value", ops::shape_value::Attributes{DType::kI64, {count}, std::move(elements)}, {});
}

ValueId Emitter::reshape(ValueId v, Dims dims) {
    return emit("reshape", ops::reshape::Attributes{true}, {v, shape(std::move(dims))});
}

ValueId Emitter::transpose(ValueId v, std::vector<int64_t> perm) {
    std::vector<int64_t> identity(perm.size());
    std::iota(identity.begin(), identity.end(), 0);
    return perm == identity ? v : emit("transpose", ops::transpose::Attributes{std::move(perm)}, {v});
}

ValueId Emitter::unsqueeze(ValueId v, std::vector<int64_t> axes) {
    return axes.empty() ? v : emit("unsqueeze", NoAttrs{}, {v, ints(axes)});
}

ValueId Emitter::iota(DimExpr const& length) {
    constexpr int64_t kLiteral = 8192; // a longer one is made as the engine runs
    if (length.isConst() && length.value() <= kLiteral) {
        std::vector<int64_t> values(static_cast<size_t>(std::max<int64_t>(length.value(), 0)));
        std::iota(values.begin(), values.end(), 0);
        return ints(values);
    }
    ValueId const end = reshape(shape({length}), {});
    return emit("range", NoAttrs{}, {scalar(DType::kI64, 0), end, scalar(DType::kI64, 1)});
}

void Emitter::unify(std::vector<ValueId*> const& values) {
    DType to = dtype(*values[0]);
    bool same = true;
    for (ValueId const* v : values)
        same = same && dtype(*v) == to;
    if (same)
        return;
    bool floats = true, integers = true;
    std::string given;
    for (ValueId const* v : values) {
        DType const t = dtype(*v);
        floats = floats && isFloating(t);
        integers = integers && isInteger(t);
        given += (given.empty() ? "" : " and ") + std::string(nameOf(t));
        if (bitsOf(t) > bitsOf(to))
            to = t;
        else if (bitsOf(t) == bitsOf(to) && t != to)
            to = floats ? DType::kF32 : DType::kI64; // f16 with bf16, i8 with u8
    }
    if (stronglyTyped())
        fail(Message::kStrongTypes, "the inputs of the layer have different types", "one type", given);
    if (!floats && !integers)
        fail(Message::kOperandType, "the inputs of the layer have types that do not go together",
             "floats only or integers only", given);
    for (ValueId* v : values)
        *v = cast(*v, to);
}

bool Emitter::isOwn(ValueId v) const {
    ir::NodeId const n = mGraph.value(v).producer;
    return n != ir::kNone && static_cast<size_t>(n) >= mFirstNode &&
           std::find(mResults.begin(), mResults.end(), v) == mResults.end();
}

void Emitter::out(size_t i, ValueId v) {
    if (i >= mResults.size())
        return;
    // A result is a value of its own: what leaves the network as an output has the output's name.
    mResults[i] = isOwn(v) ? v : copy(v);
}

void Emitter::outUnknown(size_t i, Type type) {
    mResults[i] = mGraph.addParam(mRegion, std::move(type), mRecord.name);
    mGraph.bindDims(mResults[i], {});
}

std::vector<ValueId> Emitter::takeResults() {
    for (size_t i = 0; i < mResults.size(); ++i)
        assert(mResults[i] != ir::kNone);
    return std::move(mResults);
}

namespace {

struct Registry {
    std::map<std::string_view, LayerDef const*> byName;
    std::map<OpDef const*, LayerDef const*> byOp;
    Registry() {
        LayerList list;
        addPointwiseLayers(list);
        addWindowLayers(list);
        addMoveLayers(list);
        addSliceLayers(list);
        addReduceLayers(list);
        addNormLayers(list);
        addIndexLayers(list);
        addMatrixLayers(list);
        addFillLayers(list);
        addQuantizeLayers(list);
        addPluginLayers(list);
        addFlowLayers(list);
        addAttentionLayers(list);
        for (LayerDef const* l : list) {
            byName[l->op.name] = l;
            byOp[&l->op] = l;
        }
    }
};

Registry const& registry() {
    static Registry const kRegistry;
    return kRegistry;
}

} // namespace

LayerDef const* layerOf(OpDef const* op) noexcept {
    auto const& map = registry().byOp;
    auto const it = map.find(op);
    return it == map.end() ? nullptr : it->second;
}

LayerDef const& layer(std::string_view name) noexcept {
    auto const& map = registry().byName;
    auto const it = map.find(name);
    assert(it != map.end());
    return *it->second;
}

} // namespace tenon::layers
