// SPDX-License-Identifier: Apache-2.0
// The weight section: each constant once for every layout that a kernel wants it in, and the expressions that give it.
#pragma once

#include "kernel/constant.h"
#include "plan/plan.h"

#include <map>
#include <optional>
#include <set>

namespace tenon {

class WeightTable {
public:
    /// `sources`: those that a refit may change, where not all may; the others become literals.
    WeightTable(KernelTable const& table, bool refittable, std::optional<std::set<std::string>> sources)
        : mTable(table), mRefittable(refittable), mSources(std::move(sources)) {}

    /// The index of the weight. Its bytes are made by finish().
    int32_t add(ConstantPtr constant, Layout const& layout, std::string const& name);
    /// Evaluates and packs everything into the plan, one constant at a time. Of `places`, those that a refit can name
    /// are kept.
    void finish(plan::Plan& plan, std::vector<plan::WeightPlace> const& places);

private:
    bool isSource(Constant const& constant) const;
    bool hasSource(Constant const& constant);
    int32_t expression(ConstantPtr const& constant, std::vector<plan::WeightExpression>& out);

    struct Entry {
        ConstantPtr constant;
        plan::Weight weight;
    };
    KernelTable const& mTable;
    bool mRefittable;
    std::optional<std::set<std::string>> mSources;
    std::vector<Entry> mEntries;
    std::map<std::pair<Constant const*, std::string>, int32_t> mKnown;
    std::map<Constant const*, int32_t> mExpressions;
    std::map<Constant const*, bool> mHasSource;
};

} // namespace tenon
