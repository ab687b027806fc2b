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

/// A box that is compared with others.
struct Placed {
    Box box;
    float area = 0;

    /// `rim` is added to each extent: 1 where corners are pixels that belong to the box.
    explicit Placed(Box const& given, float rim = 0) : box(given.ordered()), area(1) {
        for (int i : {0, 1})
            area *= std::max(box.at[i + 2] - box.at[i] + rim, 0.0F);
    }
};

/// Common area over joint area.
inline float overlap(Placed const& a, Placed const& b, float rim = 0) {
    float const height = std::min(a.box.at[2], b.box.at[2]) - std::max(a.box.at[0], b.box.at[0]) + rim;
    float const width = std::min(a.box.at[3], b.box.at[3]) - std::max(a.box.at[1], b.box.at[1]) + rim;
    if (!(height > 0) || !(width > 0)) // of most pairs
        return 0;
    float const common = height * width;
    float const joint = a.area + b.area - common;
    return joint > 0 ? common / joint : 0;
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

/// Keeps candidates in order, at most `most`, and drops each one for which `meets(kept, its box, candidate, its box)`
/// holds with one that was kept before.
template <class BoxOf, class F>
std::vector<Candidate> greedy(std::vector<Candidate> const& sorted, size_t most, BoxOf&& placed, F&& meets) {
    std::vector<Candidate> kept;
    std::vector<Placed> boxes;
    for (Candidate const& c : sorted) {
        if (kept.size() >= most)
            break;
        Placed const box = placed(c);
        bool drops = false;
        for (size_t k = 0; k < kept.size() && !drops; ++k)
            drops = meets(kept[k], boxes[k], c, box);
        if (!drops) {
            kept.push_back(c);
            boxes.push_back(box);
        }
    }
    return kept;
}

} // namespace tenon::plugins
