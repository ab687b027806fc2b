// SPDX-License-Identifier: Apache-2.0
// The tensors of a network.
#ifndef TENON_NV_TENSOR_H
#define TENON_NV_TENSOR_H

#include "NvInferImpl.h"
#include "NvInferRuntime.h"
#include "tenon/nv/level.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

class ITensor : public INoCopy {
public:
    void setName(char const* name) noexcept { mImpl->setName(name); }

    char const* getName() const noexcept { return mImpl->getName(); }

    void setDimensions(Dims const& dimensions) noexcept { mImpl->setDimensions(impl::widen(dimensions)); }

    Dims getDimensions() const noexcept { return impl::narrow(mImpl->getDimensions()); }

    TENON_DEPRECATED_10 void setType(DataType type) noexcept { mImpl->setType(type); }

    DataType getType() const noexcept { return mImpl->getType(); }

    TENON_DEPRECATED_10 bool setDynamicRange(float min, float max) noexcept { return mImpl->setDynamicRange(min, max); }

    bool isNetworkInput() const noexcept { return mImpl->isNetworkInput(); }

    bool isNetworkOutput() const noexcept { return mImpl->isNetworkOutput(); }

    TENON_DEPRECATED_10 void setBroadcastAcrossBatch(bool broadcastAcrossBatch) noexcept {
        mImpl->setBroadcastAcrossBatch(broadcastAcrossBatch);
    }

    TENON_DEPRECATED_10 bool getBroadcastAcrossBatch() const noexcept { return mImpl->getBroadcastAcrossBatch(); }

    TensorLocation getLocation() const noexcept { return mImpl->getLocation(); }

    TENON_DEPRECATED_10 void setLocation(TensorLocation location) noexcept { mImpl->setLocation(location); }

    TENON_DEPRECATED_10 bool dynamicRangeIsSet() const noexcept { return mImpl->dynamicRangeIsSet(); }

    TENON_DEPRECATED_11 void resetDynamicRange() noexcept { mImpl->resetDynamicRange(); }

    TENON_DEPRECATED_11 float getDynamicRangeMin() const noexcept { return mImpl->getDynamicRangeMin(); }

    TENON_DEPRECATED_11 float getDynamicRangeMax() const noexcept { return mImpl->getDynamicRangeMax(); }

    void setAllowedFormats(TensorFormats formats) noexcept { mImpl->setAllowedFormats(formats); }

    TensorFormats getAllowedFormats() const noexcept { return mImpl->getAllowedFormats(); }

    bool isShapeTensor() const noexcept { return mImpl->isShapeTensor(); }

    bool isExecutionTensor() const noexcept { return mImpl->isExecutionTensor(); }

    void setDimensionName(int32_t index, char const* name) noexcept { mImpl->setDimensionName(index, name); }

    char const* getDimensionName(int32_t index) const noexcept { return mImpl->getDimensionName(index); }

protected:
    apiv::VTensor* mImpl;
    virtual ~ITensor() noexcept = default;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_TENSOR_H
