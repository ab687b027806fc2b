// SPDX-License-Identifier: Apache-2.0
// What a user reads when a plugin is not found.
#include "plugin/registry.h"

#include <algorithm>
#include <cctype>
#include <fmt/ranges.h>
#include <numeric>
#include <set>

namespace tenon::plugin {
namespace {

std::string lower(std::string text) {
    for (char& c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

/// Insertions, deletions and exchanges that turn one text into the other.
size_t distance(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (size_t i = 0; i < a.size(); ++i) {
        size_t corner = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < b.size(); ++j) {
            size_t const best = std::min({row[j] + 1, row[j + 1] + 1, corner + (a[i] == b[j] ? 0 : 1)});
            corner = row[j + 1];
            row[j + 1] = best;
        }
    }
    return row.back();
}

std::string withoutPrefix(std::string const& name) {
    size_t const at = name.rfind("::");
    return at == std::string::npos ? name : name.substr(at + 2);
}

struct Near {
    size_t distance; ///< smaller is nearer
    std::string text;
};

/// Absent where a creator has little in common with what was wanted.
std::optional<Near> compare(Key const& wanted, Key const& given) {
    std::vector<std::string_view> differs;
    size_t far = 0;
    if (given.name != wanted.name) {
        if (lower(given.name) == lower(wanted.name)) {
            differs.push_back("the case of the name");
            far += 1;
        } else if (given.name == withoutPrefix(wanted.name)) {
            differs.push_back("the prefix of the name");
            far += 1;
        } else if (size_t const d = distance(given.name, wanted.name);
                   d <= std::max<size_t>(1, wanted.name.size() / 4)) {
            differs.push_back("the name");
            far += 1 + d;
        } else {
            return std::nullopt;
        }
    }
    if (given.version != wanted.version) {
        differs.push_back("the version");
        far += 1;
    }
    if (given.space != wanted.space) {
        differs.push_back("the namespace");
        far += 1;
    }
    return Near{far, fmt::format("{} (differs in {})", given.text(), fmt::join(differs, " and "))};
}

} // namespace

Error Registry::notFound(Key const& key) const {
    std::vector<Creator> const all = creators(true);
    std::vector<Near> near;
    std::set<std::string> images;
    for (Creator const& c : all) {
        if (auto found = compare(key, c.key))
            near.push_back(std::move(*found));
        images.insert(pathOf(c.image));
    }
    std::stable_sort(near.begin(), near.end(), [](Near const& a, Near const& b) { return a.distance < b.distance; });
    Error error(Message::kPluginNotFound, fmt::format("there is no creator for the plugin {}", key.text()),
                {{}, {}, {}, key.path()});
    error.wanted(key.text());
    error.given(fmt::format("{} creators are registered, 0 match", all.size()) +
                (images.empty() ? "" : fmt::format("; they come from {}", fmt::join(images, ", "))));
    for (size_t i = 0; i < std::min<size_t>(3, near.size()); ++i)
        error.tip("there is " + near[i].text);
    error.tip("load the plugin's library: IPluginRegistry::loadLibrary(path), or --plugins path");
    return error;
}

} // namespace tenon::plugin
