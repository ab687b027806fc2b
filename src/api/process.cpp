// SPDX-License-Identifier: Apache-2.0
#include "api/process.h"

#include "base/log.h"

#include <atomic>

namespace tenon::api {
namespace {

std::atomic<ILogger*> gLogger{nullptr};

void forward(Severity severity, std::string_view text) {
    auto const level = static_cast<ILogger::Severity>(severity); // the same five, in the same order
    static_assert(static_cast<int>(Severity::kVerbose) == static_cast<int>(ILogger::Severity::kVERBOSE));
    if (Sink* sink = Sink::current())
        sink->log(level, std::string(text));
}

class LoggerFinder final : public nvinfer1::ILoggerFinder {
public:
    ILogger* findLogger() override { return processLogger(); }
};

} // namespace

ILogger* processLogger() noexcept {
    return gLogger.load(std::memory_order_acquire);
}

void offerLogger(ILogger* logger) noexcept {
    ILogger* none = nullptr;
    if (logger != nullptr && gLogger.compare_exchange_strong(none, logger, std::memory_order_acq_rel))
        setLogSink(forward);
}

nvinfer1::ILoggerFinder& loggerFinder() noexcept {
    static auto* const made = new LoggerFinder; // outlives the libraries that hold it
    return *made;
}

} // namespace tenon::api
