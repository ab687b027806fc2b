// SPDX-License-Identifier: Apache-2.0
// group: a pointwise node that only one other pointwise node reads, and that has the same dims, becomes part of it.
// Constants with one element become numbers in the expression. What the tile compiler refuses stays apart.
#include "kernel/tile.h"
#include "passes/passes.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tenon::passes {
namespace {

using namespace ir;

constexpr size_t kMostOperands = 12;
constexpr size_t kMostCode = 64;

Expression const& expressionOf(Node const& n) {
    return n.attrs.as<PointwiseAttributes>().expression;
}

class Group final : public Pass {
public:
    std::string_view name() const noexcept override { return "group"; }

    void run(Graph const& g, Patch& patch) const override {
        auto const uses = g.useCounts();
        std::set<NodeId> touched;
        for (size_t r = 0; r < g.regions.size(); ++r) {
            std::vector<NodeId> const list = g.regions[r].nodes;
            for (NodeId n : list)
                if (g.node(n).op->name == "pointwise" && !touched.contains(n) && !numbers(g, n, patch, touched))
                    merge(g, n, uses, patch, touched);
        }
    }

private:
    /// Constants of one element -> numbers. The dims of the result must not come from them.
    static bool numbers(Graph const& g, NodeId id, Patch& patch, std::set<NodeId>& touched) {
        Node const n = g.node(id);
        Expression const& e = expressionOf(n);
        size_t const rank = g.value(n.results[0]).type.ranked() ? g.value(n.results[0]).type.dims->size() : 0;
        std::vector<bool> scalar(n.operands.size(), false);
        bool full = false; // another operand has the rank of the result
        for (size_t i = 0; i < n.operands.size(); ++i) {
            scalar[i] = scalarOf(g, n.operands[i]).has_value();
            full |= !scalar[i] && g.value(n.operands[i]).type.rank() == static_cast<int64_t>(rank);
        }
        if (!full || std::none_of(scalar.begin(), scalar.end(), [](bool s) { return s; }))
            return false;
        // Operands that stay come first, then one instruction a number, then the code.
        Expression out;
        std::vector<ValueId> operands;
        for (size_t i = 0; i < n.operands.size(); ++i)
            if (!scalar[i]) {
                out.inputs.push_back(e.inputs[i]);
                operands.push_back(n.operands[i]);
            }
        std::vector<int32_t> to(n.operands.size());
        int32_t next = 0;
        for (size_t i = 0; i < n.operands.size(); ++i)
            if (!scalar[i])
                to[i] = next++;
        for (size_t i = 0; i < n.operands.size(); ++i)
            if (scalar[i]) {
                Expression::Instr c{"const", e.inputs[i], {-1, -1, -1}, 0, 0};
                double const value = *scalarOf(g, n.operands[i]);
                if (std::abs(value) > 0x1p53 && !isFloating(c.type))
                    return false; // not exact in double
                if (isFloating(c.type))
                    c.number = value;
                else
                    c.integer = static_cast<int64_t>(value);
                to[i] = static_cast<int32_t>(out.inputs.size() + out.code.size());
                out.code.push_back(std::move(c));
            }
        auto const from = static_cast<int32_t>(e.inputs.size());
        auto const shift = static_cast<int32_t>(out.inputs.size() + out.code.size()) - from;
        for (Expression::Instr instr : e.code) {
            for (int32_t& a : instr.args)
                if (a >= 0)
                    a = a < from ? to[static_cast<size_t>(a)] : a + shift;
            out.code.push_back(std::move(instr));
        }
        if (e.code.empty() || out.code.size() > kMostCode || !rejectTile(out).empty())
            return false;
        touched.insert(id);
        patch.replace(n.results[0], patch.add(id, "pointwise", PointwiseAttributes{std::move(out)}, operands, {id}));
        return true;
    }

    static void merge(Graph const& g, NodeId id, std::vector<int32_t> const& uses, Patch& patch,
                      std::set<NodeId>& touched) {
        Node const n = g.node(id);
        for (size_t i = 0; i < n.operands.size(); ++i) {
            ValueId const v = n.operands[i];
            Node const* producer = g.producer(v);
            if (producer == nullptr || producer->op->name != "pointwise" || g.value(v).pinned)
                continue;
            NodeId const producerId = g.value(v).producer;
            auto const here = std::count(n.operands.begin(), n.operands.end(), v);
            if (touched.contains(producerId) || uses[static_cast<size_t>(v)] != here ||
                !(g.value(v).type.dims == g.value(n.results[0]).type.dims))
                continue;
            if (auto merged = combine(n, i, *producer)) {
                auto operands = operandsOf(n, v, *producer);
                touched.insert({id, producerId});
                patch.replace(n.results[0], patch.add(id, "pointwise", PointwiseAttributes{std::move(*merged)},
                                                      operands, {producerId, id}));
                return;
            }
        }
    }

    /// Operands of the merged node, each once: those of `n` but for `v`, then the producer's.
    static std::vector<ValueId> operandsOf(Node const& n, ValueId v, Node const& producer) {
        std::vector<ValueId> out;
        auto add = [&](ValueId o) {
            if (std::find(out.begin(), out.end(), o) == out.end())
                out.push_back(o);
        };
        for (ValueId o : n.operands)
            if (o != v)
                add(o);
        for (ValueId o : producer.operands)
            add(o);
        return out;
    }

    static std::optional<Expression> combine(Node const& n, size_t slot, Node const& producer) {
        ValueId const v = n.operands[slot];
        // All uses of v first become one operand.
        std::vector<int32_t> once;
        std::vector<ValueId> distinct;
        std::vector<DType> types;
        for (size_t i = 0; i < n.operands.size(); ++i) {
            auto it = std::find(distinct.begin(), distinct.end(), n.operands[i]);
            once.push_back(static_cast<int32_t>(it - distinct.begin()));
            if (it == distinct.end()) {
                distinct.push_back(n.operands[i]);
                types.push_back(expressionOf(n).inputs[i]);
            }
        }
        Expression const outer = remap(expressionOf(n), once, types);
        auto const at = static_cast<size_t>(std::find(distinct.begin(), distinct.end(), v) - distinct.begin());
        Expression const merged = compose(outer, at, expressionOf(producer));
        // Operands of `merged`: distinct without v, then the producer's.
        std::vector<ValueId> listed;
        for (ValueId o : distinct)
            if (o != v)
                listed.push_back(o);
        listed.insert(listed.end(), producer.operands.begin(), producer.operands.end());
        std::vector<ValueId> const target = operandsOf(n, v, producer);
        std::vector<int32_t> map;
        std::vector<DType> targetTypes(target.size());
        for (size_t i = 0; i < listed.size(); ++i) {
            auto const to = std::find(target.begin(), target.end(), listed[i]) - target.begin();
            map.push_back(static_cast<int32_t>(to));
            targetTypes[static_cast<size_t>(to)] = merged.inputs[i];
        }
        Expression out = remap(merged, map, targetTypes);
        if (out.code.size() > kMostCode || target.size() > kMostOperands || !rejectTile(out).empty())
            return std::nullopt;
        return out;
    }
};

} // namespace

std::unique_ptr<Pass> group() {
    return std::make_unique<Group>();
}

} // namespace tenon::passes
