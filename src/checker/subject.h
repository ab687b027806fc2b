// SPDX-License-Identifier: Apache-2.0
// The plugin under test, in a probe's process: its library is loaded there and nowhere else.
#pragma once

#include "checker/spec.h"
#include "plugin/plugin.h"

#include <set>

namespace tenon::checker {

/// Creators that must not be asked for their names, since that does not come to an end: by their place in the order in
/// which the library registers them. What targetsOf() finds; processes that are made later inherit it.
std::set<int64_t>& leftOut(std::string const& library);

class Subject {
public:
    /// Loads a library, without the creators that are left out; "" stands for those that are registered in this
    /// process. Mark::step is meanwhile the place of a creator. Throws Error kPluginLibrary.
    explicit Subject(std::string const& library);
    /// One that stays until the process ends: what a library does as it is unloaded is looked at by itself.
    static Subject& kept(std::string const& library);

    /// Those of the library.
    std::vector<plugin::Creator> creators() const;
    /// Chooses the creator that the other methods use. Throws Error kPluginNotFound.
    void choose(plugin::Key const& key);
    plugin::Creator const& creator() const { return *mCreator; }
    plugin::Registry const& registry() const noexcept { return mRegistry; }

    /// What the creator declares. Throws Error kPluginCall when it gives null.
    std::vector<DeclaredField> declaredFields() const;
    /// A plugin, as for a network; null when the creator gives none.
    std::unique_ptr<plugin::Plugin> make(nvinfer1::PluginFieldCollection const& fields) const;
    std::unique_ptr<plugin::Plugin> make(plugin::Fields const& fields) const;
    /// As an engine loads one.
    std::unique_ptr<plugin::Plugin> restore(std::span<std::byte const> state) const;

private:
    plugin::Registry mRegistry{&plugin::processRegistry()};
    plugin::Library* mLibrary = nullptr;
    std::optional<plugin::Creator> mCreator;
};

} // namespace tenon::checker
