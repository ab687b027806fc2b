// SPDX-License-Identifier: Apache-2.0
// A plugin whose getWorkspaceSize() hides the interface's instead of overriding it: tenon_add_plugin() refuses it.
#include <tenon/plugin_base.h>

class Hiding : public nvinfer1::IPluginV3OneBuild {
public:
    size_t getWorkspaceSize(nvinfer1::DynamicPluginTensorDesc const*, int32_t, nvinfer1::DynamicPluginTensorDesc const*,
                            int32_t) {
        return 1024;
    }
};
