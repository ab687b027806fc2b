// SPDX-License-Identifier: Apache-2.0
#include "api/fence.h"

#include <fmt/format.h>
#include <new>

namespace tenon::api {

void reportCurrent(Sink& sink, char const* call) noexcept {
    try {
        try {
            throw;
        } catch (Error const& e) {
            sink.report(call, e);
        } catch (ErrorList const& e) {
            sink.report(call, e);
        } catch (std::bad_alloc const&) {
            sink.report(call, Error(Message::kMemory, "memory ran out"));
        } catch (std::exception const& e) {
            sink.report(call, Error(Message::kInternal, e.what()));
        } catch (...) {
            sink.report(call, Error(Message::kInternal, "an exception that is no std::exception"));
        }
    } catch (...) { // no memory for the message itself
        sink.report(call, Error(Message::kMemory, {}));
    }
}

std::string needName(char const* name, char const* what) {
    std::string out = need(name, what);
    if (out.empty())
        throw Error(Message::kArgument, fmt::format("{} is empty", what));
    return out;
}

void badEnum(char const* name, int32_t given, int32_t end) {
    throw Error(Message::kArgument, fmt::format("{} has no such value", name))
        .wanted(fmt::format("0 to {}", end - 1))
        .given(fmt::format("{}", given));
}

int64_t needPositive(int64_t value, char const* what) {
    if (value < 1)
        throw Error(Message::kArgument, fmt::format("{} is not positive", what))
            .wanted("1 or more")
            .given(fmt::format("{}", value));
    return value;
}

int32_t needIndex(int32_t index, int32_t end, char const* name) {
    if (index < 0 || index >= end)
        throw Error(Message::kArgument, fmt::format("{} is out of range", name))
            .wanted(end == 0 ? "nothing: there are none" : fmt::format("0 to {}", end - 1))
            .given(fmt::format("{}", index));
    return index;
}

} // namespace tenon::api
