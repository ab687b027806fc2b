// SPDX-License-Identifier: Apache-2.0
// Questions about a Graph: uses, ranges over a profile, the Problem that a node puts to kernels; and the sweep of dead
// nodes.
#include "ir/graph.h"

#include <algorithm>
#include <cmath>

namespace tenon::ir {

std::vector<int32_t> Graph::useCounts() const {
    std::vector<int32_t> counts(values.size(), 0);
    for (Node const& n : nodes)
        if (n.alive)
            for (ValueId v : n.operands)
                if (v != kNone)
                    ++counts[static_cast<size_t>(v)];
    for (Region const& r : regions)
        for (ValueId v : r.results)
            ++counts[static_cast<size_t>(v)];
    return counts;
}

std::vector<std::vector<NodeId>> Graph::users() const {
    std::vector<std::vector<NodeId>> out(values.size());
    for (Region const& r : regions)
        for (NodeId n : r.nodes)
            for (ValueId v : node(n).operands)
                if (v != kNone && (out[static_cast<size_t>(v)].empty() || out[static_cast<size_t>(v)].back() != n))
                    out[static_cast<size_t>(v)].push_back(n);
    return out;
}

void Graph::sweep() {
    std::vector<int32_t> uses = useCounts();
    // Symbols that are still needed hold on to the value that they are read from.
    std::vector<bool> needed(symbols.size(), false);
    auto mark = [&](DimExpr const& e) { e.forEachSymbol([&](SymbolId s) { needed[static_cast<size_t>(s)] = true; }); };
    for (bool again = true; again;) {
        again = false;
        std::fill(needed.begin(), needed.end(), false);
        for (Node const& n : nodes)
            if (n.alive)
                for (ValueId v : n.results) {
                    if (value(v).type.dims)
                        std::for_each(value(v).type.dims->begin(), value(v).type.dims->end(), mark);
                    if (value(v).content && uses[static_cast<size_t>(v)] > 0)
                        std::for_each(value(v).content->begin(), value(v).content->end(), mark);
                }
        std::vector<bool> held(values.size(), false);
        for (size_t s = 0; s < symbols.size(); ++s)
            if (needed[s] && symbols[s].value != kNone)
                held[static_cast<size_t>(symbols[s].value)] = true;
        for (size_t r = 0; r < regions.size(); ++r) {
            auto& list = regions[r].nodes;
            for (size_t i = list.size(); i-- > 0;) {
                Node& n = node(list[i]);
                auto wanted = [&](ValueId v) {
                    return uses[static_cast<size_t>(v)] > 0 || held[static_cast<size_t>(v)];
                };
                bool const self = std::any_of(n.results.begin(), n.results.end(), wanted);
                if (self || n.op->effect != Effect::kNone)
                    continue;
                n.alive = false;
                again = true;
                for (ValueId v : n.operands)
                    if (v != kNone)
                        --uses[static_cast<size_t>(v)];
                for (RegionId inner : n.regions) {
                    for (NodeId m : region(inner).nodes)
                        node(m).alive = false;
                    region(inner).nodes.clear();
                    region(inner).results.clear();
                }
            }
            std::erase_if(list, [&](NodeId n) { return !node(n).alive; });
        }
    }
}

DimRange Graph::range(DimExpr const& expr, size_t profile) const {
    if (expr.isConst())
        return {expr.value(), expr.value(), expr.value()};
    auto const& inputs = profiles.at(profile).inputs;
    auto const& params = regions[0].params;
    auto rangeOf = [&](SymbolId id) -> DimRange {
        Symbol const& s = symbols[static_cast<size_t>(id)];
        auto it = std::find(params.begin(), params.end(), s.value);
        if (it != params.end()) {
            auto const& in = inputs.at(static_cast<size_t>(it - params.begin()));
            auto const& list = s.element ? in.values : in.dims;
            if (static_cast<size_t>(s.index) < list.size())
                return list[static_cast<size_t>(s.index)];
        }
        constexpr int64_t kUnbounded = int64_t{1} << 40;
        if (s.upper) {
            DimRange const upper = range(*s.upper, profile);
            return {0, upper.opt, upper.max};
        }
        return {0, 1, kUnbounded};
    };
    Interval const ends = bounds(expr, [&](SymbolId id) {
        DimRange const r = rangeOf(id);
        return Interval{r.min, r.max};
    });
    int64_t const opt = evaluate(expr, [&](SymbolId id) { return rangeOf(id).opt; });
    return {ends.lo, std::clamp(opt, ends.lo, ends.hi), ends.hi};
}

/// Constants of more elements are weights, and no numbers that a kernel goes by.
constexpr int64_t kMostLookedAt = 64;

OperandDesc Graph::describe(ValueId v, size_t profile) const {
    OperandDesc out;
    if (v == kNone) {
        out.present = false;
        return out;
    }
    Value const& from = value(v);
    out.type = from.type;
    out.type.dims.reset(); // dims are in `dims`, so that the problem's text names no symbol
    out.ranked = from.type.ranked();
    if (out.ranked)
        for (DimExpr const& d : *from.type.dims)
            out.dims.push_back(range(d, profile));
    out.constant = from.constant != nullptr;
    if (out.constant && from.type.dtype != DType::kString && from.constant->elements() <= kMostLookedAt)
        out.bytes = from.constant->bytes(*mTable).data(); // remembered by the constant
    return out;
}

Problem Graph::problem(Node const& n, size_t profile) const {
    Problem p{n.op, n.attrs, {}, {}, n.epilogue};
    for (ValueId v : n.operands)
        p.inputs.push_back(describe(v, profile));
    for (ValueId v : n.results)
        p.outputs.push_back(describe(v, profile));
    return p;
}

} // namespace tenon::ir
