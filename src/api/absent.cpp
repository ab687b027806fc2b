// SPDX-License-Identifier: Apache-2.0
#include "api/absent.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace tenon::api {
namespace {

constinit AbsentCall const* gFirst = nullptr; ///< grows while the program starts, before any thread of its own

} // namespace

AbsentCall::AbsentCall(char const* call, char const* reason) noexcept
    : call(call), reason(reason), next(std::exchange(gFirst, this)) {}

std::vector<AbsentCall const*> absentCalls() {
    std::vector<AbsentCall const*> out;
    for (AbsentCall const* a = gFirst; a != nullptr; a = a->next)
        out.push_back(a);
    std::sort(out.begin(), out.end(), [](AbsentCall const* a, AbsentCall const* b) {
        return std::pair(std::string_view(a->call), std::string_view(a->reason)) <
               std::pair(std::string_view(b->call), std::string_view(b->reason));
    });
    return out;
}

Error absentError(AbsentCall const& absent) {
    return Error(Message::kNotThereYet, fmt::format("{}: {}", absent.call, absent.reason));
}

void reportAbsent(Sink& sink, AbsentCall const& absent) noexcept {
    sink.report(absent.call, Error(Message::kNotThereYet, absent.reason));
}

} // namespace tenon::api
