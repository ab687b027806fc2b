// SPDX-License-Identifier: Apache-2.0
// A shared library that holds plugins, open as long as someone needs code of it.
#pragma once

#include "base/error.h"

#include <memory>
#include <string>

namespace tenon::plugin {

class Library {
public:
    /// Runs the library's initializers: its static registrations. One that names libtenon, or one of the stubs that
    /// need it, is opened also where nobody said where those lie: they are looked for where the code that this is part
    /// of finds its own. Throws Error kPluginLibrary with the loader's text.
    static std::shared_ptr<Library> open(std::string const& path);
    /// Keeps the library of an image (imageOf()) that is loaded already. Null for the program, for this library itself,
    /// and for code that is gone.
    static std::shared_ptr<Library> holding(void const* image);
    ~Library();
    Library(Library const&) = delete;
    Library& operator=(Library const&) = delete;

    std::string const& path() const noexcept { return mPath; }
    /// Where it was loaded; what imageOf() gives for an object whose class it holds.
    void const* image() const noexcept { return mImage; }
    /// Null when it exports no such name. Only the library itself is searched, not what it needs.
    void* symbol(char const* name) const noexcept;

private:
    Library(std::string path, void* handle);
    std::string mPath;
    void* mHandle;
    void const* mImage = nullptr;
};

/// The library or program that holds the class of an object with virtual methods; null when it is not known.
void const* imageOf(void const* object) noexcept;
/// Whether its code is there; true for one that is not known.
bool isLoaded(void const* image) noexcept;
/// Its path, for messages.
std::string pathOf(void const* image);

} // namespace tenon::plugin
