// SPDX-License-Identifier: Apache-2.0
// The ready-made plugins (linked from plugins/, as builtinTable() is from ops/), for initLibNvInferPlugins().
#pragma once

#include "plugin/key.h"

#include "NvInferRuntime.h"

#include <memory>
#include <vector>

namespace tenon::plugin {

/// A creator, its key without a namespace, and what its plugins promise (tenon::PluginTrait). They run on the CPU.
struct Standard {
    std::unique_ptr<nvinfer1::IPluginCreatorInterface> creator;
    Key key;
    uint32_t traits = 0;
};

/// New creators of all of them.
std::vector<Standard> standardPlugins();

} // namespace tenon::plugin
