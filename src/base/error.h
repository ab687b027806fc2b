// SPDX-License-Identifier: Apache-2.0
// User errors: what is wrong, where, what was wanted and given, and what to try. Every kind of message has an id
// (messages.inc). Code below the public interface throws Error; the commands and src/api catch it once. A bug is an
// assertion, never an Error.
#pragma once

#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tenon {

enum class Message : uint16_t {
#define TENON_MESSAGE(number, name, status, title, cause, remedy) name = number,
#include "base/messages.inc"
#undef TENON_MESSAGE
};

/// The exit status that a command ends with on this message (docs/cli.md).
enum class Status : uint8_t { kDone = 0, kNo = 1, kBadInput = 2, kUnsupported = 3 };

struct MessageInfo {
    Message id;
    Status status;
    std::string_view name;   ///< enumerator
    std::string_view title;  ///< one line
    std::string_view cause;  ///< why it happens
    std::string_view remedy; ///< what to try
};

std::span<MessageInfo const> allMessages() noexcept;
MessageInfo const& infoOf(Message id) noexcept;
std::string idText(Message id); ///< "TN-012"

/// The place of an error. Empty strings are unknown.
struct Where {
    std::string node;   ///< ONNX node or layer name
    std::string op;     ///< operator, with its domain where that is not the default
    std::string tensor; ///< value name
    std::string plugin; ///< name/version/namespace
};

/// A user error. `what()` is the whole message in one or more lines, ready to print.
class Error : public std::exception {
public:
    Error(Message id, std::string what) : Error(id, std::move(what), {}) {}
    Error(Message id, std::string what, Where where) : mId(id), mWhat(std::move(what)), mWhere(std::move(where)) {}

    Error& wanted(std::string text) & {
        mWanted = std::move(text);
        return *this;
    }
    Error& given(std::string text) & {
        mGiven = std::move(text);
        return *this;
    }
    Error& tip(std::string text) & {
        mTry.push_back(std::move(text));
        return *this;
    }
    Error&& wanted(std::string text) && {
        mWanted = std::move(text);
        return std::move(*this);
    }
    Error&& given(std::string text) && {
        mGiven = std::move(text);
        return std::move(*this);
    }
    Error&& tip(std::string text) && {
        mTry.push_back(std::move(text));
        return std::move(*this);
    }

    /// Fills in parts of the place that are still unknown; used where an error passes a caller who knows more.
    void locate(Where const& where);

    Message id() const noexcept { return mId; }
    std::string const& summary() const noexcept { return mWhat; }
    Where const& where() const noexcept { return mWhere; }
    std::string const& wantedText() const noexcept { return mWanted; }
    std::string const& givenText() const noexcept { return mGiven; }
    std::vector<std::string> const& tips() const noexcept { return mTry; }
    /// What happened and what was given, in one line: for a place that tells the rest by itself.
    std::string brief() const { return mGiven.empty() ? mWhat : mWhat + ": " + mGiven; }
    char const* what() const noexcept override;

private:
    Message mId;
    std::string mWhat;
    Where mWhere;
    std::string mWanted;
    std::string mGiven;
    std::vector<std::string> mTry;
    mutable std::string mText;
};

/// Several errors of one input, reported together (all unknown operators of a model).
class ErrorList : public std::exception {
public:
    explicit ErrorList(std::vector<Error> errors) : mErrors(std::move(errors)) {}
    std::vector<Error> const& errors() const noexcept { return mErrors; }
    char const* what() const noexcept override;

private:
    std::vector<Error> mErrors;
    mutable std::string mText;
};

} // namespace tenon
