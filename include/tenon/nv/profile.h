// SPDX-License-Identifier: Apache-2.0
// Optimization profiles: the ranges of shapes and shape values that an engine is built for.
// Included by NvInferRuntime.h.
#ifndef TENON_NV_PROFILE_H
#define TENON_NV_PROFILE_H

#include "tenon/nv/impl_runtime.h"
#include "tenon/nv/memory.h"

namespace nvinfer1 TENON_NV_VISIBILITY {

//! Which bound of a range is meant.
enum class OptProfileSelector : int32_t {
    kMIN = 0, //!< The smallest value that is allowed.
    kOPT = 1, //!< The value to optimise for.
    kMAX = 2, //!< The largest value that is allowed.
};

namespace impl {
template <>
struct EnumMaxImpl<OptProfileSelector> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

//! Ranges of the shapes of inputs, and of the values of inputs that shapes depend on. IBuilder makes it and owns it;
//! hand it to IBuilderConfig::addOptimizationProfile() when it is complete. Setters compare with what was set before
//! only; the rest is checked when it is added and when the engine is built.
class IOptimizationProfile : public INoCopy {
public:
    //! Sets one bound of an input's shape; a dynamic input needs all three. False when the number of dimensions differs
    //! from the other bounds' or an extent is negative.
    bool setDimensions(char const* inputName, OptProfileSelector select, Dims const& dims) noexcept {
        return mImpl->setDimensions(inputName, select, impl::widen(dims));
    }

    //! A bound that was set; nbDims is -1 when none was.
    Dims getDimensions(char const* inputName, OptProfileSelector select) const noexcept {
        return impl::narrow(mImpl->getDimensions(inputName, select));
    }

    //! Sets one bound of the values of a shape input, in row-major order. False when nbValues differs from the other
    //! bounds'. Generations 8 and 10; setShapeValuesV2() takes its place.
    TENON_DEPRECATED_10 bool setShapeValues(char const* inputName, OptProfileSelector select, int32_t const* values,
                                            int32_t nbValues) noexcept {
        return mImpl->setShapeValues(inputName, select, values, nbValues);
    }

    //! Number of values that were set for a shape input; -1 when none were.
    int32_t getNbShapeValues(char const* inputName) const noexcept { return mImpl->getNbShapeValues(inputName); }

    //! The values that setShapeValues() set, or null. They belong to the profile. Generations 8 and 10.
    TENON_DEPRECATED_10 int32_t const* getShapeValues(char const* inputName, OptProfileSelector select) const noexcept {
        return mImpl->getShapeValues(inputName, select);
    }

    //! How much memory beyond the first profile's the builder may use for this one: a wish from 0 (none) to 1 (as much
    //! as helps, the default). False outside that range.
    bool setExtraMemoryTarget(float target) noexcept { return mImpl->setExtraMemoryTarget(target); }

    //! What setExtraMemoryTarget() set.
    float getExtraMemoryTarget() const noexcept { return mImpl->getExtraMemoryTarget(); }

    //! Whether every range that was begun is complete and in order. Whether all inputs have one shows when it is added.
    bool isValid() const noexcept { return mImpl->isValid(); }

    //! setShapeValues() with 64-bit values. Since 10.11.
    bool setShapeValuesV2(char const* inputName, OptProfileSelector select, int64_t const* values,
                          int32_t nbValues) noexcept {
        return mImpl->setShapeValuesV2(inputName, select, values, nbValues);
    }

    //! The values that setShapeValuesV2() set, or null. They belong to the profile. Since 10.11.
    int64_t const* getShapeValuesV2(char const* inputName, OptProfileSelector select) const noexcept {
        return mImpl->getShapeValuesV2(inputName, select);
    }

protected:
    apiv::VOptimizationProfile* mImpl{nullptr};
    virtual ~IOptimizationProfile() noexcept = default;
};

} // namespace nvinfer1

#endif // TENON_NV_PROFILE_H
