// SPDX-License-Identifier: Apache-2.0
// Loops: ILoop adds the layers at the boundary of a loop's body.
#ifndef TENON_NV_LOOP_H
#define TENON_NV_LOOP_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

enum class LoopOutput : int32_t {
    kLAST_VALUE = 0,
    kCONCATENATE = 1,
    kREVERSE = 2,
};

namespace impl {
template <>
struct EnumMaxImpl<LoopOutput> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

enum class TripLimit : int32_t {
    kCOUNT = 0,
    kWHILE = 1,
};

namespace impl {
template <>
struct EnumMaxImpl<TripLimit> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

class ILoopBoundaryLayer : public ILayer {
public:
    ILoop* getLoop() const noexcept { return mBoundary->getLoop(); }

protected:
    virtual ~ILoopBoundaryLayer() noexcept = default;
    apiv::VLoopBoundaryLayer* mBoundary;
};

class IRecurrenceLayer : public ILoopBoundaryLayer {
public:
    using ILayer::setInput;

protected:
    virtual ~IRecurrenceLayer() noexcept = default;
    apiv::VRecurrenceLayer* mImpl;
};

class ILoopOutputLayer : public ILoopBoundaryLayer {
public:
    LoopOutput getLoopOutput() const noexcept { return mImpl->getLoopOutput(); }

    void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }

    int32_t getAxis() const noexcept { return mImpl->getAxis(); }

    using ILayer::setInput;

protected:
    virtual ~ILoopOutputLayer() noexcept = default;
    apiv::VLoopOutputLayer* mImpl;
};

class ITripLimitLayer : public ILoopBoundaryLayer {
public:
    TripLimit getTripLimit() const noexcept { return mImpl->getTripLimit(); }

protected:
    virtual ~ITripLimitLayer() noexcept = default;
    apiv::VTripLimitLayer* mImpl;
};

class IIteratorLayer : public ILoopBoundaryLayer {
public:
    void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }

    int32_t getAxis() const noexcept { return mImpl->getAxis(); }

    void setReverse(bool reverse) noexcept { mImpl->setReverse(reverse); }

    bool getReverse() const noexcept { return mImpl->getReverse(); }

protected:
    virtual ~IIteratorLayer() noexcept = default;
    apiv::VIteratorLayer* mImpl;
};

class ILoop : public INoCopy {
public:
    IRecurrenceLayer* addRecurrence(ITensor& initialValue) noexcept { return mImpl->addRecurrence(initialValue); }

    ITripLimitLayer* addTripLimit(ITensor& tensor, TripLimit limit) noexcept {
        return mImpl->addTripLimit(tensor, limit);
    }

    IIteratorLayer* addIterator(ITensor& tensor, int32_t axis = 0, bool reverse = false) noexcept {
        return mImpl->addIterator(tensor, axis, reverse);
    }

    ILoopOutputLayer* addLoopOutput(ITensor& tensor, LoopOutput outputKind, int32_t axis = 0) noexcept {
        return mImpl->addLoopOutput(tensor, outputKind, axis);
    }

    void setName(char const* name) noexcept { mImpl->setName(name); }

    char const* getName() const noexcept { return mImpl->getName(); }

protected:
    virtual ~ILoop() noexcept = default;
    apiv::VLoop* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LOOP_H
