// SPDX-License-Identifier: Apache-2.0
// A product or convolution of dequantised operands, the weights constant, becomes the exact integer one, times the
// product of the scales: what the float form means, with less rounding. Scales of the activations are one number; those
// of the weights are one, or one for each column or output channel.
#include "ops/dequantize_linear/dequantize_linear.h"
#include "ops/matmul/matmul.h"
#include "ops/reshape/reshape.h"
#include "ops/transpose/transpose.h"
#include "passes/match/match.h"
#include "shape/convolution.h"

#include <algorithm>

namespace tenon::passes::match {
namespace {

/// Integers and what they stand for.
struct Dequantised {
    ValueId x = kNone, scale = kNone, zero = kNone;
    bool ofEach = false; ///< a list of scales
};

bool isByte(DType type) {
    return type == DType::kI8 || type == DType::kU8;
}

/// A value that a node dequantises, by one scale.
std::optional<Dequantised> activation(Scope& s, ValueId v) {
    Node const* const n = s.op(v, "dequantize_linear");
    if (n == nullptr || !isByte(s.graph.value(n->operands[0]).type.dtype) || !s.graph.value(v).type.ranked())
        return std::nullopt;
    for (size_t i = 1; i < n->operands.size(); ++i) {
        ConstantPtr const& c = s.graph.value(n->operands[i]).constant;
        if (n->operands[i] != kNone && (!c || c->elements() != 1))
            return std::nullopt;
    }
    if (s.graph.value(n->operands[1]).type.dtype != DType::kF32)
        return std::nullopt;
    return Dequantised{n->operands[0], n->operands[1], n->operands.size() > 2 ? n->operands[2] : kNone};
}

/// A constant that was dequantised, by one scale or a list of them along `axis`.
std::optional<Dequantised> weights(Scope& s, ValueId v, size_t axis) {
    ConstantPtr const c = s.graph.value(v).constant;
    if (!c || c->isLeaf() || c->op().name != "dequantize_linear" || !isByte(c->args()[0]->type().dtype) ||
        c->args()[1]->type().dtype != DType::kF32)
        return std::nullopt;
    auto const& granularity = c->attrs().as<ops::dequantize_linear::Attributes>().granularity;
    ConstantPtr const scale = c->args()[1], zero = c->args().size() > 2 ? c->args()[2] : nullptr;
    bool const single = scale->elements() == 1;
    bool const list =
        granularity.blocks.empty() && scale->dims().size() == 1 && granularity.listAxis(c->dims().size()) == axis;
    if (!single && !list)
        return std::nullopt;
    std::string const name = s.graph.value(v).name;
    Dequantised out{s.patch.constant(c->args()[0], name), s.patch.constant(scale, name + " scale"), kNone, !single};
    if (zero)
        out.zero = s.patch.constant(zero, name + " zero point");
    return out;
}

/// product * scale (+ bias) in f32, in the place of v.
void finish(Scope& s, ValueId v, ValueId product, ValueId scale, ValueId bias, std::vector<NodeId> const& nodes) {
    std::vector<DType> types{DType::kI32, DType::kF32};
    std::vector<ValueId> operands{product, scale};
    if (bias != kNone) {
        types.push_back(DType::kF32);
        operands.push_back(bias);
    }
    ExpressionWriter w(std::move(types));
    int32_t value = w.row("mul", {w.cast(0, DType::kF32), 1});
    if (bias != kNone)
        value = w.row("add", {value, 2});
    s.rewrite(v, "pointwise", PointwiseAttributes{w.take(value)}, std::move(operands), nodes);
}

/// The nodes that are gone: v's own, and what dequantised its operand where nothing else reads that.
std::vector<NodeId> replaced(Scope& s, ValueId v, ValueId dequantised) {
    std::vector<NodeId> out;
    if (s.isUsedOnce(dequantised))
        out.push_back(s.idOf(dequantised));
    out.push_back(s.idOf(v));
    return out;
}

} // namespace

bool quantisedMatMul(Scope& s, ValueId v) {
    Node const* const found = s.op(v, "matmul");
    if (found == nullptr || found->epilogue || s.graph.value(v).type.dtype != DType::kF32)
        return false;
    Node const n = *found;
    auto const& attrs = n.attrs.as<ops::matmul::Attributes>();
    Value const& b = s.graph.value(n.operands[1]);
    auto const x = activation(s, n.operands[0]);
    if (!x || attrs.transA || b.type.rank() != 2 || s.graph.value(n.operands[0]).type.rank() > 8)
        return false;
    auto w = weights(s, n.operands[1], attrs.transB ? 0 : 1);
    if (!w)
        return false;
    NodeId const id = s.idOf(v);
    std::vector<NodeId> const nodes = replaced(s, v, n.operands[0]);
    if (attrs.transB)
        w->x = s.patch.add(id, "transpose", ops::transpose::Attributes{{1, 0}}, {w->x}, nodes);
    ValueId const product = s.patch.add(id, "matmul_integer", NoAttrs{}, {x->x, w->x, x->zero, w->zero}, nodes);
    finish(s, v, product, s.row(id, "mul", {x->scale, w->scale}, nodes), kNone, nodes);
    return true;
}

bool quantisedConv(Scope& s, ValueId v) {
    Node const* const found = s.op(v, "conv");
    if (found == nullptr || found->epilogue || s.graph.value(v).type.dtype != DType::kF32)
        return false;
    Node const n = *found;
    Value const& weight = s.graph.value(n.operands[1]);
    ValueId bias = n.operands.size() > 2 ? n.operands[2] : kNone;
    auto const x = activation(s, n.operands[0]);
    int64_t const rank = weight.type.rank();
    // More axes have no fast integer kernel, and few channels in a group leave it little to do.
    if (!x || !weight.constant || rank > 4 || weight.constant->dims()[1] < 4 ||
        (bias != kNone && !s.graph.value(bias).constant))
        return false;
    auto const w = weights(s, n.operands[1], 0);
    if (!w)
        return false;
    NodeId const id = s.idOf(v);
    std::vector<NodeId> const nodes = replaced(s, v, n.operands[0]);
    auto ofChannels = [&](ValueId list) {
        std::vector<double> dims(static_cast<size_t>(rank) - 1, 1);
        dims[0] = -1;
        ValueId const shape = s.patch.literal(DType::kI64, {rank - 1}, dims);
        return s.patch.add(id, "reshape", ops::reshape::Attributes{}, {list, shape}, nodes);
    };
    ValueId const product =
        s.patch.add(id, "conv_integer", n.attrs.as<Convolution>(), {x->x, w->x, x->zero, w->zero}, nodes);
    ValueId const scale = s.row(id, "mul", {x->scale, w->ofEach ? ofChannels(w->scale) : w->scale}, nodes);
    finish(s, v, product, scale, bias != kNone ? ofChannels(bias) : kNone, nodes);
    return true;
}

} // namespace tenon::passes::match
