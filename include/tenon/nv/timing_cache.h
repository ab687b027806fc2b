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

//! Measured times of candidates, for later builds on the same device. Made by IBuilderConfig::createTimingCache(); the
//! caller deletes it. Not safe under concurrent changes.
class ITimingCache : public INoCopy {
public:
    virtual ~ITimingCache() noexcept = default;

    //! The cache as bytes, which the caller deletes. Null on failure.
    IHostMemory* serialize() const noexcept { return mImpl->serialize(); }

    //! Adds what another cache holds. False when it comes from another device or version, unless ignoreMismatch allows
    //! another device.
    bool combine(ITimingCache const& inputCache, bool ignoreMismatch) noexcept {
        return mImpl->combine(inputCache, ignoreMismatch);
    }

    //! Empties the cache. False on failure.
    bool reset() noexcept { return mImpl->reset(); }

    //! Writes at most `capacity` keys, none when keyBuffer is null, and returns the number of all; -1 on failure (since
    //! 10).
    int64_t queryKeys(TimingCacheKey* keyBuffer, int64_t capacity) const noexcept {
        return mImpl->queryKeys(keyBuffer, capacity);
    }

    //! What was measured under a key; its hash is kINVALID_TACTIC_HASH when nothing was (since 10).
    TimingCacheValue query(TimingCacheKey const& key) const noexcept { return mImpl->query(key); }

    //! Changes what an existing key stands for; a time that is not a number removes the key. The cache must come from a
    //! build under BuilderFlag::kEDITABLE_TIMING_CACHE (since 10). False when there is no such key or the value is not
    //! valid.
    bool update(TimingCacheKey const& key, TimingCacheValue const& value) noexcept { return mImpl->update(key, value); }

protected:
    apiv::VTimingCache* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_TIMING_CACHE_H
