// SPDX-License-Identifier: Apache-2.0
// Quantization and its reverse.
#ifndef TENON_NV_LAYERS_QUANTIZE_H
#define TENON_NV_LAYERS_QUANTIZE_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

class IQuantizeLayer : public ILayer {
public:
    int32_t getAxis() const noexcept { return mImpl->getAxis(); }

    void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }

    bool setBlockShape(Dims const& blockShape) noexcept { return mImpl->setBlockShape(impl::widen(blockShape)); }

    TRT_NODISCARD Dims getBlockShape() const noexcept { return impl::narrow(mImpl->getBlockShape()); }

    void setToType(DataType toType) noexcept { mImpl->setToType(toType); }

    DataType getToType() const noexcept { return mImpl->getToType(); }

protected:
    virtual ~IQuantizeLayer() noexcept = default;
    apiv::VQuantizeLayer* mImpl;
};

class IDequantizeLayer : public ILayer {
public:
    int32_t getAxis() const noexcept { return mImpl->getAxis(); }

    void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }

    bool setBlockShape(Dims const& blockShape) noexcept { return mImpl->setBlockShape(impl::widen(blockShape)); }

    TRT_NODISCARD Dims getBlockShape() const noexcept { return impl::narrow(mImpl->getBlockShape()); }

    void setToType(DataType toType) noexcept { mImpl->setToType(toType); }

    DataType getToType() const noexcept { return mImpl->getToType(); }

protected:
    virtual ~IDequantizeLayer() noexcept = default;
    apiv::VDequantizeLayer* mImpl;
};

class IDynamicQuantizeLayer : public ILayer {
public:
    void setToType(DataType toType) noexcept { mImpl->setToType(toType); }

    DataType getToType() const noexcept { return mImpl->getToType(); }

    void setScaleType(DataType scaleType) noexcept { mImpl->setScaleType(scaleType); }

    DataType getScaleType() const noexcept { return mImpl->getScaleType(); }

    TRT_DEPRECATED void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }

    TRT_DEPRECATED int32_t getAxis() const noexcept { return mImpl->getAxis(); }

    TRT_DEPRECATED void setBlockSize(int32_t size) noexcept { mImpl->setBlockSize(size); }

    TRT_DEPRECATED int32_t getBlockSize() const noexcept { return mImpl->getBlockSize(); }

    void setBlockShape(Dims const& blockShape) noexcept { mImpl->setBlockShape(impl::widen(blockShape)); }

    Dims getBlockShape() const noexcept { return impl::narrow(mImpl->getBlockShape()); }

    using ILayer::setInput;

protected:
    virtual ~IDynamicQuantizeLayer() noexcept = default;
    apiv::VDynamicQuantizeLayer* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_QUANTIZE_H
