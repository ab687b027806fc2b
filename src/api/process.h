// SPDX-License-Identifier: Apache-2.0
// What the process has one of: the first logger, the finder that plugin libraries get, and the plugin registry.
#pragma once

#include "api/sink.h"

namespace tenon::api {

/// The logger that the first create function was given; null before.
ILogger* processLogger() noexcept;
/// Makes `logger` the process's if it has none. From then on log lines of the library go to the logger of the call that
/// is under way on their thread.
void offerLogger(ILogger* logger) noexcept;

nvinfer1::ILoggerFinder& loggerFinder() noexcept;
nvinfer1::IPluginRegistry& pluginRegistry() noexcept;

} // namespace tenon::api
