// SPDX-License-Identifier: Apache-2.0
// A library of creators that do not tell what they are asked, and of one that does.
#include "../twins/twin.h"

#include <cstdlib>
#include <stdexcept>

namespace {

using namespace twin;

struct Right final : Of<Right> {};
TWIN("right", Right);

void fail() {
    throw std::runtime_error("no version today");
}

enum class Ends { kName, kVersion, kFields, kNull };

/// Makes right plugins, which nobody comes to unless its names and fields are told.
template <Ends kWhere>
class Broken final : public IPluginCreatorV3One {
public:
    IPluginV3* createPlugin(char const*, PluginFieldCollection const* fields, TensorRTPhase) noexcept override {
        auto made = std::make_unique<Right>();
        made->name = getPluginName();
        return made->take(*fields) ? made.release() : nullptr;
    }
    PluginFieldCollection const* getFieldNames() noexcept override {
        if (kWhere == Ends::kFields)
            std::abort();
        return nullptr;
    }
    char const* getPluginName() const noexcept override {
        if (kWhere == Ends::kName)
            std::abort();
        return kWhere == Ends::kFields ? "aborts" : "null";
    }
    char const* getPluginVersion() const noexcept override {
        if (kWhere == Ends::kVersion)
            fail(); // out of a method that is noexcept
        return "1";
    }
    char const* getPluginNamespace() const noexcept override { return ""; }
};

template <Ends kWhere>
bool add() {
    static Broken<kWhere> creator;
    creators().push_back(&creator);
    return true;
}
bool const kAdded = add<Ends::kFields>() && add<Ends::kName>() && add<Ends::kNull>() && add<Ends::kVersion>();

} // namespace

extern "C" __attribute__((visibility("default"))) IPluginCreatorInterface* const* getCreators(int32_t& count) {
    for (char const* name : {"aborts", "null"})
        tenon::setHostPlugin(name, "1");
    count = kAdded ? static_cast<int32_t>(creators().size()) : 0;
    return creators().data();
}
