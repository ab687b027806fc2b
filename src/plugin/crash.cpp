// SPDX-License-Identifier: Apache-2.0
#include "plugin/crash.h"

#include "plugin/call.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <unistd.h>

namespace tenon::plugin {
namespace {

constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL};
constexpr std::array kSignalNames{"SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL"};
std::array<struct sigaction, kSignals.size()> gEarlier;
char gId[16]; ///< a handler makes no strings

void onSignal(int signal) {
    size_t i = 0;
    while (kSignals[i] != signal)
        ++i;
    char who[512], text[800];
    if (callUnderWay(who, sizeof(who))) {
        int const length =
            std::snprintf(text, sizeof(text),
                          "%s: %s ends the process: %s\n  try: tenon plugin check on its library, or this "
                          "command under gdb (docs/debug_plugins.md)\n",
                          gId, who, kSignalNames[i]);
        if (write(STDERR_FILENO, text, static_cast<size_t>(length)) < 0) {
            // there is nobody to tell
        }
    }
    sigaction(signal, &gEarlier[i], nullptr);
    raise(signal); // it arrives when this handler has returned
}

} // namespace

void reportCrashes() noexcept {
    static std::once_flag once;
    std::call_once(once, [] {
        std::snprintf(gId, sizeof(gId), "%s", idText(Message::kPluginCall).c_str());
        struct sigaction action {};
        action.sa_handler = onSignal;
        action.sa_flags = SA_ONSTACK;
        for (size_t i = 0; i < kSignals.size(); ++i)
            sigaction(kSignals[i], &action, &gEarlier[i]);
    });
}

} // namespace tenon::plugin
