// SPDX-License-Identifier: Apache-2.0
#include "runtime/prepared.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace tenon::runtime {

Arena::Arena(int64_t bytes) : mBytes(bytes), mOwned(true) {
    auto const rounded = (static_cast<size_t>(bytes) + 64) / 64 * 64;
    mData = static_cast<std::byte*>(std::aligned_alloc(64, rounded));
    if (mData == nullptr)
        throw Error(Message::kMemory, fmt::format("cannot allocate {} bytes", bytes));
}

Arena::~Arena() {
    if (mOwned)
        std::free(mData);
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
