// SPDX-License-Identifier: Apache-2.0
// Objects that users supply, in the form that the run time calls. What they throw is reported and counts as their
// failure.
#pragma once

#include "api/sink.h"
#include "runtime/context.h"

#include <NvInferRuntime.h>

namespace tenon::api {

/// Arenas out of an IGpuAllocator, which must outlive every context that uses it.
class AllocatorSource final : public runtime::ArenaSource {
public:
    AllocatorSource(nvinfer1::IGpuAllocator& allocator, std::shared_ptr<Sink> sink)
        : mAllocator(allocator), mSink(std::move(sink)) {}
    void* allocate(int64_t bytes) override;
    void release(void* memory) noexcept override;

private:
    nvinfer1::IGpuAllocator& mAllocator;
    std::shared_ptr<Sink> mSink;
};

/// Null gives null, which is the heap.
std::shared_ptr<runtime::ArenaSource> sourceOf(nvinfer1::IGpuAllocator* allocator, std::shared_ptr<Sink> const& sink);

/// Memory of one output out of an IOutputAllocator. `stream` is looked at when memory is asked for.
class OutputMemory final : public runtime::OutputAllocator {
public:
    OutputMemory(nvinfer1::IOutputAllocator& allocator, std::string name, Sink& sink, cudaStream_t const& stream)
        : mAllocator(allocator), mName(std::move(name)), mSink(sink), mStream(stream) {}
    nvinfer1::IOutputAllocator& user() const noexcept { return mAllocator; }
    void* reallocate(std::string_view name, void* current, int64_t bytes) noexcept override;
    void notifyShape(std::string_view name, std::span<int64_t const> dims) noexcept override;

private:
    nvinfer1::IOutputAllocator& mAllocator;
    std::string mName;
    Sink& mSink;
    cudaStream_t const& mStream;
};

class DebugShow final : public runtime::DebugListener {
public:
    DebugShow(nvinfer1::IDebugListener& listener, Sink& sink, cudaStream_t const& stream)
        : mListener(listener), mSink(sink), mStream(stream) {}
    nvinfer1::IDebugListener& user() const noexcept { return mListener; }
    bool watch(std::string_view name, Tensor const& tensor) noexcept override;

private:
    nvinfer1::IDebugListener& mListener;
    Sink& mSink;
    cudaStream_t const& mStream;
};

/// Error kCallback for the exception in flight.
Error callbackError(char const* call) noexcept;

} // namespace tenon::api
