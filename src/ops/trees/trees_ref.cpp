// SPDX-License-Identifier: Apache-2.0
// Reference trees: row by row, tree by tree, in double.
#include "ops/trees/trees.h"

#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace trees {
namespace {

size_t leafOf(Attributes const& a, int64_t root, Tensor const& x, int64_t row) {
    int64_t at = root;
    while (at >= 0) {
        auto const node = static_cast<size_t>(at);
        double const value = numberAt(x, row * x.dims[1] + a.features[node]);
        at = takesYes(a, node, value) ? a.yes[node] : a.no[node];
    }
    return static_cast<size_t>(~at);
}

bool run(Attributes const& a, Args const& args) {
    Tensor const &x = args.inputs[0], &out = args.outputs[0];
    if (std::string const fault = faultOf(a, x.dims[1]); !fault.empty())
        return args.failure->set(Message::kTrees, "%s", fault.c_str());
    for (int64_t row = 0; row < x.dims[0]; ++row) {
        std::vector<Gathered> sums(static_cast<size_t>(a.targets));
        for (int64_t root : a.roots) {
            size_t const leaf = leafOf(a, root, x, row);
            for (auto i = static_cast<size_t>(a.leafBegin[leaf]); i < static_cast<size_t>(a.leafBegin[leaf + 1]); ++i)
                sums[static_cast<size_t>(a.leafTargets[i])].add(a.aggregate, a.leafWeights[i]);
        }
        withType(a.result, [&](auto sample) {
            using T = decltype(sample);
            if constexpr (!std::is_integral_v<T>)
                for (size_t t = 0; t < sums.size(); ++t) {
                    double const value = sums[t].finish(a, t);
                    if constexpr (std::is_class_v<T>)
                        out.as<T>()[row * a.targets + static_cast<int64_t>(t)] = T(static_cast<float>(value));
                    else
                        out.as<T>()[row * a.targets + static_cast<int64_t>(t)] = static_cast<T>(value);
                }
        });
    }
    return true;
}

} // namespace
} // namespace trees

void trees_ref(KernelTable& table) {
    table.add(referenceKernel<trees::Attributes>("trees", "trees.ref", trees::run));
}

} // namespace tenon::ops
