// SPDX-License-Identifier: Apache-2.0
// Log lines with a severity, given to one sink per process (standard error by default). The sink may be called by
// several threads at once.
#pragma once

#include <functional>
#include <string_view>

namespace tenon {

enum class Severity { kInternalError, kError, kWarning, kInfo, kVerbose };

using LogSink = std::function<void(Severity, std::string_view)>;

void setLogSink(LogSink sink); ///< an empty sink restores the default, which prints warnings and worse
void log(Severity severity, std::string_view text) noexcept;
void printLog(Severity severity, std::string_view text) noexcept; ///< the default sink

} // namespace tenon
