// SPDX-License-Identifier: Apache-2.0
// The table of messages and the text form of an error.
#include "base/error.h"

#include <fmt/format.h>
#include <iterator>

namespace tenon {
namespace {

constexpr MessageInfo kMessages[] = {
#define TENON_MESSAGE(number, name, status, title, cause, remedy)                                                      \
    {Message::name, Status::status, #name, title, cause, remedy},
#include "base/messages.inc"
#undef TENON_MESSAGE
};

void field(std::string& out, std::string_view name, std::string const& value) {
    if (!value.empty())
        fmt::format_to(std::back_inserter(out), "\n  {}: {}", name, value);
}

} // namespace

std::span<MessageInfo const> allMessages() noexcept {
    return kMessages;
}

MessageInfo const& infoOf(Message id) noexcept {
    for (MessageInfo const& info : kMessages)
        if (info.id == id)
            return info;
    return kMessages[0];
}

std::string idText(Message id) {
    return fmt::format("TN-{:03}", static_cast<int>(id));
}

void Error::locate(Where const& where) {
    auto fill = [](std::string& to, std::string const& from) {
        if (to.empty())
            to = from;
    };
    fill(mWhere.node, where.node);
    fill(mWhere.op, where.op);
    fill(mWhere.tensor, where.tensor);
    fill(mWhere.plugin, where.plugin);
}

char const* Error::what() const noexcept {
    try {
        mText = fmt::format("{}: {}", idText(mId), mWhat);
        field(mText, "node", mWhere.node);
        field(mText, "op", mWhere.op);
        field(mText, "tensor", mWhere.tensor);
        field(mText, "plugin", mWhere.plugin);
        field(mText, "wanted", mWanted);
        field(mText, "given", mGiven);
        for (std::string const& tip : mTry)
            field(mText, "try", tip);
        return mText.c_str();
    } catch (...) {
        return mWhat.c_str();
    }
}

char const* ErrorList::what() const noexcept {
    try {
        mText.clear();
        for (Error const& error : mErrors) {
            if (!mText.empty())
                mText += '\n';
            mText += error.what();
        }
        return mText.c_str();
    } catch (...) {
        return "several errors (not enough memory to print them)";
    }
}

} // namespace tenon
