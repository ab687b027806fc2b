// SPDX-License-Identifier: Apache-2.0
// Layers: records in the terms of the public interface. A layer has an attribute struct of its own and a function that
// writes it as nodes of operators; what it writes may depend on the types and dims of its operands, which are known by
// then. Its OpDef names it "layer.NAME" and is in no KernelTable, so no layer gets past the lowering.
#pragma once

#include "NvInfer.h"
#include "ir/graph.h"
#include "kernel/attr_type.h"
#include "network/network.h"

#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::layers {

using ir::ValueId;

/// Writes the nodes of one record into a region.
class Emitter {
public:
    /// Gives the value of a tensor that the record reads.
    using Resolve = std::function<ValueId(TensorId)>;
    Emitter(ir::Graph& graph, ir::RegionId region, Network const& network, Record const& record, Resolve resolve);

    Record const& record() const noexcept { return mRecord; }
    template <class A>
    A const& attrs() const noexcept {
        return mRecord.attrs.as<A>();
    }
    bool stronglyTyped() const noexcept { return mNetwork.stronglyTyped; }

    bool has(size_t i) const noexcept { return i < mRecord.operands.size() && mRecord.operands[i] != kNoTensor; }
    /// Value of operand i. Throws Error kLayerIncomplete when it is absent.
    ValueId in(size_t i);
    /// Operand i, which shapes are made of, as i64: elements that are known only at run time are read then.
    ValueId shapeIn(size_t i);
    /// Operand i as weights of these dims: throws Error kWeightsCount when it has another number of elements. A weak
    /// network casts them to `type`, a strong one throws Error kStrongTypes. `role` names them for refit.
    ValueId weights(size_t i, nvinfer1::WeightsRole role, std::vector<int64_t> const& dims, DType type);
    /// The same for an operand that may also be a tensor computed by a layer.
    ValueId weightsOrTensor(size_t i, nvinfer1::WeightsRole role, std::vector<int64_t> const& dims, DType type);

    Type const& type(ValueId v) const { return mGraph.value(v).type; }
    DType dtype(ValueId v) const { return type(v).dtype; }
    /// Dims. Throws Error kRank when the rank is not known.
    Dims dims(ValueId v) const;
    int64_t rank(ValueId v) const { return static_cast<int64_t>(dims(v).size()); }
    /// Elements of a small integer tensor, as far as they are known.
    std::optional<Dims> content(ValueId v) const { return mGraph.value(v).content; }
    std::optional<std::vector<int64_t>> numbers(ValueId v) const;
    std::string const& valueName(ValueId v) const { return mGraph.value(v).name; }
    std::string const& resultName(size_t i) const;
    /// The one constant scale with which a value was quantized.
    std::optional<double> scaleOf(ValueId v) const;
    /// The one constant scale with which a layer of the network dequantizes result i.
    std::optional<double> scaleOfResult(size_t i) const;
    /// Of 8 bits, for the dynamic range that a tensor of the network was given.
    std::optional<double> scaleOfRange(TensorId tensor) const;
    /// `axis` in [-rank, rank) brought into [0, rank). Throws Error kAxis.
    int64_t axis(int64_t axis, int64_t rank) const;
    /// The one axis of a mask. Throws Error kAttribute when it has none or several.
    int64_t oneAxis(uint32_t mask, int64_t rank) const;
    std::vector<int64_t> axesOf(uint32_t mask, int64_t rank) const;

    ValueId emit(std::string_view op, Attrs attrs, std::vector<ValueId> operands);
    std::vector<ValueId> emit(std::string_view op, Attrs attrs, std::vector<ValueId> operands, size_t results);
    /// A row of the pointwise table.
    ValueId row(std::string_view name, std::vector<ValueId> operands);
    ValueId pointwise(Expression expression, std::vector<ValueId> operands);
    ValueId cast(ValueId v, DType to);
    /// A new node that gives its operand back.
    ValueId copy(ValueId v);

    ValueId ints(std::vector<int64_t> const& values); ///< i64[n]
    ValueId scalar(DType type, double value);
    ValueId numbersOf(DType type, std::vector<double> const& values); ///< [n]
    /// An i64 tensor with these elements, which may be expressions.
    ValueId shape(Dims elements);
    ValueId reshape(ValueId v, Dims dims);
    ValueId transpose(ValueId v, std::vector<int64_t> perm); ///< the value itself when the order is the identity
    ValueId unsqueeze(ValueId v, std::vector<int64_t> axes);
    /// 0, 1, ... length - 1, i64.
    ValueId iota(DimExpr const& length);

    /// Operands of one type: a weak network casts floats to the widest float and integers to the widest integer; a
    /// strong one throws Error kStrongTypes.
    void unify(std::initializer_list<ValueId*> values) { unify(std::vector<ValueId*>(values)); }
    void unify(std::vector<ValueId*> const& values);

    /// Result i of the record.
    void out(size_t i, ValueId v);
    /// Result i of the record: a value of which only the type is known. A negative dim is one that is not known.
    void outUnknown(size_t i, Type type);
    std::vector<ValueId> takeResults();

    [[noreturn]] void fail(Message id, std::string what, std::string wanted = {}, std::string given = {}) const;
    Where where() const;

private:
    bool isOwn(ValueId v) const;

    ir::Graph& mGraph;
    ir::RegionId mRegion;
    Network const& mNetwork;
    Record const& mRecord;
    Resolve mResolve;
    size_t mFirstNode;
    std::vector<ValueId> mResults;
};

struct LayerDef {
    OpDef op;
    nvinfer1::LayerType type = nvinfer1::LayerType::kPLUGIN_V2;
    void (*lower)(Emitter&) = nullptr;
};

/// Null when the record's operator is no layer.
LayerDef const* layerOf(OpDef const* op) noexcept;
/// The layer "layer.NAME". It must be there (an assertion).
LayerDef const& layer(std::string_view name) noexcept;

using LayerList = std::vector<LayerDef const*>;
/// The layers of each file, joined by layer.cpp.
void addPointwiseLayers(LayerList& list);
void addWindowLayers(LayerList& list);
void addMoveLayers(LayerList& list);
void addSliceLayers(LayerList& list);
void addReduceLayers(LayerList& list);
void addNormLayers(LayerList& list);
void addIndexLayers(LayerList& list);
void addMatrixLayers(LayerList& list);
void addFillLayers(LayerList& list);
void addQuantizeLayers(LayerList& list);
void addPluginLayers(LayerList& list);
void addFlowLayers(LayerList& list);
void addAttentionLayers(LayerList& list);

template <class A>
OpDef opOf(std::string_view name, Effect effect = Effect::kNone) {
    OpDef op;
    op.name = name;
    op.attrs = &attrType<A>();
    op.effect = effect;
    op.minInputs = 0;
    op.maxInputs = -1;
    op.outputs = -1;
    return op;
}

/// The name that weights without one have for refit.
std::string weightsName(std::string const& layer, nvinfer1::WeightsRole role);
/// Tells the graph where it has a source weight.
void addPlace(ir::Graph& graph, std::string const& source, std::string const& layer, nvinfer1::WeightsRole role);

} // namespace tenon::layers
