// SPDX-License-Identifier: Apache-2.0
#include "network/layers/index.h"

#include "network/layers/layer.h"
#include "ops/gather/gather.h"
#include "ops/gather_elements/gather_elements.h"
#include "ops/gather_nd/gather_nd.h"
#include "ops/nms/nms.h"
#include "ops/onehot/onehot.h"
#include "ops/scatter_elements/scatter_elements.h"
#include "ops/scatter_nd/scatter_nd.h"
#include "ops/shape/shape.h"

#include <fmt/format.h>

namespace tenon::layers {
namespace {

using nvinfer1::GatherMode;
using nvinfer1::LayerType;

/// Axis `from` moved to place `to`.
std::vector<int64_t> moved(int64_t rank, int64_t from, int64_t to) {
    std::vector<int64_t> perm;
    for (int64_t i = 0; i < rank; ++i)
        if (i != from)
            perm.push_back(i);
    perm.insert(perm.begin() + to, from);
    return perm;
}

/// One batch axis: data [b, ...], indices [b, ...]; each batch picks by its own indices.
ValueId gatherBatched(Emitter& e, ValueId data, ValueId indices, int64_t axis) {
    Dims const picks = e.dims(indices);
    int64_t const rank = e.rank(data);
    if (axis < 1)
        e.fail(Message::kAxis, "with one element-wise axis the gather axis lies behind it",
               fmt::format("1 to {}", rank - 1), fmt::format("{}", axis));
    ValueId const front = e.transpose(data, moved(rank, axis, 1));
    ValueId const rows = e.unsqueeze(indices, {static_cast<int64_t>(picks.size())});
    ValueId y = e.emit("gather_nd", ops::gather_nd::Attributes{1}, {front, rows});
    // [b, picks..., axes of data without the gather axis...]: the picks go where the gather axis was.
    auto const count = static_cast<int64_t>(picks.size()) - 1, left = rank - 2;
    std::vector<int64_t> perm{0};
    for (int64_t i = 0; i < axis - 1; ++i)
        perm.push_back(1 + count + i);
    for (int64_t i = 0; i < count; ++i)
        perm.push_back(1 + i);
    for (int64_t i = axis - 1; i < left; ++i)
        perm.push_back(1 + count + i);
    return e.transpose(y, perm);
}

void gather(Emitter& e) {
    auto const& a = e.attrs<Gather>();
    ValueId const data = e.in(0), indices = e.in(1);
    if (a.mode == GatherMode::kND)
        return e.out(0, e.emit("gather_nd", ops::gather_nd::Attributes{a.elementWiseDims}, {data, indices}));
    int64_t const axis = e.axis(a.axis, e.rank(data));
    if (a.mode == GatherMode::kELEMENT)
        return e.out(0, e.emit("gather_elements", ops::gather_elements::Attributes{axis}, {data, indices}));
    if (a.elementWiseDims == 0)
        return e.out(0, e.emit("gather", ops::gather::Attributes{axis}, {data, indices}));
    if (a.elementWiseDims != 1)
        e.fail(Message::kAttribute, "a gather of mode kDEFAULT has at most one element-wise axis", "0 or 1",
               fmt::format("{}", a.elementWiseDims));
    e.out(0, gatherBatched(e, data, indices, axis));
}

void scatter(Emitter& e) {
    auto const& a = e.attrs<Scatter>();
    ValueId data = e.in(0), updates = e.in(2);
    ValueId const indices = e.in(1);
    e.unify({&data, &updates});
    if (a.mode == nvinfer1::ScatterMode::kND)
        return e.out(0, e.emit("scatter_nd", ops::scatter_nd::Attributes{}, {data, indices, updates}));
    ops::scatter_elements::Attributes attrs;
    attrs.axis = e.axis(a.axis, e.rank(data));
    e.out(0, e.emit("scatter_elements", attrs, {data, indices, updates}));
}

void oneHot(Emitter& e) {
    e.out(0, e.emit("onehot", ops::onehot::Attributes{e.attrs<OneHot>().axis}, {e.in(0), e.shapeIn(2), e.in(1)}));
}

void nonZero(Emitter& e) {
    ValueId const y = e.emit("nonzero", NoAttrs{}, {e.in(0)});
    e.out(0, e.cast(y, static_cast<DType>(e.attrs<NonZero>().indices)));
}

void nms(Emitter& e) {
    auto const& a = e.attrs<Nms>();
    ValueId boxes = e.cast(e.in(0), DType::kF32);
    Dims const dims = e.dims(boxes);
    if (dims.size() == 4) {
        if (!dims[2].is(1))
            e.fail(Message::kNotThereYet, "suppression of boxes that differ from class to class", "boxes [N, B, 4]",
                   toString(e.type(boxes)));
        boxes = e.reshape(boxes, {dims[0], dims[1], dims[3]});
    }
    ValueId const scores = e.transpose(e.cast(e.in(1), DType::kF32), {0, 2, 1});
    std::vector<ValueId> operands{boxes, scores, e.cast(e.in(2), DType::kI64)};
    for (size_t i : {size_t{3}, size_t{4}})
        operands.push_back(e.has(i) ? e.cast(e.in(i), DType::kF32) : ir::kNone);
    ops::nms::Attributes const attrs{.limit = a.limit,
                                     .centre = a.format == nvinfer1::BoundingBoxFormat::kCENTER_SIZES};
    auto const type = static_cast<DType>(a.indices);
    ValueId const rows = e.emit("nms", attrs, std::move(operands));
    e.out(0, e.cast(rows, type));
    ops::shape::Attributes count;
    count.end = 1;
    e.out(1, e.cast(e.reshape(e.emit("shape", count, {rows}), {}), type));
}

} // namespace

void addIndexLayers(LayerList& list) {
    static LayerDef const kGather{opOf<Gather>("layer.gather"), LayerType::kGATHER, gather};
    static LayerDef const kScatter{opOf<Scatter>("layer.scatter"), LayerType::kSCATTER, scatter};
    static LayerDef const kOneHot{opOf<OneHot>("layer.one_hot"), LayerType::kONE_HOT, oneHot};
    static LayerDef const kNonZero{opOf<NonZero>("layer.non_zero"), LayerType::kNON_ZERO, nonZero};
    static LayerDef const kNms{opOf<Nms>("layer.nms"), LayerType::kNMS, nms};
    list.insert(list.end(), {&kGather, &kScatter, &kOneHot, &kNonZero, &kNms});
}

} // namespace tenon::layers
