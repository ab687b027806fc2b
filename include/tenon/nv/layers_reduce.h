// SPDX-License-Identifier: Apache-2.0
// Layers that work along axes: reductions, softmax, top-k, running sums, normalization.
#ifndef TENON_NV_LAYERS_REDUCE_H
#define TENON_NV_LAYERS_REDUCE_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! How a reduction combines elements.
enum class ReduceOperation : int32_t {
    kSUM = 0,  //!< Sum.
    kPROD = 1, //!< Product.
    kMAX = 2,  //!< Greatest.
    kMIN = 3,  //!< Least.
    kAVG = 4,  //!< Mean.
    kNONE = 5, //!< For collectives that do not reduce; since 10.
};

namespace impl {
template <>
struct EnumMaxImpl<ReduceOperation> {
    static constexpr int32_t kVALUE = byLevel(5, 6, 6);
};
} // namespace impl

//! Reduces along axes.
class IReduceLayer : public ILayer {
public:
    //! How elements are combined.
    void setOperation(ReduceOperation op) noexcept { mImpl->setOperation(op); }

    //! The value of setOperation().
    ReduceOperation getOperation() const noexcept { return mImpl->getOperation(); }

    //! Axes to reduce, a mask of 1U << axis.
    void setReduceAxes(uint32_t reduceAxes) noexcept { mImpl->setReduceAxes(reduceAxes); }

    //! The value of setReduceAxes().
    uint32_t getReduceAxes() const noexcept { return mImpl->getReduceAxes(); }

    //! Whether reduced axes stay, with extent 1.
    void setKeepDimensions(bool keepDimensions) noexcept { mImpl->setKeepDimensions(keepDimensions); }

    //! The value of setKeepDimensions().
    bool getKeepDimensions() const noexcept { return mImpl->getKeepDimensions(); }

protected:
    apiv::VReduceLayer* mImpl;
    virtual ~IReduceLayer() noexcept = default;
};

//! exp(x) divided by its sum along one axis.
class ISoftMaxLayer : public ILayer {
public:
    //! The axis, a mask with the one bit 1U << axis. Unless set, axis rank - 3, or 0 for ranks below 3.
    void setAxes(uint32_t axes) noexcept { mImpl->setAxes(axes); }

    //! The value of setAxes().
    uint32_t getAxes() const noexcept { return mImpl->getAxes(); }

protected:
    virtual ~ISoftMaxLayer() noexcept = default;
    apiv::VSoftMaxLayer* mImpl;
};

//! Softmax of each row over its first bounds[row] elements; the rest is 0. Input 1, the bounds, has extent 1 in place
//! of the row.
class IRaggedSoftMaxLayer : public ILayer {
protected:
    apiv::VRaggedSoftMaxLayer* mImpl;
    virtual ~IRaggedSoftMaxLayer() noexcept = default;
};

//! Which elements a top-k layer picks.
enum class TopKOperation : int32_t {
    kMAX = 0, //!< The greatest.
    kMIN = 1, //!< The least.
};

namespace impl {
template <>
struct EnumMaxImpl<TopKOperation> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

//! Picks k elements along one axis, in order. Output 0 is the elements, output 1 their indices; of equal elements the
//! first comes first.
class ITopKLayer : public ILayer {
public:
    //! Which elements are picked.
    void setOperation(TopKOperation op) noexcept { mImpl->setOperation(op); }

    //! The value of setOperation().
    TopKOperation getOperation() const noexcept { return mImpl->getOperation(); }

    //! How many are picked, at most 3840, when input 1 is absent.
    void setK(int32_t k) noexcept { mImpl->setK(k); }

    //! The value of setK().
    int32_t getK() const noexcept { return mImpl->getK(); }

    //! The axis, a mask with the one bit 1U << axis.
    void setReduceAxes(uint32_t reduceAxes) noexcept { mImpl->setReduceAxes(reduceAxes); }

    //! The value of setReduceAxes().
    uint32_t getReduceAxes() const noexcept { return mImpl->getReduceAxes(); }

    //! Type of output 1, kINT32 or kINT64 (since 10). False for another.
    bool setIndicesType(DataType type) noexcept { return mImpl->setIndicesType(type); }

    //! Type of output 1; kINT32 unless set (since 10).
    DataType getIndicesType() const noexcept { return mImpl->getIndicesType(); }

    //! Input 0 is the data. Input 1, when set, is k as a shape tensor of rank 0.
    using ILayer::setInput;

protected:
    apiv::VTopKLayer* mImpl;
    virtual ~ITopKLayer() noexcept = default;
};

//! How a cumulative layer combines elements (since 10).
enum class CumulativeOperation : int32_t {
    kSUM = 0, //!< Running sum.
};

namespace impl {
template <>
struct EnumMaxImpl<CumulativeOperation> {
    static constexpr int32_t kVALUE = 1;
};
} // namespace impl

//! Combines each element with those before it along an axis (since 10). Input 1 is the axis, a constant of rank 0.
class ICumulativeLayer : public ILayer {
public:
    //! How elements are combined. False for an unknown operation.
    bool setOperation(CumulativeOperation op) noexcept { return mImpl->setOperation(op); }

    //! The value of setOperation().
    CumulativeOperation getOperation() const noexcept { return mImpl->getOperation(); }

    //! Whether an element itself is left out of its result.
    void setExclusive(bool exclusive) noexcept { mImpl->setExclusive(exclusive); }

    //! The value of setExclusive().
    bool getExclusive() const noexcept { return mImpl->getExclusive(); }

    //! Whether the axis is walked from its end.
    void setReverse(bool reverse) noexcept { mImpl->setReverse(reverse); }

    //! The value of setReverse().
    bool getReverse() const noexcept { return mImpl->getReverse(); }

protected:
    apiv::VCumulativeLayer* mImpl;
    virtual ~ICumulativeLayer() noexcept = default;
};

//! (x - mean) / sqrt(variance + epsilon) * scale + bias; mean and variance are those along axes, of groups of channels.
//! Inputs: data, scale, bias.
class INormalizationLayer : public ILayer {
public:
    //! Added to the variance; 1e-5 unless set.
    void setEpsilon(float eps) noexcept { mImpl->setEpsilon(eps); }

    //! The value of setEpsilon().
    float getEpsilon() const noexcept { return mImpl->getEpsilon(); }

    //! Axes of mean and variance, a mask of 1U << axis. With the channel axis 1 it is layer normalization, without it
    //! instance or group normalization.
    void setAxes(uint32_t axesMask) noexcept { mImpl->setAxes(axesMask); }

    //! The value of setAxes().
    uint32_t getAxes() const noexcept { return mImpl->getAxes(); }

    //! Number of groups of channels; it divides the channels. 1 unless set.
    void setNbGroups(int64_t nbGroups) noexcept { mImpl->setNbGroups(nbGroups); }

    //! The number of setNbGroups().
    impl::Extent getNbGroups() const noexcept { return static_cast<impl::Extent>(mImpl->getNbGroups()); }

    //! Type that a weakly typed build computes in, kFLOAT or kHALF; kFLOAT unless set.
    TENON_DEPRECATED_10 void setComputePrecision(DataType type) noexcept { mImpl->setComputePrecision(type); }

    //! The value of setComputePrecision().
    TENON_DEPRECATED_10 DataType getComputePrecision() const noexcept { return mImpl->getComputePrecision(); }

    //! Whether addNormalizationV2() made the layer (since 10).
    TRT_NODISCARD bool isV2() const noexcept { return mImpl->isV2(); }

protected:
    apiv::VNormalizationLayer* mImpl;
    virtual ~INormalizationLayer() noexcept = default;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_REDUCE_H
