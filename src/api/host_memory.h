// SPDX-License-Identifier: Apache-2.0
// Bytes that the library gives to the user: serialized engines, timing caches, kernel text.
#pragma once

#include "base/buffer.h"

#include <NvInferRuntime.h>

namespace tenon::api {

/// The caller deletes it.
nvinfer1::IHostMemory* makeHostMemory(Buffer bytes);

} // namespace tenon::api
