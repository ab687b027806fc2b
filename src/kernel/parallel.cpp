// SPDX-License-Identifier: Apache-2.0
// The pool: workers spin shortly for the next job, then sleep on a futex; chunks are handed out by one atomic counter.
#include "kernel/parallel.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <thread>
#include <vector>

namespace tenon {
namespace {

constexpr int kSpins = 4000; // about 20 microseconds: longer than the gap between two steps of a running engine

thread_local bool tInside = false;

int coresOfProcess() noexcept {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return std::max(1, CPU_COUNT(&set));
    return std::max(1u, std::thread::hardware_concurrency());
}

void pause() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

struct Job {
    FunctionRef<void(int64_t, int64_t)> const* fn = nullptr;
    int64_t n = 0;
    int64_t chunk = 1;
};

class Pool {
public:
    explicit Pool(int limit) : mLimit(limit) {}
    ~Pool() { stop(); }

    int limit() const noexcept { return mLimit.load(std::memory_order_relaxed); }

    void setLimit(int count) {
        std::lock_guard lock(mOwner);
        if (count != limit()) {
            stop();
            mLimit = std::max(1, count);
        }
    }

    /// False when another caller holds the pool or no worker can be started.
    bool tryRun(Job const& job) noexcept {
        std::unique_lock lock(mOwner, std::try_to_lock);
        if (!lock.owns_lock() || !start())
            return false;
        mJob = job;
        mNext.store(0, std::memory_order_relaxed);
        uint32_t const epoch = mEpoch.load(std::memory_order_relaxed) + 1;
        mState.store(uint64_t{epoch} << 32 | kOpen, std::memory_order_release);
        mEpoch.store(epoch, std::memory_order_release);
        mEpoch.notify_all();
        work();
        // Workers that have not come by now are not waited for: on a busy machine one may not run for milliseconds.
        mState.fetch_and(~kOpen, std::memory_order_acq_rel);
        for (int spin = 0; (mState.load(std::memory_order_acquire) & kActive) != 0; ++spin)
            spin < kSpins ? pause() : static_cast<void>(sched_yield());
        return true;
    }

private:
    bool start() noexcept {
        auto const wanted = static_cast<size_t>(limit() - 1);
        if (mWorkers.size() == wanted)
            return wanted != 0;
        try {
            mWorkers.reserve(wanted);
            while (mWorkers.size() < wanted)
                mWorkers.emplace_back([this, seen = mEpoch.load()] { loop(seen); });
        } catch (...) { // no more threads to be had: use those there are
        }
        return !mWorkers.empty();
    }

    void stop() {
        mStop = true;
        mEpoch.fetch_add(1, std::memory_order_release);
        mEpoch.notify_all();
        for (auto& worker : mWorkers)
            worker.join();
        mWorkers.clear();
        mStop = false;
    }

    void loop(uint32_t seen) noexcept {
        tInside = true;
        for (;;) {
            for (int spin = 0; spin < kSpins && mEpoch.load(std::memory_order_acquire) == seen; ++spin)
                pause();
            mEpoch.wait(seen, std::memory_order_acquire);
            seen = mEpoch.load(std::memory_order_acquire);
            if (mStop)
                return;
            if (join(seen)) {
                work();
                mState.fetch_sub(kOne, std::memory_order_release);
            }
        }
    }

    /// True when the job of this epoch still takes workers; its data then stay until this one leaves.
    bool join(uint32_t epoch) noexcept {
        uint64_t state = mState.load(std::memory_order_acquire);
        while (state >> 32 == epoch && (state & kOpen) != 0)
            if (mState.compare_exchange_weak(state, state + kOne, std::memory_order_acq_rel))
                return true;
        return false;
    }

    void work() noexcept {
        for (;;) {
            int64_t const begin = mNext.fetch_add(mJob.chunk, std::memory_order_relaxed);
            if (begin >= mJob.n)
                return;
            (*mJob.fn)(begin, std::min(mJob.n, begin + mJob.chunk));
        }
    }

    std::mutex mOwner;
    std::atomic<int> mLimit;
    std::vector<std::thread> mWorkers;
    std::atomic<bool> mStop{false};
    Job mJob;
    std::atomic<int64_t> mNext{0};
    // The job's epoch, whether it takes workers, and how many are at it.
    static constexpr uint64_t kOpen = 1, kOne = 2, kActive = 0xfffffffe;
    std::atomic<uint64_t> mState{0};
    std::atomic<uint32_t> mEpoch{0};
};

std::atomic<Pool*> gPool{nullptr};

/// In a forked child the workers are gone and the locks are in an unknown state: forget the pool (its memory stays) and
/// start anew.
void afterForkInChild() {
    Pool* const old = gPool.load();
    gPool = new Pool(old == nullptr ? coresOfProcess() : old->limit());
    tInside = false;
}

Pool& pool() {
    static Pool* const first = [] {
        auto* made = new Pool(coresOfProcess()); // never destroyed: workers may still run while the process exits
        gPool = made;
        pthread_atfork(nullptr, nullptr, afterForkInChild);
        return made;
    }();
    (void)first;
    return *gPool.load(std::memory_order_acquire);
}

} // namespace

int threads() noexcept {
    return pool().limit();
}

void setThreads(int count) {
    pool().setLimit(count);
}

void parallelFor(int64_t n, int64_t grain, FunctionRef<void(int64_t, int64_t)> fn) noexcept {
    if (n <= 0)
        return;
    grain = std::max<int64_t>(1, grain);
    Pool& shared = pool();
    int const limit = shared.limit();
    if (n > grain && limit > 1 && !tInside) {
        // Four chunks a thread even out unequal cores; each is a multiple of the grain.
        int64_t const pieces = (n + grain - 1) / grain;
        int64_t const perChunk = std::max<int64_t>(1, pieces / (4 * limit));
        tInside = true;
        bool const done = shared.tryRun({&fn, n, perChunk * grain});
        tInside = false;
        if (done)
            return;
    }
    fn(0, n);
}

} // namespace tenon
