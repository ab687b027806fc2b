// SPDX-License-Identifier: Apache-2.0
// What a plugin is found by: the three names that its creator gives.
#pragma once

#include <fmt/format.h>
#include <string>

namespace tenon::plugin {

struct Key {
    std::string name;
    std::string version;
    std::string space; ///< the namespace, "" for none

    friend bool operator==(Key const&, Key const&) = default;
    /// As it stands in messages: 'Scale' version '1' in namespace 'acme'.
    std::string text() const { return fmt::format("'{}' version '{}' in namespace '{}'", name, version, space); }
    /// As Where::plugin has it: Scale/1/acme.
    std::string path() const { return fmt::format("{}/{}/{}", name, version, space); }

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("name", self.name);
        visit("version", self.version);
        visit("namespace", self.space);
    }
};

} // namespace tenon::plugin
