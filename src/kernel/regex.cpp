// SPDX-License-Identifier: Apache-2.0
#include "kernel/regex.h"

#include "kernel/regex_parser.h"

#include <algorithm>

namespace tenon {
namespace {

using StateKind = Regex::Kind;
using namespace characters;

constexpr uint32_t kNone = 0xFFFFFFFF; ///< no character: the ends of the text

bool isWord(uint32_t c) noexcept {
    return c != kNone && contains(kWords, c);
}

bool holds(StateKind kind, uint32_t before, uint32_t after) noexcept {
    switch (kind) {
    case StateKind::kBeginText:
        return before == kNone;
    case StateKind::kEndText:
        return after == kNone;
    case StateKind::kBeginLine:
        return before == kNone || before == '\n';
    case StateKind::kEndLine:
        return after == kNone || after == '\n';
    case StateKind::kWord:
        return isWord(before) != isWord(after);
    case StateKind::kNoWord:
        return isWord(before) == isWord(after);
    default:
        return true;
    }
}

} // namespace

Regex::Regex(std::string_view pattern) {
    mStart = parseRegex(pattern, mStates);
}

/// Adds what is reached from a state without consuming a character. Not by recursion: a pattern may be long.
void Regex::reach(int32_t state, std::vector<int32_t>& list, std::vector<bool>& seen, uint32_t before,
                  uint32_t after) const {
    std::vector<int32_t> open{state};
    while (!open.empty()) {
        int32_t const at = open.back();
        open.pop_back();
        auto const i = static_cast<size_t>(at);
        if (seen[i])
            continue;
        seen[i] = true;
        State const& s = mStates[i];
        if (s.kind == StateKind::kSet || s.kind == StateKind::kMatch) {
            list.push_back(at);
            continue;
        }
        if (s.kind == StateKind::kSplit)
            open.push_back(s.other);
        if (holds(s.kind, before, after))
            open.push_back(s.next);
    }
}

bool Regex::matches(std::string_view text) const {
    std::vector<int32_t> now, then;
    std::vector<bool> seen(mStates.size(), false);
    auto const next = [&](size_t at) { return at < text.size() ? decode(text, at) : kNone; };
    size_t at = 0;
    reach(mStart, now, seen, kNone, next(0));
    while (at < text.size() && !now.empty()) {
        uint32_t const c = decode(text, at);
        uint32_t const after = next(at);
        std::fill(seen.begin(), seen.end(), false);
        then.clear();
        for (int32_t state : now)
            if (State const& s = mStates[static_cast<size_t>(state)]; s.kind == StateKind::kSet && contains(s.set, c))
                reach(s.next, then, seen, c, after);
        std::swap(now, then);
    }
    return std::any_of(now.begin(), now.end(),
                       [&](int32_t state) { return mStates[static_cast<size_t>(state)].kind == StateKind::kMatch; }) &&
           at == text.size();
}

} // namespace tenon
