// SPDX-License-Identifier: Apache-2.0
// The cache of measured times.
#ifndef TENON_NV_TIMING_CACHE_H
#define TENON_NV_TIMING_CACHE_H

#include "NvInferImpl.h"
#include "NvInferRuntime.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! Names one measurement of a timing cache (since 10).
struct TimingCacheKey {
    uint8_t data[16];
};

//! What was measured (since 10).
struct TimingCacheValue {
    //! Names the fastest candidate.
    uint64_t tacticHash;
    //! Its time in milliseconds.
    float timingMSec;
    //! The hash when there is no measurement.
    static constexpr uint64_t kINVALID_TACTIC_HASH = UINT64_MAX;
};

namespace v_1_0 {
using nvinfer1::TimingCacheKey;
using nvinfer1::TimingCacheValue;
} // namespace v_1_0

class ITimingCache : public INoCopy {
public:
    virtual ~ITimingCache() noexcept = default;

    IHostMemory* serialize() const noexcept { return mImpl->serialize(); }

    bool combine(ITimingCache const& inputCache, bool ignoreMismatch) noexcept {
        return mImpl->combine(inputCache, ignoreMismatch);
    }

    bool reset() noexcept { return mImpl->reset(); }

    int64_t queryKeys(TimingCacheKey* keyBuffer, int64_t capacity) const noexcept {
        return mImpl->queryKeys(keyBuffer, capacity);
    }

    TimingCacheValue query(TimingCacheKey const& key) const noexcept { return mImpl->query(key); }

    bool update(TimingCacheKey const& key, TimingCacheValue const& value) noexcept { return mImpl->update(key, value); }

protected:
    apiv::VTimingCache* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_TIMING_CACHE_H
