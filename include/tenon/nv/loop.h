// SPDX-License-Identifier: Apache-2.0
// Loops: ILoop adds the layers at the boundary of a loop's body.
#ifndef TENON_NV_LOOP_H
#define TENON_NV_LOOP_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! What leaves a loop.
enum class LoopOutput : int32_t {
    kLAST_VALUE = 0,  //!< The value of the last iteration.
    kCONCATENATE = 1, //!< The values of all iterations, joined along a new axis.
    kREVERSE = 2,     //!< As kCONCATENATE, last iteration first.
};

namespace impl {
template <>
struct EnumMaxImpl<LoopOutput> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

//! What ends a loop.
enum class TripLimit : int32_t {
    kCOUNT = 0, //!< A number of iterations, known before the loop.
    kWHILE = 1, //!< A condition, computed for each iteration before it starts.
};

namespace impl {
template <>
struct EnumMaxImpl<TripLimit> {
    static constexpr int32_t kVALUE = 2;
};
} // namespace impl

//! A layer at the boundary of a loop's body.
class ILoopBoundaryLayer : public ILayer {
public:
    //! The loop that the layer belongs to.
    ILoop* getLoop() const noexcept { return mBoundary->getLoop(); }

protected:
    virtual ~ILoopBoundaryLayer() noexcept = default;
    apiv::VLoopBoundaryLayer* mBoundary;
};

//! A value that an iteration hands to the next.
class IRecurrenceLayer : public ILoopBoundaryLayer {
public:
    //! Input 0 is the value before the first iteration, from outside the loop; input 1 is the value for the next
    //! iteration, from inside. Both have one shape.
    using ILayer::setInput;

protected:
    virtual ~IRecurrenceLayer() noexcept = default;
    apiv::VRecurrenceLayer* mImpl;
};

//! A value that leaves a loop.
class ILoopOutputLayer : public ILoopBoundaryLayer {
public:
    //! What leaves.
    LoopOutput getLoopOutput() const noexcept { return mImpl->getLoopOutput(); }

    //! Place of the new axis of kCONCATENATE and kREVERSE; 0 unless set.
    void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }

    //! The value of setAxis().
    int32_t getAxis() const noexcept { return mImpl->getAxis(); }

    //! Input 0 is the value inside the loop. Input 1, needed by kCONCATENATE and kREVERSE, is the extent of the new
    //! axis, a shape tensor of rank 0; beyond the last iteration the output is not defined.
    using ILayer::setInput;

protected:
    virtual ~ILoopOutputLayer() noexcept = default;
    apiv::VLoopOutputLayer* mImpl;
};

//! What ends a loop.
class ITripLimitLayer : public ILoopBoundaryLayer {
public:
    //! Whether it counts or asks.
    TripLimit getTripLimit() const noexcept { return mImpl->getTripLimit(); }

protected:
    virtual ~ITripLimitLayer() noexcept = default;
    apiv::VTripLimitLayer* mImpl;
};

//! A slice of a tensor for each iteration.
class IIteratorLayer : public ILoopBoundaryLayer {
public:
    //! Axis that is sliced; 0 unless set.
    void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }

    //! The axis of setAxis() or of creation.
    int32_t getAxis() const noexcept { return mImpl->getAxis(); }

    //! Whether the last slice comes first; false unless set.
    void setReverse(bool reverse) noexcept { mImpl->setReverse(reverse); }

    //! The value of setReverse().
    bool getReverse() const noexcept { return mImpl->getReverse(); }

protected:
    virtual ~IIteratorLayer() noexcept = default;
    apiv::VIteratorLayer* mImpl;
};

//! Makes the layers at the boundary of a loop's body. What uses their outputs is the body. The network owns it.
class ILoop : public INoCopy {
public:
    //! A value that an iteration hands to the next, from initialValue on. Set its input 1 before the build. Null on
    //! failure.
    IRecurrenceLayer* addRecurrence(ITensor& initialValue) noexcept { return mImpl->addRecurrence(initialValue); }

    //! What ends the loop: for kCOUNT a number of iterations, int32 or int64 of rank 0 from outside; for kWHILE a
    //! boolean of rank 0 from inside. At most one of each. Null on failure.
    ITripLimitLayer* addTripLimit(ITensor& tensor, TripLimit limit) noexcept {
        return mImpl->addTripLimit(tensor, limit);
    }

    //! Slices of `tensor`, a tensor from outside, one for each iteration. Null on failure.
    IIteratorLayer* addIterator(ITensor& tensor, int32_t axis = 0, bool reverse = false) noexcept {
        return mImpl->addIterator(tensor, axis, reverse);
    }

    //! A tensor of the loop's body as seen from outside. Null on failure.
    ILoopOutputLayer* addLoopOutput(ITensor& tensor, LoopOutput outputKind, int32_t axis = 0) noexcept {
        return mImpl->addLoopOutput(tensor, outputKind, axis);
    }

    //! Names the loop, for messages. The text is copied.
    void setName(char const* name) noexcept { mImpl->setName(name); }

    //! The name; a default one unless set.
    char const* getName() const noexcept { return mImpl->getName(); }

protected:
    virtual ~ILoop() noexcept = default;
    apiv::VLoop* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LOOP_H
