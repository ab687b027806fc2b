// SPDX-License-Identifier: Apache-2.0
// The one door through which times enter: a signature's best kernel and tactic, measured on this machine or estimated,
// and remembered. A later candidate replaces an earlier one only when it is more than 5 % faster; where dims are
// dynamic a kernel that serves all dims is preferred while it loses less than 10 %.
#pragma once

#include "builder/timing_cache.h"
#include "passes/passes.h"

#include <functional>
#include <map>

namespace tenon {

class Oracle final : public passes::CostOracle {
public:
    struct Options {
        bool measure = true;
        bool referenceOnly = false;
        bool portable = false; ///< only kernels that give the same signatures everywhere
        std::function<void(std::string_view)> progress;
    };
    Oracle(KernelTable const& table, TimingCache& cache, Options options)
        : mTable(table), mCache(cache), mOptions(std::move(options)) {}

    Best best(Problem const& problem, Signature const& signature) override;
    /// What was tried for a problem and signature, in nanoseconds, fastest first; empty when best() was not asked.
    std::vector<TimingCache::Candidate> candidates(Problem const& problem, Signature const& signature) const;

private:
    std::vector<TimingCache::Candidate> estimate(Problem const& problem, Signature const& signature) const;
    TimingCache::Record const& record(Problem const& problem, Signature const& signature);
    std::string text(Problem const& problem, Signature const& signature) const;

    KernelTable const& mTable;
    TimingCache& mCache;
    Options mOptions;
    std::map<std::string, TimingCache::Record> mEstimates;
};

/// Times every candidate of the problem in interleaved rounds, at the opt dims; medians in nanoseconds.
void measure(Problem const& problem, Signature const& signature, KernelTable const& table,
             std::vector<TimingCache::Candidate>& candidates);

} // namespace tenon
