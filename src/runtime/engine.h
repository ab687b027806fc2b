// SPDX-License-Identifier: Apache-2.0
// A loaded engine: the Plan, its kernels, and what is asked about it without running it. Any number of contexts share
// one engine. Loading checks everything that can be checked without shapes; a file that loads cannot make a kernel
// leave its buffers.
#pragma once

#include "plan/plan.h"
#include "runtime/program.h"

#include <atomic>
#include <map>
#include <memory>
#include <shared_mutex>

namespace tenon::runtime {

struct LoadOptions {
    /// Refuse an engine whose kernels need instructions that this processor lacks (a portable one is only warned of).
    bool checkCpu = true;
};

/// A step of the main block or of a block inside, for reports.
struct StepInfo {
    std::string name, op, kernel;
    int depth = 0; ///< 0: main block
    bool isReference = false;
};

class Engine {
public:
    /// Maps the file; its weights are used in place. `table` must outlive the engine. Throws Error.
    static std::shared_ptr<Engine> load(std::string const& path, KernelTable const& table,
                                        LoadOptions const& options = {});
    static std::shared_ptr<Engine> load(Buffer file, KernelTable const& table, LoadOptions const& options = {});
    /// From a Plan that was not written to a file.
    static std::shared_ptr<Engine> make(plan::Plan plan, KernelTable const& table, LoadOptions const& options = {});

    plan::Plan const& plan() const noexcept { return mPlan; }
    /// Empty for an engine whose weights were left out, until it is refitted. A refit makes another one.
    std::shared_ptr<Program const> const& program() const noexcept { return mProgram; }
    KernelTable const& table() const noexcept { return *mTable; }
    /// Kernels replaced by fallbacks; processors that lack something.
    std::vector<std::string> const& warnings() const noexcept { return mWarnings; }

    std::vector<plan::IoTensor> const& io() const noexcept { return mPlan.io; }
    /// Throws Error kNoSuchTensor with the names that there are.
    size_t ioIndex(std::string_view name) const;
    plan::Value const& ioValue(size_t io) const {
        return mPlan.blocks[0].values[static_cast<size_t>(mPlan.io[io].value)];
    }
    /// Memory that a context needs for a profile.
    int64_t arenaBytes(size_t profile) const;
    std::vector<StepInfo> steps(size_t profile) const;

    /// Replaces weights by way of the expressions that they were computed with (row-major bytes by source name). Waits
    /// for runs that are under way; each context takes the new weights at its next run. Throws Error kRefitSources
    /// naming all sources that are missing or unknown.
    void refit(std::map<std::string, Buffer> const& sources);
    /// Names of the source weights that can be refitted.
    std::vector<std::string> sources() const;
    /// Its weights were left out: it cannot run before a refit.
    bool isStripped() const noexcept { return mStripped.load(std::memory_order_acquire); }
    /// Held by whoever uses weights or program; costs nothing where no refit can come.
    std::shared_lock<std::shared_mutex> use() const {
        return mPlan.expressions.empty() ? std::shared_lock<std::shared_mutex>() : std::shared_lock(mRefit);
    }
    /// The plan of this moment, whole, with the weights that it has.
    plan::Plan copyPlan() const;
    uint64_t generation() const noexcept { return mGeneration.load(std::memory_order_acquire); }

    Engine(plan::Plan plan, KernelTable const& table, LoadOptions const& options); // use load or make
    Engine(Engine const&) = delete;
    Engine& operator=(Engine const&) = delete;

private:
    void compilePlan(std::vector<std::string>& warnings);

    plan::Plan mPlan;
    KernelTable const* mTable;
    std::shared_ptr<Program const> mProgram;
    std::vector<std::string> mWarnings;
    mutable std::shared_mutex mRefit;
    std::unique_ptr<std::atomic<int64_t>[]> mSpare; ///< workspace beyond the plan's, one a profile
    std::atomic<bool> mStripped{false};
    std::atomic<uint64_t> mGeneration{0};
};

} // namespace tenon::runtime
