// SPDX-License-Identifier: Apache-2.0
// Where serialized engines come from and go to, when that is not a block of memory. Users implement these.
// All of them are of generation 10 and later. Included by NvInferRuntime.h.
#ifndef TENON_NV_STREAM_IO_H
#define TENON_NV_STREAM_IO_H

#include "tenon/nv/impl_runtime.h"

namespace nvinfer1 TENON_NV_VISIBILITY {

//! What IStreamReaderV2::seek() counts from.
enum class SeekPosition : int32_t {
    kSET = 0, //!< The beginning.
    kCUR = 1, //!< The present position.
    kEND = 2, //!< The end.
};

//! Reads from the beginning to the end, to host memory. Deprecated in generation 11.
class TENON_DEPRECATED_11 IStreamReader : public IVersionedInterface {
public:
    ~IStreamReader() override = default;
    IStreamReader() = default;

    InterfaceInfo getInterfaceInfo() const override { return {"IStreamReader", 1, 0}; }

    //! Copies the next bytes, at most nbBytes. Returns how many, 0 at the end, a negative number on failure.
    virtual int64_t read(void* destination, int64_t nbBytes) = 0;

protected:
    IStreamReader(IStreamReader const&) = default;
    IStreamReader(IStreamReader&&) = default;
    IStreamReader& operator=(IStreamReader const&) & = default;
    IStreamReader& operator=(IStreamReader&&) & = default;
};

//! Takes a serialized engine in pieces.
class IStreamWriter : public IVersionedInterface {
public:
    ~IStreamWriter() override = default;
    IStreamWriter() = default;

    InterfaceInfo getInterfaceInfo() const override { return {"IStreamWriter", 1, 0}; }

    //! Appends nbBytes bytes of host memory. Returns how many it took; fewer than nbBytes means failure.
    virtual int64_t write(void const* data, int64_t nbBytes) = 0;

protected:
    IStreamWriter(IStreamWriter const&) = default;
    IStreamWriter(IStreamWriter&&) = default;
    IStreamWriter& operator=(IStreamWriter const&) & = default;
    IStreamWriter& operator=(IStreamWriter&&) & = default;
};

//! Reads from any position, to memory of the host or the device.
class IStreamReaderV2 : public IVersionedInterface {
public:
    ~IStreamReaderV2() override = default;
    IStreamReaderV2() = default;

    InterfaceInfo getInterfaceInfo() const override { return {"IStreamReaderV2", 1, 0}; }

    //! Copies the next bytes, at most nbBytes, in the order of the stream where the destination is device memory.
    //! Returns how many, 0 at the end, a negative number on failure.
    virtual int64_t read(void* destination, int64_t nbBytes, cudaStream_t stream) = 0;

    //! Moves to `offset` bytes from `where`. False when there is no such position.
    virtual bool seek(int64_t offset, SeekPosition where) = 0;

protected:
    IStreamReaderV2(IStreamReaderV2 const&) = default;
    IStreamReaderV2(IStreamReaderV2&&) = default;
    IStreamReaderV2& operator=(IStreamReaderV2 const&) & = default;
    IStreamReaderV2& operator=(IStreamReaderV2&&) & = default;
};

namespace v_1_0 {
using nvinfer1::IStreamReader;
using nvinfer1::IStreamReaderV2;
using nvinfer1::IStreamWriter;
} // namespace v_1_0

} // namespace nvinfer1

#endif // TENON_NV_STREAM_IO_H
