// SPDX-License-Identifier: Apache-2.0
#include "api/host_memory.h"

namespace tenon::api {
namespace {

class HostMemory final : public nvinfer1::IHostMemory, public nvinfer1::apiv::VHostMemory {
public:
    explicit HostMemory(Buffer bytes) : mBytes(std::move(bytes)) { mImpl = this; }

    void* data() const noexcept override { return const_cast<std::byte*>(mBytes.data()); } // the interface's type
    std::size_t size() const noexcept override { return mBytes.size(); }
    nvinfer1::DataType type() const noexcept override { return nvinfer1::DataType::kINT8; }

private:
    Buffer mBytes;
};

} // namespace

nvinfer1::IHostMemory* makeHostMemory(Buffer bytes) {
    return new HostMemory(std::move(bytes));
}

} // namespace tenon::api
