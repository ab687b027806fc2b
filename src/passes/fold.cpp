// SPDX-License-Identifier: Apache-2.0
// fold: a node whose operands are all constant becomes a lazy constant (its expression is kept, its bytes come when
// they are needed); a value whose elements are known becomes a literal or a shape value; nodes that give back their
// operand go.
#include "kernel/evaluate.h"
#include "ops/shape_value/shape_value.h"
#include "passes/passes.h"

#include <algorithm>

namespace tenon::passes {
namespace {

using namespace ir;

constexpr int64_t kGrowth = 8; ///< a folded constant may be this many times as large as what it is made from,
constexpr int64_t kAlwaysFold =
    1 << 16; ///< unless it is smaller than this (bytes): an Expand of a scalar is not worth a file,
constexpr int64_t kAlwaysFoldArithmetic = 1 << 22; ///< but what would be computed anew in each call may be

class Fold final : public Pass {
public:
    std::string_view name() const noexcept override { return "fold"; }
    bool isOptional() const noexcept override { return false; }

    void run(Graph const& g, Patch& patch) const override {
        for (size_t r = 0; r < g.regions.size(); ++r) {
            std::vector<NodeId> const list = g.regions[r].nodes;
            for (NodeId n : list)
                node(g, n, patch);
        }
    }

private:
    static void node(Graph const& g, NodeId id, Patch& patch) {
        if (g.node(id).op->effect != Effect::kNone || !g.node(id).regions.empty() || g.node(id).epilogue)
            return;
        if (g.node(id).op->name == "shape_value")
            return;
        for (size_t i = 0; i < g.node(id).results.size(); ++i)
            if (!result(g, id, i, patch))
                return;
    }

    /// False when nothing more can be done for the node.
    static bool result(Graph const& g, NodeId id, size_t i, Patch& patch) {
        ValueId const v = g.node(id).results[i];
        if (fromContent(g, id, v, patch) || unchanged(g, id, v, patch))
            return true;
        return lazily(g, id, i, patch);
    }

    static bool fromContent(Graph const& g, NodeId id, ValueId v, Patch& patch) {
        Value const value = g.value(v);
        if (!value.content || !value.type.isStatic())
            return false;
        bool ownSymbols = false;
        for (DimExpr const& e : *value.content)
            e.forEachSymbol([&](SymbolId s) { ownSymbols |= g.symbols[static_cast<size_t>(s)].value == v; });
        if (ownSymbols)
            return false; // the elements are what this node computes
        std::vector<int64_t> dims;
        for (DimExpr const& d : *value.type.dims)
            dims.push_back(d.value());
        if (allConst(*value.content)) {
            std::vector<double> elements;
            for (DimExpr const& e : *value.content)
                elements.push_back(static_cast<double>(e.value()));
            if (std::all_of(elements.begin(), elements.end(), [](double e) { return std::abs(e) < 0x1p53; })) {
                patch.replace(v, patch.literal(value.type.dtype, dims, elements));
                return true;
            }
            return false;
        }
        ops::shape_value::Attributes attrs{value.type.dtype, dims, *value.content};
        patch.replace(v, patch.add(id, "shape_value", attrs, {}, {id}));
        return true;
    }

    static bool unchanged(Graph const& g, NodeId id, ValueId v, Patch& patch) {
        Node const& n = g.node(id);
        if (n.operands.empty() || n.operands[0] == kNone || !(g.value(n.operands[0]).type == g.value(v).type))
            return false;
        bool const identity = n.op->name == "pointwise" && n.operands.size() == 1 &&
                              n.attrs.as<PointwiseAttributes>().expression.code.empty();
        bool const sameView = n.op->view && g.value(v).type.ranked(); // else the ranks may differ
        if (!identity && !sameView && n.op->name != "copy")
            return false;
        // An output of the graph must stay a value of its own when what it would become is an input, a constant or
        // another output.
        if (g.value(v).pinned && (g.value(n.operands[0]).pinned || g.producer(n.operands[0]) == nullptr))
            return false;
        patch.replace(v, n.operands[0]);
        return true;
    }

    static bool lazily(Graph const& g, NodeId id, size_t result, Patch& patch) {
        Node const& n = g.node(id);
        Value const& v = g.value(n.results[result]);
        if (!v.type.isStatic() || v.type.dtype == DType::kString || g.table().reference(n.op->name) == nullptr)
            return false;
        std::vector<ConstantPtr> args;
        int64_t from = 0;
        for (ValueId operand : n.operands) {
            ValueId const o = operand == kNone ? kNone : patch.latest(operand);
            if (o != kNone && !g.value(o).constant)
                return false;
            args.push_back(o == kNone ? nullptr : g.value(o).constant);
            if (o != kNone)
                from += bytesFor(g.value(o).type.dtype, g.value(o).constant->elements());
        }
        ConstantPtr const made = Constant::apply(*n.op, n.attrs, std::move(args), v.type, result);
        int64_t const bytes = bytesFor(v.type.dtype, made->elements());
        int64_t const always = n.op->name == "pointwise" ? kAlwaysFoldArithmetic : kAlwaysFold;
        if (bytes > always && bytes > kGrowth * from)
            return false;
        std::string const name = v.name;
        patch.replace(n.results[result], patch.constant(made, name));
        return true;
    }
};

} // namespace

std::unique_ptr<Pass> fold() {
    return std::make_unique<Fold>();
}

} // namespace tenon::passes
