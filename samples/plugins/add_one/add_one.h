// SPDX-License-Identifier: Apache-2.0
// y = x + 1 on a GPU: add_one.cu. False when the kernel could not be started.
#pragma once

#if defined(TENON_PLUGIN_CUDA)
#include <cstdint>
#include <cuda_runtime_api.h>

bool addOneOnDevice(float const* x, float* y, int64_t count, cudaStream_t stream);
#endif
