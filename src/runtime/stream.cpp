// SPDX-License-Identifier: Apache-2.0
#include "runtime/stream.h"

#include "runtime/context.h"

#include <algorithm>

namespace tenon::runtime {

Stream::Stream(size_t depth) : mRing(std::max<size_t>(1, depth)) {
    constexpr size_t kUsualAddresses = 32;
    for (Item& item : mRing)
        item.addresses.reserve(kUsualAddresses);
    mThread = std::thread([this] { work(); });
}

Stream::~Stream() {
    {
        std::lock_guard lock(mLock);
        mStop = true;
    }
    mChanged.notify_all();
    mThread.join();
}

void Stream::synchronize() noexcept {
    std::unique_lock lock(mLock);
    mChanged.wait(lock, [&] { return mCount == 0; });
}

void Stream::push(Context& context, std::shared_ptr<Prepared> const& prepared, std::vector<void*> const& addresses) {
    std::unique_lock lock(mLock);
    mChanged.wait(lock, [&] { return mCount < mRing.size(); });
    Item& item = mRing[(mFirst + mCount) % mRing.size()];
    item.context = &context;
    item.prepared = prepared;
    item.addresses.assign(addresses.begin(), addresses.end());
    ++mCount;
    lock.unlock();
    mChanged.notify_all();
}

void Stream::work() noexcept {
    std::unique_lock lock(mLock);
    for (;;) {
        mChanged.wait(lock, [&] { return mCount != 0 || mStop; });
        if (mCount == 0)
            return;
        Item& item = mRing[mFirst]; // stays in the ring until it has run, so that nobody takes its place
        lock.unlock();
        if (!item.context->executeQueued(*item.prepared, item.addresses))
            mFailed = true;
        item.prepared.reset();
        item.context->finished();
        lock.lock();
        mFirst = (mFirst + 1) % mRing.size();
        --mCount;
        mChanged.notify_all();
    }
}

} // namespace tenon::runtime
