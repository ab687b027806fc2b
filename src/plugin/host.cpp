// SPDX-License-Identifier: Apache-2.0
#include "plugin/host.h"

#include <mutex>
#include <set>

namespace tenon::plugin {
namespace {

struct Table {
    std::mutex mutex;
    std::set<std::string> keys, names;
};

Table& table() noexcept {
    static auto* const made = new Table; // libraries use it while they are loaded and at exit
    return *made;
}

} // namespace

void setHost(Key const& key) {
    std::lock_guard const lock(table().mutex);
    table().keys.insert(key.path());
}

void setHostName(std::string const& name) {
    std::lock_guard const lock(table().mutex);
    table().names.insert(name);
}

bool isHost(Key const& key) {
    std::lock_guard const lock(table().mutex);
    return table().keys.contains(key.path()) || table().names.contains(key.name);
}

} // namespace tenon::plugin
