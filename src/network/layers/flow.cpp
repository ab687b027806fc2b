// SPDX-License-Identifier: Apache-2.0
// In a whole lowering the boundary layers are gone by now; what they do here is for questions about a network that is
// being written (network/inference.h): each gives a value of the right type, of which nothing else is known.
#include "network/layers/flow.h"

#include "network/layers/layer.h"
#include "ops/concat/concat.h"
#include "ops/pad/pad.h"

#include <fmt/format.h>

namespace tenon::layers {
namespace {

using nvinfer1::LayerType;
using nvinfer1::LoopOutput;

void nothing(Emitter&) {}

void recurrence(Emitter& e) {
    e.outUnknown(0, e.type(e.in(0)));
}

void iterator(Emitter& e) {
    ValueId const x = e.in(0);
    Dims dims = e.dims(x);
    dims.erase(dims.begin() + e.axis(e.attrs<Iterator>().axis, static_cast<int64_t>(dims.size())));
    e.outUnknown(0, Type::tensor(e.dtype(x), dims));
}

void loopOutput(Emitter& e) {
    auto const& a = e.attrs<LoopOutputLayer>();
    ValueId const x = e.in(0);
    Type type = e.type(x);
    if (a.kind != LoopOutput::kLAST_VALUE && type.ranked()) {
        auto const length = e.has(1) ? e.content(e.shapeIn(1)) : std::nullopt;
        type.dims->insert(type.dims->begin() + e.axis(a.axis, type.rank() + 1),
                          length && length->size() == 1 ? (*length)[0] : DimExpr(-1));
    }
    e.outUnknown(0, type);
}

/// The stacked turns, as many as there are, become `length` turns.
ValueId fitted(Emitter& e, ValueId stack, ValueId length) {
    Dims const dims = e.dims(stack);
    ValueId const wanted = e.reshape(length, {DimExpr(1)});
    ValueId const more = e.row("sub", {wanted, e.shape({dims[0]})});
    ValueId y =
        e.emit("pad", ops::pad::Attributes{},
               {stack, e.emit("concat", ops::concat::Attributes{0}, {e.ints({0}), more}), ir::kNone, e.ints({0})});
    if (auto const content = e.content(wanted)) {
        Dims all = dims;
        all[0] = (*content)[0];
        y = e.dims(y) == all ? y : e.reshape(y, all);
    }
    return y;
}

void loopStack(Emitter& e) {
    auto const& a = e.attrs<LoopStack>();
    ValueId y = e.in(0);
    if (a.reverse)
        y = e.emit("slice", NoAttrs{}, {y, e.ints({-1}), e.ints({INT64_MIN}), e.ints({0}), e.ints({-1})});
    if (e.has(1))
        y = fitted(e, y, e.shapeIn(1));
    int64_t const rank = e.rank(y), axis = e.axis(a.axis, rank);
    std::vector<int64_t> perm;
    for (int64_t i = 1; i < rank; ++i)
        perm.push_back(i);
    perm.insert(perm.begin() + axis, 0);
    e.out(0, e.transpose(y, perm));
}

void conditionalInput(Emitter& e) {
    e.out(0, e.copy(e.in(0)));
}

void conditionalOutput(Emitter& e) {
    Type const a = e.type(e.in(0)), b = e.type(e.in(1));
    if (a.kind != b.kind || a.dtype != b.dtype)
        e.fail(Message::kConditionalRule, "the branches give values of different types", toString(a), toString(b));
    e.outUnknown(0, joined(a, b));
}

} // namespace

void addFlowLayers(LayerList& list) {
    static LayerDef const kLimit{opOf<TripLimitLayer>("layer.trip_limit"), LayerType::kTRIP_LIMIT, nothing};
    static LayerDef const kRecurrence{opOf<Recurrence>("layer.recurrence"), LayerType::kRECURRENCE, recurrence};
    static LayerDef const kIterator{opOf<Iterator>("layer.iterator"), LayerType::kITERATOR, iterator};
    static LayerDef const kOutput{opOf<LoopOutputLayer>("layer.loop_output"), LayerType::kLOOP_OUTPUT, loopOutput};
    static LayerDef const kStack{opOf<LoopStack>("layer.loop_stack"), LayerType::kLOOP_OUTPUT, loopStack};
    static LayerDef const kCondition{opOf<Condition>("layer.condition"), LayerType::kCONDITION, nothing};
    static LayerDef const kInput{opOf<ConditionalInput>("layer.conditional_input"), LayerType::kCONDITIONAL_INPUT,
                                 conditionalInput};
    static LayerDef const kResult{opOf<ConditionalOutput>("layer.conditional_output"), LayerType::kCONDITIONAL_OUTPUT,
                                  conditionalOutput};
    list.insert(list.end(), {&kLimit, &kRecurrence, &kIterator, &kOutput, &kStack, &kCondition, &kInput, &kResult});
}

} // namespace tenon::layers
