// SPDX-License-Identifier: Apache-2.0
// Definition of trees, and the check of their lists.
#include "ops/trees/trees.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <cmath>
#include <fmt/format.h>

namespace tenon::ops {
namespace trees {
namespace {

bool rises(std::vector<int64_t> const& positions, size_t end) {
    if (positions.empty() || positions.front() != 0 || positions.back() != static_cast<int64_t>(end))
        return false;
    for (size_t i = 1; i < positions.size(); ++i)
        if (positions[i] < positions[i - 1])
            return false;
    return true;
}

std::string faultOfNode(Attributes const& a, size_t i, int64_t features) {
    auto const nodes = static_cast<int64_t>(a.features.size());
    auto const leaves = static_cast<int64_t>(a.leafBegin.size()) - 1;
    for (int64_t branch : {a.yes[i], a.no[i]})
        if (branch >= nodes || ~branch >= leaves || (branch >= 0 && branch <= static_cast<int64_t>(i)))
            return fmt::format("node {} has a branch to {}, which is no node behind it and no leaf", i, branch);
    if (a.features[i] < 0 || (features >= 0 && a.features[i] >= features))
        return fmt::format("node {} asks for feature {} of {}", i, a.features[i], features);
    if (a.modes[i] > Mode::kMember)
        return fmt::format("node {} has the unknown mode {}", i, static_cast<int>(a.modes[i]));
    bool const isSet = a.modes[i] == Mode::kMember;
    if (isSet && !(a.splits[i] >= 0 && a.splits[i] + 1 < static_cast<double>(a.setBegin.size())))
        return fmt::format("node {} has no set of members", i);
    return {};
}

void infer(Attrs const& attrs, InferContext& c) {
    auto const& a = attrs.as<Attributes>();
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16};
    c.requireType(0, kTypes);
    c.requireRank(0, 2, 2);
    Dims const& dims = c.dims(0);
    std::string const fault = faultOf(a, dims[1].isConst() ? dims[1].value() : -1);
    if (!fault.empty())
        c.fail(Message::kTrees, fault);
    c.setOut(0, a.result, Dims{dims[0], a.targets});
}

} // namespace

std::string faultOf(Attributes const& a, int64_t features) {
    size_t const nodes = a.features.size();
    bool const even = a.splits.size() == nodes && a.modes.size() == nodes && a.yes.size() == nodes &&
                      a.no.size() == nodes && a.missing.size() == nodes && a.leafTargets.size() == a.leafWeights.size();
    if (!even)
        return "the lists of nodes or leaves have different lengths";
    if (!rises(a.leafBegin, a.leafTargets.size()) || !(a.setBegin.empty() || rises(a.setBegin, a.members.size())))
        return "the positions of leaves or sets do not rise to the end of their lists";
    if (a.targets < 1 || (!a.base.empty() && static_cast<int64_t>(a.base.size()) != a.targets))
        return fmt::format("there are {} targets and {} base values", a.targets, a.base.size());
    if (a.result != DType::kF32 && a.result != DType::kF64 && a.result != DType::kF16)
        return "the result has a type that is not floating";
    for (int64_t t : a.leafTargets)
        if (t < 0 || t >= a.targets)
            return fmt::format("a leaf has target {} of {}", t, a.targets);
    for (int64_t r : a.roots)
        if (r >= static_cast<int64_t>(nodes) || ~r >= static_cast<int64_t>(a.leafBegin.size()) - 1)
            return fmt::format("a tree has the root {}, which is no node and no leaf", r);
    for (size_t i = 0; i < nodes; ++i)
        if (std::string fault = faultOfNode(a, i, features); !fault.empty())
            return fault;
    return {};
}

bool takesYes(Attributes const& a, size_t node, double value) noexcept {
    if (std::isnan(value) && a.missing[node] != 0)
        return true;
    double const split = a.splits[node];
    switch (a.modes[node]) {
    case Mode::kLeq:
        return value <= split;
    case Mode::kLt:
        return value < split;
    case Mode::kGte:
        return value >= split;
    case Mode::kGt:
        return value > split;
    case Mode::kEq:
        return value == split;
    case Mode::kNeq:
        return value != split;
    case Mode::kMember:
        break;
    }
    auto const set = static_cast<size_t>(split);
    for (int64_t i = a.setBegin[set]; i < a.setBegin[set + 1]; ++i)
        if (a.members[static_cast<size_t>(i)] == value)
            return true;
    return false;
}

} // namespace trees

void trees_op(KernelTable& table) {
    static OpDef const kOp{.name = "trees", .attrs = &attrType<trees::Attributes>(), .infer = trees::infer};
    table.add(kOp);
}

} // namespace tenon::ops
