// SPDX-License-Identifier: Apache-2.0
// Candidates come from the kernel table; their times from the cache, from a measurement, or from the kernels' own
// estimates.
#include "builder/oracle.h"

#include "kernel/parallel.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon {
namespace {

constexpr double kFaster = 0.95;       ///< a later candidate must take less than this part of the earlier one's time
constexpr double kAnyShapeLoss = 1.10; ///< a kernel for all dims may take this much longer where dims are dynamic

bool isMeasurable(Problem const& problem) {
    auto plainTensor = [](OperandDesc const& o) {
        return !o.present || (o.ranked && o.type.isTensor() && o.type.dtype != DType::kString);
    };
    return std::all_of(problem.inputs.begin(), problem.inputs.end(), plainTensor) &&
           std::all_of(problem.outputs.begin(), problem.outputs.end(), plainTensor);
}

} // namespace

std::string Oracle::text(Problem const& problem, Signature const& signature) const {
    return fmt::format("{} signature {} threads {}{}", problem.text(), textOf(signature), threads(),
                       mOptions.portable ? " portable" : "");
}

std::vector<TimingCache::Candidate> Oracle::estimate(Problem const& problem, Signature const& signature) const {
    std::vector<TimingCache::Candidate> out;
    for (Kernel const* k : mTable.kernels(problem.op->name)) {
        bool const excluded =
            k->isReference() ? !out.empty() : mOptions.referenceOnly || (mOptions.portable && !k->isPortable());
        if (excluded || !k->accepts(problem, signature))
            continue;
        for (int t = 0; t < k->tactics(problem, signature); ++t)
            out.push_back({std::string(k->name()), t, k->estimate(problem, signature)});
    }
    return out;
}

TimingCache::Record const& Oracle::record(Problem const& problem, Signature const& signature) {
    std::string key = text(problem, signature);
    if (auto it = mEstimates.find(key); it != mEstimates.end())
        return it->second;
    std::vector<TimingCache::Candidate> candidates;
    bool const measurable = mOptions.measure && isMeasurable(problem);
    if (measurable)
        if (auto const* known = mCache.find(key))
            return *known;
    candidates = estimate(problem, signature);
    TimingCache::Record record{key, std::move(candidates)};
    // One candidate that is the reference is chosen whatever it takes; timing a slow one would only cost time.
    bool const pointless = record.candidates.empty() || mTable.kernel(record.candidates[0].kernel)->isReference();
    if (!measurable || pointless)
        return mEstimates[key] = std::move(record);
    if (mOptions.progress)
        mOptions.progress(fmt::format("timing {}", problem.op->name));
    measure(problem, signature, mTable, record.candidates);
    return mCache.put(std::move(record));
}

passes::CostOracle::Best Oracle::best(Problem const& problem, Signature const& signature) {
    TimingCache::Record const& r = record(problem, signature);
    TimingCache::Candidate const* best = nullptr;
    TimingCache::Candidate const* anyShape = nullptr;
    for (TimingCache::Candidate const& c : r.candidates) {
        Kernel const* k = mTable.kernel(c.kernel);
        if (k == nullptr) // a cache from a build with other kernels
            continue;
        if (best == nullptr || c.ns < best->ns * kFaster)
            best = &c;
        if (k->anyShape() && (anyShape == nullptr || c.ns < anyShape->ns * kFaster))
            anyShape = &c;
    }
    if (best == nullptr)
        return {};
    if (!problem.isFixed() && anyShape != nullptr && anyShape->ns < best->ns * kAnyShapeLoss)
        best = anyShape;
    return {mTable.kernel(best->kernel), best->tactic, best->ns};
}

std::vector<TimingCache::Candidate> Oracle::candidates(Problem const& problem, Signature const& signature) const {
    std::string const key = text(problem, signature);
    std::vector<TimingCache::Candidate> out;
    if (auto it = mEstimates.find(key); it != mEstimates.end())
        out = it->second.candidates;
    else if (auto const* known = mCache.find(key))
        out = known->candidates;
    std::stable_sort(out.begin(), out.end(), [](auto const& a, auto const& b) { return a.ns < b.ns; });
    return out;
}

} // namespace tenon
