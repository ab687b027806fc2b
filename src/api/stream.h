// SPDX-License-Identifier: Apache-2.0
// Streams of the CPU behind cudaStream_t: tenon/engine.h makes and ends them. A handle that it did not make is a
// stream of a GPU, and means nothing to an engine of the CPU.
#pragma once

#include "runtime/stream.h"

#include <NvInferRuntime.h>
#include <memory>

namespace tenon::api {

/// Null for the default stream and for one that is not of the CPU.
std::shared_ptr<runtime::Stream> cpuStream(cudaStream_t handle) noexcept;

} // namespace tenon::api
