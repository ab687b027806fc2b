// SPDX-License-Identifier: Apache-2.0
#include "api/process.h"

#include "base/log.h"

#include <algorithm>
#include <mutex>
#include <vector>

namespace tenon::api {
namespace {

struct Held {
    ILogger* logger;
    int objects;
};

std::mutex gLock;

std::vector<Held>& held() { // oldest first; outlives every object of static lifetime
    static auto* const made = new std::vector<Held>;
    return *made;
}

/// For code that logs while no object is alive, or in a process that uses none.
class LibraryLog final : public ILogger {
public:
    void log(Severity severity, nvinfer1::AsciiChar const* text) noexcept override {
        tenon::log(static_cast<tenon::Severity>(severity), text == nullptr ? "" : text);
    }
};

LibraryLog& libraryLog() {
    static auto* const made = new LibraryLog; // outlives the libraries that hold it
    return *made;
}

void forward(Severity severity, std::string_view text) {
    auto const level = static_cast<ILogger::Severity>(severity); // the same five, in the same order
    static_assert(static_cast<int>(Severity::kVerbose) == static_cast<int>(ILogger::Severity::kVERBOSE));
    Sink* const sink = Sink::current();
    if (sink != nullptr && sink->logger() != &libraryLog())
        sink->log(level, std::string(text));
    else
        printLog(severity, text);
}

class LoggerFinder final : public nvinfer1::ILoggerFinder {
public:
    ILogger* findLogger() override { return processLogger(); }
};

} // namespace

ILogger* userLogger() noexcept {
    std::lock_guard const lock(gLock);
    return held().empty() ? nullptr : held().front().logger;
}

ILogger* processLogger() noexcept {
    ILogger* const user = userLogger();
    return user != nullptr ? user : &libraryLog();
}

void holdLogger(ILogger* logger) {
    if (logger == nullptr)
        return;
    static bool const forwarded = (setLogSink(forward), true);
    static_cast<void>(forwarded);
    std::lock_guard const lock(gLock);
    auto const found = std::find_if(held().begin(), held().end(), [&](Held const& h) { return h.logger == logger; });
    if (found == held().end())
        held().push_back({logger, 1});
    else
        ++found->objects;
}

void releaseLogger(ILogger* logger) noexcept {
    std::lock_guard const lock(gLock);
    auto const found = std::find_if(held().begin(), held().end(), [&](Held const& h) { return h.logger == logger; });
    if (found != held().end() && --found->objects == 0)
        held().erase(found);
}

nvinfer1::ILoggerFinder& loggerFinder() noexcept {
    static auto* const made = new LoggerFinder; // outlives the libraries that hold it
    return *made;
}

} // namespace tenon::api
