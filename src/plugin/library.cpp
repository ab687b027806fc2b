// SPDX-License-Identifier: Apache-2.0
#include "plugin/library.h"

#include "plugin/registry.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

namespace tenon::plugin {

std::shared_ptr<Library> Library::open(std::string const& path) {
    void* const handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        char const* const why = ::dlerror();
        throw Error(Message::kPluginLibrary, fmt::format("the plugin library '{}' cannot be loaded: {}", path,
                                                         why != nullptr ? why : "the loader gives no reason"));
    }
    return std::shared_ptr<Library>(new Library(path, handle));
}

Library::Library(std::string path, void* handle) : mPath(std::move(path)), mHandle(handle) {
    link_map* map = nullptr;
    if (::dlinfo(mHandle, RTLD_DI_LINKMAP, &map) == 0)
        mImage = map->l_ld; // an address inside
    Dl_info info{};
    if (mImage != nullptr && ::dladdr(mImage, &info) != 0)
        mImage = info.dli_fbase;
}

Library::~Library() {
    ::dlclose(mHandle);
    if (void* const still = ::dlopen(mPath.c_str(), RTLD_LAZY | RTLD_NOLOAD))
        ::dlclose(still);
    else
        processRegistry().forget(mImage);
}

void* Library::symbol(char const* name) const noexcept {
    void* const found = ::dlsym(mHandle, name);
    Dl_info info{};
    bool const own = found != nullptr && ::dladdr(found, &info) != 0 && info.dli_fbase == mImage;
    return own ? found : nullptr;
}

void const* imageOf(void const* object) noexcept {
    Dl_info info{};
    void const* const table = *static_cast<void const* const*>(object); // of its virtual methods
    return ::dladdr(table, &info) != 0 ? info.dli_fbase : nullptr;
}

std::string pathOf(void const* image) {
    Dl_info info{};
    bool const known = image != nullptr && ::dladdr(image, &info) != 0 && info.dli_fname != nullptr;
    return known ? info.dli_fname : "";
}

} // namespace tenon::plugin
