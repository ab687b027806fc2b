// SPDX-License-Identifier: Apache-2.0
// (documentation follows)
// Included by NvInferRuntime.h.
#ifndef TENON_NV_REFITTER_H
#define TENON_NV_REFITTER_H

#include "tenon/nv/impl_runtime.h"
#include "tenon/nv/memory.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

enum class WeightsRole : int32_t {
    kKERNEL = 0,
    kBIAS = 1,
    kSHIFT = 2,
    kSCALE = 3,
    kCONSTANT = 4,
    kANY = 5,
};

namespace impl {
template <>
struct EnumMaxImpl<WeightsRole> {
    static constexpr int32_t kVALUE = 6;
};
} // namespace impl

class IRefitter : public INoCopy {
public:
    virtual ~IRefitter() noexcept = default;
    bool setWeights(char const* layerName, WeightsRole role, Weights weights) noexcept {
        return mImpl->setWeights(layerName, role, weights);
    }
    bool refitCudaEngine() noexcept { return mImpl->refitCudaEngine(); }
    int32_t getMissing(int32_t size, char const** layerNames, WeightsRole* roles) noexcept {
        return mImpl->getMissing(size, layerNames, roles);
    }
    int32_t getAll(int32_t size, char const** layerNames, WeightsRole* roles) noexcept {
        return mImpl->getAll(size, layerNames, roles);
    }
    TRT_DEPRECATED bool setDynamicRange(char const* tensorName, float min, float max) noexcept {
        return mImpl->setDynamicRange(tensorName, min, max);
    }
    TRT_DEPRECATED float getDynamicRangeMin(char const* tensorName) const noexcept {
        return mImpl->getDynamicRangeMin(tensorName);
    }
    TRT_DEPRECATED float getDynamicRangeMax(char const* tensorName) const noexcept {
        return mImpl->getDynamicRangeMax(tensorName);
    }
    TRT_DEPRECATED int32_t getTensorsWithDynamicRange(int32_t size, char const** tensorNames) const noexcept {
        return mImpl->getTensorsWithDynamicRange(size, tensorNames);
    }
    void setErrorRecorder(IErrorRecorder* recorder) noexcept { mImpl->setErrorRecorder(recorder); }
    IErrorRecorder* getErrorRecorder() const noexcept { return mImpl->getErrorRecorder(); }
    bool setNamedWeights(char const* name, Weights weights) noexcept { return mImpl->setNamedWeights(name, weights); }
    int32_t getMissingWeights(int32_t size, char const** weightsNames) noexcept {
        return mImpl->getMissingWeights(size, weightsNames);
    }
    int32_t getAllWeights(int32_t size, char const** weightsNames) noexcept {
        return mImpl->getAllWeights(size, weightsNames);
    }
    ILogger* getLogger() const noexcept { return mImpl->getLogger(); }
    bool setMaxThreads(int32_t maxThreads) noexcept { return mImpl->setMaxThreads(maxThreads); }
    int32_t getMaxThreads() const noexcept { return mImpl->getMaxThreads(); }
#if TENON_API_LEVEL != 8
    bool setNamedWeights(char const* name, Weights weights, TensorLocation location) noexcept {
        return mImpl->setNamedWeightsWithLocation(name, weights, location);
    }
#endif
    Weights getNamedWeights(char const* weightsName) const noexcept {
        return mImpl->getNamedWeights(weightsName);
    }
    TensorLocation getWeightsLocation(char const* weightsName) const noexcept {
        return mImpl->getWeightsLocation(weightsName);
    }
    bool unsetNamedWeights(char const* weightsName) noexcept {
        return mImpl->unsetNamedWeights(weightsName);
    }
    void setWeightsValidation(bool weightsValidation) noexcept {
        return mImpl->setWeightsValidation(weightsValidation);
    }
    bool getWeightsValidation() const noexcept {
        return mImpl->getWeightsValidation();
    }
    bool refitCudaEngineAsync(cudaStream_t stream) noexcept {
        return mImpl->refitCudaEngineAsync(stream);
    }
    Weights getWeightsPrototype(char const* weightsName) const noexcept {
        return mImpl->getWeightsPrototype(weightsName);
    }

    //! Ends the object; generation 8's name of delete.
    TRT_DEPRECATED void destroy() noexcept {
        delete this;
    }

protected:
    apiv::VRefitter* mImpl{nullptr};
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_REFITTER_H
