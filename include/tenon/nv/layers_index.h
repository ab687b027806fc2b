// SPDX-License-Identifier: Apache-2.0
// Layers that pick or place elements by index.
#ifndef TENON_NV_LAYERS_INDEX_H
#define TENON_NV_LAYERS_INDEX_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

enum class GatherMode : int32_t {
    kDEFAULT = 0,
    kELEMENT = 1,
    kND = 2,
};

namespace impl {
template <>
struct EnumMaxImpl<GatherMode> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

class IGatherLayer : public ILayer {
public:
    void setGatherAxis(int32_t axis) noexcept { mImpl->setGatherAxis(axis); }

    int32_t getGatherAxis() const noexcept { return mImpl->getGatherAxis(); }

    void setNbElementWiseDims(int32_t elementWiseDims) noexcept { mImpl->setNbElementWiseDims(elementWiseDims); }

    int32_t getNbElementWiseDims() const noexcept { return mImpl->getNbElementWiseDims(); }

    void setMode(GatherMode mode) noexcept { mImpl->setMode(mode); }

    GatherMode getMode() const noexcept { return mImpl->getMode(); }

protected:
    apiv::VGatherLayer* mImpl;
    virtual ~IGatherLayer() noexcept = default;
};

enum class ScatterMode : int32_t {
    kELEMENT = 0,
    kND = 1,
};

namespace impl {
template <>
struct EnumMaxImpl<ScatterMode> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

class IScatterLayer : public ILayer {
public:
    void setMode(ScatterMode mode) noexcept { mImpl->setMode(mode); }

    ScatterMode getMode() const noexcept { return mImpl->getMode(); }

    void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }

    int32_t getAxis() const noexcept { return mImpl->getAxis(); }

protected:
    apiv::VScatterLayer* mImpl;
    virtual ~IScatterLayer() noexcept = default;
};

class IOneHotLayer : public ILayer {
public:
    void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }

    int32_t getAxis() const noexcept { return mImpl->getAxis(); }

protected:
    apiv::VOneHotLayer* mImpl;
    virtual ~IOneHotLayer() noexcept = default;
};

class INonZeroLayer : public ILayer {
public:
    bool setIndicesType(DataType type) noexcept { return mImpl->setIndicesType(type); }

    DataType getIndicesType() const noexcept { return mImpl->getIndicesType(); }

protected:
    virtual ~INonZeroLayer() noexcept = default;
    apiv::VNonZeroLayer* mImpl;
};

enum class BoundingBoxFormat : int32_t {
    kCORNER_PAIRS = 0,
    kCENTER_SIZES = 1,
};

namespace impl {
template <>
struct EnumMaxImpl<BoundingBoxFormat> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

class INMSLayer : public ILayer {
public:
    void setBoundingBoxFormat(BoundingBoxFormat fmt) noexcept { mImpl->setBoundingBoxFormat(fmt); }

    BoundingBoxFormat getBoundingBoxFormat() const noexcept { return mImpl->getBoundingBoxFormat(); }

    void setTopKBoxLimit(int32_t limit) noexcept { mImpl->setTopKBoxLimit(limit); }

    int32_t getTopKBoxLimit() const noexcept { return mImpl->getTopKBoxLimit(); }

    bool setIndicesType(DataType type) noexcept { return mImpl->setIndicesType(type); }

    DataType getIndicesType() const noexcept { return mImpl->getIndicesType(); }

    using ILayer::setInput;

protected:
    apiv::VNMSLayer* mImpl;
    virtual ~INMSLayer() noexcept = default;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_INDEX_H
