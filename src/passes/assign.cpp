// SPDX-License-Identifier: Apache-2.0
// assign: one signature for every node. The cost of a choice is the time of the step plus the times of the reformats on
// the edges around it. A first sweep in program order chooses by operands alone; further sweeps, backwards and
// forwards, look at both sides, until nothing changes. Values that meet the outside (inputs, outputs, regions, boxes)
// are row-major.
#include "passes/passes.h"

#include <algorithm>
#include <map>

namespace tenon::passes {
namespace {

using namespace ir;

constexpr int kSweeps = 8;

class Assigner {
public:
    Assigner(Graph& g, CostOracle& oracle) : mGraph(g), mOracle(oracle), mUsers(g.users()) {}

    Assignment run() {
        for (Region const& r : mGraph.regions)
            for (NodeId n : r.nodes)
                mOrder.push_back(n);
        for (size_t i = 0; i < mOrder.size(); ++i) {
            collect(mOrder[i]);
            mOracle.progress(i + 1, mOrder.size());
        }
        sweep(mOrder, false);
        for (int i = 0; i < kSweeps; ++i) {
            bool const backwards = i % 2 == 0;
            std::vector<NodeId> order = mOrder;
            if (backwards)
                std::reverse(order.begin(), order.end());
            if (!sweep(order, true))
                break;
        }
        return commit();
    }

private:
    struct Options {
        std::vector<Signature> signatures;
        std::vector<double> ns;
        size_t chosen = 0;
    };

    Signature const& signature(NodeId n) const {
        Options const& o = mOptions.at(n);
        return o.signatures[o.chosen];
    }

    void collect(NodeId id) {
        Node const& n = mGraph.node(id);
        Options& o = mOptions[id];
        Problem const problem = mGraph.problem(n, 0);
        std::vector<Problem> others;
        for (size_t p = 1; p < mGraph.profiles.size(); ++p)
            others.push_back(mGraph.problem(n, p));
        auto holds = [&](Kernel const& k, Signature const& s) {
            return std::all_of(others.begin(), others.end(), [&](Problem const& other) { return k.accepts(other, s); });
        };
        auto known = [&](Signature const& s) {
            return std::any_of(o.signatures.begin(), o.signatures.end(),
                               [&](Signature const& t) { return t.inputs == s.inputs && t.outputs == s.outputs; });
        };
        for (Kernel const* k : mGraph.table().kernels(n.op->name)) {
            if (k->isReference() && !o.signatures.empty())
                continue;
            for (Signature& s : k->propose(problem).signatures) {
                if (known(s) || !holds(*k, s))
                    continue;
                auto const best = mOracle.best(problem, s);
                if (best.kernel == nullptr)
                    continue;
                o.signatures.push_back(std::move(s));
                o.ns.push_back(best.ns);
            }
        }
        if (o.signatures.empty()) { // views, shape values, control flow: nothing runs, or blocks do
            o.signatures.push_back(Signature::plain(problem));
            o.ns.push_back(0);
        }
    }

    Layout layoutOf(ValueId v) const {
        Value const& value = mGraph.value(v);
        return value.producer == kNone ? Layout()
                                       : signature(value.producer).outputs[static_cast<size_t>(value.result)];
    }

    double reformat(ValueId v, Layout const& from, Layout const& to) {
        if (from == to || mGraph.value(v).constant)
            return 0;
        auto const key = std::tuple(v, toString(from), toString(to));
        if (auto it = mReformats.find(key); it != mReformats.end())
            return it->second;
        OperandDesc const operand = mGraph.describe(v, 0);
        Problem const p{mGraph.table().op("reorder"), {}, {operand}, {operand}, std::nullopt};
        auto const best = mOracle.best(p, {{from}, {to}, -1});
        return mReformats[key] = best.kernel == nullptr ? 1e15 : best.ns;
    }

    double cost(NodeId id, size_t option, bool bothSides) {
        Node const& n = mGraph.node(id);
        Options const& o = mOptions.at(id);
        Signature const& s = o.signatures[option];
        double total = o.ns[option];
        for (size_t i = 0; i < n.operands.size(); ++i)
            if (n.operands[i] != kNone)
                total += reformat(n.operands[i], layoutOf(n.operands[i]), s.inputs[i]);
        if (!bothSides)
            return total;
        for (size_t r = 0; r < n.results.size(); ++r) {
            ValueId const v = n.results[r];
            std::vector<Layout> wanted; // each layout is made once, however many read it
            for (NodeId user : mUsers[static_cast<size_t>(v)])
                for (size_t i = 0; i < mGraph.node(user).operands.size(); ++i)
                    if (mGraph.node(user).operands[i] == v)
                        wanted.push_back(signature(user).inputs[i]);
            if (isResult(v))
                wanted.push_back(Layout());
            for (size_t i = 0; i < wanted.size(); ++i)
                if (std::find(wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(i), wanted[i]) ==
                    wanted.begin() + static_cast<std::ptrdiff_t>(i))
                    total += reformat(v, s.outputs[r], wanted[i]);
        }
        return total;
    }

    bool isResult(ValueId v) const {
        auto const& results = mGraph.region(mGraph.value(v).region).results;
        return std::find(results.begin(), results.end(), v) != results.end();
    }

    bool sweep(std::vector<NodeId> const& order, bool bothSides) {
        bool changed = false;
        for (NodeId n : order) {
            Options& o = mOptions.at(n);
            size_t best = bothSides ? o.chosen : 0;
            double bestCost = cost(n, best, bothSides);
            for (size_t i = 0; i < o.signatures.size(); ++i) {
                if (i == best)
                    continue;
                double const c = cost(n, i, bothSides);
                if (c < bestCost) {
                    best = i;
                    bestCost = c;
                }
            }
            changed |= best != o.chosen;
            o.chosen = best;
        }
        return changed;
    }

    /// Puts the reformats in and writes the layouts down.
    Assignment commit() {
        Assignment out;
        for (NodeId n : mOrder)
            for (ValueId v : mGraph.node(n).results)
                mGraph.value(v).layout = signature(n).outputs[static_cast<size_t>(mGraph.value(v).result)];
        for (size_t r = 0; r < mGraph.regions.size(); ++r) {
            std::vector<NodeId> list;
            std::map<std::pair<ValueId, std::string>, ValueId> made;
            auto convert = [&](ValueId v, Layout const& wanted) {
                if (v == kNone || mGraph.value(v).constant || mGraph.value(v).layout == wanted)
                    return v;
                auto const [it, isNew] = made.try_emplace({v, toString(wanted)}, v);
                if (isNew) {
                    Layout const from = mGraph.value(v).layout;
                    NodeId const n = insertReorder(v, wanted, static_cast<RegionId>(r));
                    list.push_back(n);
                    it->second = mGraph.node(n).results[0];
                    out.signatures[n] = {{from}, {wanted}, -1};
                    ++out.reformats;
                }
                return it->second;
            };
            for (NodeId n : mGraph.regions[r].nodes) {
                Signature const s = signature(n);
                for (size_t i = 0; i < s.inputs.size(); ++i) {
                    ValueId const with = convert(mGraph.node(n).operands[i], s.inputs[i]);
                    mGraph.node(n).operands[i] = with;
                }
                out.signatures[n] = s;
                list.push_back(n);
            }
            for (size_t i = 0; i < mGraph.regions[r].results.size(); ++i) {
                ValueId const with = convert(mGraph.regions[r].results[i], Layout());
                mGraph.regions[r].results[i] = with;
            }
            mGraph.regions[r].nodes = std::move(list);
        }
        return out;
    }

    NodeId insertReorder(ValueId v, Layout const& to, RegionId region) {
        Value const from = mGraph.value(v);
        std::vector<std::string> const origins =
            from.producer == kNone ? std::vector<std::string>{from.name} : mGraph.node(from.producer).origins;
        NodeId const n =
            mGraph.addNode("reorder", NoAttrs{}, {v}, 1, region, from.name + " to " + toString(to), origins);
        ValueId const result = mGraph.node(n).results[0];
        mGraph.value(result).layout = to;
        if (isResult(v) && to.isRowMajor()) { // the reformatted value is the output now
            mGraph.value(result).name = from.name;
            mGraph.value(result).pinned = from.pinned;
        }
        return n;
    }

    Graph& mGraph;
    CostOracle& mOracle;
    std::vector<std::vector<NodeId>> mUsers;
    std::vector<NodeId> mOrder;
    std::map<NodeId, Options> mOptions;
    std::map<std::tuple<ValueId, std::string, std::string>, double> mReformats;
};

} // namespace

Assignment assign(Graph& g, CostOracle& oracle) {
    return Assigner(g, oracle).run();
}

} // namespace tenon::passes
