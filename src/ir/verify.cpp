// SPDX-License-Identifier: Apache-2.0
// The verifier: runs after every pass. What it finds is a bug of the pass that ran last, so it names the node and the
// rule.
#include "ir/graph.h"

#include <fmt/format.h>

namespace tenon::ir {
namespace {

class Verifier {
public:
    explicit Verifier(Graph const& g) : mGraph(g), mMade(g.values.size(), false), mPlaced(g.nodes.size(), 0) {}

    void run() {
        check(!mGraph.regions.empty(), "there is no region 0");
        region(0, 0);
        for (size_t i = 0; i < mGraph.nodes.size(); ++i)
            check(!mGraph.nodes[i].alive || mPlaced[i] == 1,
                  fmt::format("node {} stands in {} places", mGraph.nodes[i].name, mPlaced[i]));
        for (Value const& v : mGraph.values)
            check(!v.constant || (v.producer == kNone && v.type.isStatic()),
                  fmt::format("constant {} has a producer or dims unknown", v.name));
    }

private:
    static void check(bool good, std::string const& text) {
        if (!good)
            throw DecodeError("malformed graph: " + text);
    }

    bool valid(ValueId v) const { return v >= 0 && static_cast<size_t>(v) < mGraph.values.size(); }

    void symbols(DimExpr const& e, std::string const& who) const {
        e.forEachSymbol([&](SymbolId s) {
            check(s >= 0 && static_cast<size_t>(s) < mGraph.symbols.size(),
                  fmt::format("{} uses symbol s{}, which is not defined", who, s));
            check(valid(mGraph.symbols[static_cast<size_t>(s)].value),
                  fmt::format("symbol s{} of {} is read from no value", s, who));
        });
    }

    void region(RegionId id, int depth) {
        check(depth < 64, "regions are nested too deeply");
        Region const& r = mGraph.region(id);
        check(r.captures >= 0 && static_cast<size_t>(r.captures) <= r.params.size(), "more captures than parameters");
        for (ValueId v : r.params)
            define(v, id);
        for (NodeId n : r.nodes)
            node(n, id, depth);
        for (ValueId v : r.results)
            check(valid(v) && visible(v, id), fmt::format("a result of region {} is not made there", r.name));
    }

    bool visible(ValueId v, RegionId r) const {
        return mGraph.value(v).constant || (mMade[static_cast<size_t>(v)] && mGraph.value(v).region == r);
    }

    void define(ValueId v, RegionId r) {
        check(valid(v), "a value that does not exist");
        check(mGraph.value(v).region == r && !mMade[static_cast<size_t>(v)],
              fmt::format("value {} is defined twice or elsewhere", mGraph.value(v).name));
        mMade[static_cast<size_t>(v)] = true;
        if (mGraph.value(v).type.dims)
            for (DimExpr const& d : *mGraph.value(v).type.dims)
                symbols(d, mGraph.value(v).name);
    }

    void node(NodeId id, RegionId r, int depth) {
        Node const& n = mGraph.node(id);
        std::string const who = fmt::format("node {} ({})", n.name, n.op == nullptr ? "?" : n.op->name);
        check(n.op != nullptr && n.alive && n.region == r, who + " is dead or stands in the wrong region");
        check(!n.origins.empty(), who + " has no origin");
        ++mPlaced[static_cast<size_t>(id)];
        for (ValueId v : n.operands)
            check(v == kNone || (valid(v) && visible(v, r)), who + " reads a value that is not made before it");
        check(n.ownOperands() <= n.operands.size(), who + " has an epilogue beyond its operands");
        if (n.epilogue)
            check(n.operands.size() - n.ownOperands() + 1 == n.epilogue->expression.inputs.size(),
                  who + " has an epilogue with other operands");
        check(n.op->regions < 0 || static_cast<size_t>(n.op->regions) == n.regions.size(),
              who + " owns another number of regions");
        for (RegionId inner : n.regions) {
            check(inner > 0 && static_cast<size_t>(inner) < mGraph.regions.size() && mGraph.region(inner).owner == id,
                  who + " does not own its region");
            region(inner, depth + 1);
        }
        for (ValueId v : n.results) {
            define(v, r);
            check(mGraph.value(v).producer == id, who + " does not produce its result");
        }
    }

    Graph const& mGraph;
    std::vector<bool> mMade;
    std::vector<int> mPlaced;
};

} // namespace

void verify(Graph const& g) {
    Verifier(g).run();
}

} // namespace tenon::ir
