// SPDX-License-Identifier: Apache-2.0
// Loop, scan and sequence_map. A value that a loop hands from turn to turn has the type of its first value, as long as
// the body gives that back; dims (or the rank) that the body changes are open, and the body is written anew with them.
#include "network/lower/body.h"

#include "ops/optional/optional.h"
#include "shape/scan.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon {

using ir::RegionId;
using ir::ValueId;
using namespace blocks;

namespace {

/// True when the value is `param`, under whatever name.
bool passesOn(ir::Graph const& g, ValueId v, ValueId param) {
    while (v != param) {
        ir::Node const* const n = g.producer(v);
        bool const same = n != nullptr && n->operands.size() == 1 &&
                          (n->op->name == "copy" ||
                           (n->op->name == "pointwise" && n->attrs.as<PointwiseAttributes>().expression.code.empty()));
        if (!same)
            return false;
        v = n->operands[0];
    }
    return true;
}

Type scalarType(DType type) {
    return Type::tensor(type, Dims{});
}

} // namespace

/// What loop and scan have in common.
struct Lowering::Turns {
    std::vector<ValueId> first;   ///< operands before the carried values
    std::vector<Type> own;        ///< types of the parameters before the carried values
    size_t carried = 0;           ///< how many values are carried
    size_t firstCarried = 0;      ///< record operand of the first
    size_t firstResult = 0;       ///< block result of the first
    std::vector<Type> slices;     ///< types of the parameters behind the carried values
    ScanAxes axes;                ///< of stacked results
    DimExpr turns = -1;           ///< -1: not known
    bool conditionGoesOn = false; ///< the turns hold only if the body gives its condition back
};

void Lowering::lowerTurns(Scope& scope, Record const& record, std::vector<TensorId> const& captures, Turns const& t) {
    NetworkBlock const& block = record.blocks.at(0);
    std::vector<ValueId> operands = t.first;
    std::vector<Type> carried;
    for (size_t i = t.firstCarried; i < record.operands.size(); ++i) {
        ValueId const v = value(scope, record.operands[i], record.name);
        operands.push_back(v);
        if (carried.size() < t.carried)
            carried.push_back(mGraph.value(v).type);
    }
    for (;;) {
        Mark const before = mark();
        std::vector<Type> own = t.own;
        own.insert(own.end(), carried.begin(), carried.end());
        own.insert(own.end(), t.slices.begin(), t.slices.end());
        if (own.size() != block.params.size())
            fail(record, "the body has another number of parameters", fmt::format("{}", own.size()),
                 fmt::format("{}", block.params.size()));
        Body body = open(block, own, scope, captures);
        run(body, block);
        if (size_t const given = mGraph.region(body.region).results.size();
            given != t.firstResult + record.results.size())
            fail(record, "the body has another number of results",
                 fmt::format("{}", t.firstResult + record.results.size()), fmt::format("{}", given));
        std::vector<size_t> const values = wrapOptionals(body, record, t, carried);
        auto const results = mGraph.region(body.region).results;
        bool settled = true;
        for (size_t i = 0; i < t.carried; ++i) {
            Type const given = body.outside(mGraph.value(results[t.firstResult + i]).type);
            Type const wider = either(record, carried[i], given, "value before a turn and the one after it");
            settled = settled && wider == carried[i];
            carried[i] = wider;
        }
        if (!settled) {
            restore(before);
            continue;
        }
        bool const goesOn = !t.conditionGoesOn || knownCondition(mGraph, results[0]) == true ||
                            passesOn(mGraph, results[0], mGraph.region(body.region).params[1]);
        std::vector<Type> types = carried;
        for (size_t i = t.carried; i < record.results.size(); ++i) {
            Type type = body.outside(mGraph.value(results[t.firstResult + i]).type);
            if (type.ranked()) {
                auto const& axes = t.axes.outputAxes;
                int64_t const rank = type.rank() + 1, axis = axes.empty() ? 0 : axes.at(i - t.carried);
                if (axis < -rank || axis >= rank)
                    throw Error(Message::kAxis, "an axis of a scan output lies outside the rank", whereOf(record))
                        .wanted(fmt::format("{} to {}", -rank, rank - 1))
                        .given(fmt::format("{}", axis));
                type.dims->insert(type.dims->begin() + (axis < 0 ? axis + rank : axis), goesOn ? t.turns : DimExpr(-1));
            }
            types.push_back(std::move(type));
        }
        operands.insert(operands.end(), body.operands.begin(), body.operands.end());
        finishControl(scope, record, std::move(operands), std::move(types), {body.region});
        for (size_t i : values)
            scope.values[record.results[i]] =
                addOne("optional_get_element", NoAttrs{}, scope.values.at(record.results[i]), scope.region, record);
        return;
    }
}

ValueId Lowering::addOne(std::string_view op, Attrs attrs, ValueId operand, RegionId region, Record const& record) {
    ir::NodeId const n =
        mGraph.addNode(op, std::move(attrs), {operand}, 1, region, record.name,
                       record.origins.empty() ? std::vector<std::string>{record.name} : record.origins);
    mGraph.place(n);
    return mGraph.node(n).results[0];
}

/// A body may give back the value of an optional that it was given: that is carried in an optional too. Returns the
/// carried values of which this is so.
std::vector<size_t> Lowering::wrapOptionals(Body const& body, Record const& record, Turns const& t,
                                            std::vector<Type> const& carried) {
    std::vector<size_t> out;
    for (size_t i = 0; i < t.carried; ++i) {
        ValueId const v = mGraph.region(body.region).results[t.firstResult + i];
        Type const& given = mGraph.value(v).type;
        if (carried[i].kind != Kind::kOptional || given.kind == Kind::kOptional || carried[i].inner.empty() ||
            !haveSameElements(carried[i].inner[0], given))
            continue;
        ValueId const wrapped = addOne("optional", ops::optional::Attributes{}, v, body.region, record);
        mGraph.region(body.region).results[t.firstResult + i] = wrapped;
        out.push_back(i);
    }
    return out;
}

void Lowering::lowerLoop(Scope& scope, Record const& record, std::vector<TensorId> const& captures) {
    Turns t;
    ValueId count = value(scope, record.operands.at(0), record.name);
    ValueId const condition = value(scope, record.operands.at(1), record.name);
    if (count != ir::kNone) {
        if (!isInteger(mGraph.value(count).type.dtype))
            fail(record, "the number of turns is no integer", "i64 or i32", toString(mGraph.value(count).type));
        count = castTo(scope, record, count, DType::kI64);
    }
    if (condition != ir::kNone && mGraph.value(condition).type.dtype != DType::kBool)
        fail(record, "the condition is no boolean", "bool", toString(mGraph.value(condition).type));
    t.first = {count, condition};
    t.own = {scalarType(DType::kI64), scalarType(DType::kBool)};
    t.carried = record.operands.size() - 2;
    t.firstCarried = 2;
    t.firstResult = 1;
    t.conditionGoesOn = true;
    auto const& content = count == ir::kNone ? std::nullopt : mGraph.value(count).content;
    bool const starts = condition == ir::kNone || knownCondition(mGraph, condition) == true;
    if (content && content->size() == 1 && starts)
        t.turns = max(DimExpr(0), (*content)[0]);
    lowerTurns(scope, record, captures, t);
}

void Lowering::lowerScan(Scope& scope, Record const& record, std::vector<TensorId> const& captures) {
    Turns t;
    t.axes = record.attrs.as<ScanAxes>();
    auto const scanned = static_cast<size_t>(std::max<int64_t>(t.axes.scanInputs, 0));
    if (scanned == 0 || scanned > record.operands.size())
        fail(record, "the number of scanned operands does not fit", fmt::format("1 to {}", record.operands.size()),
             fmt::format("{}", t.axes.scanInputs));
    t.carried = record.operands.size() - scanned;
    for (size_t i = 0; i < scanned; ++i) {
        Type type = mGraph.value(value(scope, record.operands[t.carried + i], record.name)).type;
        if (type.ranked()) {
            int64_t const rank = type.rank(), axis = t.axes.inputAxes.empty() ? 0 : t.axes.inputAxes.at(i);
            if (axis < -rank || axis >= rank)
                throw Error(Message::kAxis, "an axis of a scan lies outside the rank", whereOf(record))
                    .wanted(fmt::format("{} to {}", -rank, rank - 1))
                    .given(fmt::format("{}", axis));
            auto const at = type.dims->begin() + (axis < 0 ? axis + rank : axis);
            if (i == 0 || (isOpen(t.turns) && !isOpen(*at)))
                t.turns = *at;
            type.dims->erase(at);
        }
        t.slices.push_back(std::move(type));
    }
    lowerTurns(scope, record, captures, t);
}

void Lowering::lowerSequenceMap(Scope& scope, Record const& record, std::vector<TensorId> const& captures) {
    NetworkBlock const& block = record.blocks.at(0);
    std::vector<ValueId> operands;
    std::vector<Type> own;
    for (TensorId id : record.operands) {
        ValueId const v = value(scope, id, record.name);
        Type const& type = mGraph.value(v).type;
        operands.push_back(v);
        own.push_back(type.kind == Kind::kSequence ? type.inner.at(0) : type);
        if (own.back().dims) // elements of one sequence may differ
            for (DimExpr& d : *own.back().dims)
                if (type.kind == Kind::kSequence && !d.isConst())
                    d = -1;
    }
    if (own.size() != block.params.size())
        fail(record, "the body has another number of parameters", fmt::format("{}", own.size()),
             fmt::format("{}", block.params.size()));
    Body body = open(block, own, scope, captures);
    run(body, block);
    std::vector<Type> types;
    for (ValueId v : mGraph.region(body.region).results)
        types.push_back(Type::sequence(Type::tensor(mGraph.value(v).type.dtype, std::nullopt)));
    operands.insert(operands.end(), body.operands.begin(), body.operands.end());
    finishControl(scope, record, std::move(operands), std::move(types), {body.region});
}

} // namespace tenon
