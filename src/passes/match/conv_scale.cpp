// SPDX-License-Identifier: Apache-2.0
// Batch norm becomes a scale and a shift per channel; a scale or shift per channel behind a convolution goes into its
// weights and bias. What is made here are pointwise nodes over constants: fold turns them into lazy constants, whose
// expressions refit replays.
#include "ops/batchnorm/batchnorm.h"
#include "ops/conv/conv.h"
#include "ops/reshape/reshape.h"
#include "passes/match/match.h"

#include <algorithm>

namespace tenon::passes::match {
namespace {

/// [C] -> [1, C, 1, ...] of the rank.
ValueId perChannel(Scope& s, NodeId anchor, ValueId vector, int64_t channels, int64_t rank, size_t axis,
                   std::vector<NodeId> const& nodes) {
    std::vector<double> target(static_cast<size_t>(rank), 1);
    target[axis] = static_cast<double>(channels);
    ValueId const shape = s.patch.literal(DType::kI64, {rank}, target);
    return s.patch.add(anchor, "reshape", ops::reshape::Attributes{}, {vector, shape}, nodes);
}

/// True when c is a constant with one element a channel: [1, C, 1, ...], [C, 1, ...] or one element.
bool isPerChannel(Graph const& g, ValueId c, DimExpr const& channels, size_t rank) {
    Value const& value = g.value(c);
    if (!value.constant || !channels.isConst() || value.type.dims->size() > rank)
        return false;
    Dims const& dims = *value.type.dims;
    for (size_t i = 0; i < dims.size(); ++i) {
        bool const channelAxis = dims.size() - i == rank - 1;
        if (!dims[i].is(1) && !(channelAxis && dims[i] == channels))
            return false;
    }
    return true;
}

} // namespace

bool batchNorm(Scope& s, ValueId v) {
    Node const* found = s.op(v, "batchnorm");
    if (found == nullptr || found->results.size() != 1)
        return false;
    Node const n = *found;
    Value const x = s.graph.value(n.operands[0]);
    if (!x.type.ranked() || x.type.dims->size() < 2 || !(*x.type.dims)[1].isConst() || x.type.dtype != DType::kF32)
        return false;
    for (size_t i = 1; i < 5; ++i)
        if (!s.graph.value(n.operands[i]).constant || s.graph.value(n.operands[i]).type.dtype != x.type.dtype)
            return false;
    NodeId const id = s.idOf(v);
    int64_t const channels = (*x.type.dims)[1].value();
    ValueId const epsilon = s.patch.literal(x.type.dtype, {1}, {n.attrs.as<ops::batchnorm::Attributes>().epsilon});
    // scale / sqrt(variance + epsilon); bias - mean * that
    ValueId const deviation = s.row(id, "sqrt", {s.row(id, "add", {n.operands[4], epsilon}, {id})}, {id});
    ValueId const scale = s.row(id, "div", {n.operands[1], deviation}, {id});
    ValueId const shift = s.row(id, "sub", {n.operands[2], s.row(id, "mul", {n.operands[3], scale}, {id})}, {id});
    auto const rank = static_cast<int64_t>(x.type.dims->size());
    ValueId const scaled = s.row(id, "mul", {n.operands[0], perChannel(s, id, scale, channels, rank, 1, {id})}, {id});
    s.rewriteRow(v, "add", {scaled, perChannel(s, id, shift, channels, rank, 1, {id})}, {id});
    return true;
}

bool convScale(Scope& s, ValueId v) {
    Node const* mul = s.row(v, "mul");
    Node const* add = s.row(v, "add");
    Node const* found = mul != nullptr ? mul : add;
    if (found == nullptr)
        return false;
    for (size_t i = 0; i < 2; ++i) {
        Node const* convFound = s.op(found->operands[i], "conv");
        if (convFound == nullptr || !s.isUsedOnce(found->operands[i]) ||
            !s.graph.value(convFound->operands[1]).constant)
            continue;
        Node const conv = *convFound;
        ValueId const result = found->operands[i];
        ValueId const c = found->operands[1 - i];
        Value const out = s.graph.value(result);
        bool const hasBias = conv.operands.size() > 2 && conv.operands[2] != kNone;
        if (out.type.dtype != DType::kF32 || !isPerChannel(s.graph, c, (*out.type.dims)[1], out.type.dims->size()) ||
            (hasBias && !s.graph.value(conv.operands[2]).constant))
            continue;
        bool const isScale = mul != nullptr;
        NodeId const id = s.idOf(v);
        NodeId const convId = s.idOf(result);
        std::vector<NodeId> const nodes{convId, id};
        auto const rank = static_cast<int64_t>(out.type.dims->size());
        int64_t const channels = (*out.type.dims)[1].value();
        bool const single = s.graph.value(c).constant->elements() == 1;
        ValueId const vector = single ? c : perChannel(s, id, c, channels, 1, 0, nodes);
        std::vector<ValueId> operands = conv.operands;
        if (isScale) {
            ValueId const factor = single ? c : perChannel(s, id, c, channels, rank, 0, nodes);
            operands[1] = s.row(id, "mul", {operands[1], factor}, nodes);
            if (hasBias)
                operands[2] = s.row(id, "mul", {operands[2], vector}, nodes);
        } else {
            if (!hasBias && single) // a bias has one element a channel
                continue;
            operands.resize(3, kNone);
            operands[2] = hasBias ? s.row(id, "add", {operands[2], vector}, nodes) : vector;
        }
        s.rewrite(v, "conv", conv.attrs, operands, nodes);
        return true;
    }
    return false;
}

} // namespace tenon::passes::match
