// SPDX-License-Identifier: Apache-2.0
#include "plugin/host.h"

#include "tenon/plugin.h"

#include <map>
#include <mutex>
#include <set>

namespace tenon::plugin {
namespace {

struct Table {
    std::mutex mutex;
    std::set<std::string> keys, names;
    std::map<std::string, uint32_t> traits;
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

void setTraits(Key const& key, uint32_t traits) {
    constexpr uint32_t kKnown = kELEMENTWISE | kLAYOUT_AGNOSTIC | kIN_PLACE | kCAPTURE_SAFE | kTHREAD_PARALLEL;
    std::lock_guard const lock(table().mutex);
    table().traits[key.path()] = traits & kKnown;
}

uint32_t traitsOf(Key const& key) {
    std::lock_guard const lock(table().mutex);
    auto const it = table().traits.find(key.path());
    return it == table().traits.end() ? 0 : it->second;
}

} // namespace tenon::plugin
