// SPDX-License-Identifier: Apache-2.0
// The exception fence: every entry of the public interface that can fail runs its body inside. What the body throws is
// reported once, under the name of the call, and the call returns what the interface promises for failure.
//     return fence(*mSink, "IBuilder::createBuilderConfig", (nvinfer1::IBuilderConfig*)nullptr, [&] { ... });
#pragma once

#include "api/sink.h"

#include <string>
#include <type_traits>
#include <utility>

namespace tenon::api {

/// Reports the exception in flight: Error and ErrorList as they are, std::bad_alloc as kMemory, any other as
/// kInternal.
void reportCurrent(Sink& sink, char const* call) noexcept;

template <class R, class F>
R fence(Sink& sink, char const* call, R onFailure, F&& body) noexcept {
    Sink::Scope const scope(sink);
    try {
        return std::forward<F>(body)();
    } catch (...) {
        reportCurrent(sink, call);
        return onFailure;
    }
}

template <class F>
requires std::is_void_v<std::invoke_result_t<F>>
void fence(Sink& sink, char const* call, F&& body) noexcept {
    Sink::Scope const scope(sink);
    try {
        std::forward<F>(body)();
    } catch (...) {
        reportCurrent(sink, call);
    }
}

/// For arguments: throws Error kNullArgument naming the argument.
template <class T>
T* need(T* pointer, char const* name) {
    if (pointer == nullptr)
        throw Error(Message::kNullArgument, std::string(name) + " is null");
    return pointer;
}

/// A name that is not null and not empty.
std::string needName(char const* name, char const* what = "name");

[[noreturn]] void badEnum(char const* name, int32_t given, int32_t end);
/// An enumerator in [0, end); Error kArgument otherwise.
template <class E>
E needEnum(E value, char const* name, int32_t end) {
    if (static_cast<int32_t>(value) < 0 || static_cast<int32_t>(value) >= end)
        badEnum(name, static_cast<int32_t>(value), end);
    return value;
}

/// At least 1; Error kArgument otherwise. `what` is the sentence's subject.
int64_t needPositive(int64_t value, char const* what);

/// An index in [0, end); Error kArgument otherwise.
int32_t needIndex(int32_t index, int32_t end, char const* name = "index");

} // namespace tenon::api
