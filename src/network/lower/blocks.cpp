// SPDX-License-Identifier: Apache-2.0
// Records with blocks. A block becomes a region: its own parameters, then what it takes from around as captures. Types
// cross by translation, since a symbol belongs to one region: each dim expression of the region around becomes a symbol
// of the parameter that has it first, so dims that are equal outside are equal inside.
// A value that a loop hands from turn to turn has the type of its first value, as long as the body gives that back;
// dims (or the rank) that the body changes are open, and the body is written anew with them.
#include "network/lower/lowering.h"

#include "ops/optional/optional.h"
#include "shape/scan.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon {

using ir::RegionId;
using ir::ValueId;

namespace {

/// A symbol belongs to one region: elements of sequences and optionals cross without dims that are not numbers.
Type withoutInnerSymbols(Type type) {
    for (Type& inner : type.inner) {
        if (inner.dims && std::any_of(inner.dims->begin(), inner.dims->end(),
                                      [](DimExpr const& d) { return !d.isConst() || d.value() < 0; }))
            inner.dims.reset();
        inner = withoutInnerSymbols(std::move(inner));
    }
    return type;
}

} // namespace

struct Lowering::Body {
    RegionId region = 0;
    Scope scope;
    std::vector<std::pair<DimExpr, DimExpr>> dims; ///< outside, inside
    std::vector<ValueId> operands;                 ///< of the region around: what is captured

    DimExpr const* inside(DimExpr const& outer) const {
        for (auto const& [from, to] : dims)
            if (from == outer)
                return &to;
        return nullptr;
    }
    /// -1 when the region around has no name for it.
    DimExpr outside(DimExpr const& inner) const {
        bool known = true;
        DimExpr const out = inner.substitute([&](SymbolId s) -> DimExpr const* {
            for (auto const& [from, to] : dims)
                if (to == DimExpr::symbol(s))
                    return &from;
            known = false;
            return nullptr;
        });
        return known ? out : DimExpr(-1);
    }
    Type outside(Type type) const {
        if (type.dims)
            for (DimExpr& d : *type.dims)
                d = outside(d);
        return withoutInnerSymbols(std::move(type));
    }
};

namespace {

Where whereOf(Record const& r) {
    return {r.name, std::string(r.op->name), "", ""};
}

[[noreturn]] void fail(Record const& r, std::string what, std::string wanted, std::string given) {
    throw Error(Message::kOperandType, std::move(what), whereOf(r)).wanted(std::move(wanted)).given(std::move(given));
}

bool isOpen(DimExpr const& d) {
    return d.isConst() && d.value() < 0;
}

bool haveSameElements(Type const& a, Type const& b) {
    bool const keyed = a.isTensor() || a.kind == Kind::kMap;
    bool same = a.kind == b.kind && (!keyed || a.dtype == b.dtype) && a.inner.size() == b.inner.size();
    for (size_t i = 0; same && i < a.inner.size(); ++i)
        same = haveSameElements(a.inner[i], b.inner[i]);
    return same;
}

/// The type of what is either `a` or `b`: dims that differ are open.
Type either(Record const& r, Type const& a, Type const& b, char const* what) {
    if (!haveSameElements(a, b))
        fail(r, fmt::format("the {} have different types", what), toString(a), toString(b));
    return withoutInnerSymbols(joined(a, b));
}

/// Absent when the condition follows from data.
std::optional<bool> knownCondition(ir::Graph const& g, ValueId condition) {
    if (auto const number = scalarOf(g, condition))
        return *number != 0;
    auto const& content = g.value(condition).content;
    if (content && content->size() == 1 && content->front().isConst())
        return content->front().value() != 0;
    return std::nullopt;
}

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

Lowering::Mark Lowering::mark() const noexcept {
    return {mGraph.values.size(), mGraph.nodes.size(), mGraph.regions.size(), mGraph.symbols.size()};
}

void Lowering::restore(Mark const& m) {
    mGraph.values.resize(m.values);
    mGraph.nodes.resize(m.nodes);
    mGraph.regions.resize(m.regions);
    mGraph.symbols.resize(m.symbols);
    std::erase_if(mConstants, [&](auto const& c) { return static_cast<size_t>(c.second) >= m.values; });
}

ValueId Lowering::addParam(Body& body, TensorId id, Type outerType) {
    NetworkTensor const& t = tensor(id);
    outerType = withoutInnerSymbols(std::move(outerType));
    ValueId const v = mGraph.addParam(body.region, outerType, t.name);
    body.scope.values[id] = v;
    if (!outerType.ranked())
        return v;
    Dims dims = *outerType.dims;
    for (size_t axis = 0; axis < dims.size(); ++axis) {
        DimExpr& d = dims[axis];
        if (d.isConst() && !isOpen(d))
            continue;
        if (DimExpr const* known = isOpen(d) ? nullptr : body.inside(d)) {
            d = *known;
            continue;
        }
        ir::Symbol s{fmt::format("{}.dim{}", t.name, axis), v, static_cast<int32_t>(axis), false, {}, {}};
        if (!isOpen(d))
            s.outer = d;
        DimExpr const inner = DimExpr::symbol(mGraph.addSymbol(std::move(s)));
        if (!isOpen(d))
            body.dims.emplace_back(d, inner);
        d = inner;
    }
    mGraph.value(v).type.dims = std::move(dims);
    return v;
}

Lowering::Body Lowering::open(NetworkBlock const& block, std::vector<Type> const& own, Scope const& outer,
                              std::vector<TensorId> const& captures) {
    Body body;
    body.region = mGraph.addRegion(block.name);
    body.scope.region = body.region;
    for (size_t i = 0; i < own.size(); ++i)
        addParam(body, block.params[i], own[i]);
    for (TensorId id : captures) {
        ValueId const from = outer.values.at(id);
        if (mGraph.value(from).constant) { // seen everywhere
            body.scope.values[id] = from;
            continue;
        }
        ValueId const v = addParam(body, id, mGraph.value(from).type);
        ++mGraph.region(body.region).captures;
        body.operands.push_back(from);
        if (!mGraph.value(from).content || !mGraph.value(v).type.isStatic())
            continue;
        // Elements that are made of dims which the region knows are known inside, the others are read from the value.
        Dims content = *mGraph.value(from).content;
        for (size_t i = 0; i < content.size(); ++i) {
            if (content[i].isConst())
                continue;
            if (DimExpr const* known = body.inside(content[i])) {
                content[i] = *known;
                continue;
            }
            DimExpr const inner = DimExpr::symbol(mGraph.addSymbol(
                {fmt::format("{}[{}]", tensor(id).name, i), v, static_cast<int32_t>(i), true, {}, {}}));
            body.dims.emplace_back(content[i], inner);
            content[i] = inner;
        }
        mGraph.value(v).content = std::move(content);
    }
    return body;
}

void Lowering::run(Body& body, NetworkBlock const& block) {
    for (size_t i : orderOf(block))
        record(body.scope, block.records[i]);
    for (TensorId id : block.results) {
        ValueId const v = value(body.scope, id, "the results of a block");
        mGraph.region(body.region).results.push_back(v);
    }
}

void Lowering::finishControl(Scope& scope, Record const& record, std::vector<ValueId> operands, std::vector<Type> types,
                             std::vector<RegionId> const& regions) {
    ir::NodeId const n = mGraph.addTypedNode(
        record.op->name, record.attrs, std::move(operands), std::move(types), scope.region, record.name,
        record.origins.empty() ? std::vector<std::string>{record.name} : record.origins);
    mGraph.place(n);
    mGraph.node(n).regions = regions;
    for (RegionId r : regions)
        mGraph.region(r).owner = n;
    for (size_t i = 0; i < record.results.size(); ++i) {
        ValueId const v = mGraph.node(n).results[i];
        size_t const before = mGraph.symbols.size();
        mGraph.value(v).name = tensor(record.results[i]).name;
        mGraph.bindDims(v, {});
        if (mGraph.symbols.size() != before)
            mGraph.value(v).pinned = true; // its dims are read
        for (size_t s = before; s < mGraph.symbols.size(); ++s)
            mGraph.symbols[s].name = fmt::format("{}.dim{}", mGraph.value(v).name, mGraph.symbols[s].index);
        setResult(scope, record, i, v);
    }
}

void Lowering::control(Scope& scope, Record const& record) {
    std::vector<TensorId> captures;
    for (TensorId id : freeTensors(record.blocks))
        if (scope.values.contains(id))
            captures.push_back(id);
        else
            value(scope, id, record.name); // a constant, or nothing made it
    if (record.op->name == "if")
        return lowerIf(scope, record, captures);
    if (record.op->name == "loop")
        return lowerLoop(scope, record, captures);
    if (record.op->name == "scan")
        return lowerScan(scope, record, captures);
    if (record.op->name == "sequence_map")
        return lowerSequenceMap(scope, record, captures);
    throw Error(Message::kNotThereYet, "an operator that owns blocks and is not known", whereOf(record));
}

void Lowering::lowerIf(Scope& scope, Record const& record, std::vector<TensorId> const& captures) {
    ValueId const condition = value(scope, record.operands.at(0), record.name);
    if (mGraph.value(condition).type.dtype != DType::kBool)
        fail(record, "the condition is no boolean", "bool", toString(mGraph.value(condition).type));
    if (auto const known = knownCondition(mGraph, condition))
        return lowerBranch(scope, record, record.blocks.at(*known ? 0 : 1));
    std::vector<ValueId> operands{condition};
    std::vector<RegionId> regions;
    std::vector<Type> types;
    for (size_t b = 0; b < 2; ++b) {
        Body body = open(record.blocks.at(b), {}, scope, captures);
        run(body, record.blocks[b]);
        auto const results = mGraph.region(body.region).results;
        if (results.size() != record.results.size())
            fail(record, "a branch gives another number of results", fmt::format("{}", record.results.size()),
                 fmt::format("{}", results.size()));
        for (size_t i = 0; i < results.size(); ++i) {
            Type const type = body.outside(mGraph.value(results[i]).type);
            if (b == 0)
                types.push_back(type);
            else
                types[i] = either(record, types[i], type, "branches");
        }
        if (b == 0)
            operands.insert(operands.end(), body.operands.begin(), body.operands.end());
        regions.push_back(body.region);
    }
    finishControl(scope, record, std::move(operands), std::move(types), regions);
}

/// The one branch that is ever taken, in the place of the conditional.
void Lowering::lowerBranch(Scope& scope, Record const& record, NetworkBlock const& block) {
    if (block.results.size() != record.results.size())
        fail(record, "a branch gives another number of results", fmt::format("{}", record.results.size()),
             fmt::format("{}", block.results.size()));
    Scope inside = scope;
    for (size_t i : orderOf(block))
        this->record(inside, block.records[i]);
    for (size_t i = 0; i < record.results.size(); ++i) {
        ValueId v = value(inside, block.results[i], record.name);
        ir::Node const* const made = mGraph.producer(v);
        if (made == nullptr || scope.values.contains(block.results[i])) // it has a name of its own
            v = addOne("copy", NoAttrs{}, v, scope.region, record);
        setResult(scope, record, i, v);
    }
}

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
