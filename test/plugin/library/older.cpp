// SPDX-License-Identifier: Apache-2.0
// A library with the export of generation 8 alone.
#include "../scale.h"

extern "C" __attribute__((visibility("default"))) nvinfer1::IPluginCreator* const* getPluginCreators(int32_t& count) {
    static test::CreatorV2<test::ScaleDynamic> creator("FromLibrary", "");
    static nvinfer1::IPluginCreator* const list[] = {&creator};
    count = 1;
    return list;
}
