// SPDX-License-Identifier: Apache-2.0
// The adaptors for plugins that see tensors without the batch.
#pragma once

#include "plugin/plugin.h"

namespace tenon::plugin {

/// Of kV2, kV2Ext or kV2IOExt.
std::unique_ptr<Plugin> wrapBatch(Key key, Generation generation, std::shared_ptr<Library> library,
                                  nvinfer1::IPluginV2* object);

} // namespace tenon::plugin
