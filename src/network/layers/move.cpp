// SPDX-License-Identifier: Apache-2.0
#include "network/layers/move.h"

#include "network/layers/layer.h"
#include "ops/concat/concat.h"
#include "ops/reshape/reshape.h"
#include "ops/reverse_sequence/reverse_sequence.h"
#include "ops/shape/shape.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::layers {
namespace {

using nvinfer1::LayerType;

void concatenation(Emitter& e) {
    std::vector<ValueId> values;
    for (size_t i = 0; i < e.record().operands.size(); ++i)
        values.push_back(e.in(i));
    std::vector<ValueId*> pointers;
    for (ValueId& v : values)
        pointers.push_back(&v);
    e.unify(pointers);
    int64_t const axis = e.axis(e.attrs<Concatenation>().axis, e.rank(values[0]));
    e.out(0, e.emit("concat", ops::concat::Attributes{axis}, std::move(values)));
}

std::vector<int64_t> permutation(Emitter& e, std::vector<int64_t> order, int64_t rank, char const* what) {
    if (static_cast<int64_t>(order.size()) > rank)
        order.resize(static_cast<size_t>(rank));
    std::vector<int64_t> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    bool good = static_cast<int64_t>(order.size()) == rank;
    for (size_t i = 0; good && i < sorted.size(); ++i)
        good = sorted[i] == static_cast<int64_t>(i);
    if (!good)
        e.fail(Message::kAttribute, fmt::format("the {} transpose is no order of the axes", what),
               fmt::format("each of 0 to {} once", rank - 1), textOf(order));
    return order;
}

void shuffle(Emitter& e) {
    auto const& a = e.attrs<Shuffle>();
    ValueId y = e.in(0);
    if (a.first)
        y = e.transpose(y, permutation(e, *a.first, e.rank(y), "first"));
    ops::reshape::Attributes const reshape{!a.zeroIsPlaceholder};
    if (e.has(1))
        y = e.emit("reshape", reshape, {y, e.shapeIn(1)});
    else if (a.dims)
        y = e.emit("reshape", reshape, {y, e.ints(*a.dims)});
    if (a.second)
        y = e.transpose(y, permutation(e, *a.second, e.rank(y), "second"));
    e.out(0, y);
}

void shape(Emitter& e) {
    ValueId const y = e.emit("shape", ops::shape::Attributes{}, {e.in(0)});
    e.out(0, e.cast(y, static_cast<DType>(e.attrs<Shape>().type)));
}

void squeeze(Emitter& e) {
    e.out(0, e.emit("squeeze", NoAttrs{}, {e.in(0), e.shapeIn(1)}));
}

void unsqueeze(Emitter& e) {
    e.out(0, e.emit("unsqueeze", NoAttrs{}, {e.in(0), e.shapeIn(1)}));
}

/// The operator has the two axes in front.
void reverseSequence(Emitter& e) {
    auto const& a = e.attrs<ReverseSequence>();
    ValueId const x = e.in(0);
    int64_t const rank = e.rank(x), batch = e.axis(a.batchAxis, rank), sequence = e.axis(a.sequenceAxis, rank);
    if (batch == sequence)
        e.fail(Message::kAttribute, "the batch axis and the sequence axis are the same", "two axes",
               fmt::format("{}", batch));
    std::vector<int64_t> perm{sequence, batch}, back(static_cast<size_t>(rank));
    for (int64_t i = 0; i < rank; ++i)
        if (i != batch && i != sequence)
            perm.push_back(i);
    for (size_t i = 0; i < perm.size(); ++i)
        back[static_cast<size_t>(perm[i])] = static_cast<int64_t>(i);
    ValueId const y = e.emit("reverse_sequence", ops::reverse_sequence::Attributes{1, 0},
                             {e.transpose(x, perm), e.cast(e.in(1), DType::kI64)});
    e.out(0, e.transpose(y, back));
}

} // namespace

void addMoveLayers(LayerList& list) {
    static LayerDef const kConcatenation{opOf<Concatenation>("layer.concatenation"), LayerType::kCONCATENATION,
                                         concatenation};
    static LayerDef const kShuffle{opOf<Shuffle>("layer.shuffle"), LayerType::kSHUFFLE, shuffle};
    static LayerDef const kShape{opOf<Shape>("layer.shape"), LayerType::kSHAPE, shape};
    static LayerDef const kSqueeze{opOf<Squeeze>("layer.squeeze"), LayerType::kSQUEEZE, squeeze};
    static LayerDef const kUnsqueeze{opOf<Unsqueeze>("layer.unsqueeze"), LayerType::kUNSQUEEZE, unsqueeze};
    static LayerDef const kReverse{opOf<ReverseSequence>("layer.reverse_sequence"), LayerType::kREVERSE_SEQUENCE,
                                   reverseSequence};
    list.insert(list.end(), {&kConcatenation, &kShuffle, &kShape, &kSqueeze, &kUnsqueeze, &kReverse});
}

} // namespace tenon::layers
