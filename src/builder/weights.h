// SPDX-License-Identifier: Apache-2.0
// The weight section: each constant once for every layout that a kernel wants it in, and the expressions that give it.
#pragma once

#include "kernel/constant.h"
#include "plan/plan.h"

#include <map>

namespace tenon {

class WeightTable {
public:
    WeightTable(KernelTable const& table, bool refittable) : mTable(table), mRefittable(refittable) {}

    /// The index of the weight. Its bytes are made by finish().
    int32_t add(ConstantPtr constant, Layout const& layout, std::string const& name);
    /// Evaluates and packs everything into the plan, one constant at a time.
    void finish(plan::Plan& plan);

private:
    int32_t expression(ConstantPtr const& constant, std::vector<plan::WeightExpression>& out);

    struct Entry {
        ConstantPtr constant;
        plan::Weight weight;
    };
    KernelTable const& mTable;
    bool mRefittable;
    std::vector<Entry> mEntries;
    std::map<std::pair<Constant const*, std::string>, int32_t> mKnown;
    std::map<Constant const*, int32_t> mExpressions;
};

} // namespace tenon
