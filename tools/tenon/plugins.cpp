// SPDX-License-Identifier: Apache-2.0
#include "plugins.h"
#include "values.h"

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

void setHost(CreatorText const& creator) {
    if (creator.version)
        plugin::setHost({creator.name, *creator.version, creator.space.value_or("")});
    else
        plugin::setHostName(creator.name);
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
        setHost(CreatorText(text));
}

onnx::ReadOptions readOptionsOf(PluginArgs const& args) {
    onnx::ReadOptions out;
    out.preferBuiltin = args.priority == "builtin";
    out.preferPlugins = args.priority == "plugin";
    out.strictFields = args.strict;
    return out;
}

} // namespace tenon::cli
