// SPDX-License-Identifier: Apache-2.0
// A parser by recursive descent writes the automaton backwards: each piece is built onto the state that follows it, so
// a repetition is the piece built as often as it says. Long because it is one grammar, whose rules call each other.
#include "kernel/regex_parser.h"

#include "base/error.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <functional>
#include <optional>

namespace tenon {
namespace {

using StateKind = Regex::Kind;
using namespace characters;

constexpr int kMostRepeats = 1000; ///< RE2's limit
constexpr int kMostDepth = 250;
constexpr size_t kMostStates = 100'000;

/// A piece of a pattern: builds its states onto `next` and returns the first of them.
using Piece = std::function<int32_t(int32_t next)>;

class Parser {
public:
    Parser(std::string_view pattern, std::vector<Regex::State>& states) : mText(pattern), mStates(states) {}

    int32_t run() {
        mStates.push_back({});
        Piece const all = alternatives();
        if (mAt != mText.size())
            fail("a ')' closes nothing");
        return all(0);
    }

private:
    struct Flags {
        bool noCase = false, dotAll = false, lines = false;
    };

    [[noreturn]] void fail(std::string what) const {
        throw Error(Message::kRegex, std::move(what)).given(fmt::format("'{}', at byte {}", mText, mAt));
    }
    bool end() const noexcept { return mAt >= mText.size(); }
    bool take(std::string_view text) noexcept {
        if (mText.substr(mAt, text.size()) != text)
            return false;
        mAt += text.size();
        return true;
    }

    int32_t state(Regex::State s) {
        if (mStates.size() >= kMostStates)
            fail("the pattern repeats too much");
        mStates.push_back(std::move(s));
        return static_cast<int32_t>(mStates.size() - 1);
    }
    Piece one(Set set) {
        if (mFlags.noCase)
            set = withBothCases(std::move(set));
        return [this, set = normalised(std::move(set))](int32_t next) {
            return state({StateKind::kSet, set, next, -1});
        };
    }
    Piece assertion(StateKind kind) {
        return [this, kind](int32_t next) { return state({kind, {}, next, -1}); };
    }

    Piece alternatives() {
        if (++mDepth > kMostDepth)
            fail("groups are nested too deeply");
        Flags const before = mFlags; // flags set inside end with the group
        std::vector<Piece> parts{sequence()};
        while (take("|"))
            parts.push_back(sequence());
        mFlags = before;
        --mDepth;
        return [this, parts](int32_t next) {
            int32_t first = parts.back()(next);
            for (size_t i = parts.size() - 1; i-- > 0;)
                first = state({StateKind::kSplit, {}, parts[i](next), first});
            return first;
        };
    }

    Piece sequence() {
        std::vector<Piece> parts;
        while (!end() && mText[mAt] != '|' && mText[mAt] != ')')
            if (take("\\Q"))
                quoted(parts);
            else if (std::optional<Piece> piece = atom())
                parts.push_back(repeated(std::move(*piece)));
        return [parts](int32_t next) {
            for (size_t i = parts.size(); i-- > 0;)
                next = parts[i](next);
            return next;
        };
    }

    void quoted(std::vector<Piece>& parts) {
        while (!end() && !take("\\E")) {
            uint32_t const c = decode(mText, mAt);
            parts.push_back(one({{c, c}}));
        }
    }

    /// m or m,n or m, in braces; without any of them the brace is a character.
    bool bounds(int& least, int& most) {
        size_t at = mAt + 1;
        auto number = [&](int& to) {
            size_t const begin = at;
            for (to = 0; at < mText.size() && mText[at] >= '0' && mText[at] <= '9' && to <= kMostRepeats; ++at)
                to = to * 10 + (mText[at] - '0');
            return at != begin;
        };
        if (!number(least))
            return false;
        most = least;
        if (at < mText.size() && mText[at] == ',') {
            ++at;
            if (!number(most))
                most = -1;
        }
        if (at >= mText.size() || mText[at] != '}')
            return false;
        if (least > kMostRepeats || most > kMostRepeats || (most >= 0 && most < least))
            fail(fmt::format("a repetition of {} to {} times", least, most));
        mAt = at + 1;
        return true;
    }

    Piece repeated(Piece piece) {
        for (bool first = true; !end(); first = false) {
            int least = 0, most = -1;
            if (take("*"))
                least = 0;
            else if (take("+"))
                least = 1;
            else if (take("?"))
                most = 1;
            else if (mText[mAt] != '{' || !bounds(least, most))
                break;
            if (!first)
                fail("a repetition repeats another one");
            take("?"); // lazy: the same texts match
            piece = [this, inner = std::move(piece), least, most](int32_t next) {
                return repeat(inner, least, most, next);
            };
        }
        return piece;
    }

    int32_t repeat(Piece const& piece, int least, int most, int32_t next) {
        if (most < 0) {
            int32_t const loop = state({StateKind::kSplit, {}, -1, next});
            int32_t const body = piece(loop);
            mStates[static_cast<size_t>(loop)].next = body;
            next = loop;
        }
        int32_t const out = next;
        for (int i = least; i < most; ++i)
            next = state({StateKind::kSplit, {}, piece(next), out});
        for (int i = 0; i < least; ++i)
            next = piece(next);
        return next;
    }

    /// Absent for what changes flags alone.
    std::optional<Piece> atom() {
        uint32_t const c = decode(mText, mAt);
        switch (c) {
        case '(':
            return group();
        case '[':
            return one(bracket());
        case '.':
            return one(mFlags.dotAll ? Set{{0, kLast}} : complement({{'\n', '\n'}}));
        case '^':
            return assertion(mFlags.lines ? StateKind::kBeginLine : StateKind::kBeginText);
        case '$':
            return assertion(mFlags.lines ? StateKind::kEndLine : StateKind::kEndText);
        case '\\':
            return escape();
        case '*':
        case '+':
        case '?':
            --mAt;
            fail("a repetition has nothing to repeat");
        default:
            return one({{c, c}});
        }
    }

    std::optional<Piece> group() {
        bool const special = take("?");
        bool scoped = false; // flags of its own
        if (special && (take("P<") || (mText.substr(mAt, 1) == "<" && mText.substr(mAt, 2) != "<=" &&
                                       mText.substr(mAt, 2) != "<!" && take("<")))) {
            size_t const close = mText.find('>', mAt);
            if (close == std::string_view::npos)
                fail("the name of a group does not end");
            mAt = close + 1;
        } else if (special) {
            if (!flags())
                return std::nullopt;
            scoped = true;
        }
        Piece inner = alternatives();
        if (scoped) {
            mFlags = mOuter.back();
            mOuter.pop_back();
        }
        if (!take(")"))
            fail("a group does not end");
        return inner;
    }

    /// False when they hold for what follows in the group around: (?i). Else (?i: and a group follows.
    bool flags() {
        Flags set = mFlags;
        for (bool on = true; !end();) {
            char const c = mText[mAt++];
            switch (c) {
            case 'i':
                set.noCase = on;
                break;
            case 's':
                set.dotAll = on;
                break;
            case 'm':
                set.lines = on;
                break;
            case 'U':
                break;
            case '-':
                on = false;
                break;
            case ')':
                mFlags = set;
                return false;
            case ':':
                mOuter.push_back(mFlags);
                mFlags = set;
                return true;
            default:
                fail("a group with an unknown flag; look-around does not exist");
            }
        }
        fail("a group does not end");
    }

    /// \d and its like: the set; false for another letter.
    bool classOf(char c, Set& to) const {
        switch (c) {
        case 'd':
            return to = kDigits, true;
        case 'D':
            return to = complement(kDigits), true;
        case 's':
            return to = kSpaces, true;
        case 'S':
            return to = complement(kSpaces), true;
        case 'w':
            return to = kWords, true;
        case 'W':
            return to = complement(kWords), true;
        default:
            return false;
        }
    }

    uint32_t hexadecimal() {
        bool const braced = take("{");
        uint32_t out = 0;
        size_t digits = 0;
        for (; !end() && digits < (braced ? 6U : 2U); ++digits, ++mAt) {
            auto const c = static_cast<unsigned char>(mText[mAt]);
            if (!std::isxdigit(c))
                break;
            out = out * 16 + static_cast<uint32_t>(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
        }
        if (digits == 0 || (!braced && digits != 2) || (braced && !take("}")) || out > kLast)
            fail("a character code that cannot be read");
        return out;
    }

    /// The character of an escape that is no class.
    uint32_t character(char c) {
        constexpr std::string_view kLetters = "aftnrv", kCodes = "\a\f\t\n\r\v";
        if (size_t const at = kLetters.find(c); at != std::string_view::npos)
            return static_cast<unsigned char>(kCodes[at]);
        if (c == 'x')
            return hexadecimal();
        if (c >= '0' && c <= '7') { // octal; a digit alone, but 0, would refer back to a group
            uint32_t out = static_cast<uint32_t>(c - '0');
            size_t digits = 1;
            for (; digits < 3 && !end() && mText[mAt] >= '0' && mText[mAt] <= '7'; ++digits)
                out = out * 8 + static_cast<uint32_t>(mText[mAt++] - '0');
            if (c == '0' || digits > 1)
                return out;
        }
        if (std::isalnum(static_cast<unsigned char>(c)))
            fail(fmt::format("the escape \\{} does not exist", c));
        --mAt;
        return decode(mText, mAt);
    }

    Piece escape() {
        if (end())
            fail("a backslash ends the pattern");
        char const c = mText[mAt++];
        Set set;
        if (classOf(c, set))
            return one(std::move(set));
        switch (c) {
        case 'b':
            return assertion(StateKind::kWord);
        case 'B':
            return assertion(StateKind::kNoWord);
        case 'A':
            return assertion(StateKind::kBeginText);
        case 'z':
            return assertion(StateKind::kEndText);
        default:
            break;
        }
        uint32_t const code = character(c);
        return one({{code, code}});
    }

    bool posix(Set& to) {
        size_t const close = mText.find(":]", mAt);
        if (mText.substr(mAt, 2) != "[:" || close == std::string_view::npos)
            return false;
        std::string_view name = mText.substr(mAt + 2, close - mAt - 2);
        bool const negated = !name.empty() && name[0] == '^';
        name.remove_prefix(negated ? 1 : 0);
        for (Posix const& p : posixClasses())
            if (p.name == name) {
                add(to, negated ? complement(p.set) : p.set);
                mAt = close + 2;
                return true;
            }
        fail(fmt::format("there is no class [:{}:]", name));
    }

    /// One end of a range in brackets; false when a whole class was added.
    bool member(Set& to, uint32_t& c) {
        if (posix(to))
            return false;
        c = decode(mText, mAt);
        if (c != '\\')
            return true;
        if (end())
            fail("a backslash ends the pattern");
        char const letter = mText[mAt++];
        if (Set set; classOf(letter, set)) {
            add(to, set);
            return false;
        }
        c = letter == 'b' ? 8 : character(letter);
        return true;
    }

    Set bracket() {
        bool const negated = take("^");
        Set set;
        for (bool first = true; first || mText.substr(mAt, 1) != "]"; first = false) {
            if (end())
                fail("a '[' is not closed");
            uint32_t from = 0, to = 0;
            if (!member(set, from))
                continue;
            to = from;
            if (mText.substr(mAt, 1) == "-" && mText.substr(mAt, 2) != "-]" && mAt + 1 < mText.size()) {
                ++mAt;
                if (!member(set, to) || to < from)
                    fail("a range in brackets has no end, or ends before it begins");
            }
            set.emplace_back(from, to);
        }
        ++mAt;
        if (mFlags.noCase)
            set = withBothCases(std::move(set));
        return negated ? complement(set) : set;
    }

    std::string_view mText;
    std::vector<Regex::State>& mStates;
    size_t mAt = 0;
    int mDepth = 0;
    Flags mFlags;
    std::vector<Flags> mOuter;
};

} // namespace

int32_t parseRegex(std::string_view pattern, std::vector<Regex::State>& states) {
    return Parser(pattern, states).run();
}

} // namespace tenon
