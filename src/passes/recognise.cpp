// SPDX-License-Identifier: Apache-2.0
// recognise: walks every node and lets the named patterns look at it, the larger ones first. One pattern a node and
// round; the runner repeats the pass until nothing changes.
#include "passes/match/match.h"
#include "passes/passes.h"

namespace tenon::passes {
namespace {

using namespace ir;

using Pattern = bool (*)(match::Scope&, ValueId);
constexpr Pattern kPatterns[] = {match::quantisedMatMul, match::quantisedConv, match::attention, match::layerNorm,
                                 match::l2Norm,          match::gelu,          match::hardSwish, match::silu,
                                 match::batchNorm,       match::convScale};

class Recognise final : public Pass {
public:
    std::string_view name() const noexcept override { return "recognise"; }

    void run(Graph const& g, Patch& patch) const override {
        match::Scope scope(g, patch);
        for (size_t r = 0; r < g.regions.size(); ++r) {
            std::vector<NodeId> const list = g.regions[r].nodes;
            for (NodeId n : list) {
                if (!scope.isFree(n) || g.node(n).results.empty())
                    continue;
                ValueId const v = g.node(n).results[0];
                for (Pattern pattern : kPatterns)
                    if (pattern(scope, v))
                        break;
            }
        }
    }
};

} // namespace

std::unique_ptr<Pass> recognise() {
    return std::make_unique<Recognise>();
}

} // namespace tenon::passes
