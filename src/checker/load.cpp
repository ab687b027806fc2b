// SPDX-License-Identifier: Apache-2.0
#include "checker/load.h"

#include <dlfcn.h>
#include <set>
#include <string_view>

namespace tenon::checker {
namespace {

/// The library of Tenon that the loader did not find; "" where it is something else that fails.
std::string missingIn(std::string const& text) {
    constexpr std::string_view kBefore = "cannot be loaded: ", kBehind = ": cannot open shared object file";
    size_t const at = text.find(kBefore), end = text.find(kBehind);
    if (at == std::string::npos || end == std::string::npos || end < at + kBefore.size())
        return "";
    std::string const name = text.substr(at + kBefore.size(), end - at - kBefore.size());
    for (std::string_view const known : {"libtenon.so", "libnvinfer.so", "libnvinfer_plugin.so", "libnvonnxparser.so"})
        if (name.starts_with(known))
            return name;
    return "";
}

} // namespace

plugin::Library* loadPlugin(plugin::Registry& registry, std::string const& path, nvinfer1::ILoggerFinder& finder) {
    for (std::set<std::string> found;;) {
        try {
            return registry.load(path, finder);
        } catch (Error& e) {
            std::string const name = missingIn(e.summary());
            if (name.empty())
                throw;
            // By its name: the places in this program's own header count. It stays, for all plugins to come.
            if (found.insert(name).second && ::dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL) != nullptr)
                continue;
            e.tip("link the library with -Wl,-rpath,PREFIX/lib, or set LD_LIBRARY_PATH=PREFIX/lib/tenon/trt, where "
                  "PREFIX "
                  "is the folder that Tenon is installed in");
            throw;
        }
    }
}

} // namespace tenon::checker
