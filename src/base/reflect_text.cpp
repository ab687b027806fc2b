// SPDX-License-Identifier: Apache-2.0
// Tokens of the text form.
#include "base/reflect_text.h"

#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace tenon {

namespace text {

void appendQuoted(std::string& out, std::string_view value) {
    out += '"';
    for (char c : value) {
        auto const byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            (out += '\\') += c;
        else if (byte < 0x20)
            out += fmt::format("\\x{:02x}", byte);
        else
            out += c;
    }
    out += '"';
}

void appendNumber(std::string& out, double value) {
    out += fmt::format("{}", value);
}
void appendNumber(std::string& out, float value) {
    out += fmt::format("{}", value);
}
void appendNumber(std::string& out, int64_t value) {
    out += fmt::format("{}", value);
}
void appendNumber(std::string& out, uint64_t value) {
    out += fmt::format("{}", value);
}

} // namespace text

void TextReader::space() {
    while (mAt < mText.size() && std::isspace(static_cast<unsigned char>(mText[mAt])))
        ++mAt;
}

void TextReader::fail(std::string_view wanted) const {
    throw DecodeError(fmt::format("at character {}: wanted {}, found '{}'", mAt, wanted, mText.substr(mAt, 20)));
}

bool TextReader::accept(std::string_view token) {
    space();
    if (!mText.substr(mAt).starts_with(token))
        return false;
    mAt += token.size();
    return true;
}

void TextReader::expect(std::string_view token) {
    if (!accept(token))
        fail(fmt::format("'{}'", token));
}

std::string TextReader::quoted() {
    expect("\"");
    std::string out;
    while (mAt < mText.size() && mText[mAt] != '"') {
        char c = mText[mAt++];
        if (c == '\\' && mAt < mText.size()) {
            c = mText[mAt++];
            if (c == 'x' && mAt + 2 <= mText.size()) {
                unsigned byte = 0;
                std::from_chars(mText.data() + mAt, mText.data() + mAt + 2, byte, 16);
                mAt += 2;
                c = static_cast<char>(byte);
            }
        }
        out += c;
    }
    expect("\"");
    return out;
}

std::string_view TextReader::word() {
    space();
    size_t const begin = mAt;
    auto inWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
    while (mAt < mText.size() && inWord(mText[mAt]))
        ++mAt;
    if (mAt == begin)
        fail("a word");
    return mText.substr(begin, mAt - begin);
}

int64_t TextReader::integer() {
    space();
    bool const negative = mAt < mText.size() && mText[mAt] == '-';
    uint64_t magnitude = 0;
    char const* const begin = mText.data() + mAt + (negative ? 1 : 0);
    auto const [end, code] = std::from_chars(begin, mText.data() + mText.size(), magnitude);
    if (code != std::errc())
        fail("an integer");
    mAt = static_cast<size_t>(end - mText.data());
    return static_cast<int64_t>(negative ? 0 - magnitude : magnitude);
}

double TextReader::number() {
    space();
    double value = 0;
    auto const [end, code] = std::from_chars(mText.data() + mAt, mText.data() + mText.size(), value);
    if (code != std::errc())
        fail("a number");
    mAt = static_cast<size_t>(end - mText.data());
    return value;
}

bool TextReader::atEnd() {
    space();
    return mAt == mText.size();
}

} // namespace tenon
