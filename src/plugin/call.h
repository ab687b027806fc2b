// SPDX-License-Identifier: Apache-2.0
// The fence around a user's methods: whatever they throw becomes an Error that names layer, plugin and method. A method
// that is noexcept ends the process when it throws, so while one runs a terminate handler says which it was.
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

/// Writes which method runs on this thread, of which plugin and layer; false when none does. For handlers that run
/// while the process ends.
bool callUnderWay(char* text, size_t room) noexcept;

/// The layer whose plugin is called on this thread while it stands, for errors and the terminate handler. Empty: that
/// of the scope around it. The text outlives the scope.
class LayerScope {
public:
    explicit LayerScope(std::string const& layer) noexcept;
    ~LayerScope();
    LayerScope(LayerScope const&) = delete;
    LayerScope& operator=(LayerScope const&) = delete;

private:
    std::string const* mBefore;
};

/// Runs `use()` in a LayerScope; an Error that comes out of it names the layer.
template <class F>
auto inLayer(std::string const& layer, F&& use) -> std::invoke_result_t<F> {
    LayerScope const scope(layer);
    try {
        return std::forward<F>(use)();
    } catch (Error& e) {
        e.locate({layer, {}, {}, {}});
        throw;
    }
}

/// Marks the method that runs on this thread. Calls may nest.
class CallMark {
public:
    CallMark(Key const& key, char const* method, bool isWatched = true) noexcept;
    ~CallMark();
    CallMark(CallMark const&) = delete;
    CallMark& operator=(CallMark const&) = delete;

    Key const& key;
    char const* const method;

private:
    CallMark const* mBefore;
};

/// What the exception in flight says, of whatever type it is.
std::string thrownText();
/// The Error for the exception in flight: kPluginCall with its text; an Error stays as it is.
[[noreturn]] void rethrowAsError(Key const& key, char const* method);
/// For a status that is not zero, or a result that cannot be used.
Error failedCall(Key const& key, char const* method, std::string given);

/// A call that no watcher is told of: of a getter on the way to what is wanted.
template <class F>
auto fenced(Key const& key, char const* method, F&& body) -> std::invoke_result_t<F> {
    try {
        return std::forward<F>(body)();
    } catch (...) {
        rethrowAsError(key, method);
    }
}

template <class F>
auto call(Key const& key, char const* method, F&& body) -> std::invoke_result_t<F> {
    CallMark const mark(key, method);
    return fenced(key, method, std::forward<F>(body));
}

/// What a method that makes objects gave. Throws Error kPluginCall for null, and for the object itself: each context
/// ends the one that it was given.
template <class Object>
Object* requireNew(Key const& key, char const* method, Object* made, Object const* self) {
    if (made == nullptr)
        throw failedCall(key, method, "null");
    if (made == self)
        throw failedCall(key, method, "the object itself")
            .wanted("a new object")
            .tip("return a copy made by new: each context runs a plugin of its own and ends it");
    return made;
}

/// Throws Error kPluginCall unless the method gives 0.
template <class F>
void callStatus(Key const& key, char const* method, F&& body) {
    if (int32_t const status = call(key, method, std::forward<F>(body)); status != 0)
        throw failedCall(key, method, fmt::format("status {}", status));
}

} // namespace tenon::plugin
