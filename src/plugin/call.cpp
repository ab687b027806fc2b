// SPDX-License-Identifier: Apache-2.0
#include "plugin/call.h"

#include <atomic>
#include <cstdio>
#include <exception>

namespace tenon::plugin {
namespace {

thread_local CallMark const* gCurrent = nullptr;
thread_local std::string const* gLayer = nullptr;
std::atomic<std::terminate_handler> gBefore{nullptr};
std::atomic<CallWatcher> gWatcher{nullptr};

constexpr char const kOther[] = "an exception of another type than std::exception";

/// Tells the text of the exception in flight.
template <class F>
void withThrown(F&& use) {
    try {
        throw;
    } catch (std::exception const& e) {
        use(e.what());
    } catch (char const* text) {
        use(text == nullptr ? "null" : text);
    } catch (...) {
        use(kOther);
    }
}

void onTerminate() {
    char who[512];
    if (callUnderWay(who, sizeof(who))) {
        char const* text = "no exception";
        if (std::current_exception() != nullptr)
            withThrown([&](char const* its) { text = its; }); // which lives as long as the exception
        std::fprintf(stderr,
                     "%s: %s, which is noexcept, ends the process: %s\n"
                     "  try: catch it inside the method and return a status that is not zero\n",
                     idText(Message::kPluginCall).c_str(), who, text);
    }
    if (std::terminate_handler const before = gBefore)
        before();
    std::abort();
}

} // namespace

bool callUnderWay(char* text, size_t room) noexcept {
    CallMark const* const mark = gCurrent;
    if (mark == nullptr)
        return false;
    Key const& key = mark->key;
    std::snprintf(text, room, "%s() of the plugin '%s' version '%s' in namespace '%s'%s%s%s", mark->method,
                  key.name.c_str(), key.version.c_str(), key.space.c_str(), gLayer == nullptr ? "" : " of the layer '",
                  gLayer == nullptr ? "" : gLayer->c_str(), gLayer == nullptr ? "" : "'");
    return true;
}

LayerScope::LayerScope(std::string const& layer) noexcept : mBefore(gLayer) {
    if (!layer.empty())
        gLayer = &layer;
}

LayerScope::~LayerScope() {
    gLayer = mBefore;
}

CallMark::CallMark(Key const& of, char const* what, bool isWatched) noexcept
    : key(of), method(what), mBefore(gCurrent) {
    if (std::get_terminate() != onTerminate) { // the first call, or the program has set its own since
        std::terminate_handler const before = std::set_terminate(onTerminate);
        if (before != onTerminate) // else another thread was here at the same time
            gBefore = before;
    }
    gCurrent = this;
    if (CallWatcher const watcher = isWatched ? gWatcher.load(std::memory_order_relaxed) : nullptr)
        watcher(of, what);
}

void watchCalls(CallWatcher watcher) noexcept {
    gWatcher = watcher;
}

CallMark::~CallMark() {
    gCurrent = mBefore;
}

std::string thrownText() {
    std::string out;
    withThrown([&](char const* text) { out = text == kOther ? kOther : fmt::format("an exception: {}", text); });
    return out;
}

void rethrowAsError(Key const& key, char const* method) {
    try {
        throw;
    } catch (Error&) {
        throw;
    } catch (...) {
        throw failedCall(key, method, thrownText());
    }
}

Error failedCall(Key const& key, char const* method, std::string given) {
    return Error(Message::kPluginCall, fmt::format("{}() of the plugin {} failed", method, key.text()),
                 {gLayer == nullptr ? std::string() : *gLayer, {}, {}, key.path()})
        .given(std::move(given));
}

} // namespace tenon::plugin
