// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <cstdio>
#include <memory>
#include <mutex>

namespace tenon {
namespace {

std::mutex gLock;

using SharedSink = std::shared_ptr<LogSink const>;

SharedSink& sink() {
    static auto* const made = new SharedSink; // outlives every static that may log
    return *made;
}

} // namespace

void setLogSink(LogSink next) {
    auto made = next ? std::make_shared<LogSink const>(std::move(next)) : nullptr;
    std::lock_guard lock(gLock);
    sink() = std::move(made);
}

void printLog(Severity severity, std::string_view text) noexcept {
    constexpr char const* kNames[] = {"internal error", "error", "warning", "info", "verbose"};
    if (severity <= Severity::kWarning)
        std::fprintf(stderr, "tenon: %s: %.*s\n", kNames[static_cast<int>(severity)], static_cast<int>(text.size()),
                     text.data());
}

void log(Severity severity, std::string_view text) noexcept {
    try {
        std::unique_lock lock(gLock);
        if (SharedSink const to = sink()) {
            lock.unlock(); // it may log itself, or hold a lock of its own
            (*to)(severity, text);
        } else
            printLog(severity, text);
    } catch (...) { // a log line is never worth a crash
    }
}

} // namespace tenon
