// SPDX-License-Identifier: Apache-2.0
#include "plugin/library.h"

#include "plugin/registry.h"

#include <dlfcn.h>
#include <filesystem>
#include <fmt/format.h>
#include <link.h>
#include <string_view>

namespace tenon::plugin {
namespace {

/// The library of Tenon that the loader says it did not find; "" where it is something else that fails.
std::string missingOfTenon(std::string_view why) {
    std::string_view const name = why.substr(0, why.find(": cannot open shared object file"));
    for (std::string_view const known : {"libtenon.so", "libnvinfer.so", "libnvinfer_plugin.so", "libnvonnxparser.so"})
        if (name.size() < why.size() && name.starts_with(known))
            return std::string(name);
    return "";
}

/// Loads one of Tenon's libraries by its name, by the run path of this code; or beside it, since where a sanitizer
/// stands in for the loader the run path of the program counts. It stays, for all plugins to come.
bool loadOfTenon(std::string const& name) {
    if (name.empty())
        return false;
    if (::dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL) != nullptr)
        return true;
    static char const kHere = 0;
    Dl_info own{};
    if (::dladdr(&kHere, &own) == 0 || own.dli_fname == nullptr)
        return false;
    auto const home = std::filesystem::path(own.dli_fname).parent_path();
    for (char const* folder : {".", "trt", "tenon/trt"})
        if (::dlopen((home / folder / name).c_str(), RTLD_LAZY | RTLD_LOCAL) != nullptr)
            return true;
    return false;
}

} // namespace

std::shared_ptr<Library> Library::open(std::string const& path) {
    for (std::string needed;;) {
        if (void* const handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL))
            return std::shared_ptr<Library>(new Library(path, handle));
        char const* const text = ::dlerror();
        std::string const why = text != nullptr ? text : "the loader gives no reason";
        std::string const missing = missingOfTenon(why);
        if (missing != needed && loadOfTenon(missing)) {
            needed = missing;
            continue;
        }
        Error error(Message::kPluginLibrary, fmt::format("the plugin library '{}' cannot be loaded: {}", path, why));
        if (!missing.empty())
            error.tip("link the library with -Wl,-rpath,PREFIX/lib, or set LD_LIBRARY_PATH=PREFIX/lib/tenon/trt, where "
                      "PREFIX is the folder that Tenon is installed in");
        throw error;
    }
}

std::shared_ptr<Library> Library::holding(void const* image) {
    static char const kHere = 0;
    Dl_info info{}, own{};
    void* map = nullptr;
    if (image == nullptr || ::dladdr1(image, &info, &map, RTLD_DL_LINKMAP) == 0 || map == nullptr ||
        (::dladdr(&kHere, &own) != 0 && own.dli_fbase == info.dli_fbase))
        return nullptr;
    std::string const path = static_cast<link_map*>(map)->l_name;
    void* const handle = path.empty() ? nullptr : ::dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD); // the program: ""
    if (handle == nullptr)
        return nullptr;
    std::shared_ptr<Library> out(new Library(path, handle));
    return out->image() == info.dli_fbase ? out : nullptr;
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
    if (!isLoaded(mImage))
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

bool isLoaded(void const* image) noexcept {
    Dl_info info{};
    return image == nullptr || ::dladdr(image, &info) != 0;
}

std::string pathOf(void const* image) {
    Dl_info info{};
    bool const known = image != nullptr && ::dladdr(image, &info) != 0 && info.dli_fname != nullptr;
    return known ? info.dli_fname : "";
}

} // namespace tenon::plugin
