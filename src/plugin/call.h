// SPDX-License-Identifier: Apache-2.0
// The fence around a user's methods: what they throw becomes an Error that names plugin and method. A method that is
// noexcept ends the process when it throws, so while one runs a terminate handler says which it was.
#pragma once

#include "base/error.h"
#include "plugin/key.h"

#include <type_traits>
#include <utility>

namespace tenon::plugin {

/// Is told of each call of a user's method before it is made, on the thread that makes it: the checker notes what ran
/// when a process ended. Null for none.
using CallWatcher = void (*)(Key const& key, char const* method) noexcept;
void watchCalls(CallWatcher watcher) noexcept;

/// Marks the method that runs on this thread. Calls may nest.
class CallMark {
public:
    CallMark(Key const& key, char const* method) noexcept;
    ~CallMark();
    CallMark(CallMark const&) = delete;
    CallMark& operator=(CallMark const&) = delete;

    Key const& key;
    char const* const method;

private:
    CallMark const* mBefore;
};

/// The Error for the exception in flight: kPluginCall with its text; an Error stays as it is.
[[noreturn]] void rethrowAsError(Key const& key, char const* method);
/// For a status that is not zero, or a null result.
Error failedCall(Key const& key, char const* method, std::string given);

template <class F>
auto call(Key const& key, char const* method, F&& body) -> std::invoke_result_t<F> {
    CallMark const mark(key, method);
    try {
        return std::forward<F>(body)();
    } catch (...) {
        rethrowAsError(key, method);
    }
}

/// Throws Error kPluginCall unless the method gives 0.
template <class F>
void callStatus(Key const& key, char const* method, F&& body) {
    if (int32_t const status = call(key, method, std::forward<F>(body)); status != 0)
        throw failedCall(key, method, fmt::format("status {}", status));
}

} // namespace tenon::plugin
