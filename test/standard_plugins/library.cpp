// SPDX-License-Identifier: Apache-2.0
// The standard plugins as a library of their own, for the checker: it looks at libraries.
#include "plugins/standard.h"

#include "NvInferPlugin.h"

extern "C" __attribute__((visibility("default"))) nvinfer1::IPluginCreatorInterface* const*
getCreators(int32_t& count) {
    static auto* const made = new std::vector(tenon::plugin::standardPlugins());
    static auto* const list = [] {
        auto* const out = new std::vector<nvinfer1::IPluginCreatorInterface*>;
        for (auto const& s : *made) {
            out->push_back(s.creator.get());
            tenon::setHostPlugin(s.key.name.c_str(), s.key.version.c_str());
            tenon::setPluginTraits(s.key.name.c_str(), s.key.version.c_str(), "", s.traits);
        }
        return out;
    }();
    count = static_cast<int32_t>(list->size());
    return list->data();
}
