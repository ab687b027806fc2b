// SPDX-License-Identifier: Apache-2.0
// nvinfer1::ITimingCache over tenon::TimingCache.
#pragma once

#include "NvInfer.h"
#include "api/sink.h"
#include "builder/timing_cache.h"

#include <memory>

namespace tenon::api {

struct TimingCacheState {
    TimingCache cache;
    bool editable = false;
};

/// From the bytes of ITimingCache::serialize(); none: an empty one. Bytes that cannot be read give an empty cache and a
/// warning, so that a stale file never stops a build. The caller deletes it.
nvinfer1::ITimingCache* makeTimingCache(std::shared_ptr<Sink> sink, void const* blob, size_t size, bool editable);

std::shared_ptr<TimingCacheState> const& stateOf(nvinfer1::ITimingCache const& cache);

/// Why times of `theirs` do not serve `ours`; empty when they do. Another number of threads is no reason: each time
/// names its own.
std::string whyForeign(TimingCache const& ours, TimingCache const& theirs, bool ignoreMismatch);

} // namespace tenon::api
