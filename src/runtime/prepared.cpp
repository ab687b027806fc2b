// SPDX-License-Identifier: Apache-2.0
#include "runtime/prepared.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/mman.h>

namespace tenon::runtime {

namespace {

size_t rounded(int64_t bytes) noexcept {
    return (static_cast<size_t>(bytes) + 64) / 64 * 64;
}

} // namespace

Arena::Arena(int64_t bytes, std::shared_ptr<ArenaSource> source)
    : mBytes(bytes), mKind(source == nullptr ? Kind::kHeap : Kind::kSource), mSource(std::move(source)) {
    void* const memory =
        mSource == nullptr ? std::aligned_alloc(64, rounded(bytes)) : mSource->allocate(std::max<int64_t>(bytes, 1));
    if (memory == nullptr)
        throw Error(Message::kMemory, fmt::format("cannot allocate {} bytes for a context", bytes));
    mData = static_cast<std::byte*>(memory);
}

std::shared_ptr<Arena> Arena::placeholder(int64_t bytes) {
    void* const memory = ::mmap(nullptr, rounded(bytes), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        throw Error(Message::kMemory, fmt::format("cannot reserve {} bytes of addresses", bytes));
    auto out = std::make_shared<Arena>(memory, bytes);
    out->mKind = Kind::kPlaceholder;
    return out;
}

Arena::~Arena() {
    switch (mKind) {
    case Kind::kGiven:
        break;
    case Kind::kHeap:
        std::free(mData);
        break;
    case Kind::kSource:
        mSource->release(mData);
        break;
    case Kind::kPlaceholder:
        ::munmap(mData, rounded(mBytes));
        break;
    }
}

std::shared_ptr<Prepared> PreparedCache::find(std::vector<int64_t> const& key) {
    for (size_t i = mList.size(); i-- > 0;)
        if (mList[i]->key == key) {
            std::rotate(mList.begin() + static_cast<ptrdiff_t>(i), mList.begin() + static_cast<ptrdiff_t>(i) + 1,
                        mList.end());
            return mList.back();
        }
    return nullptr;
}

void PreparedCache::add(std::shared_ptr<Prepared> prepared) {
    if (mList.size() == mLimit)
        mList.erase(mList.begin());
    mList.push_back(std::move(prepared));
}

} // namespace tenon::runtime
