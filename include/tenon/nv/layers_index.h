// SPDX-License-Identifier: Apache-2.0
// Layers that pick or place elements by index.
#ifndef TENON_NV_LAYERS_INDEX_H
#define TENON_NV_LAYERS_INDEX_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! How a gather layer reads its indices.
enum class GatherMode : int32_t {
    kDEFAULT = 0, //!< Each index picks a slice along one axis.
    kELEMENT = 1, //!< Each index picks one element along one axis; indices are shaped as the output.
    kND = 2,      //!< Each row of indices picks by its numbers along the first axes.
};

namespace impl {
template <>
struct EnumMaxImpl<GatherMode> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

//! Picks parts of input 0 by the indices of input 1. An index counts from 0; a negative one from the end.
class IGatherLayer : public ILayer {
public:
    //! Axis that is picked from, of kDEFAULT and kELEMENT.
    void setGatherAxis(int32_t axis) noexcept { mImpl->setGatherAxis(axis); }

    //! The value of setGatherAxis().
    int32_t getGatherAxis() const noexcept { return mImpl->getGatherAxis(); }

    //! Number of leading axes that data and indices share; 0 unless set, at most 1 under kDEFAULT.
    void setNbElementWiseDims(int32_t elementWiseDims) noexcept { mImpl->setNbElementWiseDims(elementWiseDims); }

    //! The value of setNbElementWiseDims().
    int32_t getNbElementWiseDims() const noexcept { return mImpl->getNbElementWiseDims(); }

    //! How indices are read.
    void setMode(GatherMode mode) noexcept { mImpl->setMode(mode); }

    //! The value of setMode().
    GatherMode getMode() const noexcept { return mImpl->getMode(); }

protected:
    apiv::VGatherLayer* mImpl;
    virtual ~IGatherLayer() noexcept = default;
};

//! How a scatter layer reads its indices.
enum class ScatterMode : int32_t {
    kELEMENT = 0, //!< Each index places one element along one axis.
    kND = 1,      //!< Each row of indices places a slice by its numbers along the first axes.
};

namespace impl {
template <>
struct EnumMaxImpl<ScatterMode> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

//! Copies input 0 and writes the elements of input 2 to the places that input 1 tells. Of places named twice, one of
//! the updates stays.
class IScatterLayer : public ILayer {
public:
    //! How indices are read.
    void setMode(ScatterMode mode) noexcept { mImpl->setMode(mode); }

    //! The value of setMode().
    ScatterMode getMode() const noexcept { return mImpl->getMode(); }

    //! Axis of kELEMENT; 0 unless set.
    void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }

    //! The axis of setAxis().
    int32_t getAxis() const noexcept { return mImpl->getAxis(); }

protected:
    apiv::VScatterLayer* mImpl;
    virtual ~IScatterLayer() noexcept = default;
};

//! Input 1 is [off value, on value], input 2 the depth. The output has one more axis, with the on value at the index
//! and the off value elsewhere.
class IOneHotLayer : public ILayer {
public:
    //! Place of the new axis; negative numbers count from the end.
    void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }

    //! The place of setAxis() or of creation.
    int32_t getAxis() const noexcept { return mImpl->getAxis(); }

protected:
    apiv::VOneHotLayer* mImpl;
    virtual ~IOneHotLayer() noexcept = default;
};

//! Indices of the elements that are not zero, in order: [rank, number], the number known only after the run.
class INonZeroLayer : public ILayer {
public:
    //! Type of the output, kINT32 or kINT64 (since 10). False for another.
    bool setIndicesType(DataType type) noexcept { return mImpl->setIndicesType(type); }

    //! Type of the output; kINT32 unless set (since 10).
    DataType getIndicesType() const noexcept { return mImpl->getIndicesType(); }

protected:
    virtual ~INonZeroLayer() noexcept = default;
    apiv::VNonZeroLayer* mImpl;
};

//! What the four numbers of a box are.
enum class BoundingBoxFormat : int32_t {
    kCORNER_PAIRS = 0, //!< x1, y1, x2, y2; corners in any order.
    kCENTER_SIZES = 1, //!< x and y of the centre, width, height.
};

namespace impl {
template <>
struct EnumMaxImpl<BoundingBoxFormat> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

//! Picks boxes by score and drops those that overlap a better one too much. Boxes [N, B, 4] or [N, B, C, 4], scores [N,
//! B, C]. Output 0 is [number, 3] of sample, class and box, the number known only after the run; output 1 is the
//! number.
class INMSLayer : public ILayer {
public:
    //! What the numbers of a box are; kCORNER_PAIRS unless set.
    void setBoundingBoxFormat(BoundingBoxFormat fmt) noexcept { mImpl->setBoundingBoxFormat(fmt); }

    //! The value of setBoundingBoxFormat().
    BoundingBoxFormat getBoundingBoxFormat() const noexcept { return mImpl->getBoundingBoxFormat(); }

    //! Number of best boxes of each sample that are looked at, at most 5000; 5000 unless set.
    void setTopKBoxLimit(int32_t limit) noexcept { mImpl->setTopKBoxLimit(limit); }

    //! The value of setTopKBoxLimit().
    int32_t getTopKBoxLimit() const noexcept { return mImpl->getTopKBoxLimit(); }

    //! Type of the outputs, kINT32 or kINT64 (since 10). False for another.
    bool setIndicesType(DataType type) noexcept { return mImpl->setIndicesType(type); }

    //! Type of the outputs; kINT32 unless set (since 10).
    DataType getIndicesType() const noexcept { return mImpl->getIndicesType(); }

    //! Inputs 0 to 2 are boxes, scores and the most boxes of each class. Input 3, when set, is the overlap above which
    //! a box is dropped, and input 4 the least score; both of rank 0.
    using ILayer::setInput;

protected:
    apiv::VNMSLayer* mImpl;
    virtual ~INMSLayer() noexcept = default;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_INDEX_H
