// SPDX-License-Identifier: Apache-2.0
// (documentation follows)
// Included by NvInferRuntime.h.
#ifndef TENON_NV_STREAM_IO_H
#define TENON_NV_STREAM_IO_H

#include "tenon/nv/impl_runtime.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

enum class SeekPosition : int32_t {
    kSET = 0,
    kCUR = 1,
    kEND = 2,
};

class IStreamReader : public IVersionedInterface {
public:
    ~IStreamReader() override = default;
    IStreamReader() = default;
    InterfaceInfo getInterfaceInfo() const override { return {"IStreamReader", 1, 0}; }
    virtual int64_t read(void* destination, int64_t nbBytes) = 0;

protected:
    IStreamReader(IStreamReader const&) = default;
    IStreamReader(IStreamReader&&) = default;
    IStreamReader& operator=(IStreamReader const&) & = default;
    IStreamReader& operator=(IStreamReader&&) & = default;
};

namespace v_1_0 {
using nvinfer1::IStreamReader;
}

class IStreamWriter : public IVersionedInterface {
public:
    ~IStreamWriter() override = default;
    IStreamWriter() = default;
    InterfaceInfo getInterfaceInfo() const override { return {"IStreamWriter", 1, 0}; }
    virtual int64_t write(void const* data, int64_t nbBytes) = 0;

protected:
    IStreamWriter(IStreamWriter const&) = default;
    IStreamWriter(IStreamWriter&&) = default;
    IStreamWriter& operator=(IStreamWriter const&) & = default;
    IStreamWriter& operator=(IStreamWriter&&) & = default;
};

namespace v_1_0 {
using nvinfer1::IStreamWriter;
}

class IStreamReaderV2 : public IVersionedInterface {
public:
    ~IStreamReaderV2() override = default;
    IStreamReaderV2() = default;
    InterfaceInfo getInterfaceInfo() const override { return {"IStreamReaderV2", 1, 0}; }
    virtual int64_t read(void* destination, int64_t nbBytes, cudaStream_t stream) = 0;
    virtual bool seek(int64_t offset, SeekPosition where) = 0;

protected:
    IStreamReaderV2(IStreamReaderV2 const&) = default;
    IStreamReaderV2(IStreamReaderV2&&) = default;
    IStreamReaderV2& operator=(IStreamReaderV2 const&) & = default;
    IStreamReaderV2& operator=(IStreamReaderV2&&) & = default;
};

namespace v_1_0 {
using nvinfer1::IStreamReaderV2;
}

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_STREAM_IO_H
