// SPDX-License-Identifier: Apache-2.0
#include "ir/patch.h"

#include <algorithm>

namespace tenon::ir {

ValueId Patch::add(NodeId anchor, std::string_view op, Attrs attrs, std::vector<ValueId> operands,
                   std::vector<NodeId> const& standsFor, size_t results) {
    std::vector<std::string> origins;
    for (NodeId n : standsFor)
        origins.insert(origins.end(), mGraph.node(n).origins.begin(), mGraph.node(n).origins.end());
    for (ValueId& v : operands)
        v = latest(v);
    // The last node that it stands for gives the name: that is whose result it makes.
    std::string const name = mGraph.node(standsFor.back()).name;
    NodeId const n = mGraph.addNode(op, std::move(attrs), std::move(operands), results, mGraph.node(anchor).region,
                                    name, std::move(origins));
    mAdded.push_back({n, anchor});
    return mGraph.node(n).results[0];
}

ValueId Patch::addWithEpilogue(NodeId anchor, Node const& from, Epilogue epilogue, std::vector<ValueId> operands,
                               Type result, std::vector<NodeId> const& standsFor) {
    std::vector<std::string> origins;
    for (NodeId n : standsFor)
        origins.insert(origins.end(), mGraph.node(n).origins.begin(), mGraph.node(n).origins.end());
    std::string const name = mGraph.node(standsFor.back()).name;
    RegionId const region = from.region;
    Attrs const attrs = from.attrs;
    for (ValueId& v : operands)
        v = latest(v);
    NodeId const n = mGraph.addTypedNode(from.op->name, attrs, std::move(operands), {std::move(result)}, region, name,
                                         std::move(origins));
    mGraph.node(n).epilogue = std::move(epilogue);
    mAdded.push_back({n, anchor});
    return mGraph.node(n).results[0];
}

void Patch::replace(ValueId old, ValueId with) {
    with = latest(with);
    if (old == with)
        return;
    // Inputs, constants and outputs keep their names: others find them by those.
    Value& to = mGraph.value(with);
    if (to.name.empty() || (to.producer != kNone && (!to.pinned || mGraph.value(old).pinned)))
        to.name = mGraph.value(old).name;
    mGraph.value(with).pinned |= mGraph.value(old).pinned;
    mGraph.value(with).debug |= mGraph.value(old).debug;
    mReplaced[old] = with;
}

void Patch::setLayout(ValueId v, Layout layout) {
    mGraph.value(v).layout = std::move(layout);
}

ValueId Patch::latest(ValueId v) const {
    for (auto it = mReplaced.find(v); it != mReplaced.end(); it = mReplaced.find(v))
        v = it->second;
    return v;
}

size_t Patch::apply() {
    std::map<NodeId, std::vector<NodeId>> before;
    for (Added const& a : mAdded)
        before[a.anchor].push_back(a.node);
    for (NodeId n : mRetired)
        mGraph.node(n).alive = false;
    for (Region& r : mGraph.regions) {
        std::vector<NodeId> list;
        // A new node may itself be the anchor of another.
        auto emit = [&](auto const& self, NodeId n) -> void {
            if (auto it = before.find(n); it != before.end())
                for (NodeId m : it->second)
                    self(self, m);
            if (mGraph.node(n).alive)
                list.push_back(n);
        };
        for (NodeId n : r.nodes)
            emit(emit, n);
        r.nodes = std::move(list);
    }
    for (Node& n : mGraph.nodes)
        for (ValueId& v : n.operands)
            v = latest(v);
    for (Region& r : mGraph.regions)
        for (ValueId& v : r.results)
            v = latest(v);
    for (Symbol& s : mGraph.symbols)
        if (s.value != kNone && mReplaced.contains(s.value) && !mGraph.value(latest(s.value)).constant)
            s.value = latest(s.value);
    size_t const count = mReplaced.size();
    mAdded.clear();
    mReplaced.clear();
    mRetired.clear();
    return count;
}

} // namespace tenon::ir
