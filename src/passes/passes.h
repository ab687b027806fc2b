// SPDX-License-Identifier: Apache-2.0
// The passes, one a file. The order in which they run is the builder's (builder/pipeline.cpp).
#pragma once

#include "ir/patch.h"

#include <memory>

namespace tenon::passes {

/// Answers what a signature costs. The builder's oracle times kernels or takes static estimates; a pass does not know
/// which.
class CostOracle {
public:
    struct Best {
        Kernel const* kernel = nullptr; ///< null when no kernel takes the signature
        int tactic = 0;
        double ns = 0;
    };
    virtual ~CostOracle() = default;
    virtual Best best(Problem const& problem, Signature const& signature) = 0;
    /// `done` of `nodes` nodes have all their costs. May throw to end the build.
    virtual void progress(size_t done, size_t nodes) {
        static_cast<void>(done);
        static_cast<void>(nodes);
    }
};

/// Constants become lazy expressions, known shape arithmetic becomes shape values, nodes that change nothing go.
std::unique_ptr<ir::Pass> fold();
/// Named patterns: batch norm into convolution, layer norm, L2 norm, GELU, SiLU, hard-swish, products and convolutions
/// of dequantised operands.
std::unique_ptr<ir::Pass> recognise();
/// Connected pointwise nodes become one expression.
std::unique_ptr<ir::Pass> group();
/// Convolutions, products, norms and reductions take the pointwise node behind them as epilogue, where a kernel
/// proposes that.
std::unique_ptr<ir::Pass> absorb();

/// The signature that each node runs with, by node; reformats are in the graph.
struct Assignment {
    std::map<ir::NodeId, Signature> signatures;
    int reformats = 0;
};
/// Chooses signatures over the whole graph, counting reformats, and inserts those.
Assignment assign(ir::Graph& g, CostOracle& oracle);

} // namespace tenon::passes
