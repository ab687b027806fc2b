// SPDX-License-Identifier: Apache-2.0
// The library of ready-made plugins.
#ifndef NV_INFER_PLUGIN_H
#define NV_INFER_PLUGIN_H

#include "NvInfer.h"
#include "NvInferPluginUtils.h"

//! Registers the creators of all ready-made plugins under a namespace ("" for none). `logger` is an nvinfer1::ILogger
//! or null. Calling it again registers nothing twice. Returns whether all are registered.
extern "C" TENSORRTAPI bool initLibNvInferPlugins(void* logger, char const* libNamespace)
    TENON_NV_SYMBOL(initLibNvInferPlugins);

#endif // NV_INFER_PLUGIN_H
