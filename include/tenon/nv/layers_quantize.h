// SPDX-License-Identifier: Apache-2.0
// Quantization and its reverse.
#ifndef TENON_NV_LAYERS_QUANTIZE_H
#define TENON_NV_LAYERS_QUANTIZE_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! Divides by a scale, rounds halves to even and clamps to a type of few bits. Input 1 is the scale: of rank 0, of one
//! number along an axis, or of one number for each block; input 2, when set, is the zero point, all zeros.
class IQuantizeLayer : public ILayer {
public:
    //! The axis of setAxis().
    int32_t getAxis() const noexcept { return mImpl->getAxis(); }

    //! Axis of the scale when it has one number for each slice; -1 unless set.
    void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }

    //! Extents of a block, of the rank of the input; -1 for a whole axis (since 10). False when refused.
    bool setBlockShape(Dims const& blockShape) noexcept { return mImpl->setBlockShape(impl::widen(blockShape)); }

    //! The extents of setBlockShape(); nbDims is -1 when none are set (since 10).
    TRT_NODISCARD Dims getBlockShape() const noexcept { return impl::narrow(mImpl->getBlockShape()); }

    //! Type of the output: kINT8, kFP8, kINT4 or kFP4 (since 10). kINT8 unless set.
    void setToType(DataType toType) noexcept { mImpl->setToType(toType); }

    //! The type of setToType() or of creation (since 10).
    DataType getToType() const noexcept { return mImpl->getToType(); }

protected:
    virtual ~IQuantizeLayer() noexcept = default;
    apiv::VQuantizeLayer* mImpl;
};

//! Multiplies by a scale. Inputs as those of IQuantizeLayer.
class IDequantizeLayer : public ILayer {
public:
    //! The axis of setAxis().
    int32_t getAxis() const noexcept { return mImpl->getAxis(); }

    //! Axis of the scale when it has one number for each slice; -1 unless set.
    void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }

    //! Extents of a block, of the rank of the input; -1 for a whole axis (since 10). False when refused.
    bool setBlockShape(Dims const& blockShape) noexcept { return mImpl->setBlockShape(impl::widen(blockShape)); }

    //! The extents of setBlockShape(); nbDims is -1 when none are set (since 10).
    TRT_NODISCARD Dims getBlockShape() const noexcept { return impl::narrow(mImpl->getBlockShape()); }

    //! Type of the output: kFLOAT, kHALF or kBF16 (since 10). kFLOAT unless set.
    void setToType(DataType toType) noexcept { mImpl->setToType(toType); }

    //! The type of setToType() or of creation (since 10).
    DataType getToType() const noexcept { return mImpl->getToType(); }

protected:
    virtual ~IDequantizeLayer() noexcept = default;
    apiv::VDequantizeLayer* mImpl;
};

//! Quantizes blocks by scales that the data gives (since 10). Output 0 is the data, output 1 the scales.
class IDynamicQuantizeLayer : public ILayer {
public:
    //! Type of output 0: kFP8, kFP4 or kINT8.
    void setToType(DataType toType) noexcept { mImpl->setToType(toType); }

    //! The value of setToType().
    DataType getToType() const noexcept { return mImpl->getToType(); }

    //! Type of output 1: kFP8, kE8M0 or kFLOAT.
    void setScaleType(DataType scaleType) noexcept { mImpl->setScaleType(scaleType); }

    //! The value of setScaleType().
    DataType getScaleType() const noexcept { return mImpl->getScaleType(); }

    //! Axis that is cut into blocks. Use setBlockShape().
    TRT_DEPRECATED void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }

    //! The value of setAxis().
    TRT_DEPRECATED int32_t getAxis() const noexcept { return mImpl->getAxis(); }

    //! Length of a block along the axis. Use setBlockShape().
    TRT_DEPRECATED void setBlockSize(int32_t size) noexcept { mImpl->setBlockSize(size); }

    //! The value of setBlockSize().
    TRT_DEPRECATED int32_t getBlockSize() const noexcept { return mImpl->getBlockSize(); }

    //! Extents of a block, of the rank of the input.
    void setBlockShape(Dims const& blockShape) noexcept { mImpl->setBlockShape(impl::widen(blockShape)); }

    //! The value of setBlockShape().
    Dims getBlockShape() const noexcept { return impl::narrow(mImpl->getBlockShape()); }

    //! Input 0 is the data. Input 1, when set, is a scale of rank 0 by which the scales themselves are quantized.
    using ILayer::setInput;

protected:
    virtual ~IDynamicQuantizeLayer() noexcept = default;
    apiv::VDynamicQuantizeLayer* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_QUANTIZE_H
