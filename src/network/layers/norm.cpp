// SPDX-License-Identifier: Apache-2.0
// The normalization layer: layer, instance and group normalization are one formula over different axes. Where the axes
// are the last ones it is the layernorm operator.
#include "network/layers/layer.h"
#include "network/layers/reduce.h"
#include "ops/layernorm/layernorm.h"
#include "ops/reduce/reduce.h"

#include <fmt/format.h>

namespace tenon::layers {
namespace {

using nvinfer1::LayerType;

/// The first axis when the axes are the last ones of the rank and there are no groups, else -1.
int64_t lastAxesFrom(Normalization const& a, std::vector<int64_t> const& axes, int64_t rank) {
    if (a.groups != 1 || axes.empty() || axes.back() != rank - 1)
        return -1;
    bool const together = axes.back() - axes.front() + 1 == static_cast<int64_t>(axes.size());
    return together ? axes.front() : -1;
}

/// True when all dims before `axis` are 1.
bool startsAt(Dims const& dims, int64_t axis) {
    for (int64_t i = 0; i < axis; ++i)
        if (!dims[static_cast<size_t>(i)].is(1))
            return false;
    return true;
}

ValueId meanOf(Emitter& e, ValueId x, std::vector<int64_t> const& axes) {
    ops::reduce::Attributes a;
    a.kind = ops::reduce::Kind::kMean;
    a.axes = axes;
    return e.emit("reduce", a, {x});
}

/// (x - mean) / sqrt(variance + epsilon)
ValueId normalized(Emitter& e, ValueId x, std::vector<int64_t> const& axes, double epsilon) {
    ValueId const centred = e.row("sub", {x, meanOf(e, x, axes)});
    ValueId const variance = meanOf(e, e.row("mul", {centred, centred}), axes);
    ValueId const deviation = e.row("sqrt", {e.row("add", {variance, e.scalar(e.dtype(x), epsilon)})});
    return e.row("div", {centred, deviation});
}

struct Operands {
    ValueId x, scale, bias;
    Dims dims;
};

ValueId withGroups(Emitter& e, Normalization const& a, Operands const& o) {
    DimExpr const& channels = o.dims[1];
    if (!channels.isConst() || a.groups < 1 || channels.value() % a.groups != 0)
        e.fail(Message::kShape, "the channels cannot be shared out among the groups",
               fmt::format("a multiple of {}", a.groups), toText(channels));
    Dims split{o.dims[0], DimExpr(a.groups), DimExpr(channels.value() / a.groups)};
    split.insert(split.end(), o.dims.begin() + 2, o.dims.end());
    std::vector<int64_t> axes{2};
    for (int64_t axis : e.axesOf(a.axes, static_cast<int64_t>(o.dims.size())))
        if (axis < 2)
            e.fail(Message::kAttribute, "with groups of channels the axes are spatial ones", "axes from 2 on",
                   fmt::format("{}", axis));
        else
            axes.push_back(axis + 1);
    ValueId y = normalized(e, e.reshape(o.x, split), axes, a.epsilon);
    if (a.perChannel)
        return e.row("add", {e.row("mul", {e.reshape(y, o.dims), o.scale}), o.bias});
    // One number for each group: [1, groups, 1, ...] becomes [1, groups, 1, 1, ...].
    ValueId const scale = e.unsqueeze(o.scale, {2}), bias = e.unsqueeze(o.bias, {2});
    return e.reshape(e.row("add", {e.row("mul", {y, scale}), bias}), o.dims);
}

void normalization(Emitter& e) {
    auto const& a = e.attrs<Normalization>();
    Operands o{e.in(0), e.in(1), e.in(2), {}};
    e.unify({&o.x, &o.scale, &o.bias});
    o.dims = e.dims(o.x);
    auto const rank = static_cast<int64_t>(o.dims.size());
    for (ValueId v : {o.scale, o.bias})
        if (e.rank(v) != rank)
            e.fail(Message::kRank, "scale and bias have the rank of the input", fmt::format("rank {}", rank),
                   toString(e.type(v)));
    if (a.groups != 1)
        return e.out(0, withGroups(e, a, o));
    std::vector<int64_t> const axes = e.axesOf(a.axes, rank);
    int64_t const first = lastAxesFrom(a, axes, rank);
    if (first >= 0 && startsAt(e.dims(o.scale), first) && startsAt(e.dims(o.bias), first)) {
        Dims const tail(o.dims.begin() + first, o.dims.end());
        Dims const scale = e.dims(o.scale);
        bool const whole = Dims(scale.begin() + first, scale.end()) == tail;
        if (whole && e.dims(o.bias) == scale)
            return e.out(0, e.emit("layernorm", ops::layernorm::Attributes{first, a.epsilon},
                                   {o.x, e.reshape(o.scale, tail), e.reshape(o.bias, tail)}));
    }
    e.out(0, e.row("add", {e.row("mul", {normalized(e, o.x, axes, a.epsilon), o.scale}), o.bias}));
}

} // namespace

void addNormLayers(LayerList& list) {
    static LayerDef const kNormalization{opOf<Normalization>("layer.normalization"), LayerType::kNORMALIZATION,
                                         normalization};
    list.push_back(&kNormalization);
}

} // namespace tenon::layers
