// SPDX-License-Identifier: Apache-2.0
// Boxes by their corners, their overlap, and greedy suppression, for the plugins that select boxes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace tenon::plugins {

/// Two opposite corners: {y1, x1, y2, x2}, or with x first, which is the same to everything here.
struct Box {
    float at[4] = {0, 0, 0, 0};

    Box ordered() const {
        Box out = *this;
        for (int i : {0, 1})
            if (out.at[i] > out.at[i + 2])
                std::swap(out.at[i], out.at[i + 2]);
        return out;
    }
    Box clipped() const {
        Box out = *this;
        for (float& v : out.at)
            v = std::clamp(v, 0.0F, 1.0F);
        return out;
    }
};

/// Common area over joint area. `rim` is added to each extent: 1 where corners are pixels that belong to the box.
inline float overlap(Box const& first, Box const& second, float rim = 0) {
    Box const a = first.ordered(), b = second.ordered();
    float common = 1, areas[2] = {1, 1};
    for (int i : {0, 1}) {
        common *= std::max(std::min(a.at[i + 2], b.at[i + 2]) - std::max(a.at[i], b.at[i]) + rim, 0.0F);
        areas[0] *= std::max(a.at[i + 2] - a.at[i] + rim, 0.0F);
        areas[1] *= std::max(b.at[i + 2] - b.at[i] + rim, 0.0F);
    }
    float const joint = areas[0] + areas[1] - common;
    return common > 0 && joint > 0 ? common / joint : 0;
}

struct Candidate {
    float score = 0;
    int32_t place = 0; ///< of the box
    int32_t kind = 0;  ///< its class
};

/// The `most` best ones in falling order; of equal ones the earlier first.
inline void sortBest(std::vector<Candidate>& list, size_t most) {
    auto before = [](Candidate const& a, Candidate const& b) {
        return a.score != b.score ? a.score > b.score : std::pair(a.place, a.kind) < std::pair(b.place, b.kind);
    };
    if (list.size() > most) {
        std::nth_element(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(most), list.end(), before);
        list.resize(most);
    }
    std::sort(list.begin(), list.end(), before);
}

/// Keeps candidates in order, at most `most`, and drops each one for which `meets(kept, candidate)` holds with one that
/// was kept before.
template <class F>
std::vector<Candidate> greedy(std::vector<Candidate> const& sorted, size_t most, F&& meets) {
    std::vector<Candidate> kept;
    for (Candidate const& c : sorted) {
        if (kept.size() >= most)
            break;
        if (std::none_of(kept.begin(), kept.end(), [&](Candidate const& k) { return meets(k, c); }))
            kept.push_back(c);
    }
    return kept;
}

} // namespace tenon::plugins
