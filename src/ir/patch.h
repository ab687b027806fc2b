// SPDX-License-Identifier: Apache-2.0
// What a pass changes, written down while it looks at the graph and applied afterwards: new nodes, and values to be
// read in place of others. Replaced nodes die in the sweep that follows when nobody reads them any more.
#pragma once

#include "ir/graph.h"

#include <map>

namespace tenon::ir {

class Patch {
public:
    explicit Patch(Graph& g) : mGraph(g) {}

    /// A new node before `anchor`, with the origins of the nodes that it stands for. Returns its first result.
    ValueId add(NodeId anchor, std::string_view op, Attrs attrs, std::vector<ValueId> operands,
                std::vector<NodeId> const& standsFor, size_t results = 1);
    /// A copy of `from` with an epilogue; operands are the node's own followed by the epilogue's.
    ValueId addWithEpilogue(NodeId anchor, Node const& from, Epilogue epilogue, std::vector<ValueId> operands,
                            Type result, std::vector<NodeId> const& standsFor);
    /// From now on everything that reads `old` reads `with` (its type must be the same, or more exact).
    void replace(ValueId old, ValueId with);
    ValueId constant(ConstantPtr c, std::string name) { return mGraph.addConstant(std::move(c), std::move(name)); }
    ValueId literal(DType type, std::vector<int64_t> dims, std::vector<double> const& elements) {
        return mGraph.addLiteral(type, std::move(dims), elements);
    }
    void setLayout(ValueId v, Layout layout);
    /// The node goes whatever its effect is: a new one has that.
    void retire(NodeId n) { mRetired.push_back(n); }

    /// What `v` will be once the replacements so far are applied.
    ValueId latest(ValueId v) const;
    bool empty() const noexcept { return mAdded.empty() && mReplaced.empty(); }
    /// Puts the new nodes in place and redirects the readers. Returns the number of replacements.
    size_t apply();

private:
    struct Added {
        NodeId node, anchor;
    };
    Graph& mGraph;
    std::vector<Added> mAdded;
    std::map<ValueId, ValueId> mReplaced;
    std::vector<NodeId> mRetired;
};

/// A pass: looks at the graph and writes a patch. It names no backend and keeps no state between runs.
class Pass {
public:
    virtual ~Pass() = default;
    virtual std::string_view name() const noexcept = 0;
    /// An optional pass only makes the engine faster; --disable-pass takes it out.
    virtual bool isOptional() const noexcept { return true; }
    virtual void run(Graph const& g, Patch& patch) const = 0;
};

} // namespace tenon::ir
