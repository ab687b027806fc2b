// SPDX-License-Identifier: Apache-2.0
#include "checker/death.h"

#include "checker/probe.h"

#include <csignal>
#include <fmt/format.h>
#include <iterator>

namespace tenon::checker {
namespace {

std::string lastLine(std::string text) {
    text.resize(text.find_last_not_of(" \n") + 1);
    return text.substr(text.rfind('\n') + 1);
}

} // namespace

Finding findingOf(Ended const& ended, std::string const& probe) {
    Mark const& m = ended.mark;
    Finding f;
    f.probe = probe;
    f.step = m.step;
    f.method = m.method;
    f.call = m.call;
    f.shape = m.shape;
    f.wanted = m.wanted;
    if (ended.how == End::kHang) {
        f.id = "hang";
        f.given = "no end within the time limit";
        return f;
    }
    std::string where;
    if (m.place[0] != 0) {
        std::string const line = sourceLine(m.place);
        where = fmt::format(" at {}{}", line.empty() ? m.place : line,
                            m.symbol[0] != 0 && line.empty() ? fmt::format(" ({})", m.symbol) : "");
    }
    f.id = m.suspect[0] != 0 ? m.suspect : "crash";
    if (m.isHeapDamaged) { // which shows at any time later, so a suspect is none; but threads may have done it together
        if (!isOfThreads(f.id))
            f.id = "crash";
        f.given = fmt::format("a damaged heap: something was written behind the end of a block of {} bytes, or before "
                              "the start of the next one",
                              m.damagedBlock);
        return f;
    }
    if (m.isCutOff)
        f.given = "the plugin closed a file descriptor that is not its own";
    else if (ended.how == End::kExit)
        f.given = fmt::format("the plugin ended the process: exit({})", ended.code);
    else
        f.given = signalText(ended.code) + where;
    if (ended.how == End::kSignal && ended.code == SIGABRT)
        if (std::string const last = lastLine(ended.text); !last.empty())
            f.given += ": " + last;
    size_t const thrown = ended.text.find("which is noexcept, ends the process: ");
    if (thrown != std::string::npos) {
        if (m.suspect[0] == 0 || isOfSequence(m.suspect))
            f.id = "exception";
        f.given = "an exception left a method that is noexcept: " +
                  ended.text.substr(thrown + 37, ended.text.find('\n', thrown) - thrown - 37);
        return f;
    }
    constexpr std::string_view kUncaught = "terminate called after throwing an instance of ";
    if (size_t const at = ended.text.find(kUncaught); at != std::string::npos && ended.how == End::kSignal) {
        size_t const type = at + kUncaught.size(); // in a thread of the plugin's, or outside any method
        f.id = "exception";
        f.given =
            "nobody catches an exception of the type " + ended.text.substr(type, ended.text.find('\n', type) - type);
        return f;
    }
    for (int32_t i = 0; i < m.zones && m.address != 0; ++i) {
        Mark::Zone const& z = m.zone[i];
        if (m.address < z.begin || m.address >= z.end)
            continue;
        std::string const name = z.name;
        bool const isBefore = m.address < z.data;
        std::string const kind = name == "the workspace"           ? "workspace-overrun"
                                 : name == "the state"             ? "state-size"
                                 : name.find("field") != name.npos ? ""
                                 : m.access == 2                   ? "out-of-bounds-write"
                                                                   : "out-of-bounds-read";
        if (!kind.empty() && m.suspect[0] == 0)
            f.id = kind;
        if (kind == "state-size")
            f.id = kind;
        f.given = fmt::format("{} {} bytes {} {}{}", m.access == 2 ? "a write" : "a read",
                              isBefore ? z.data - m.address : m.address - z.dataEnd,
                              isBefore ? "before" : "behind the end of", name, where);
        break;
    }
    return f;
}

std::optional<Finding> findingBeside(Ended const& ended, std::string const& probe) {
    Mark const& m = ended.mark;
    if (!m.isForked && !ended.isGarbled)
        return std::nullopt;
    Finding f;
    f.id = "crash";
    f.probe = probe;
    f.step = m.isForked ? m.forkingStep : m.step;
    f.method = m.isForked ? m.forking : m.method;
    f.call = m.isForked ? m.forkingCall : 0;
    f.shape = m.shape;
    f.wanted = m.isForked ? "a method comes back once, in the process that called it"
                          : "the plugin writes to file descriptors of its own alone";
    f.given = m.isForked ? "fork(): the method came back in two processes"
                         : "bytes of somebody else stand between the messages of the probe, and some were lost";
    return f;
}

} // namespace tenon::checker
