// SPDX-License-Identifier: Apache-2.0
// A forest of decision trees: what all tree operators of ai.onnx.ml become. Each row of [N, F] goes through every tree
// to a leaf; the leaves' weights are gathered by target to [N, targets]. Trees lie in lists: entry i of the node lists
// is node i, whose branches are nodes behind it (so there is no cycle), or ~leaf.
#pragma once

#include "base/dtype.h"
#include "base/reflect.h"

#include <string>
#include <vector>

namespace tenon::ops::trees {

enum class Aggregate : uint8_t { kAverage, kSum, kMin, kMax };          ///< as numbered by TreeEnsemble
enum class Mode : uint8_t { kLeq, kLt, kGte, kGt, kEq, kNeq, kMember }; ///< the same

struct Attributes {
    int64_t targets = 1;
    Aggregate aggregate = Aggregate::kSum;
    DType result = DType::kF32; ///< f32, f64 or f16
    std::vector<int64_t> roots; ///< nodes, or ~leaf for a tree without a node
    std::vector<int64_t> features;
    std::vector<double> splits; ///< of a node of mode kMember: the number of its set
    std::vector<Mode> modes;
    std::vector<int64_t> yes, no;
    std::vector<int64_t> missing;  ///< 1: NaN takes the branch `yes`
    std::vector<int64_t> setBegin; ///< sets + 1 positions in `members`; empty without sets
    std::vector<double> members;
    std::vector<int64_t> leafBegin; ///< leaves + 1 positions in the two lists behind
    std::vector<int64_t> leafTargets;
    std::vector<double> leafWeights;
    std::vector<double> base; ///< added to each target; empty: nothing

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("targets", self.targets);
        visit("aggregate", self.aggregate);
        visit("result", self.result);
        visit("roots", self.roots);
        visit("features", self.features);
        visit("splits", self.splits);
        visit("modes", self.modes);
        visit("yes", self.yes);
        visit("no", self.no);
        visit("missing", self.missing);
        visit("setBegin", self.setBegin);
        visit("members", self.members);
        visit("leafBegin", self.leafBegin);
        visit("leafTargets", self.leafTargets);
        visit("leafWeights", self.leafWeights);
        visit("base", self.base);
    }
};

/// What is wrong with the lists for rows of so many features (-1: not known); empty when nothing is.
std::string faultOf(Attributes const& attrs, int64_t features);

/// Whether a value takes the branch `yes`.
bool takesYes(Attributes const& attrs, size_t node, double value) noexcept;

/// Gathers weights of one target over the trees.
struct Gathered {
    double value = 0;
    bool any = false;

    void add(Aggregate aggregate, double weight) noexcept {
        if (!any || aggregate == Aggregate::kSum || aggregate == Aggregate::kAverage)
            value += weight;
        else if (aggregate == Aggregate::kMin ? weight < value : weight > value)
            value = weight;
        any = true;
    }
    double finish(Attributes const& attrs, size_t target) const noexcept {
        double const trees = attrs.aggregate == Aggregate::kAverage ? static_cast<double>(attrs.roots.size()) : 1;
        return value / trees + (attrs.base.empty() ? 0 : attrs.base[target]);
    }
};

} // namespace tenon::ops::trees
