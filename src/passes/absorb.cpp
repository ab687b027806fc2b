// SPDX-License-Identifier: Apache-2.0
// absorb: a pointwise node that reads the result of a structured operator (convolution, product, norm, reduction)
// or of an elementwise plugin becomes that operator's epilogue, where its dims are the same, nothing else reads the
// result, and a kernel proposes the combination.
#include "passes/passes.h"

#include <algorithm>
#include <set>

namespace tenon::passes {
namespace {

using namespace ir;

class Absorb final : public Pass {
public:
    std::string_view name() const noexcept override { return "absorb"; }

    void run(Graph const& g, Patch& patch) const override {
        auto const uses = g.useCounts();
        std::set<NodeId> touched;
        for (size_t r = 0; r < g.regions.size(); ++r) {
            std::vector<NodeId> const list = g.regions[r].nodes;
            std::map<NodeId, size_t> position;
            for (size_t i = 0; i < list.size(); ++i)
                position[list[i]] = i;
            for (NodeId n : list)
                if (g.node(n).op->name == "pointwise" && g.node(n).results.size() == 1)
                    take(g, n, uses, position, patch, touched);
        }
    }

private:
    /// A plugin may have an effect; its kernel proposes the combination only for one that promises to have none.
    static bool isHost(Node const& n) {
        return n.op->name != "pointwise" && !n.op->view && !n.epilogue && n.regions.empty() && n.results.size() == 1 &&
               (n.op->effect == Effect::kNone || n.op->name == "plugin");
    }

    /// Of several operands that could take the expression the one computed last is chosen: the others are there
    /// already.
    static void take(Graph const& g, NodeId id, std::vector<int32_t> const& uses,
                     std::map<NodeId, size_t> const& position, Patch& patch, std::set<NodeId>& touched) {
        Node const n = g.node(id);
        std::vector<ValueId> hosts;
        for (ValueId v : n.operands) {
            Node const* p = g.producer(v);
            bool const only = std::count(n.operands.begin(), n.operands.end(), v) == uses[static_cast<size_t>(v)];
            if (p != nullptr && isHost(*p) && only && !g.value(v).pinned && !touched.contains(g.value(v).producer) &&
                g.value(v).type.dims == g.value(n.results[0]).type.dims &&
                std::find(hosts.begin(), hosts.end(), v) == hosts.end())
                hosts.push_back(v);
        }
        std::sort(hosts.begin(), hosts.end(), [&](ValueId a, ValueId b) {
            return position.at(g.value(a).producer) > position.at(g.value(b).producer);
        });
        for (ValueId v : hosts)
            if (fuse(g, id, v, patch)) {
                touched.insert({id, g.value(v).producer});
                return;
            }
    }

    static bool fuse(Graph const& g, NodeId id, ValueId v, Patch& patch) {
        Node const n = g.node(id);
        Node const host = g.node(g.value(v).producer);
        // Operand 0 of the epilogue is the host's result; the others follow, each once.
        std::vector<ValueId> others;
        std::vector<int32_t> map;
        std::vector<DType> types{g.value(v).type.dtype};
        for (ValueId o : n.operands) {
            if (o == v) {
                map.push_back(0);
                continue;
            }
            auto it = std::find(others.begin(), others.end(), o);
            map.push_back(static_cast<int32_t>(it - others.begin()) + 1);
            if (it == others.end()) {
                others.push_back(o);
                types.push_back(g.value(o).type.dtype);
            }
        }
        Epilogue epilogue{remap(n.attrs.as<PointwiseAttributes>().expression, map, types),
                          static_cast<int32_t>(host.operands.size())};
        Node trial = host;
        trial.operands.insert(trial.operands.end(), others.begin(), others.end());
        trial.epilogue = epilogue;
        trial.results = {n.results[0]};
        Problem const problem = g.problem(trial, 0);
        auto const kernels = g.table().kernels(host.op->name);
        bool const proposed = std::any_of(kernels.begin(), kernels.end(),
                                          [&](Kernel const* k) { return !k->propose(problem).signatures.empty(); });
        if (!proposed)
            return false;
        patch.replace(n.results[0], patch.addWithEpilogue(id, host, std::move(epilogue), trial.operands,
                                                          g.value(n.results[0]).type, {g.value(v).producer, id}));
        if (host.op->effect != Effect::kNone)
            patch.retire(g.value(v).producer);
        return true;
    }
};

} // namespace

std::unique_ptr<Pass> absorb() {
    return std::make_unique<Absorb>();
}

} // namespace tenon::passes
