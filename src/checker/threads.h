// SPDX-License-Identifier: Apache-2.0
// Work in several threads at once, for probes that look for races.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace tenon::checker {

/// Runs `body(i)` in threads that start together; gives the first text that one returns or throws.
template <class F>
std::optional<std::string> inThreads(size_t count, F&& body) {
    std::mutex mutex;
    std::optional<std::string> first;
    std::atomic<size_t> ready{0};
    std::vector<std::thread> threads;
    for (size_t i = 0; i < count; ++i)
        threads.emplace_back([&, i] {
            ++ready;
            while (ready < count)
                std::this_thread::yield();
            std::optional<std::string> text;
            try {
                text = body(i);
            } catch (std::exception const& e) {
                text = e.what();
            }
            std::lock_guard const lock(mutex);
            if (text && !first)
                first = std::move(text);
        });
    for (std::thread& t : threads)
        t.join();
    return first;
}

/// Turns of a thread: as many as fit into a short time, since races show only now and then.
class Turns {
public:
    explicit Turns(int64_t least) : mLeft(least) {}
    bool next() { return mLeft-- > 0 || std::chrono::steady_clock::now() < mUntil; }

private:
    int64_t mLeft;
    std::chrono::steady_clock::time_point mUntil = std::chrono::steady_clock::now() + std::chrono::milliseconds(60);
};

} // namespace tenon::checker
