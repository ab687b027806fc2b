// SPDX-License-Identifier: Apache-2.0
// Conditionals: IIfConditional adds the layers at the boundary of two branches.
#ifndef TENON_NV_CONDITIONAL_H
#define TENON_NV_CONDITIONAL_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

class IIfConditionalBoundaryLayer : public ILayer {
public:
    IIfConditional* getConditional() const noexcept { return mBoundary->getConditional(); }

protected:
    virtual ~IIfConditionalBoundaryLayer() noexcept = default;
    apiv::VConditionalBoundaryLayer* mBoundary;
};

class IConditionLayer : public IIfConditionalBoundaryLayer {

protected:
    virtual ~IConditionLayer() noexcept = default;
    apiv::VConditionLayer* mImpl;
};

class IIfConditionalOutputLayer : public IIfConditionalBoundaryLayer {

protected:
    virtual ~IIfConditionalOutputLayer() noexcept = default;
    apiv::VConditionalOutputLayer* mImpl;
};

class IIfConditionalInputLayer : public IIfConditionalBoundaryLayer {

protected:
    virtual ~IIfConditionalInputLayer() noexcept = default;
    apiv::VConditionalInputLayer* mImpl;
};

class IIfConditional : public INoCopy {
public:
    IConditionLayer* setCondition(ITensor& condition) noexcept { return mImpl->setCondition(condition); }

    IIfConditionalOutputLayer* addOutput(ITensor& trueSubgraphOutput, ITensor& falseSubgraphOutput) noexcept {
        return mImpl->addOutput(trueSubgraphOutput, falseSubgraphOutput);
    }

    IIfConditionalInputLayer* addInput(ITensor& input) noexcept { return mImpl->addInput(input); }

    void setName(char const* name) noexcept { mImpl->setName(name); }

    char const* getName() const noexcept { return mImpl->getName(); }

protected:
    virtual ~IIfConditional() noexcept = default;
    apiv::VIfConditional* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_CONDITIONAL_H
