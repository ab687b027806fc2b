// SPDX-License-Identifier: Apache-2.0
#include "model.h"

#include "plugins.h"
#include "profiles.h"

#include "api/process.h"
#include "base/log.h"
#include "network/lower/lower.h"
#include "onnx/at_path.h"
#include "plan/codec.h"
#include "plugin/embedded.h"
#include "plugin/watch.h"

#include <filesystem>
#include <fmt/ranges.h>

namespace tenon::cli {

namespace {

Network read(ModelFile const& file, PluginArgs const& plugins) {
    try {
        return onnx::readModel(file.bytes, std::filesystem::path(file.path).parent_path().string(), builtinTable(),
                               onnx::builtinImporters(), readOptionsOf(plugins));
    } catch (Error const& e) {
        if (e.id() == Message::kOnnxFile)
            throw onnx::atPath(e, file.path);
        throw;
    }
}

} // namespace

bool ModelFile::isEngine() const {
    constexpr std::string_view kMagic = "\x89TNN";
    return path.ends_with(".engine") ||
           (bytes.size() >= kMagic.size() && std::string_view(bytes.as<char>(), kMagic.size()) == kMagic);
}

OnnxModel::OnnxModel(ModelFile const& file, PluginArgs const& plugins)
    : mNetwork(read(file, plugins)), mGraph(lower(mNetwork, builtinTable())), mInputs(inputsOf(mNetwork, mGraph)) {}

std::shared_ptr<runtime::Engine const> loadEngine(ModelFile const& file, PluginArgs const& plugins) {
    plan::Plan plan = plan::readPlan(file.bytes, file.path);
    std::vector<std::string> libraries;
    for (plan::Library const& library : plan.libraries) {
        libraries.push_back(library.name);
        if (plugins.engineCode)
            plugin::loadEmbedded(plugin::processRegistry(), library, {}, api::loggerFinder());
    }
    try {
        return std::make_shared<runtime::Engine>(std::move(plan), builtinTable(), runtime::LoadOptions{});
    } catch (Error const& e) {
        if (e.id() != Message::kPluginNotFound || libraries.empty() || plugins.engineCode)
            throw;
        throw Error(Message::kHostCode, "the engine brings plugin libraries, which are not allowed to run", e.where())
            .wanted("--allow-engine-code where its origin is trusted, or its libraries by --plugins")
            .given(fmt::format("libraries {}; {}", fmt::join(libraries, ", "), e.summary()));
    }
}

std::shared_ptr<runtime::Engine const> buildFor(OnnxModel& model, std::vector<Box> const& values, bool reference) {
    BuildOptions options;
    options.profiles = {profileOf(model.inputs(), values)};
    options.staticCosts = true;
    options.referenceOnly = reference;
    options.meta = model.metadata();
    options.checkPlugins = plugin::hasGuards() && !reference;
    return runtime::Engine::make(model.build(options).plan, builtinTable());
}

void logWarnings(runtime::Engine const& engine) {
    for (std::string const& warning : engine.warnings())
        log(Severity::kWarning, warning);
}

} // namespace tenon::cli
