// SPDX-License-Identifier: Apache-2.0
// A public call that Tenon declares and does not implement says so where it is written:
//     TENON_ABSENT(*mSink, "INetworkDefinition::addMoE", "no kernel for a mixture of experts yet");
// At run time that reports Error kNotThereYet with the call and the reason. And by standing there it enters {call,
// reason} into the list that `tenon features` prints: no other list is kept.
#pragma once

#include "api/sink.h"

#include <cstddef>
#include <vector>

namespace tenon::api {

struct AbsentCall {
    char const* call;
    char const* reason;
    AbsentCall const* next = nullptr;

    /// Enters itself into the list; made at start-up only.
    AbsentCall(char const* call, char const* reason) noexcept;
};

/// All of them, sorted by call.
std::vector<AbsentCall const*> absentCalls();

void reportAbsent(Sink& sink, AbsentCall const& absent) noexcept;
Error absentError(AbsentCall const& absent);

template <size_t N>
struct Literal {
    char text[N];
    constexpr Literal(char const (&t)[N]) {
        for (size_t i = 0; i < N; ++i)
            text[i] = t[i];
    }
};

/// One row; the same call and reason in two places are one row.
template <Literal kCall, Literal kReason>
struct Absent {
    static inline AbsentCall const row{kCall.text, kReason.text};
};

} // namespace tenon::api

#define TENON_ABSENT(sink, call, reason) ::tenon::api::reportAbsent(sink, ::tenon::api::Absent<call, reason>::row)
/// The same as an Error to throw, and as the text of a warning where the call is taken without effect.
#define TENON_ABSENT_ERROR(call, reason) ::tenon::api::absentError(::tenon::api::Absent<call, reason>::row)
#define TENON_ABSENT_TEXT(call, reason) ::tenon::api::absentError(::tenon::api::Absent<call, reason>::row).summary()
