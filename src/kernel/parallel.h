// SPDX-License-Identifier: Apache-2.0
// The one thread pool of the process, shared by all contexts.
// A call runs fn over [0, n) in chunks of at least `grain`; the caller works too, so `threads() - 1` workers are
// started, on first need. While one caller holds the pool, another caller's work runs on its own thread: threads never
// exceed the limit, and nothing waits. Nothing here allocates or throws once the workers run; fn must not throw. After
// fork() a child starts its own workers on first need.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

namespace tenon {

/// A reference to a callable that outlives the call: two pointers, no allocation.
template <class Signature>
class FunctionRef;

template <class R, class... A>
class FunctionRef<R(A...)> {
public:
    template <class F, std::enable_if_t<!std::is_same_v<std::decay_t<F>, FunctionRef>, int> = 0>
    FunctionRef(F&& f) noexcept
        : mObject(const_cast<void*>(static_cast<void const*>(&f))), mCall([](void* object, A... args) -> R {
              return (*static_cast<std::remove_reference_t<F>*>(object))(std::forward<A>(args)...);
          }) {}
    R operator()(A... args) const { return mCall(mObject, std::forward<A>(args)...); }

private:
    void* mObject;
    R (*mCall)(void*, A...);
};

/// Threads that parallel work may use, the caller included (at least 1). The default is the number of cores the process
/// may use.
int threads() noexcept;

/// Sets the limit; workers beyond it end. Not to be called while parallel work runs.
void setThreads(int count);

/// Calls fn(begin, end) over disjoint ranges that cover [0, n). Ranges are multiples of `grain` long, but for the last.
/// Runs on the calling thread alone when n <= grain, when called from inside parallel work, or when the pool is taken.
void parallelFor(int64_t n, int64_t grain, FunctionRef<void(int64_t, int64_t)> fn) noexcept;

/// Below this much work (nanoseconds, by the kernel's own estimate) a kernel should stay on one thread.
inline constexpr int64_t kSerialNanoseconds = 20'000;

} // namespace tenon
