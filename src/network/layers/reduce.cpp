// SPDX-License-Identifier: Apache-2.0
#include "network/layers/reduce.h"

#include "network/layers/layer.h"
#include "ops/cumsum/cumsum.h"
#include "ops/reduce/reduce.h"
#include "ops/softmax/softmax.h"
#include "ops/topk/topk.h"

#include <fmt/format.h>
#include <limits>

namespace tenon::layers {
namespace {

using nvinfer1::LayerType;
using nvinfer1::ReduceOperation;

void reduce(Emitter& e) {
    auto const& a = e.attrs<Reduce>();
    ops::reduce::Attributes attrs;
    switch (a.op) {
    case ReduceOperation::kSUM:
        attrs.kind = ops::reduce::Kind::kSum;
        break;
    case ReduceOperation::kPROD:
        attrs.kind = ops::reduce::Kind::kProd;
        break;
    case ReduceOperation::kMAX:
        attrs.kind = ops::reduce::Kind::kMax;
        break;
    case ReduceOperation::kMIN:
        attrs.kind = ops::reduce::Kind::kMin;
        break;
    case ReduceOperation::kAVG:
        attrs.kind = ops::reduce::Kind::kMean;
        break;
    case ReduceOperation::kNONE:
        e.fail(Message::kAttribute, "ReduceOperation::kNONE is for collectives", "kSUM, kPROD, kMAX, kMIN or kAVG",
               "kNONE");
    }
    ValueId const x = e.in(0);
    attrs.axes = e.axesOf(a.axes, e.rank(x));
    attrs.keepDims = a.keepDims;
    attrs.noAxesIsIdentity = true;
    e.out(0, e.emit("reduce", attrs, {x}));
}

ValueId softMaxOf(Emitter& e, ValueId x, int64_t axis) {
    ops::softmax::Attributes attrs;
    attrs.axis = axis;
    return e.emit("softmax", attrs, {x});
}

void softMax(Emitter& e) {
    ValueId const x = e.in(0);
    e.out(0, softMaxOf(e, x, e.oneAxis(e.attrs<SoftMax>().axes, e.rank(x))));
}

/// What lies beyond a row's bound counts as minus infinity, and comes out as 0.
void raggedSoftMax(Emitter& e) {
    ValueId const x = e.in(0);
    Dims const dims = e.dims(x);
    if (dims.empty())
        e.fail(Message::kRank, "a ragged softmax needs rows", "rank 1 or more", toString(e.type(x)));
    DType const type = e.dtype(x);
    ValueId const valid = e.row("lt", {e.iota(dims.back()), e.cast(e.in(1), DType::kI64)});
    ValueId const least = e.scalar(type, -std::numeric_limits<double>::infinity());
    ValueId const y = softMaxOf(e, e.row("select", {valid, x, least}), -1);
    e.out(0, e.row("select", {valid, y, e.scalar(type, 0)}));
}

void topK(Emitter& e) {
    auto const& a = e.attrs<TopK>();
    ValueId const x = e.in(0);
    ValueId k = ir::kNone;
    if (e.has(1)) {
        k = e.reshape(e.shapeIn(1), {DimExpr(1)});
    } else {
        if (a.k < 1 || a.k > 3840)
            e.fail(Message::kAttribute, "the number of elements to pick is outside its range", "1 to 3840",
                   fmt::format("{}", a.k));
        k = e.ints({a.k});
    }
    ops::topk::Attributes attrs;
    attrs.axis = e.oneAxis(a.axes, e.rank(x));
    attrs.largest = a.op == nvinfer1::TopKOperation::kMAX;
    auto const results = e.emit("topk", attrs, {x, k}, 2);
    e.out(0, results[0]);
    e.out(1, e.cast(results[1], static_cast<DType>(a.indices)));
}

void cumulative(Emitter& e) {
    auto const& a = e.attrs<Cumulative>();
    e.out(0,
          e.emit("cumsum", ops::cumsum::Attributes{a.exclusive, a.reverse}, {e.in(0), e.cast(e.in(1), DType::kI64)}));
}

} // namespace

void addReduceLayers(LayerList& list) {
    static LayerDef const kReduce{opOf<Reduce>("layer.reduce"), LayerType::kREDUCE, reduce};
    static LayerDef const kSoftMax{opOf<SoftMax>("layer.softmax"), LayerType::kSOFTMAX, softMax};
    static LayerDef const kRagged{opOf<RaggedSoftMax>("layer.ragged_softmax"), LayerType::kRAGGED_SOFTMAX,
                                  raggedSoftMax};
    static LayerDef const kTopK{opOf<TopK>("layer.topk"), LayerType::kTOPK, topK};
    static LayerDef const kCumulative{opOf<Cumulative>("layer.cumulative"), LayerType::kCUMULATIVE, cumulative};
    list.insert(list.end(), {&kReduce, &kSoftMax, &kRagged, &kTopK, &kCumulative});
}

} // namespace tenon::layers
