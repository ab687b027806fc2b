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
        bool missIsError = false;
        int maxTactics = 0; ///< 0: all
        int rounds = 0;
        int64_t workspaceLimit = INT64_MAX;
        int64_t measureLimit = INT64_MAX;
        std::function<void(std::string_view)> progress;
    };
    Oracle(KernelTable const& table, TimingCache& cache, Options options)
        : mTable(table), mCache(cache), mOptions(std::move(options)) {}

    Best best(Problem const& problem, Signature const& signature) override;
    void progress(size_t done, size_t nodes) override {
        if (mOnProgress)
            mOnProgress(done, nodes);
    }
    void onProgress(std::function<void(size_t done, size_t nodes)> call) { mOnProgress = std::move(call); }
    /// What was tried for a problem and signature, in nanoseconds, fastest first; empty when best() was not asked.
    std::vector<TimingCache::Candidate> candidates(Problem const& problem, Signature const& signature) const;

private:
    std::vector<TimingCache::Candidate> estimate(Problem const& problem, Signature const& signature) const;
    bool fitsWorkspace(int64_t bytes) const noexcept;
    bool isMeasurable(Problem const& problem) const;
    Kernel const* kernelOf(TimingCache::Candidate const& candidate, Problem const& problem) const;
    TimingCache::Record const& record(Problem const& problem, Signature const& signature);
    std::string text(Problem const& problem, Signature const& signature) const;

    KernelTable const& mTable;
    TimingCache& mCache;
    Options mOptions;
    std::function<void(size_t, size_t)> mOnProgress;
    std::map<std::string, TimingCache::Record> mEstimates;
};

/// Times every candidate of the problem in interleaved rounds, `rounds` of them at least, at the opt dims; medians in
/// nanoseconds.
void measure(Problem const& problem, Signature const& signature, KernelTable const& table,
             std::vector<TimingCache::Candidate>& candidates, int rounds = 0);

} // namespace tenon
