// SPDX-License-Identifier: Apache-2.0
// libnvinfer_plugin.so.10
#include "forward.h"

TENON_FORWARD(bool, initLibNvInferPlugins, (void* logger, char const* libNamespace), (logger, libNamespace))
