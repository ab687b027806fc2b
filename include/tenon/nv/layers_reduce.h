// SPDX-License-Identifier: Apache-2.0
// Layers that work along axes: reductions, softmax, top-k, running sums, normalization.
#ifndef TENON_NV_LAYERS_REDUCE_H
#define TENON_NV_LAYERS_REDUCE_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

enum class ReduceOperation : int32_t {
    kSUM = 0,
    kPROD = 1,
    kMAX = 2,
    kMIN = 3,
    kAVG = 4,
    kNONE = 5,
};

namespace impl {
template <>
struct EnumMaxImpl<ReduceOperation> {
    static constexpr int32_t kVALUE = byLevel(5, 6, 6);
};
} // namespace impl

class IReduceLayer : public ILayer {
public:
    void setOperation(ReduceOperation op) noexcept { mImpl->setOperation(op); }

    ReduceOperation getOperation() const noexcept { return mImpl->getOperation(); }

    void setReduceAxes(uint32_t reduceAxes) noexcept { mImpl->setReduceAxes(reduceAxes); }

    uint32_t getReduceAxes() const noexcept { return mImpl->getReduceAxes(); }

    void setKeepDimensions(bool keepDimensions) noexcept { mImpl->setKeepDimensions(keepDimensions); }

    bool getKeepDimensions() const noexcept { return mImpl->getKeepDimensions(); }

protected:
    apiv::VReduceLayer* mImpl;
    virtual ~IReduceLayer() noexcept = default;
};

class ISoftMaxLayer : public ILayer {
public:
    void setAxes(uint32_t axes) noexcept { mImpl->setAxes(axes); }

    uint32_t getAxes() const noexcept { return mImpl->getAxes(); }

protected:
    virtual ~ISoftMaxLayer() noexcept = default;
    apiv::VSoftMaxLayer* mImpl;
};

class IRaggedSoftMaxLayer : public ILayer {

protected:
    apiv::VRaggedSoftMaxLayer* mImpl;
    virtual ~IRaggedSoftMaxLayer() noexcept = default;
};

enum class TopKOperation : int32_t {
    kMAX = 0,
    kMIN = 1,
};

namespace impl {
template <>
struct EnumMaxImpl<TopKOperation> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

class ITopKLayer : public ILayer {
public:
    void setOperation(TopKOperation op) noexcept { mImpl->setOperation(op); }

    TopKOperation getOperation() const noexcept { return mImpl->getOperation(); }

    void setK(int32_t k) noexcept { mImpl->setK(k); }

    int32_t getK() const noexcept { return mImpl->getK(); }

    void setReduceAxes(uint32_t reduceAxes) noexcept { mImpl->setReduceAxes(reduceAxes); }

    uint32_t getReduceAxes() const noexcept { return mImpl->getReduceAxes(); }

    bool setIndicesType(DataType type) noexcept { return mImpl->setIndicesType(type); }

    DataType getIndicesType() const noexcept { return mImpl->getIndicesType(); }

    using ILayer::setInput;

protected:
    apiv::VTopKLayer* mImpl;
    virtual ~ITopKLayer() noexcept = default;
};

enum class CumulativeOperation : int32_t {
    kSUM = 0,
};

namespace impl {
template <>
struct EnumMaxImpl<CumulativeOperation> {
    static constexpr int32_t kVALUE = 1;
};
} // namespace impl

class ICumulativeLayer : public ILayer {
public:
    bool setOperation(CumulativeOperation op) noexcept { return mImpl->setOperation(op); }

    CumulativeOperation getOperation() const noexcept { return mImpl->getOperation(); }

    void setExclusive(bool exclusive) noexcept { mImpl->setExclusive(exclusive); }

    bool getExclusive() const noexcept { return mImpl->getExclusive(); }

    void setReverse(bool reverse) noexcept { mImpl->setReverse(reverse); }

    bool getReverse() const noexcept { return mImpl->getReverse(); }

protected:
    apiv::VCumulativeLayer* mImpl;
    virtual ~ICumulativeLayer() noexcept = default;
};

class INormalizationLayer : public ILayer {
public:
    void setEpsilon(float eps) noexcept { mImpl->setEpsilon(eps); }

    float getEpsilon() const noexcept { return mImpl->getEpsilon(); }

    void setAxes(uint32_t axesMask) noexcept { mImpl->setAxes(axesMask); }

    uint32_t getAxes() const noexcept { return mImpl->getAxes(); }

    void setNbGroups(int64_t nbGroups) noexcept { mImpl->setNbGroups(nbGroups); }

    impl::Extent getNbGroups() const noexcept { return static_cast<impl::Extent>(mImpl->getNbGroups()); }

    TENON_DEPRECATED_10 void setComputePrecision(DataType type) noexcept { mImpl->setComputePrecision(type); }

    TENON_DEPRECATED_10 DataType getComputePrecision() const noexcept { return mImpl->getComputePrecision(); }

    TRT_NODISCARD bool isV2() const noexcept { return mImpl->isV2(); }

protected:
    apiv::VNormalizationLayer* mImpl;
    virtual ~INormalizationLayer() noexcept = default;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_REDUCE_H
