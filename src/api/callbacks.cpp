// SPDX-License-Identifier: Apache-2.0
#include "api/callbacks.h"

#include "api/dims.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::api {
namespace {

constexpr uint64_t kAlignment = 256; // what programs written for a GPU expect to be asked for

/// What `call` answers; when it throws, `onThrow` and a report under its name.
template <class R, class F>
R answer(Sink& sink, char const* call, R onThrow, F&& body) noexcept {
    try {
        return body();
    } catch (...) {
        sink.report(call, callbackError(call));
        return onThrow;
    }
}

} // namespace

Error callbackError(char const* call) noexcept {
    std::string text = "something that is no std::exception";
    try {
        throw;
    } catch (std::exception const& e) {
        text = e.what();
    } catch (...) { // the text above
    }
    return Error(Message::kCallback, fmt::format("{} threw an exception: {}", call, text));
}

void* AllocatorSource::allocate(int64_t bytes) {
    constexpr char const* kCall = "IGpuAllocator::allocateAsync";
    void* memory = nullptr;
    try {
        memory = mAllocator.allocateAsync(static_cast<uint64_t>(bytes), kAlignment, 0, nullptr);
    } catch (...) {
        throw callbackError(kCall);
    }
    if (reinterpret_cast<uintptr_t>(memory) % 64 == 0)
        return memory;
    release(memory);
    throw Error(Message::kAllocator, fmt::format("{} gave memory that is not aligned", kCall))
        .wanted(fmt::format("a multiple of {}", kAlignment))
        .given(fmt::format("{}", memory));
}

void AllocatorSource::release(void* memory) noexcept {
    answer(*mSink, "IGpuAllocator::deallocateAsync", false,
           [&] { return mAllocator.deallocateAsync(memory, nullptr); });
}

std::shared_ptr<runtime::ArenaSource> sourceOf(nvinfer1::IGpuAllocator* allocator, std::shared_ptr<Sink> const& sink) {
    return allocator == nullptr ? nullptr : std::make_shared<AllocatorSource>(*allocator, sink);
}

void* OutputMemory::reallocate(std::string_view, void* current, int64_t bytes) noexcept {
    return answer(mSink, "IOutputAllocator::reallocateOutputAsync", static_cast<void*>(nullptr), [&] {
        auto const size = static_cast<uint64_t>(std::max<int64_t>(bytes, 1)); // null is to mean failure only
        return mAllocator.reallocateOutputAsync(mName.c_str(), current, size, kAlignment, mStream);
    });
}

void OutputMemory::notifyShape(std::string_view, std::span<int64_t const> dims) noexcept {
    answer(mSink, "IOutputAllocator::notifyShape", 0, [&] {
        mAllocator.notifyShape(mName.c_str(), toDims(dims));
        return 0;
    });
}

bool DebugShow::watch(std::string_view name, Tensor const& tensor) noexcept {
    return answer(mSink, "IDebugListener::processDebugTensor", false, [&] {
        return mListener.processDebugTensor(tensor.data, nvinfer1::TensorLocation::kHOST,
                                            static_cast<nvinfer1::DataType>(tensor.dtype), toDims(tensor.shape()),
                                            std::string(name).c_str(), mStream);
    });
}

} // namespace tenon::api
