// SPDX-License-Identifier: Apache-2.0
// Allocators that users supply: IGpuAllocator and its stream-ordered form.
// On a CPU the memory asked for is host memory. Included by NvInferRuntimeBase.h.
#ifndef TENON_NV_ALLOCATOR_H
#define TENON_NV_ALLOCATOR_H

#include "NvInferRuntimeBase.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! Wishes about an allocation, as bits of AllocatorFlags.
enum class AllocatorFlag : int32_t {
    kRESIZABLE = 0, //!< reallocate() may be called on it.
};

namespace impl {
template <>
struct EnumMaxImpl<AllocatorFlag> {
    static constexpr int32_t kVALUE = 1;
};
} // namespace impl

//! A set of AllocatorFlag: bit i stands for enumerator i.
using AllocatorFlags = uint32_t;

//! Serves the library's memory. Users implement it; it must outlive every object that it was set on.
//! The library calls it from any of its threads, so it must be safe to call concurrently.
class IGpuAllocator : public IVersionedInterface {
public:
    //! Returns size bytes at an address that alignment (zero or a power of two) divides, or null. Zero bytes give null.
    TENON_DEPRECATED_10 virtual void* allocate(uint64_t const size, uint64_t const alignment,
                                               AllocatorFlags const flags) = 0;

    ~IGpuAllocator() override = default;
    IGpuAllocator() = default;

    //! Grows or shrinks a block made with kRESIZABLE, keeping its content; null when it cannot, and then the old block
    //! stays valid. `alignment` is zero or that of the first allocation.
    virtual void* reallocate(void* const /*baseAddr*/, uint64_t /*alignment*/, uint64_t /*newSize*/) { return nullptr; }

    //! Takes a block back; null is allowed. Returns whether it was one. Override this or free().
    TENON_DEPRECATED_10 virtual bool deallocate(void* const memory) {
        this->free(memory);
        return true;
    }

    //! allocate(), in the order of a stream; since generation 10.
    virtual void* allocateAsync(uint64_t const size, uint64_t const alignment, AllocatorFlags const flags,
                                cudaStream_t /*stream*/) {
        return allocate(size, alignment, flags);
    }

    //! deallocate(), once the stream has done what it was given so far; since generation 10.
    virtual bool deallocateAsync(void* const memory, cudaStream_t /*stream*/) { return deallocate(memory); }

    InterfaceInfo getInterfaceInfo() const override { return {"IGpuAllocator", 1, 0}; }

    // extra slots (Tenon)
    //! Generation 8's name of deallocate(). Override this or deallocate().
    TRT_DEPRECATED virtual void free(void* const memory) { this->deallocate(memory); }

protected:
    IGpuAllocator(IGpuAllocator const&) = default;
    IGpuAllocator(IGpuAllocator&&) = default;
    IGpuAllocator& operator=(IGpuAllocator const&) & = default;
    IGpuAllocator& operator=(IGpuAllocator&&) & = default;
};

//! An allocator whose native form is the stream-ordered one; since generation 10.
class IGpuAsyncAllocator : public IGpuAllocator {
public:
    IGpuAsyncAllocator() = default;
    ~IGpuAsyncAllocator() override = default;

    //! Returns memory that work given to the stream afterwards may use, or null.
    void* allocateAsync(uint64_t const size, uint64_t const alignment, AllocatorFlags const flags,
                        cudaStream_t stream) override = 0;

    //! Takes a block back once the stream has done what it was given so far. Returns whether it was one.
    bool deallocateAsync(void* const memory, cudaStream_t stream) override = 0;

    //! allocateAsync() on the default stream.
    TRT_DEPRECATED void* allocate(uint64_t const size, uint64_t const alignment, AllocatorFlags const flags) override {
        return allocateAsync(size, alignment, flags, nullptr);
    }

    //! deallocateAsync() on the default stream.
    TRT_DEPRECATED bool deallocate(void* const memory) override { return deallocateAsync(memory, nullptr); }

    InterfaceInfo getInterfaceInfo() const override { return {"IGpuAllocator", 1, 0}; }
};

namespace v_1_0 {
using nvinfer1::IGpuAllocator;
using nvinfer1::IGpuAsyncAllocator;
} // namespace v_1_0

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_ALLOCATOR_H
