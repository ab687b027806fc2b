// SPDX-License-Identifier: Apache-2.0
// TreeEnsemble, TreeEnsembleClassifier and TreeEnsembleRegressor of ai.onnx.ml: the forest, and what becomes of its
// scores. The older two name nodes by a tree's and a node's id and mark leaves by a mode; the newest one has lists of
// nodes and of leaves.
#include "kernel/elements.h"
#include "kernel/evaluate.h"
#include "onnx/compose.h"
#include "ops/trees/trees.h"
#include "shape/class_scores.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

namespace tenon::ops {
namespace trees {
namespace {

using onnx::ImportContext;

/// A node of the model; branches are other nodes, or ~leaf.
struct SourceNode {
    int64_t feature = 0;
    double split = 0;
    Mode mode = Mode::kLeq;
    int64_t yes = -1, no = -1;
    bool missing = false;
};

/// Fills roots and the lists of nodes: each tree from its root on, parents first.
void addTrees(ImportContext& node, Attributes& a, std::vector<SourceNode> const& nodes,
              std::vector<int64_t> const& roots) {
    std::vector<bool> reached(nodes.size(), false);
    struct Open {
        int64_t source;
        std::vector<int64_t>* list;
        size_t place;
    };
    std::vector<Open> open;
    for (int64_t root : roots) {
        a.roots.push_back(0);
        open.push_back({root, &a.roots, a.roots.size() - 1});
        while (!open.empty()) {
            Open const at = open.back();
            open.pop_back();
            if (at.source < 0) {
                (*at.list)[at.place] = at.source;
                continue;
            }
            auto const i = static_cast<size_t>(at.source);
            if (i >= nodes.size() || reached[i])
                node.fail(Message::kTrees,
                          i < nodes.size() ? fmt::format("two branches lead to node {}", i)
                                           : fmt::format("a branch leads to node {}", i),
                          fmt::format("each of {} nodes in one place of one tree", nodes.size()));
            reached[i] = true;
            SourceNode const& from = nodes[i];
            (*at.list)[at.place] = static_cast<int64_t>(a.features.size());
            a.features.push_back(from.feature);
            a.splits.push_back(from.split);
            a.modes.push_back(from.mode);
            a.missing.push_back(from.missing ? 1 : 0);
            a.yes.push_back(0);
            a.no.push_back(0);
            open.push_back({from.no, &a.no, a.no.size() - 1});
            open.push_back({from.yes, &a.yes, a.yes.size() - 1});
        }
    }
}

std::vector<double> numbers(ImportContext& node, char const* list, char const* tensor) {
    if (auto box = node.tensorValue(tensor))
        return numbersOf(tensorOf(*box));
    return node.numbers(list);
}

void requireLength(ImportContext& node, char const* name, size_t given, size_t wanted) {
    if (given != wanted)
        node.fail(Message::kTrees, fmt::format("{} has another length than the list of nodes", name),
                  fmt::format("{}", wanted), fmt::format("{}", given));
}

/// The rows as f32 where they are integers.
TensorId rowsOf(ImportContext& node, DType& type) {
    if (!node.has(0))
        node.fail(Message::kOperand, "the operand is missing");
    type = node.typeOf(node.in(0)).value_or(DType::kF32);
    if (!isInteger(type))
        return node.in(0);
    type = DType::kF32;
    return onnx::Compose(node).cast(node.in(0), type);
}

PostTransform transformOf(ImportContext& node) {
    std::string const name = node.text("post_transform", "NONE");
    auto const transform = postTransformFromName(name);
    if (!transform)
        node.fail(Message::kAttribute, "post_transform is unknown", "NONE, SOFTMAX, LOGISTIC, SOFTMAX_ZERO or PROBIT",
                  name);
    return *transform;
}

Mode modeOf(ImportContext& node, std::string_view name) {
    constexpr std::string_view kNames[] = {"BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE",
                                           "BRANCH_GT",  "BRANCH_EQ", "BRANCH_NEQ"};
    for (size_t i = 0; i < std::size(kNames); ++i)
        if (kNames[i] == name)
            return static_cast<Mode>(i);
    node.fail(Message::kTrees, "a node has an unknown mode", "LEAF, BRANCH_LEQ, _LT, _GTE, _GT, _EQ or _NEQ",
              std::string(name));
}

using Key = std::pair<int64_t, int64_t>; ///< tree and node

/// Nodes and leaves of the older two operators. `kind` is "class" or "target".
class OldForest {
public:
    OldForest(ImportContext& node, std::string kind) : mNode(node), mKind(std::move(kind)) {}

    void read(Attributes& a) {
        std::vector<int64_t> const trees = mNode.integers("nodes_treeids"), ids = mNode.integers("nodes_nodeids");
        requireLength(mNode, "nodes_nodeids", ids.size(), trees.size());
        for (size_t i = 0; i < trees.size(); ++i)
            if (!mPlace.emplace(Key{trees[i], ids[i]}, i).second)
                mNode.fail(Message::kTrees, fmt::format("tree {} has two nodes {}", trees[i], ids[i]));
        readLeaves(a, trees, ids);
        readNodes(a, trees);
    }

private:
    int64_t branch(int64_t tree, int64_t id) const {
        auto const found = mPlace.find({tree, id});
        if (found == mPlace.end())
            mNode.fail(Message::kTrees,
                       fmt::format("a branch leads to node {} of tree {}, which is not there", id, tree));
        return codeOf(found->second);
    }
    int64_t codeOf(size_t place) const { return mLeaf[place] >= 0 ? ~mLeaf[place] : static_cast<int64_t>(place); }

    /// A leaf may have weights for several targets, or none.
    void readLeaves(Attributes& a, std::vector<int64_t> const& trees, std::vector<int64_t> const& ids) {
        std::vector<int64_t> const leafTrees = mNode.integers(mKind + "_treeids"),
                                   leafIds = mNode.integers(mKind + "_nodeids"),
                                   targets = mNode.integers(mKind + "_ids");
        std::vector<double> const weights =
            numbers(mNode, (mKind + "_weights").c_str(), (mKind + "_weights_as_tensor").c_str());
        for (size_t given : {leafIds.size(), targets.size(), weights.size()})
            requireLength(mNode, (mKind + "_nodeids, _ids or _weights").c_str(), given, leafTrees.size());
        std::map<Key, std::vector<size_t>> of;
        for (size_t i = 0; i < leafTrees.size(); ++i)
            of[{leafTrees[i], leafIds[i]}].push_back(i);
        std::vector<std::string> modes;
        mNode.fields().get("nodes_modes", modes);
        requireLength(mNode, "nodes_modes", modes.size(), trees.size());
        a.leafBegin = {0};
        mLeaf.assign(trees.size(), -1);
        for (size_t i = 0; i < trees.size(); ++i) {
            if (modes[i] != "LEAF")
                continue;
            mLeaf[i] = static_cast<int64_t>(a.leafBegin.size()) - 1;
            if (auto const found = of.find({trees[i], ids[i]}); found != of.end())
                for (size_t k : found->second) {
                    a.leafTargets.push_back(targets[k]);
                    a.leafWeights.push_back(weights[k]);
                }
            a.leafBegin.push_back(static_cast<int64_t>(a.leafTargets.size()));
        }
        mModes = std::move(modes);
    }

    void readNodes(Attributes& a, std::vector<int64_t> const& trees) {
        size_t const count = trees.size();
        std::vector<int64_t> const features = mNode.integers("nodes_featureids"),
                                   yes = mNode.integers("nodes_truenodeids"), no = mNode.integers("nodes_falsenodeids");
        std::vector<int64_t> missing = mNode.integers("nodes_missing_value_tracks_true");
        std::vector<double> const splits = numbers(mNode, "nodes_values", "nodes_values_as_tensor");
        for (size_t given : {features.size(), yes.size(), no.size(), splits.size()})
            requireLength(mNode, "nodes_featureids, _truenodeids, _falsenodeids or _values", given, count);
        missing.resize(count, 0);
        std::vector<SourceNode> nodes(count);
        std::vector<bool> isChild(count, false);
        for (size_t i = 0; i < count; ++i) {
            if (mLeaf[i] >= 0)
                continue;
            nodes[i] = {
                features[i],    splits[i], modeOf(mNode, mModes[i]), branch(trees[i], yes[i]), branch(trees[i], no[i]),
                missing[i] != 0};
            isChild[mPlace.at({trees[i], yes[i]})] = isChild[mPlace.at({trees[i], no[i]})] = true;
        }
        std::vector<int64_t> roots;
        std::map<int64_t, size_t> found; // by tree
        for (int64_t tree : trees)
            found.emplace(tree, 0);
        for (size_t i = 0; i < count; ++i)
            if (!isChild[i]) {
                roots.push_back(codeOf(i));
                ++found[trees[i]];
            }
        for (auto const& [tree, nodesWithoutParent] : found)
            if (nodesWithoutParent != 1)
                mNode.fail(Message::kTrees,
                           fmt::format("tree {} has {} nodes that no branch leads to", tree, nodesWithoutParent),
                           "one, its root");
        addTrees(mNode, a, nodes, roots);
        auto const inner = static_cast<size_t>(std::count(mLeaf.begin(), mLeaf.end(), -1));
        if (a.features.size() != inner)
            mNode.fail(Message::kTrees, "some nodes are the branches of each other", fmt::format("{} nodes", inner),
                       fmt::format("{} that roots lead to", a.features.size()));
    }

    ImportContext& mNode;
    std::string mKind;
    std::map<Key, size_t> mPlace;
    std::vector<int64_t> mLeaf; ///< number of the leaf that a node is, or -1
    std::vector<std::string> mModes;
};

void importRegressor(ImportContext& node) {
    Attributes a;
    OldForest(node, "target").read(a);
    constexpr std::string_view kAggregates[] = {"AVERAGE", "SUM", "MIN", "MAX"};
    std::string const aggregate = node.text("aggregate_function", "SUM");
    auto const* found = std::find(std::begin(kAggregates), std::end(kAggregates), aggregate);
    if (found == std::end(kAggregates))
        node.fail(Message::kAttribute, "aggregate_function is unknown", "AVERAGE, SUM, MIN or MAX", aggregate);
    a.aggregate = static_cast<Aggregate>(found - std::begin(kAggregates));
    a.targets = node.integer("n_targets", 1);
    a.base = numbers(node, "base_values", "base_values_as_tensor");
    DType type{};
    TensorId const rows = rowsOf(node, type);
    TensorId out = node.emit("trees", std::move(a), {rows});
    if (PostTransform const transform = transformOf(node); transform != PostTransform::kNone)
        out = node.emit("scores", ClassScores{transform, SecondClass::kNone, {}, {}}, {out});
    node.setOut(0, out);
}

/// Where only one of two classes has weights, its column is all that the trees give.
void importClassifier(ImportContext& node) {
    Attributes a;
    OldForest(node, "class").read(a);
    ClassScores s;
    s.transform = transformOf(node);
    s.labels = node.integers("classlabels_int64s");
    node.fields().get("classlabels_strings", s.names);
    int64_t most = -1;
    for (int64_t t : a.leafTargets)
        most = std::max(most, t);
    if (s.labels.empty() && s.names.empty())
        for (int64_t i = 0; i <= most; ++i)
            s.labels.push_back(i);
    a.targets = static_cast<int64_t>(s.names.empty() ? s.labels.size() : s.names.size());
    a.base = numbers(node, "base_values", "base_values_as_tensor");
    bool const one = std::set<int64_t>(a.leafTargets.begin(), a.leafTargets.end()).size() == 1;
    if (a.targets == 2 && one && a.base.size() < 2) {
        bool const positive = std::all_of(a.leafWeights.begin(), a.leafWeights.end(), [](double w) { return w >= 0; });
        s.second = positive ? SecondClass::kShare : SecondClass::kSign;
        a.targets = 1;
        std::fill(a.leafTargets.begin(), a.leafTargets.end(), 0);
    }
    DType type{};
    TensorId const rows = rowsOf(node, type);
    TensorId const raw = node.emit("trees", std::move(a), {rows});
    TensorId const first = node.emit("scores", std::move(s), {raw}, 2);
    node.setOut(0, first + 1);
    node.setOut(1, first);
}

std::vector<double> required(ImportContext& node, char const* name) {
    auto box = node.tensorValue(name);
    if (!box)
        node.fail(Message::kAttribute, fmt::format("attribute '{}' is missing", name), "a tensor");
    return numbersOf(tensorOf(*box));
}

/// Members of all sets, each closed by a NaN.
void readSets(ImportContext& node, Attributes& a) {
    auto box = node.tensorValue("membership_values");
    a.setBegin = {0};
    for (double value : box ? numbersOf(tensorOf(*box)) : std::vector<double>())
        if (std::isnan(value))
            a.setBegin.push_back(static_cast<int64_t>(a.members.size()));
        else
            a.members.push_back(value);
    if (a.setBegin.back() != static_cast<int64_t>(a.members.size()))
        a.setBegin.push_back(static_cast<int64_t>(a.members.size()));
}

void import(ImportContext& node) {
    Attributes a;
    std::vector<int64_t> const features = node.integers("nodes_featureids"), yes = node.integers("nodes_truenodeids"),
                               no = node.integers("nodes_falsenodeids"), yesLeaf = node.integers("nodes_trueleafs"),
                               noLeaf = node.integers("nodes_falseleafs");
    std::vector<double> const splits = required(node, "nodes_splits"), modes = required(node, "nodes_modes");
    std::vector<int64_t> missing = node.integers("nodes_missing_value_tracks_true");
    for (size_t given : {yes.size(), no.size(), yesLeaf.size(), noLeaf.size(), splits.size(), modes.size()})
        requireLength(node, "a list of nodes", given, features.size());
    missing.resize(features.size(), 0);
    readSets(node, a);
    a.leafWeights = required(node, "leaf_weights");
    a.leafTargets = node.integers("leaf_targetids");
    requireLength(node, "leaf_targetids", a.leafTargets.size(), a.leafWeights.size());
    for (size_t i = 0; i <= a.leafTargets.size(); ++i)
        a.leafBegin.push_back(static_cast<int64_t>(i));
    std::vector<SourceNode> nodes(features.size());
    int64_t sets = 0;
    for (size_t i = 0; i < nodes.size(); ++i) {
        auto const mode = static_cast<Mode>(modes[i]);
        nodes[i] = {features[i],
                    mode == Mode::kMember ? static_cast<double>(sets++) : splits[i],
                    mode,
                    yesLeaf[i] != 0 ? ~yes[i] : yes[i],
                    noLeaf[i] != 0 ? ~no[i] : no[i],
                    missing[i] != 0};
    }
    addTrees(node, a, nodes, node.integers("tree_roots"));
    a.targets = node.integer("n_targets", 1);
    a.aggregate = static_cast<Aggregate>(std::clamp<int64_t>(node.integer("aggregate_function", 1), 0, 3));
    TensorId const rows = rowsOf(node, a.result);
    TensorId out = node.emit("trees", std::move(a), {rows});
    int64_t const transform = node.integer("post_transform", 0);
    if (transform < 0 || transform > 4)
        node.fail(Message::kAttribute, "post_transform is unknown", "0 to 4", fmt::format("{}", transform));
    if (transform != 0)
        out =
            node.emit("scores", ClassScores{static_cast<PostTransform>(transform), SecondClass::kNone, {}, {}}, {out});
    node.setOut(0, out);
}

} // namespace
} // namespace trees

void trees_onnx(onnx::ImporterTable& table) {
    table.add("ai.onnx.ml", "TreeEnsembleClassifier", 1, trees::importClassifier);
    table.add("ai.onnx.ml", "TreeEnsembleRegressor", 1, trees::importRegressor);
    table.add("ai.onnx.ml", "TreeEnsemble", 5, trees::import);
}

} // namespace tenon::ops
