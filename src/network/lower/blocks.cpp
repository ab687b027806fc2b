// SPDX-License-Identifier: Apache-2.0
// Records with blocks. A block becomes a region: its own parameters, then what it takes from around as captures. Types
// cross by translation, since a symbol belongs to one region: each dim expression of the region around becomes a symbol
// of the parameter that has it first, so dims that are equal outside are equal inside.
#include "network/lower/body.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon {

using ir::RegionId;
using ir::ValueId;

namespace blocks {

Type withoutInnerSymbols(Type type) {
    for (Type& inner : type.inner) {
        if (inner.dims && std::any_of(inner.dims->begin(), inner.dims->end(),
                                      [](DimExpr const& d) { return !d.isConst() || d.value() < 0; }))
            inner.dims.reset();
        inner = withoutInnerSymbols(std::move(inner));
    }
    return type;
}

Where whereOf(Record const& r) {
    return {r.name, std::string(r.op->name), "", ""};
}

void fail(Record const& r, std::string what, std::string wanted, std::string given) {
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

Type either(Record const& r, Type const& a, Type const& b, char const* what) {
    if (!haveSameElements(a, b))
        fail(r, fmt::format("the {} have different types", what), toString(a), toString(b));
    return withoutInnerSymbols(joined(a, b));
}

std::optional<bool> knownCondition(ir::Graph const& g, ValueId condition) {
    if (auto const number = scalarOf(g, condition))
        return *number != 0;
    auto const& content = g.value(condition).content;
    if (content && content->size() == 1 && content->front().isConst())
        return content->front().value() != 0;
    return std::nullopt;
}

} // namespace blocks

using namespace blocks;

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

} // namespace tenon
