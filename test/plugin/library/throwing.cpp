// SPDX-License-Identifier: Apache-2.0
// A library whose export throws.
#include <NvInfer.h>

extern "C" __attribute__((visibility("default"))) nvinfer1::IPluginCreatorInterface* const* getCreators(int32_t&) {
    throw 7;
}
