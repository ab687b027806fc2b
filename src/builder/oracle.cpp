// SPDX-License-Identifier: Apache-2.0
// Candidates come from the kernel table; their times from the cache, from a measurement, or from the kernels' own
// estimates.
#include "builder/oracle.h"

#include "base/hash.h"
#include "base/log.h"
#include "kernel/parallel.h"
#include "plugin/op.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon {
namespace {

constexpr double kAnyShapeLoss = 1.10; ///< a kernel for all dims may take this much longer where dims are dynamic

/// Bytes of an operand at its opt dims.
double bytesAtOpt(OperandDesc const& o) {
    return o.present ? o.optElements() * bitsOf(o.type.dtype) / 8.0 : 0;
}

plugin::Attributes const* pluginOf(Problem const& problem) {
    return problem.op->name == "plugin" ? &problem.attrs.as<plugin::Attributes>() : nullptr;
}

/// Times that the next build may use, too.
bool isRemembered(Problem const& problem) {
    plugin::Attributes const* const p = pluginOf(problem);
    return p == nullptr || plugin::timingKeyOf(*p).has_value();
}

/// What a user of an editable cache needs: the key and each candidate's hash.
std::string describe(TimingCache::Record const& record) {
    std::string out = fmt::format("timed {}: key {}", record.text, hash128Text(record.text));
    for (TimingCache::Candidate const& c : record.candidates)
        out += fmt::format("\n  {} tactic {}, hash {:#018x}: {:.3f} us", c.kernel, c.tactic, c.hash(), c.ns / 1e3);
    return out;
}

} // namespace

bool Oracle::isMeasurable(Problem const& problem) const {
    if (plugin::Attributes const* const p = pluginOf(problem))
        for (plugin::Output const& o : p->outputs)
            if (o.isSize)
                return false; // how much it writes is not known
    auto plainTensor = [](OperandDesc const& o) {
        return !o.present || (o.ranked && o.type.isTensor() && o.type.dtype != DType::kString);
    };
    double bytes = 0;
    for (auto const* list : {&problem.inputs, &problem.outputs})
        for (OperandDesc const& o : *list) {
            if (!plainTensor(o))
                return false;
            bytes += bytesAtOpt(o);
        }
    return bytes <= static_cast<double>(mOptions.measureLimit);
}

std::string Oracle::text(Problem const& problem, Signature const& signature) const {
    std::string out = fmt::format("{} signature {} threads {}{}", problem.text(), textOf(signature), threads(),
                                  mOptions.portable ? " portable" : "");
    if (mOptions.workspaceLimit != INT64_MAX)
        out += fmt::format(" workspace {}", mOptions.workspaceLimit);
    if (mOptions.maxTactics != 0)
        out += fmt::format(" tactics {}", mOptions.maxTactics);
    if (plugin::Attributes const* const p = pluginOf(problem))
        out += fmt::format(" plugin {}", plugin::timingKeyOf(*p).value_or(""));
    return out;
}

/// A kernel whose workspace has no bound that memory could hold is left out, as one over the limit: dims that only the
/// data tell are not bounded.
bool Oracle::fitsWorkspace(int64_t bytes) const noexcept {
    constexpr int64_t kMost = int64_t{1} << 36;
    return bytes >= 0 && bytes <= std::min(mOptions.workspaceLimit, kMost);
}

std::vector<TimingCache::Candidate> Oracle::estimate(Problem const& problem, Signature const& signature) const {
    std::vector<TimingCache::Candidate> out;
    bool const referenceOnly = mOptions.referenceOnly && pluginOf(problem) == nullptr; // it has no other kernel
    for (Kernel const* k : mTable.kernels(problem.op->name)) {
        bool const excluded =
            k->isReference() ? !out.empty() : referenceOnly || (mOptions.portable && !k->isPortable());
        if (excluded || !k->accepts(problem, signature) ||
            (!k->isReference() && !fitsWorkspace(k->workspace(problem, signature))))
            continue;
        for (int t = 0; t < k->tactics(problem, signature); ++t)
            out.push_back({std::string(k->name()), t, k->estimate(problem, signature)});
    }
    auto const most = static_cast<size_t>(mOptions.maxTactics);
    if (most != 0 && out.size() > most) { // those with the least estimates, still in the order of the table
        std::vector<double> ns;
        for (TimingCache::Candidate const& c : out)
            ns.push_back(c.ns);
        std::nth_element(ns.begin(), ns.begin() + static_cast<std::ptrdiff_t>(most - 1), ns.end());
        std::erase_if(out, [&](TimingCache::Candidate const& c) { return c.ns > ns[most - 1]; });
        out.resize(std::min(out.size(), most));
    }
    return out;
}

TimingCache::Record const& Oracle::record(Problem const& problem, Signature const& signature) {
    std::string key = text(problem, signature);
    if (auto it = mEstimates.find(key); it != mEstimates.end())
        return it->second;
    std::vector<TimingCache::Candidate> candidates;
    bool const measurable = mOptions.measure && isMeasurable(problem), remembered = isRemembered(problem);
    if (measurable && remembered)
        if (auto const* known = mCache.find(key))
            return *known;
    candidates = estimate(problem, signature);
    TimingCache::Record record{key, std::move(candidates)};
    // One candidate that is the reference is chosen whatever it takes; timing a slow one would only cost time.
    bool const pointless = record.candidates.empty() || mTable.kernel(record.candidates[0].kernel)->isReference();
    if (!measurable || pointless)
        return mEstimates[key] = std::move(record);
    if (mOptions.missIsError && remembered)
        throw Error(Message::kTimingCacheMiss, fmt::format("the timing cache has no time for a {}", problem.op->name),
                    {.op = std::string(problem.op->name)})
            .given(key);
    if (mOptions.progress)
        mOptions.progress(fmt::format("timing {}", problem.op->name));
    measure(problem, signature, mTable, record.candidates, mOptions.rounds);
    log(Severity::kVerbose, describe(record));
    if (!remembered)
        return mEstimates[key] = std::move(record);
    return mCache.put(std::move(record));
}

/// Null for a candidate of a cache that comes from a build with other kernels.
Kernel const* Oracle::kernelOf(TimingCache::Candidate const& candidate, Problem const& problem) const {
    Kernel const* k = mTable.kernel(candidate.kernel);
    return k != nullptr && k->op() == problem.op->name && candidate.tactic >= 0 ? k : nullptr;
}

passes::CostOracle::Best Oracle::best(Problem const& problem, Signature const& signature) {
    TimingCache::Record const& r = record(problem, signature);
    if (r.chosen >= 0) {
        TimingCache::Candidate const& c = r.candidates[static_cast<size_t>(r.chosen)];
        if (Kernel const* k = kernelOf(c, problem))
            return {k, c.tactic, c.ns};
    }
    TimingCache::Candidate const* best = nullptr;
    TimingCache::Candidate const* anyShape = nullptr;
    for (TimingCache::Candidate const& c : r.candidates) {
        Kernel const* k = kernelOf(c, problem);
        if (k == nullptr)
            continue;
        if (c.beats(best))
            best = &c;
        if (k->anyShape() && c.beats(anyShape))
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
