// SPDX-License-Identifier: Apache-2.0
// What a context computed for one set of shapes: numbers, memory and calls. A bounded list keeps those used last.
#pragma once

#include "runtime/frame.h"

#include <memory>

namespace tenon::runtime {

/// Gives contexts the memory of their arenas in place of the heap. Called from any thread.
class ArenaSource {
public:
    virtual ~ArenaSource() = default;
    virtual void* allocate(int64_t bytes) = 0; ///< 64-byte aligned; null: there are none. May throw Error.
    virtual void release(void* memory) noexcept = 0;
};

/// 64-byte aligned memory, the caller's or its own.
class Arena {
public:
    explicit Arena(int64_t bytes, std::shared_ptr<ArenaSource> source = nullptr); ///< throws Error kMemory
    Arena(void* memory, int64_t bytes) : mData(static_cast<std::byte*>(memory)), mBytes(bytes) {}
    /// Addresses without memory behind them, to work out shapes with while the caller's memory is not there yet.
    static std::shared_ptr<Arena> placeholder(int64_t bytes);
    ~Arena();
    Arena(Arena const&) = delete;
    Arena& operator=(Arena const&) = delete;
    std::byte* data() const noexcept { return mData; }
    int64_t bytes() const noexcept { return mBytes; }
    bool isPlaceholder() const noexcept { return mKind == Kind::kPlaceholder; }

private:
    enum class Kind : uint8_t { kGiven, kHeap, kSource, kPlaceholder };
    std::byte* mData = nullptr;
    int64_t mBytes = 0;
    Kind mKind = Kind::kGiven;
    std::shared_ptr<ArenaSource> mSource;
};

struct Prepared {
    std::vector<int64_t> key; ///< profile, dims of all inputs, elements of those that shapes read
    std::shared_ptr<Arena> arena;
    std::unique_ptr<Arena> host;
    std::shared_ptr<Program const> program;
    std::shared_ptr<Instances> instances;
    Buffer weights; ///< keeps them while a queued run needs them
    Environment env;
    std::unique_ptr<Frame> frame;
    bool ran = false; ///< outputs of data-dependent size have their true dims
};

class PreparedCache {
public:
    explicit PreparedCache(size_t limit) : mLimit(limit == 0 ? 1 : limit) {}
    std::shared_ptr<Prepared> find(std::vector<int64_t> const& key);
    void add(std::shared_ptr<Prepared> prepared); ///< drops the one that was not used for longest when full
    void clear() noexcept { mList.clear(); }
    size_t size() const noexcept { return mList.size(); }

private:
    size_t mLimit;
    std::vector<std::shared_ptr<Prepared>> mList; ///< used last comes last
};

} // namespace tenon::runtime
