// SPDX-License-Identifier: Apache-2.0
#include "kernel/characters.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace tenon::characters {

uint32_t decode(std::string_view text, size_t& at) noexcept {
    auto const lead = static_cast<unsigned char>(text[at]);
    size_t const length = lead < 0x80 ? 1 : (lead >> 5 == 6 ? 2 : (lead >> 4 == 14 ? 3 : (lead >> 3 == 30 ? 4 : 1)));
    uint32_t c = length == 1 ? lead : lead & (0xffU >> (length + 1));
    for (size_t i = 1; i < length; ++i) {
        if (at + i >= text.size() || (static_cast<unsigned char>(text[at + i]) & 0xc0) != 0x80) {
            ++at;
            return lead; // damaged: a byte for itself
        }
        c = c << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3fU);
    }
    at += length;
    return c;
}

Set normalised(Set set) {
    std::sort(set.begin(), set.end());
    Set out;
    for (Range r : set)
        if (!out.empty() && r.first <= out.back().second + 1)
            out.back().second = std::max(out.back().second, r.second);
        else
            out.push_back(r);
    return out;
}

Set complement(Set const& set) {
    Set out;
    uint32_t from = 0;
    for (Range r : normalised(set)) {
        if (r.first > from)
            out.emplace_back(from, r.first - 1);
        from = r.second + 1;
    }
    if (from <= kLast)
        out.emplace_back(from, kLast);
    return out;
}

void add(Set& to, Set const& more) {
    to.insert(to.end(), more.begin(), more.end());
}

Set withBothCases(Set set) {
    for (size_t i = 0, n = set.size(); i < n; ++i)
        for (auto [first, last, step] : {std::tuple<uint32_t, uint32_t, int>{'A', 'Z', 32}, {'a', 'z', -32}}) {
            uint32_t const lo = std::max(set[i].first, first), hi = std::min(set[i].second, last);
            if (lo <= hi)
                set.emplace_back(lo + static_cast<uint32_t>(step), hi + static_cast<uint32_t>(step));
        }
    return normalised(std::move(set));
}

bool contains(Set const& set, uint32_t c) noexcept {
    auto const above =
        std::upper_bound(set.begin(), set.end(), c, [](uint32_t x, Range const& r) { return x < r.first; });
    return above != set.begin() && c <= std::prev(above)->second;
}

std::vector<Posix> const& posixClasses() {
    static std::vector<Posix> const kAll{{"alnum", {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}},
                                         {"alpha", {{'A', 'Z'}, {'a', 'z'}}},
                                         {"ascii", {{0, 127}}},
                                         {"blank", {{'\t', '\t'}, {' ', ' '}}},
                                         {"cntrl", {{0, 31}, {127, 127}}},
                                         {"digit", kDigits},
                                         {"graph", {{33, 126}}},
                                         {"lower", {{'a', 'z'}}},
                                         {"print", {{32, 126}}},
                                         {"punct", {{33, 47}, {58, 64}, {91, 96}, {123, 126}}},
                                         {"space", {{9, 13}, {' ', ' '}}},
                                         {"upper", {{'A', 'Z'}}},
                                         {"word", kWords},
                                         {"xdigit", {{'0', '9'}, {'A', 'F'}, {'a', 'f'}}}};
    return kAll;
}

} // namespace tenon::characters
