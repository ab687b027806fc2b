// SPDX-License-Identifier: Apache-2.0
#include "network/lower/lowering.h"

#include "network/layers/layer.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon {

using ir::ValueId;

namespace {

/// What refit knows a constant by.
std::string const& sourceOf(NetworkTensor const& t) {
    return t.weightsName.empty() ? t.name : t.weightsName;
}

} // namespace

void Lowering::input(TensorId id) {
    NetworkTensor const& t = tensor(id);
    Type type = *t.type;
    std::vector<std::string> names;
    if (type.dims)
        for (DimExpr& d : *type.dims) {
            bool const symbolic = d.op() == DimOp::kSymbol;
            names.push_back(symbolic ? mNetwork.dimNames.at(static_cast<size_t>(d.value())) : "");
            if (symbolic)
                d = -1; // bindDims gives it a symbol of the graph
        }
    ValueId const v = mGraph.addParam(0, std::move(type), t.name);
    mGraph.bindDims(v, names);
    mMain.values[id] = v;
    mGraph.value(v).debug = t.debug;
}

ValueId Lowering::value(Scope const& scope, TensorId id, std::string const& reader) {
    if (id == kNoTensor)
        return ir::kNone;
    if (auto it = scope.values.find(id); it != scope.values.end())
        return it->second;
    if (auto it = mConstants.find(id); it != mConstants.end())
        return it->second;
    NetworkTensor const& t = tensor(id);
    if (!t.constant)
        throw Error(Message::kNoValue, fmt::format("tensor '{}' is read by {} and made by nothing", t.name, reader),
                    {"", "", t.name, ""});
    return mConstants[id] = mGraph.addConstant(Constant::leaf(sourceOf(t), *t.type, *t.constant), t.name);
}

void Lowering::forget(TensorId id) {
    mMain.values.erase(id);
    mConstants.erase(id);
}

void Lowering::unknown(TensorId id, Type type) {
    ValueId const v = mGraph.addParam(0, std::move(type), tensor(id).name);
    mGraph.bindDims(v, {});
    mMain.values[id] = v;
}

ValueId Lowering::castTo(Scope const& scope, Record const& record, ValueId v, DType type) {
    if (mGraph.value(v).type.dtype == type)
        return v;
    ExpressionWriter w({mGraph.value(v).type.dtype});
    ir::NodeId const n =
        mGraph.addNode("pointwise", PointwiseAttributes{w.take(w.cast(0, type))}, {v}, 1, scope.region, record.name,
                       record.origins.empty() ? std::vector<std::string>{record.name} : record.origins);
    mGraph.place(n);
    return mGraph.node(n).results[0];
}

/// A type that was asked for is a wish that the builder answers, unless the values themselves would be others: then it
/// is a conversion.
void Lowering::setResult(Scope& scope, Record const& record, size_t i, ValueId v) {
    TensorId const id = record.results[i];
    std::optional<DType> const wanted = i < record.outputTypes.size() ? record.outputTypes[i] : std::optional<DType>();
    DType const made = mGraph.value(v).type.dtype;
    if (wanted && *wanted != made && !(isFloating(*wanted) && isFloating(made)))
        v = castTo(scope, record, v, *wanted);
    NetworkTensor const& t = tensor(id);
    mGraph.value(v).name = t.name;
    if (t.debug) {
        mGraph.value(v).pinned = true;
        mGraph.value(v).debug = true;
    }
    scope.values[id] = v;
}

void Lowering::record(Scope& scope, Record const& record) {
    if (layers::LayerDef const* layer = layers::layerOf(record.op)) {
        if (layer->op.name == "layer.constant") { // its result is one of the network's constants
            NetworkTensor const& t = tensor(record.results[0]);
            layers::addPlace(mGraph, sourceOf(t), record.name, nvinfer1::WeightsRole::kCONSTANT);
            return;
        }
        layers::Emitter emitter(mGraph, scope.region, mNetwork, record,
                                [&](TensorId id) { return value(scope, id, record.name); });
        layer->lower(emitter);
        auto const results = emitter.takeResults();
        for (size_t i = 0; i < results.size(); ++i)
            setResult(scope, record, i, results[i]);
    } else if (!record.blocks.empty()) {
        control(scope, record);
    } else {
        std::vector<ValueId> operands;
        for (TensorId id : record.operands)
            operands.push_back(value(scope, id, record.name));
        ir::NodeId const n = mGraph.addNode(
            record.op->name, record.attrs, std::move(operands), record.results.size(), scope.region, record.name,
            record.origins.empty() ? std::vector<std::string>{record.name} : record.origins);
        mGraph.place(n);
        for (size_t i = 0; i < record.results.size(); ++i)
            setResult(scope, record, i, mGraph.node(n).results[i]);
        if (record.op->name == "conv")
            for (size_t i = 1; i < record.operands.size(); ++i)
                if (TensorId const id = record.operands[i]; id != kNoTensor && tensor(id).constant)
                    layers::addPlace(mGraph, sourceOf(tensor(id)), record.name,
                                     i == 1 ? nvinfer1::WeightsRole::kKERNEL : nvinfer1::WeightsRole::kBIAS);
    }
}

} // namespace tenon
