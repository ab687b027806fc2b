// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <cstdio>
#include <mutex>

namespace tenon {
namespace {

std::mutex gLock;

LogSink& sink() {
    static auto* const made = new LogSink; // outlives every static that may log
    return *made;
}

void print(Severity severity, std::string_view text) {
    constexpr char const* kNames[] = {"internal error", "error", "warning", "info", "verbose"};
    if (severity <= Severity::kWarning)
        std::fprintf(stderr, "tenon: %s: %.*s\n", kNames[static_cast<int>(severity)], static_cast<int>(text.size()),
                     text.data());
}

} // namespace

void setLogSink(LogSink next) {
    std::lock_guard lock(gLock);
    sink() = std::move(next);
}

void log(Severity severity, std::string_view text) noexcept {
    try {
        std::lock_guard lock(gLock);
        if (sink())
            sink()(severity, text);
        else
            print(severity, text);
    } catch (...) { // a log line is never worth a crash
    }
}

} // namespace tenon
