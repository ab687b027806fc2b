// SPDX-License-Identifier: Apache-2.0
// Attention that exporters spell out (Vaswani et al., arXiv:1706.03762): softmax(q k^T * scale + mask) v, where q, k
// and v get their heads out of the last axis of rank 3 by Reshape and Transpose, or are chosen from one tensor of all
// three, and the heads go back behind. The operator reads them where they lie, so none of that is left.
#include "ops/attention/attention.h"

#include "ops/gather/gather.h"
#include "ops/matmul/matmul.h"
#include "ops/softmax/softmax.h"
#include "ops/transpose/transpose.h"
#include "passes/match/match.h"

#include <algorithm>

namespace tenon::passes::match {
namespace {

using Axes = std::vector<int64_t>;

/// The other operand of a product or quotient by a number, which `scale` is multiplied by.
std::optional<ValueId> scaled(Scope const& s, ValueId v, double& scale) {
    if (Node const* mul = s.row(v, "mul"))
        for (size_t i = 0; i < 2; ++i)
            if (auto const number = s.scalar(mul->operands[1 - i])) {
                scale *= *number;
                return mul->operands[i];
            }
    Node const* div = s.row(v, "div");
    auto const number = div == nullptr ? std::nullopt : s.scalar(div->operands[1]);
    if (!number || *number == 0)
        return std::nullopt;
    scale /= *number;
    return div->operands[0];
}

/// The permutation when v is a transposed value.
std::optional<Axes> permutation(Scope const& s, ValueId v, int64_t rank) {
    Node const* n = s.op(v, "transpose");
    if (n == nullptr || s.graph.value(v).type.rank() != rank)
        return std::nullopt;
    auto const& a = n->attrs.as<ops::transpose::Attributes>();
    Axes out;
    for (size_t i = 0; i < static_cast<size_t>(rank); ++i)
        out.push_back(static_cast<int64_t>(a.axis(i, static_cast<size_t>(rank))));
    return out;
}

/// What is one number in every element of an operand that holds indices.
std::optional<int64_t> index(Scope const& s, ValueId v) {
    auto const& content = s.graph.value(v).content;
    if (v == kNone || !content || content->size() != 1 || !(*content)[0].isConst())
        return std::nullopt;
    return (*content)[0].value();
}

/// A place on axis 0, which is then gone: Gather of one index, or Slice of one place and Squeeze.
struct Choice {
    ValueId from = kNone;
    int64_t place = 0;
};
std::optional<Choice> choice(Scope const& s, ValueId v) {
    if (Node const* n = s.op(v, "gather")) {
        auto const place = index(s, n->operands[1]);
        if (!place || *place < 0 || n->attrs.as<ops::gather::Attributes>().axis != 0 ||
            s.graph.value(n->operands[1]).type.rank() != 0)
            return std::nullopt;
        return Choice{n->operands[0], *place};
    }
    Node const* squeeze = s.op(v, "squeeze");
    Node const* slice = squeeze == nullptr ? nullptr : s.op(squeeze->operands[0], "slice");
    if (slice == nullptr || slice->operands.size() < 4 || squeeze->operands.size() < 2)
        return std::nullopt;
    auto const gone = index(s, squeeze->operands[1]), axis = index(s, slice->operands[3]);
    auto const begin = index(s, slice->operands[1]), end = index(s, slice->operands[2]);
    bool const steps = slice->operands.size() > 4 && slice->operands[4] != kNone;
    if (gone != 0 || axis != 0 || !begin || *begin < 0 || end != *begin + 1 ||
        (steps && index(s, slice->operands[4]) != 1))
        return std::nullopt;
    return Choice{slice->operands[0], *begin};
}

/// The operand when v is its matrices transposed by way of rank 3: Reshape, Transpose, Reshape, as for a product that
/// takes one axis of batches.
std::optional<ValueId> turnedMatrices(Scope const& s, ValueId v) {
    Node const* last = s.op(v, "reshape");
    auto const perm = last == nullptr ? std::nullopt : permutation(s, last->operands[0], 3);
    if (perm != Axes{0, 2, 1})
        return std::nullopt;
    ValueId const joined = s.graph.node(s.idOf(last->operands[0])).operands[0];
    Node const* first = s.op(joined, "reshape");
    if (first == nullptr || s.graph.value(first->operands[0]).type.rank() != 4 || s.graph.value(v).type.rank() != 4)
        return std::nullopt;
    Dims const &from = *s.graph.value(first->operands[0]).type.dims, &to = *s.graph.value(v).type.dims,
               &between = *s.graph.value(joined).type.dims;
    bool const same = from[0] == to[0] && from[1] == to[1] && from[2] == to[3] && from[3] == to[2] &&
                      between[1] == from[2] && between[2] == from[3];
    return same ? std::optional(first->operands[0]) : std::nullopt;
}

/// One of q, k and v, before its heads were taken out.
struct Side {
    ValueId flat = kNone; ///< [batch, length, parts * heads * size]
    int64_t heads = 0, size = 0;
    int64_t parts = 1, part = 0; ///< which of several that lie side by side in the last axis
    double scale = 1;
};

/// The side when v is, but for scale, [batch, length, heads, size] with its axes in this order.
std::optional<Side> side(Scope const& s, ValueId v, Axes const& order) {
    Side out;
    Axes axes{0, 1, 2, 3}; // of v, counted as those of the value that is looked at
    for (;;) {
        if (auto const inner = scaled(s, v, out.scale)) {
            v = *inner;
            continue;
        }
        if (auto const inner = out.parts == 1 ? turnedMatrices(s, v) : std::nullopt) {
            for (int64_t& axis : axes)
                axis = axis == 2 ? 3 : axis == 3 ? 2 : axis;
            v = *inner;
            continue;
        }
        int64_t const rank = out.parts == 1 ? 4 : 5;
        if (auto const perm = permutation(s, v, rank)) {
            for (int64_t& axis : axes)
                axis = (*perm)[static_cast<size_t>(axis)];
            if (out.parts != 1 && (*perm)[0] != 2)
                return std::nullopt;
            v = s.graph.node(s.idOf(v)).operands[0];
            if (out.parts != 1) { // the axis of the parts is axis 2 of the reshaped value
                for (int64_t& axis : axes)
                    axis -= axis > 2 ? 1 : 0;
                break;
            }
            continue;
        }
        auto const chosen = out.parts == 1 ? choice(s, v) : std::nullopt;
        if (!chosen || s.graph.value(chosen->from).type.rank() != 5)
            break;
        Dims const& dims = *s.graph.value(chosen->from).type.dims;
        if (!dims[0].isConst() || dims[0].value() <= chosen->place || dims[0].value() < 2)
            return std::nullopt;
        out.parts = dims[0].value();
        out.part = chosen->place;
        v = chosen->from;
        for (int64_t& axis : axes)
            ++axis;
    }
    Node const* reshape = s.op(v, "reshape");
    if (reshape == nullptr || axes != order)
        return std::nullopt;
    out.flat = reshape->operands[0];
    Type const &from = s.graph.value(out.flat).type, &to = s.graph.value(v).type;
    size_t const rank = out.parts == 1 ? 4 : 5;
    if (from.rank() != 3 || to.rank() != static_cast<int64_t>(rank))
        return std::nullopt;
    Dims const &flat = *from.dims, &split = *to.dims;
    DimExpr const &heads = split[rank - 2], &size = split[rank - 1];
    // The elements are as many, so where two dims are the same, the third is.
    if (!heads.isConst() || !size.isConst() || (flat[0] != split[0] && flat[1] != split[1]) ||
        !flat[2].is(out.parts * heads.value() * size.value()) || heads.value() < 1 || size.value() < 1)
        return std::nullopt;
    out.heads = heads.value();
    out.size = size.value();
    return out;
}

/// The probabilities taken apart.
struct Scores {
    ValueId product = kNone; ///< q k^T
    ValueId mask = kNone;
    double scale = 1;
    bool guarded = false; ///< NaN is replaced by 0 behind the softmax
    std::vector<NodeId> nodes;
};

std::optional<Scores> scores(Scope const& s, ValueId v) {
    Scores out;
    if (Node const* select = s.row(v, "select")) {
        Node const* isNaN = s.row(select->operands[0], "isnan");
        if (isNaN == nullptr || isNaN->operands[0] != select->operands[2] || !s.isScalar(select->operands[1], 0))
            return std::nullopt;
        out.guarded = true;
        out.nodes = {s.idOf(select->operands[0]), s.idOf(v)};
        v = select->operands[2];
    } else if (!s.isUsedOnce(v)) {
        return std::nullopt;
    }
    Node const* softmax = s.op(v, "softmax");
    if (softmax == nullptr || s.graph.value(v).type.rank() != 4)
        return std::nullopt;
    auto const& a = softmax->attrs.as<ops::softmax::Attributes>();
    if (a.log || (a.axis != -1 && a.axis != 3))
        return std::nullopt;
    out.nodes.insert(out.nodes.begin(), s.idOf(v));
    auto isProduct = [&](ValueId value) {
        double ignored = 1;
        for (auto inner = std::optional(value); inner; inner = scaled(s, value, ignored))
            value = *inner;
        return s.op(value, "matmul") != nullptr;
    };
    for (v = softmax->operands[0]; s.isUsedOnce(v);) {
        out.nodes.insert(out.nodes.begin(), s.idOf(v));
        if (s.op(v, "matmul") != nullptr) {
            out.product = v;
            return out;
        }
        if (auto const inner = scaled(s, v, out.scale)) {
            v = *inner;
            continue;
        }
        Node const* add = out.mask == kNone && out.scale == 1 ? s.row(v, "add") : nullptr;
        if (add == nullptr)
            break;
        size_t const which = isProduct(add->operands[0]) ? 0 : 1;
        out.mask = add->operands[1 - which];
        if (s.graph.value(v).type.dims != s.graph.value(add->operands[which]).type.dims)
            break;
        v = add->operands[which];
    }
    return std::nullopt;
}

/// The mask is one that the operator takes: its last dim is all keys, not one number for all of them.
bool maskFits(Scope const& s, ValueId mask, DimExpr const& keys) {
    if (mask == kNone)
        return true;
    Type const& type = s.graph.value(mask).type;
    return type.ranked() && type.dtype == DType::kF32 && type.rank() >= 1 && type.rank() <= 4 &&
           type.dims->back() == keys;
}

/// The side as an operand of rank 3: a slice of the last axis where several lie there.
ValueId operand(Scope& s, NodeId anchor, Side const& from, std::vector<NodeId> const& nodes) {
    if (from.parts == 1)
        return from.flat;
    auto const width = static_cast<double>(from.heads * from.size), part = static_cast<double>(from.part);
    auto number = [&](double value) { return s.patch.literal(DType::kI64, {1}, {value}); };
    return s.patch.add(anchor, "slice", NoAttrs{},
                       {from.flat, number(part * width), number((part + 1) * width), number(2)}, nodes);
}

} // namespace

bool attention(Scope& s, ValueId root) {
    Node const* merge = s.op(root, "reshape");
    auto const back = merge == nullptr ? std::nullopt : permutation(s, merge->operands[0], 4);
    if (back != Axes{0, 2, 1, 3} || !s.isUsedOnce(merge->operands[0]))
        return false;
    ValueId const mixed = s.graph.node(s.idOf(merge->operands[0])).operands[0];
    Node const* mix = s.op(mixed, "matmul");
    if (mix == nullptr || !s.isUsedOnce(mixed) || s.graph.value(root).type.dtype != DType::kF32)
        return false;
    auto const& turned = mix->attrs.as<ops::matmul::Attributes>();
    auto const found = turned.transA || turned.transB ? std::nullopt : scores(s, mix->operands[0]);
    if (!found)
        return false;
    Node const* product = s.op(found->product, "matmul");
    auto const& a = product->attrs.as<ops::matmul::Attributes>();
    auto const q = side(s, product->operands[0], {0, 2, 1, 3});
    auto const k = side(s, product->operands[1], a.transB ? Axes{0, 2, 1, 3} : Axes{0, 2, 3, 1});
    auto const v = side(s, mix->operands[1], {0, 2, 1, 3});
    if (a.transA || !q || !k || !v || q->heads != k->heads || q->heads != v->heads || v->scale != 1)
        return false;
    Dims const &merged = *s.graph.value(root).type.dims, &apart = *s.graph.value(mixed).type.dims;
    if (merged.size() != 3 || !merged[2].is(v->heads * v->size) || (merged[0] != apart[0] && merged[1] != apart[2]) ||
        !maskFits(s, found->mask, s.graph.value(found->product).type.dims->back()))
        return false;
    std::vector<NodeId> nodes = found->nodes;
    nodes.insert(nodes.end(), {s.idOf(mixed), s.idOf(merge->operands[0]), s.idOf(root)});
    NodeId const anchor = s.idOf(root);
    std::vector<ValueId> operands;
    for (Side const& each : {*q, *k, *v})
        operands.push_back(operand(s, anchor, each, nodes));
    if (found->mask != kNone)
        operands.push_back(found->mask);
    ops::attention::Attributes attrs{
        .queryHeads = q->heads, .keyHeads = k->heads, .scale = found->scale * q->scale * k->scale};
    attrs.zeroWithoutKeys = found->guarded;
    s.rewrite(root, "attention", attrs, operands, nodes);
    return true;
}

} // namespace tenon::passes::match
