// SPDX-License-Identifier: Apache-2.0
// What is different between two builds of a plugin library.
#pragma once

#include "checker/checker.h"

namespace tenon::checker {

struct Difference {
    std::string creator; ///< name, version, namespace
    std::string what;    ///< creator, field, formats, shape, output or time
    std::string was, now;
    bool isHarmless = false; ///< of time

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("creator", self.creator);
        visit("what", self.what);
        visit("was", self.was);
        visit("now", self.now);
        visit("harmless", self.isHarmless);
    }
};

struct DiffReport {
    std::string before, after;
    int64_t compared = 0; ///< creators that both have
    std::vector<Difference> differences;
    std::vector<std::string> notes;

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("before", self.before);
        visit("after", self.after);
        visit("compared", self.compared);
        visit("differences", self.differences);
        visit("notes", self.notes);
    }
};

/// Exercises both as `options` say (its library does not count), with what the older one takes. Throws as check().
DiffReport diff(std::string const& before, std::string const& after, Options const& options);

} // namespace tenon::checker
