// SPDX-License-Identifier: Apache-2.0
#include "api/timing_cache.h"

#include "api/fence.h"
#include "api/host_memory.h"
#include "api/object.h"
#include "builder/builder.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <iterator>

namespace tenon::api {
namespace {

using namespace nvinfer1;

/// 32 hexadecimal digits as 16 bytes.
TimingCacheKey keyOf(std::string_view text) {
    TimingCacheKey out{};
    for (size_t i = 0; i < std::size(out.data); ++i)
        std::from_chars(text.data() + 2 * i, text.data() + 2 * i + 2, out.data[i], 16);
    return out;
}

std::string textOf(TimingCacheKey const& key) {
    std::string out;
    for (uint8_t byte : key.data)
        fmt::format_to(std::back_inserter(out), "{:02x}", byte);
    return out;
}

class Cache final : public Object<ITimingCache, apiv::VTimingCache> {
public:
    Cache(std::shared_ptr<Sink> sink, std::shared_ptr<TimingCacheState> state)
        : mSink(std::move(sink)), mState(std::move(state)) {}

    std::shared_ptr<TimingCacheState> const& state() const noexcept { return mState; }

    IHostMemory* serialize() const noexcept override {
        return fence(*mSink, "ITimingCache::serialize", static_cast<IHostMemory*>(nullptr), [&] {
            std::string const text = mState->cache.encoded();
            return makeHostMemory(Buffer::copy({reinterpret_cast<std::byte const*>(text.data()), text.size()}));
        });
    }

    bool combine(ITimingCache const& other, bool ignoreMismatch) noexcept override {
        return fence(*mSink, "ITimingCache::combine", false, [&] {
            TimingCache const& theirs = stateOf(other)->cache;
            if (std::string const why = whyForeign(mState->cache, theirs, ignoreMismatch); !why.empty()) {
                mSink->warning("ITimingCache::combine: " + why);
                return false;
            }
            mState->cache.merge(theirs);
            return true;
        });
    }

    bool reset() noexcept override {
        mState->cache.records().clear();
        return true;
    }

    int64_t queryKeys(TimingCacheKey* keys, int64_t capacity) const noexcept override {
        return fence(*mSink, "ITimingCache::queryKeys", int64_t{-1}, [&] {
            if (capacity < 0)
                throw Error(Message::kArgument, "the capacity is negative").given(fmt::format("{}", capacity));
            int64_t i = 0;
            for (auto const& [key, record] : mState->cache.records())
                if (keys != nullptr && i < capacity)
                    keys[i++] = keyOf(key);
            return static_cast<int64_t>(mState->cache.size());
        });
    }

    TimingCacheValue query(TimingCacheKey const& key) const noexcept override {
        TimingCacheValue const none{TimingCacheValue::kINVALID_TACTIC_HASH, 0};
        return fence(*mSink, "ITimingCache::query", none, [&] {
            auto const& records = mState->cache.records();
            auto const found = records.find(textOf(key));
            if (found == records.end())
                return none;
            TimingCache::Candidate const* best = TimingCache::best(found->second);
            return best == nullptr ? none : TimingCacheValue{best->hash(), static_cast<float>(best->ns / 1e6)};
        });
    }

    bool update(TimingCacheKey const& key, TimingCacheValue const& value) noexcept override {
        return fence(*mSink, "ITimingCache::update", false, [&] {
            if (!mState->editable)
                throw Error(Message::kCallOrder, "the timing cache cannot be edited")
                    .wanted("a cache of a configuration with BuilderFlag::kEDITABLE_TIMING_CACHE");
            auto& records = mState->cache.records();
            auto const found = records.find(textOf(key));
            if (found == records.end())
                throw Error(Message::kArgument, "the timing cache has no such key").given(textOf(key));
            if (std::isnan(value.timingMSec)) {
                records.erase(found);
                return true;
            }
            choose(found->second, value);
            return true;
        });
    }

private:
    static void choose(TimingCache::Record& record, TimingCacheValue const& value) {
        for (size_t i = 0; i < record.candidates.size(); ++i)
            if (record.candidates[i].hash() == value.tacticHash) {
                record.chosen = static_cast<int>(i);
                record.candidates[i].ns = static_cast<double>(value.timingMSec) * 1e6;
                return;
            }
        std::string known;
        for (TimingCache::Candidate const& c : record.candidates)
            known += fmt::format("{}{:#018x} ({} tactic {})", known.empty() ? "" : ", ", c.hash(), c.kernel, c.tactic);
        throw Error(Message::kArgument, "no candidate of the key has this hash")
            .wanted(known)
            .given(fmt::format("{:#018x}", value.tacticHash));
    }

    std::shared_ptr<Sink> mSink;
    std::shared_ptr<TimingCacheState> mState;
};

} // namespace

ITimingCache* makeTimingCache(std::shared_ptr<Sink> sink, void const* blob, size_t size, bool editable) {
    auto state = std::make_shared<TimingCacheState>(TimingCacheState{TimingCache(machineText()), editable});
    if (size != 0) {
        try {
            state->cache = TimingCache::decode({static_cast<char const*>(need(blob, "the blob")), size});
        } catch (Error const& e) {
            if (e.id() != Message::kTimingCacheFile)
                throw;
            sink->warning(fmt::format("IBuilderConfig::createTimingCache: {}; the cache starts empty", e.what()));
        }
    }
    return new Cache(std::move(sink), std::move(state));
}

std::shared_ptr<TimingCacheState> const& stateOf(ITimingCache const& cache) {
    return static_cast<Cache const&>(cache).state();
}

std::string whyForeign(TimingCache const& ours, TimingCache const& theirs, bool ignoreMismatch) {
    auto const place = [](std::string_view machine) { return machine.substr(0, machine.rfind(" threads ")); };
    if (place(ours.machine()) == place(theirs.machine()))
        return {};
    bool const sameVersion = ours.isSameVersion(theirs.machine());
    if (sameVersion && ignoreMismatch)
        return {};
    return fmt::format("the timing cache was made {}, so it is not used (made by {}; this is {})",
                       sameVersion ? "on another machine" : "by another version", theirs.machine(), ours.machine());
}

} // namespace tenon::api
