// SPDX-License-Identifier: Apache-2.0
// A reader of one pass; every error names the column of the first character that does not fit.
#include "shapes.h"

#include "base/error.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace tenon::cli {
namespace {

constexpr std::string_view kGrammar =
    "NAME:NUMBERxNUMBER..., or NAME:scalar; items joined by ','; a name may stand in quotes";

class Reader {
public:
    Reader(std::string_view text, std::string_view flag) : mText(text), mFlag(flag) {}

    std::vector<ShapeItem> run() {
        if (mText.empty())
            fail(0, "an item is missing");
        std::vector<ShapeItem> items;
        do {
            size_t const begin = mAt;
            ShapeItem item = readItem();
            for (ShapeItem const& other : items)
                if (other.name == item.name)
                    fail(begin, fmt::format("'{}' stands here a second time", item.name));
            items.push_back(std::move(item));
        } while (accept(','));
        return items;
    }

private:
    [[noreturn]] void fail(size_t at, std::string const& what) const { failShapes(mText, mFlag, at + 1, what); }

    bool accept(char c) {
        bool const found = mAt < mText.size() && mText[mAt] == c;
        mAt += found;
        return found;
    }

    ShapeItem readItem() {
        ShapeItem item;
        item.begin = mAt + 1;
        bool const quoted = mAt < mText.size() && (mText[mAt] == '"' || mText[mAt] == '\'');
        item.name = quoted ? readQuoted() : readPlain();
        if (!accept(':'))
            fail(mAt, "a ':' and the numbers are missing after the name");
        item.byte = mAt + 1;
        readNumbers(item);
        if (mAt < mText.size() && mText[mAt] != ',')
            fail(mAt, fmt::format("'{}' does not belong here", mText[mAt]));
        return item;
    }

    std::string readQuoted() {
        size_t const begin = mAt;
        char const quote = mText[mAt++];
        std::string name;
        while (mAt < mText.size()) {
            char const c = mText[mAt++];
            if (c == quote && !accept(quote)) {
                if (name.empty())
                    fail(begin, "the name is empty");
                return name;
            }
            name += c;
        }
        fail(begin, "the quote is not closed");
    }

    std::string readPlain() {
        size_t const begin = mAt;
        size_t const end = std::min(mText.find(',', mAt), mText.size());
        size_t const colon = mText.substr(begin, end - begin).rfind(':');
        if (colon == std::string_view::npos)
            fail(end, "a ':' and the numbers are missing after the name");
        if (colon == 0)
            fail(begin, "the name is missing");
        mAt = begin + colon;
        return std::string(mText.substr(begin, colon));
    }

    void readNumbers(ShapeItem& item) {
        constexpr std::string_view kScalar = "scalar";
        if (mText.substr(mAt, kScalar.size()) == kScalar) {
            mAt += kScalar.size();
            return;
        }
        do
            item.numbers.push_back(readNumber());
        while (accept('x'));
    }

    int64_t readNumber() {
        int64_t value = 0;
        char const* const begin = mText.data() + mAt;
        auto const [end, code] = std::from_chars(begin, mText.data() + mText.size(), value);
        if (code == std::errc::result_out_of_range)
            fail(mAt, "the number does not fit into 64 bits");
        if (code != std::errc())
            fail(mAt, mAt == mText.size() || mText[mAt] == ',' ? "a number is missing"
                                                               : fmt::format("'{}' is no number", mText[mAt]));
        mAt += static_cast<size_t>(end - begin);
        return value;
    }

    std::string_view mText;
    std::string_view mFlag;
    size_t mAt = 0;
};

} // namespace

std::vector<ShapeItem> parseShapes(std::string_view text, std::string_view flag) {
    return Reader(text, flag).run();
}

void failShapes(std::string_view text, std::string_view flag, size_t byte, std::string const& what,
                std::string const& wanted) {
    // Columns count characters: continuation bytes of UTF-8 take none.
    std::string_view const before = text.substr(0, byte - 1);
    auto const inside = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
    size_t const column = byte - static_cast<size_t>(std::count_if(before.begin(), before.end(), inside));
    throw Error(Message::kShapeText, fmt::format("{}: column {}: {}", flag, column, what))
        .wanted(wanted.empty() ? std::string(kGrammar) : wanted)
        .given(fmt::format("{}\n{:>{}}", text, '^', column + std::string_view("  given: ").size()));
}

std::string quotedName(std::string_view name) {
    if (!name.empty() && name.find(',') == std::string_view::npos && name.front() != '"' && name.front() != '\'')
        return std::string(name);
    std::string out = "\"";
    for (char c : name)
        out.append(c == '"' ? 2 : 1, c);
    return out + '"';
}

} // namespace tenon::cli
