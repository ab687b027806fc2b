// SPDX-License-Identifier: Apache-2.0
// (documentation follows)
// Included by NvInferRuntime.h.
#ifndef TENON_NV_PROFILE_H
#define TENON_NV_PROFILE_H

#include "tenon/nv/impl_runtime.h"
#include "tenon/nv/memory.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

enum class OptProfileSelector : int32_t { kMIN = 0, kOPT = 1, kMAX = 2 };

namespace impl {
template <>
struct EnumMaxImpl<OptProfileSelector> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

class IOptimizationProfile : public INoCopy {
public:
    bool setDimensions(char const* inputName, OptProfileSelector select, Dims const& dims) noexcept {
        return mImpl->setDimensions(inputName, select, impl::widen(dims));
    }
    Dims getDimensions(char const* inputName, OptProfileSelector select) const noexcept {
        return impl::narrow(mImpl->getDimensions(inputName, select));
    }
    TRT_DEPRECATED bool setShapeValues(char const* inputName, OptProfileSelector select, int32_t const* values,
                                       int32_t nbValues) noexcept {
        return mImpl->setShapeValues(inputName, select, values, nbValues);
    }
    int32_t getNbShapeValues(char const* inputName) const noexcept { return mImpl->getNbShapeValues(inputName); }
    TRT_DEPRECATED int32_t const* getShapeValues(char const* inputName, OptProfileSelector select) const noexcept {
        return mImpl->getShapeValues(inputName, select);
    }
    bool setExtraMemoryTarget(float target) noexcept { return mImpl->setExtraMemoryTarget(target); }
    float getExtraMemoryTarget() const noexcept { return mImpl->getExtraMemoryTarget(); }
    bool isValid() const noexcept { return mImpl->isValid(); }
    bool setShapeValuesV2(char const* inputName, OptProfileSelector select, int64_t const* values,
                          int32_t nbValues) noexcept {
        return mImpl->setShapeValuesV2(inputName, select, values, nbValues);
    }
    int64_t const* getShapeValuesV2(char const* inputName, OptProfileSelector select) const noexcept {
        return mImpl->getShapeValuesV2(inputName, select);
    }

protected:
    apiv::VOptimizationProfile* mImpl{nullptr};
    virtual ~IOptimizationProfile() noexcept = default;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_PROFILE_H
