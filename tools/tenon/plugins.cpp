// SPDX-License-Identifier: Apache-2.0
#include "plugins.h"

#include "api/process.h"
#include "plugin/call.h"
#include "plugin/crash.h"
#include "plugin/host.h"
#include "plugin/registry.h"
#include "plugin/watch.h"

#include "NvInferPlugin.h"

#include <cstdio>

namespace tenon::cli {
namespace {

/// NAME[:VERSION[:NAMESPACE]]
void setHost(std::string const& text) {
    size_t const first = text.find(':');
    if (first == std::string::npos)
        return plugin::setHostName(text);
    size_t const second = text.find(':', first + 1);
    bool const spaced = second != std::string::npos;
    plugin::setHost({text.substr(0, first), text.substr(first + 1, spaced ? second - first - 1 : second),
                     spaced ? text.substr(second + 1) : ""});
}

void printCall(plugin::Key const& key, char const* method) noexcept {
    std::fprintf(stderr, "plugin call: %s/%s/%s %s\n", key.name.c_str(), key.version.c_str(), key.space.c_str(),
                 method);
}

} // namespace

void usePlugins(PluginArgs const& args) {
    plugin::setGuards(args.debug);
    if (args.debug || !args.libraries.empty())
        plugin::reportCrashes();
    if (args.logCalls)
        plugin::watchCalls(printCall);
    for (std::string const& path : args.libraries)
        plugin::processRegistry().load(path, api::loggerFinder());
    initLibNvInferPlugins(nullptr, ""); // after the user's own, which win
    for (std::string const& text : args.hosts)
        setHost(text);
}

onnx::ReadOptions readOptionsOf(PluginArgs const& args) {
    onnx::ReadOptions out;
    out.preferBuiltin = args.priority == "builtin";
    out.preferPlugins = args.priority == "plugin";
    out.strictFields = args.strict;
    return out;
}

} // namespace tenon::cli
