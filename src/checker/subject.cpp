// SPDX-License-Identifier: Apache-2.0
#include "checker/subject.h"

#include "checker/child.h"
#include "plugin/call.h"
#include "plugin/creator_filter.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace tenon::checker {

using plugin::call;
using plugin::Creator;
using plugin::CreatorKind;

namespace {

/// Prints where the checker reads it after the child's death.
class Logger final : public nvinfer1::ILogger {
public:
    void log(Severity severity, nvinfer1::AsciiChar const* text) noexcept override {
        if (severity <= Severity::kWARNING)
            std::fprintf(stderr, "%s\n", text);
    }
};

class Finder final : public nvinfer1::ILoggerFinder {
public:
    nvinfer1::ILogger* findLogger() override { return &mLogger; }

private:
    Logger mLogger;
};

std::set<int64_t> const* gLeftOut = nullptr; ///< of the library that is loaded at the moment
int64_t gRegistered = 0;

bool isAsked() noexcept {
    mark().step = gRegistered++;
    return !gLeftOut->contains(mark().step);
}

/// While a library is loaded.
class Registering {
public:
    explicit Registering(std::string const& library) : mStep(mark().step) {
        gLeftOut = &leftOut(library);
        gRegistered = 0;
        plugin::filterCreators(isAsked);
    }
    ~Registering() {
        plugin::filterCreators(nullptr);
        mark().step = mStep;
    }
    Registering(Registering const&) = delete;
    Registering& operator=(Registering const&) = delete;

private:
    int64_t mStep;
};

nvinfer1::PluginFieldCollection const* fieldNames(Creator const& c) {
    return call(c.key, "getFieldNames",
                [&] { return c.kind == CreatorKind::kV2 ? c.v2().getFieldNames() : c.v3().getFieldNames(); });
}

} // namespace

std::set<int64_t>& leftOut(std::string const& library) {
    static std::map<std::string, std::set<int64_t>> all;
    return all[library];
}

Subject::Subject(std::string const& library) {
    static Finder finder;
    if (library.empty())
        return;
    Registering const registering(library);
    mLibrary = mRegistry.load(library, finder);
}

Subject& Subject::kept(std::string const& library) {
    return *new Subject(library); // the process ends without it
}

std::vector<Creator> Subject::creators() const {
    std::vector<Creator> out = mRegistry.creators(true);
    if (mLibrary != nullptr)
        std::erase_if(out,
                      [&](Creator const& c) { return c.image != mLibrary->image() && c.library.get() != mLibrary; });
    return out;
}

void Subject::choose(plugin::Key const& key) {
    mCreator = mRegistry.find(key);
    if (!mCreator)
        throw mRegistry.notFound(key);
    setPluginImage(mCreator->image);
}

std::vector<DeclaredField> Subject::declaredFields() const {
    nvinfer1::PluginFieldCollection const* const fields = fieldNames(creator());
    if (fields == nullptr)
        throw plugin::failedCall(creator().key, "getFieldNames", "null");
    std::vector<DeclaredField> out;
    for (int32_t i = 0; i < fields->nbFields; ++i)
        out.push_back({fields->fields[i].name == nullptr ? "" : fields->fields[i].name,
                       static_cast<int32_t>(fields->fields[i].type), fields->fields[i].length});
    return out;
}

std::unique_ptr<plugin::Plugin> Subject::make(nvinfer1::PluginFieldCollection const& fields) const {
    Creator const& c = creator();
    auto own = [&](auto* made) { return made == nullptr ? nullptr : plugin::adopt(made, c.key, c.library); };
    if (c.kind == CreatorKind::kV2)
        return own(call(c.key, "createPlugin", [&] { return c.v2().createPlugin("check", &fields); }));
    return own(call(c.key, "createPlugin",
                    [&] { return c.v3().createPlugin("check", &fields, nvinfer1::TensorRTPhase::kBUILD); }));
}

std::unique_ptr<plugin::Plugin> Subject::make(plugin::Fields const& fields) const {
    return make(*plugin::FieldView(fields).collection());
}

std::unique_ptr<plugin::Plugin> Subject::restore(std::span<std::byte const> state) const {
    return plugin::restore(mRegistry, creator().key, "check", state);
}

} // namespace tenon::checker
