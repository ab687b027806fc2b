// SPDX-License-Identifier: Apache-2.0
// Conditionals: IIfConditional adds the layers at the boundary of two branches.
#ifndef TENON_NV_CONDITIONAL_H
#define TENON_NV_CONDITIONAL_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! A layer at the boundary of a conditional.
class IIfConditionalBoundaryLayer : public ILayer {
public:
    //! The conditional that the layer belongs to.
    IIfConditional* getConditional() const noexcept { return mBoundary->getConditional(); }

protected:
    virtual ~IIfConditionalBoundaryLayer() noexcept = default;
    apiv::VConditionalBoundaryLayer* mBoundary;
};

//! The condition of a conditional.
class IConditionLayer : public IIfConditionalBoundaryLayer {
protected:
    virtual ~IConditionLayer() noexcept = default;
    apiv::VConditionLayer* mImpl;
};

//! A value that leaves a conditional: input 0 when the condition holds, else input 1.
class IIfConditionalOutputLayer : public IIfConditionalBoundaryLayer {
protected:
    virtual ~IIfConditionalOutputLayer() noexcept = default;
    apiv::VConditionalOutputLayer* mImpl;
};

//! A value that enters the branches of a conditional.
class IIfConditionalInputLayer : public IIfConditionalBoundaryLayer {
protected:
    virtual ~IIfConditionalInputLayer() noexcept = default;
    apiv::VConditionalInputLayer* mImpl;
};

//! Makes the layers at the boundary of two branches, of which only the chosen one is computed. The network owns it.
class IIfConditional : public INoCopy {
public:
    //! The condition, a boolean of rank 0. Null on failure, also when there is one already.
    IConditionLayer* setCondition(ITensor& condition) noexcept { return mImpl->setCondition(condition); }

    //! Joins a tensor of each branch, of one type and rank, to a tensor seen from outside. Null on failure.
    IIfConditionalOutputLayer* addOutput(ITensor& trueSubgraphOutput, ITensor& falseSubgraphOutput) noexcept {
        return mImpl->addOutput(trueSubgraphOutput, falseSubgraphOutput);
    }

    //! A tensor from outside as seen by both branches. Null on failure.
    IIfConditionalInputLayer* addInput(ITensor& input) noexcept { return mImpl->addInput(input); }

    //! Names the conditional, for messages. The text is copied.
    void setName(char const* name) noexcept { mImpl->setName(name); }

    //! The name; a default one unless set.
    char const* getName() const noexcept { return mImpl->getName(); }

protected:
    virtual ~IIfConditional() noexcept = default;
    apiv::VIfConditional* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_CONDITIONAL_H
