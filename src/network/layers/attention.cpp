// SPDX-License-Identifier: Apache-2.0
#include "network/layers/attention.h"

#include "network/layers/layer.h"
#include "ops/concat/concat.h"
#include "ops/gather/gather.h"
#include "ops/matmul/matmul.h"
#include "ops/softmax/softmax.h"

#include <fmt/format.h>
#include <limits>

namespace tenon::layers {
namespace {

using nvinfer1::AttentionNormalizationOp;
using nvinfer1::CausalMaskKind;
using nvinfer1::LayerType;

void attentionInput(Emitter& e) {
    for (size_t i = 0; i < 3; ++i)
        e.out(i, e.copy(e.in(i)));
}

struct Shapes {
    DimExpr batch, heads, keyHeads, queries, keys, size, valueSize;
};

Shapes shapesOf(Emitter& e, ValueId q, ValueId k, ValueId v) {
    Dims const a = e.dims(q), b = e.dims(k), c = e.dims(v);
    if (a.size() != 4 || b.size() != 4 || c.size() != 4)
        e.fail(Message::kRank, "query, key and value of an attention have four axes", "[batch, heads, tokens, size]",
               fmt::format("{}, {}, {}", textOfDims(a), textOfDims(b), textOfDims(c)));
    Shapes s{a[0], a[1], b[1], a[2], b[2], a[3], c[3]};
    bool const grouped = s.heads.isConst() && s.keyHeads.isConst() && s.keyHeads.value() > 0 &&
                         s.heads.value() % s.keyHeads.value() == 0;
    if (!grouped && !(s.heads == s.keyHeads))
        e.fail(Message::kShape, "the heads of the key do not divide the heads of the query", toText(s.heads),
               toText(s.keyHeads));
    return s;
}

ValueId unseen(Emitter& e, ValueId scores, ValueId seen) {
    return e.row("select", {seen, scores, e.scalar(e.dtype(scores), -std::numeric_limits<double>::infinity())});
}

/// What a query may not see is minus infinity.
ValueId masked(Emitter& e, ValueId scores, Shapes const& s) {
    auto const& a = e.attrs<AttentionOutput>();
    if (e.has(3)) {
        ValueId const mask = e.in(3);
        scores = e.dtype(mask) == DType::kBool ? unseen(e, scores, mask)
                                               : e.row("add", {scores, e.cast(mask, e.dtype(scores))});
    }
    if (e.has(4)) // [b] -> [b, 1, 1, 1]
        scores = unseen(e, scores, e.row("lt", {e.iota(s.keys), e.unsqueeze(e.cast(e.in(4), DType::kI64), {1, 2, 3})}));
    if (a.causal != CausalMaskKind::kNONE) {
        ValueId query = e.unsqueeze(e.iota(s.queries), {1});
        if (a.causal == CausalMaskKind::kLOWER_RIGHT)
            query = e.row("add", {query, e.shape({s.keys - s.queries})});
        scores = unseen(e, scores, e.row("le", {e.iota(s.keys), query}));
    }
    return scores;
}

void attentionOutput(Emitter& e) {
    auto const& a = e.attrs<AttentionOutput>();
    ValueId q = e.in(0), k = e.in(1), v = e.in(2);
    e.unify({&q, &k, &v});
    Shapes const s = shapesOf(e, q, k, v);
    bool const grouped = !(s.heads == s.keyHeads);
    Dims const perHead{s.batch, s.heads, s.queries, s.keys};
    if (grouped) { // heads that share a key stand behind one another: their queries are rows of one product
        DimExpr const rows = floorDiv(s.heads, s.keyHeads) * s.queries;
        q = e.reshape(q, {s.batch, s.keyHeads, rows, s.size});
    }
    ValueId scores = e.emit("matmul", ops::matmul::Attributes{false, true}, {q, k});
    if (grouped)
        scores = e.reshape(scores, perHead);
    scores = masked(e, scores, s);
    if (a.op == AttentionNormalizationOp::kSOFTMAX)
        scores = e.emit("softmax", ops::softmax::Attributes{}, {scores});
    if (grouped)
        scores = e.reshape(scores, {s.batch, s.keyHeads, floorDiv(s.heads, s.keyHeads) * s.queries, s.keys});
    ValueId y = e.emit("matmul", ops::matmul::Attributes{}, {scores, v});
    if (grouped)
        y = e.reshape(y, {s.batch, s.heads, s.queries, s.valueSize});
    e.out(0, y);
}

/// Elements [from, to) of the last axis.
ValueId part(Emitter& e, ValueId x, int64_t from, int64_t to) {
    return e.emit("slice", NoAttrs{}, {x, e.ints({from}), e.ints({to}), e.ints({-1})});
}

void rotaryEmbedding(Emitter& e) {
    auto const& a = e.attrs<RotaryEmbedding>();
    ValueId x = e.in(0), cosines = e.in(1), sines = e.in(2);
    e.unify({&x, &cosines, &sines});
    Dims const dims = e.dims(x);
    if (dims.size() != 4 || !dims[3].isConst())
        e.fail(Message::kRank, "a rotary embedding works on heads of a known size", "[batch, heads, tokens, size]",
               toString(e.type(x)));
    int64_t const size = dims[3].value(), turning = a.dim == 0 ? size : a.dim, half = turning / 2;
    if (turning < 2 || turning % 2 != 0 || turning > size)
        e.fail(Message::kAttribute, "the number of elements that rotate is even and lies in the head",
               fmt::format("2 to {}", size), fmt::format("{}", turning));
    if (e.has(3)) {
        ValueId const positions = e.in(3);
        cosines = e.emit("gather", ops::gather::Attributes{0}, {cosines, positions});
        sines = e.emit("gather", ops::gather::Attributes{0}, {sines, positions});
    }
    cosines = e.unsqueeze(cosines, {1});
    sines = e.unsqueeze(sines, {1});
    ValueId const rotating = turning == size ? x : part(e, x, 0, turning);
    ValueId first = ir::kNone, second = ir::kNone;
    Dims const pairs{dims[0], dims[1], dims[2], DimExpr(half), DimExpr(2)};
    if (a.interleaved) {
        ValueId const paired = e.reshape(rotating, pairs);
        Dims const flat{dims[0], dims[1], dims[2], DimExpr(half)};
        first = e.reshape(part(e, paired, 0, 1), flat);
        second = e.reshape(part(e, paired, 1, 2), flat);
    } else {
        first = part(e, rotating, 0, half);
        second = part(e, rotating, half, turning);
    }
    ValueId left = e.row("sub", {e.row("mul", {first, cosines}), e.row("mul", {second, sines})});
    ValueId right = e.row("add", {e.row("mul", {first, sines}), e.row("mul", {second, cosines})});
    if (a.interleaved) {
        left = e.unsqueeze(left, {4});
        right = e.unsqueeze(right, {4});
    }
    ValueId y = e.emit("concat", ops::concat::Attributes{a.interleaved ? 4 : 3}, {left, right});
    if (a.interleaved)
        y = e.reshape(y, {dims[0], dims[1], dims[2], DimExpr(turning)});
    if (turning != size)
        y = e.emit("concat", ops::concat::Attributes{3}, {y, part(e, x, turning, size)});
    e.out(0, y);
}

} // namespace

void addAttentionLayers(LayerList& list) {
    static LayerDef const kInput{opOf<AttentionInput>("layer.attention_input"), LayerType::kATTENTION_INPUT,
                                 attentionInput};
    static LayerDef const kOutput{opOf<AttentionOutput>("layer.attention_output"), LayerType::kATTENTION_OUTPUT,
                                  attentionOutput};
    static LayerDef const kRotary{opOf<RotaryEmbedding>("layer.rotary_embedding"), LayerType::kROTARY_EMBEDDING,
                                  rotaryEmbedding};
    list.insert(list.end(), {&kInput, &kOutput, &kRotary});
}

} // namespace tenon::layers
