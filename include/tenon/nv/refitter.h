// SPDX-License-Identifier: Apache-2.0
// The refitter: new weights for an engine that is already built.
// Included by NvInferRuntime.h.
#ifndef TENON_NV_REFITTER_H
#define TENON_NV_REFITTER_H

#include "tenon/nv/impl_runtime.h"
#include "tenon/nv/memory.h"

namespace nvinfer1 TENON_NV_VISIBILITY {

//! Which of a layer's weights are meant.
enum class WeightsRole : int32_t {
    kKERNEL = 0,   //!< Kernel of a convolution, deconvolution or fully connected layer.
    kBIAS = 1,     //!< Bias of such a layer.
    kSHIFT = 2,    //!< Shift of a scale layer.
    kSCALE = 3,    //!< Scale of a scale layer.
    kCONSTANT = 4, //!< Values of a constant layer.
    kANY = 5,      //!< The only ones, or weights found by name.
};

namespace impl {
template <>
struct EnumMaxImpl<WeightsRole> {
    static constexpr int32_t kVALUE = 6;
};
} // namespace impl

//! Replaces weights of an engine that was built to allow it. createInferRefitter() makes one; the caller deletes it,
//! before the engine. Weights are set first, by layer and role or by name, and take effect together in
//! refitCudaEngine(). Their memory stays the caller's and must not change or go until then.
class IRefitter : public INoCopy {
public:
    virtual ~IRefitter() noexcept = default;

    //! Sets a layer's weights. False when there are none of that role, or type or count differ from what was built.
    bool setWeights(char const* layerName, WeightsRole role, Weights weights) noexcept {
        return mImpl->setWeights(layerName, role, weights);
    }

    //! Puts all weights that were set into the engine, and returns when that is done. False when weights are missing or
    //! refused; some of the others may then be in place. No inference may run meanwhile.
    bool refitCudaEngine() noexcept { return mImpl->refitCudaEngine(); }

    //! Weights that must be set besides those that were, because the engine combines them. Returns how many, and writes
    //! the first `size` of them to the arrays that are not null. The names belong to the engine.
    int32_t getMissing(int32_t size, char const** layerNames, WeightsRole* roles) noexcept {
        return mImpl->getMissing(size, layerNames, roles);
    }

    //! All weights that can be set. Returns how many, and writes the first `size` of them to the arrays that are not
    //! null.
    int32_t getAll(int32_t size, char const** layerNames, WeightsRole* roles) noexcept {
        return mImpl->getAll(size, layerNames, roles);
    }

    //! Sets the range of values of a tensor in an engine with 8-bit layers. False when it has none. Generations 8
    //! and 10.
    TENON_DEPRECATED_10 bool setDynamicRange(char const* tensorName, float min, float max) noexcept {
        return mImpl->setDynamicRange(tensorName, min, max);
    }

    //! Lower end of a tensor's range; 0 when it has none. Generations 8 and 10.
    TENON_DEPRECATED_10 float getDynamicRangeMin(char const* tensorName) const noexcept {
        return mImpl->getDynamicRangeMin(tensorName);
    }

    //! Upper end of a tensor's range; 0 when it has none. Generations 8 and 10.
    TENON_DEPRECATED_10 float getDynamicRangeMax(char const* tensorName) const noexcept {
        return mImpl->getDynamicRangeMax(tensorName);
    }

    //! Tensors whose range can be set. Returns how many, and writes the first `size` names. Generations 8 and 10.
    TENON_DEPRECATED_10 int32_t getTensorsWithDynamicRange(int32_t size, char const** tensorNames) const noexcept {
        return mImpl->getTensorsWithDynamicRange(size, tensorNames);
    }

    //! Sets the recorder that gets the refitter's errors, and counts as its owner; null removes it.
    void setErrorRecorder(IErrorRecorder* recorder) noexcept { mImpl->setErrorRecorder(recorder); }

    //! The recorder that was set, or null.
    IErrorRecorder* getErrorRecorder() const noexcept { return mImpl->getErrorRecorder(); }

    //! Sets weights in host memory by the name that the network gave them. False when there are none of that name, or
    //! type or count differ from what was built.
    bool setNamedWeights(char const* name, Weights weights) noexcept { return mImpl->setNamedWeights(name, weights); }

    //! getMissing(), by name.
    int32_t getMissingWeights(int32_t size, char const** weightsNames) noexcept {
        return mImpl->getMissingWeights(size, weightsNames);
    }

    //! getAll(), by name.
    int32_t getAllWeights(int32_t size, char const** weightsNames) noexcept {
        return mImpl->getAllWeights(size, weightsNames);
    }

    //! The logger that the refitter was made with.
    ILogger* getLogger() const noexcept { return mImpl->getLogger(); }

    //! Most threads that refitting may use, the caller's included; 1 by default. False, and no change, below 1.
    bool setMaxThreads(int32_t maxThreads) noexcept { return mImpl->setMaxThreads(maxThreads); }

    //! What setMaxThreads() set.
    int32_t getMaxThreads() const noexcept { return mImpl->getMaxThreads(); }

#if TENON_API_LEVEL != 8
    //! Sets weights that lie at the given place. Since generation 10.
    bool setNamedWeights(char const* name, Weights weights, TensorLocation location) noexcept {
        return mImpl->setNamedWeightsWithLocation(name, weights, location);
    }
#endif

    //! The weights that were set under the name; null values when none were. Since generation 10.
    Weights getNamedWeights(char const* weightsName) const noexcept {
        return mImpl->getNamedWeights(weightsName);
    }

    //! Where the weights lie that were set under the name; kHOST when none were. Since generation 10.
    TensorLocation getWeightsLocation(char const* weightsName) const noexcept {
        return mImpl->getWeightsLocation(weightsName);
    }

    //! Forgets the weights that were set under the name. False when none were. Since generation 10.
    bool unsetNamedWeights(char const* weightsName) noexcept {
        return mImpl->unsetNamedWeights(weightsName);
    }

    //! Whether weights are checked when they are converted, for example for values that overflow; true by default.
    //! Since generation 10.
    void setWeightsValidation(bool weightsValidation) noexcept {
        return mImpl->setWeightsValidation(weightsValidation);
    }

    //! What setWeightsValidation() set. Since generation 10.
    bool getWeightsValidation() const noexcept {
        return mImpl->getWeightsValidation();
    }

    //! refitCudaEngine() in the order of a stream, which inferences afterwards must use too. Weights in host memory are
    //! read before it returns, others when the stream comes to it. Since generation 10.
    bool refitCudaEngineAsync(cudaStream_t stream) noexcept {
        return mImpl->refitCudaEngineAsync(stream);
    }

    //! Type and count of the weights of that name, without values; count -1 when there are none. Since generation 10.
    Weights getWeightsPrototype(char const* weightsName) const noexcept {
        return mImpl->getWeightsPrototype(weightsName);
    }

    //! Ends the object; generation 8's form of delete.
    TRT_DEPRECATED void destroy() noexcept {
        delete this;
    }

protected:
    apiv::VRefitter* mImpl{nullptr};
};

} // namespace nvinfer1

#endif // TENON_NV_REFITTER_H
