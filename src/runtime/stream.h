// SPDX-License-Identifier: Apache-2.0
// A queue with one thread that runs what contexts put into it, in order. The thread belongs to whoever made the stream:
// it is not one of the pool's. A full queue makes the caller wait.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace tenon::runtime {

class Context;
struct Prepared;

class Stream {
public:
    explicit Stream(size_t depth = 64);
    ~Stream(); ///< runs what is queued, then ends
    Stream(Stream const&) = delete;
    Stream& operator=(Stream const&) = delete;

    /// Returns when all that was queued before has run. Failures are told by the contexts (Context::takeError).
    void synchronize() noexcept;
    /// A run has failed since the last call.
    bool takeFailure() noexcept { return mFailed.exchange(false); }

private:
    friend class Context;
    struct Item {
        Context* context = nullptr;
        std::shared_ptr<Prepared> prepared;
        std::vector<void*> addresses;
    };
    /// Does not allocate once every place of the ring was used for as many addresses.
    void push(Context& context, std::shared_ptr<Prepared> const& prepared, std::vector<void*> const& addresses);
    void work() noexcept;

    std::mutex mLock;
    std::condition_variable mChanged;
    std::vector<Item> mRing;
    size_t mFirst = 0, mCount = 0;
    bool mStop = false;
    std::atomic<bool> mFailed{false};
    std::thread mThread;
};

} // namespace tenon::runtime
