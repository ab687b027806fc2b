// SPDX-License-Identifier: Apache-2.0
// What the named patterns are written with: questions about the pointwise nodes behind a value. A pattern looks at
// single rows (the grouping comes later) and leaves values alone that something else reads too, unless it keeps them.
#pragma once

#include "ir/patch.h"

#include <optional>
#include <set>
#include <span>
#include <vector>

namespace tenon::passes::match {

using namespace ir;

/// The graph while patterns look at it. A node that a pattern has used is left alone by the others until the next
/// round.
class Scope {
public:
    Scope(Graph const& g, Patch& patch) : graph(g), patch(patch), mUses(g.useCounts()), mUsers(g.users()) {}

    Graph const& graph;
    Patch& patch;

    /// The node that makes v when it is this row of the pointwise table, else null.
    Node const* row(ValueId v, std::string_view name) const;
    /// The node that makes v when it is this operator, else null.
    Node const* op(ValueId v, std::string_view name) const;
    bool isUsedOnce(ValueId v) const { return mUses[static_cast<size_t>(v)] == 1 && !graph.value(v).pinned; }
    bool isFree(NodeId n) const { return !mTaken.contains(n); }
    std::vector<NodeId> const& usersOf(ValueId v) const { return mUsers[static_cast<size_t>(v)]; }
    std::optional<double> scalar(ValueId v) const { return scalarOf(graph, v); }
    bool isScalar(ValueId v, double value, double tolerance = 1e-5) const;
    NodeId idOf(ValueId v) const { return graph.value(v).producer; }

    /// The operand that is no number when v is this row over it and numbers, which are constants or part of the
    /// expression. One number may stand on either side, several follow the operand.
    std::optional<ValueId> besideNumbers(ValueId v, std::string_view name, std::span<double> numbers) const;
    /// Of the two operands of a row: the other one when one is this scalar.
    std::optional<ValueId> besides(Node const& n, double value) const;
    /// Of the two operands of a row: the one that is not v, when one is.
    static std::optional<ValueId> other(Node const& n, ValueId v);

    /// Replaces the value `root` by a new node that stands for `nodes` (the last one must make `root`).
    void rewrite(ValueId root, std::string_view op, Attrs attrs, std::vector<ValueId> operands,
                 std::vector<NodeId> const& nodes);
    /// The same with one row of the pointwise table.
    void rewriteRow(ValueId root, std::string_view name, std::vector<ValueId> operands,
                    std::vector<NodeId> const& nodes);
    /// A pointwise row over constants, which the fold pass makes a lazy constant.
    ValueId row(NodeId anchor, std::string_view name, std::vector<ValueId> operands, std::vector<NodeId> const& nodes);
    void take(std::vector<NodeId> const& nodes) { mTaken.insert(nodes.begin(), nodes.end()); }

private:
    std::vector<int32_t> mUses;
    std::vector<std::vector<NodeId>> mUsers;
    std::set<NodeId> mTaken;
};

/// A product taken apart along nodes that nothing else reads: number * factors[0] * factors[1] ...
struct Product {
    double number = 1;
    std::vector<ValueId> factors;
    std::vector<NodeId> nodes;
};
Product product(Scope const& s, ValueId v);

/// Each returns true when it rewrote the node that makes v.
bool attention(Scope& s, ValueId v);
bool gelu(Scope& s, ValueId v);
bool silu(Scope& s, ValueId v);
bool hardSwish(Scope& s, ValueId v);
bool layerNorm(Scope& s, ValueId v);
bool l2Norm(Scope& s, ValueId v);
bool batchNorm(Scope& s, ValueId v);
bool convScale(Scope& s, ValueId v);
bool quantisedMatMul(Scope& s, ValueId v);
bool quantisedConv(Scope& s, ValueId v);

} // namespace tenon::passes::match
