// SPDX-License-Identifier: Apache-2.0
#include "api/stream.h"

#include "tenon/engine.h"

#include <map>
#include <mutex>

namespace tenon::api {
namespace {

struct Streams {
    std::mutex lock;
    std::map<cudaStream_t, std::shared_ptr<runtime::Stream>> list;
};

Streams& streams() {
    static auto* const kStreams = new Streams; // lives on: streams may be used until the process ends
    return *kStreams;
}

} // namespace

std::shared_ptr<runtime::Stream> cpuStream(cudaStream_t handle) noexcept {
    if (handle == nullptr)
        return nullptr;
    Streams& all = streams();
    std::lock_guard const lock(all.lock);
    auto const it = all.list.find(handle);
    return it == all.list.end() ? nullptr : it->second;
}

} // namespace tenon::api

using tenon::api::cpuStream;

extern "C" {

cudaStream_t tenon_stream_create() noexcept {
    try {
        auto stream = std::make_shared<tenon::runtime::Stream>();
        auto const handle = reinterpret_cast<cudaStream_t>(stream.get()); // never looked into
        auto& all = tenon::api::streams();
        std::lock_guard const lock(all.lock);
        all.list[handle] = std::move(stream);
        return handle;
    } catch (std::exception const&) {
        return nullptr;
    }
}

bool tenon_stream_synchronize(cudaStream_t handle) noexcept {
    auto const stream = cpuStream(handle);
    if (stream == nullptr)
        return handle == nullptr; // the default stream has nothing to wait for
    stream->synchronize();
    return !stream->takeFailure();
}

bool tenon_stream_destroy(cudaStream_t handle) noexcept {
    std::shared_ptr<tenon::runtime::Stream> last; // ends outside the lock
    auto& all = tenon::api::streams();
    std::lock_guard const lock(all.lock);
    auto const it = all.list.find(handle);
    if (it == all.list.end())
        return false;
    last = std::move(it->second);
    all.list.erase(it);
    return true;
}

} // extern "C"
