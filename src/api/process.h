// SPDX-License-Identifier: Apache-2.0
// What the process has one of: its logger, and the finder that plugin libraries get.
#pragma once

#include "api/sink.h"

namespace tenon::api {

/// The logger of the oldest object that is alive; null when there is none. A logger need not outlive the objects that
/// were made with it, so none is remembered longer.
ILogger* userLogger() noexcept;
/// That, or one that gives lines to where the library's own go: never null.
ILogger* processLogger() noexcept;
/// An object with this logger begins or ends; null does nothing. From the first one on, log lines of the library go to
/// the logger of the call that is under way on their thread; without one, warnings and worse are printed.
void holdLogger(ILogger* logger);
void releaseLogger(ILogger* logger) noexcept;

nvinfer1::ILoggerFinder& loggerFinder() noexcept;

} // namespace tenon::api
