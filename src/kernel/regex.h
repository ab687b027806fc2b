// SPDX-License-Identifier: Apache-2.0
// Regular expressions in RE2's syntax, for full matches alone. A pattern becomes a nondeterministic automaton that is
// run over all its states at once: time is the text's length times the pattern's, whatever they are, and nothing
// recurses over the text. Texts are UTF-8; a byte that is no part of it counts as a character of its own. Known:
// literals, . [classes] [:posix:] \\d \\w \\s \\D \\W \\S \\b \\B \\A \\z ^ $ \\x{10FFFF} \\n \\t \\Q..\\E, groups
// (also named), flags i s m U, | * + ? {m,n} and their lazy forms.
#pragma once

#include "kernel/characters.h"

namespace tenon {

class Regex {
public:
    /// Throws Error kRegex with the place in the pattern.
    explicit Regex(std::string_view pattern);

    /// True when the whole text is one match. Allocates.
    bool matches(std::string_view text) const;

    enum class Kind : uint8_t { kSet, kSplit, kBeginText, kEndText, kBeginLine, kEndLine, kWord, kNoWord, kMatch };
    /// A state: what it consumes or asserts, and where it leads.
    struct State {
        Kind kind = Kind::kMatch;
        characters::Set set; ///< of kSet, in ascending order
        int32_t next = -1, other = -1;
    };

private:
    void reach(int32_t state, std::vector<int32_t>& list, std::vector<bool>& seen, uint32_t before,
               uint32_t after) const;

    std::vector<State> mStates;
    int32_t mStart = 0;
};

} // namespace tenon
