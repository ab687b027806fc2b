// SPDX-License-Identifier: Apache-2.0
// What an algorithm selector sees of a build (of 8.6 and 10).
#ifndef TENON_NV_ALGORITHM_H
#define TENON_NV_ALGORITHM_H

#include "NvInferImpl.h"
#include "NvInferRuntime.h"
#include "tenon/nv/level.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! An input or output of a candidate, as the candidate wants it.
class TENON_DEPRECATED_10 IAlgorithmIOInfo : public INoCopy {
public:
    //! Type of its elements.
    DataType getDataType() const noexcept { return mImpl->getDataType(); }

    //! Distance of neighbours along each axis, in elements or in vectors of a vectorized layout.
    Dims getStrides() const noexcept { return impl::narrow(mImpl->getStrides()); }

    //! Axis that is cut into vectors, or -1 (since 10).
    int64_t getVectorizedDim() const noexcept { return mImpl->getVectorizedDim(); }

    //! Length of a vector; 1 without vectors (since 10).
    int64_t getComponentsPerElement() const noexcept { return mImpl->getComponentsPerElement(); }

    //! Layout of the tensor (of 8.6).
    TRT_DEPRECATED TensorFormat getTensorFormat() const noexcept { return mImpl->getTensorFormat(); }

protected:
    virtual ~IAlgorithmIOInfo() noexcept = default;
    apiv::VAlgorithmIOInfo* mImpl;
};

//! Names a candidate: equal numbers in two builds name one kernel of one library version.
class TENON_DEPRECATED_10 IAlgorithmVariant : public INoCopy {
public:
    //! Number of the implementation.
    int64_t getImplementation() const noexcept { return mImpl->getImplementation(); }

    //! Number of the implementation's tactic.
    int64_t getTactic() const noexcept { return mImpl->getTactic(); }

protected:
    virtual ~IAlgorithmVariant() noexcept = default;
    apiv::VAlgorithmVariant* mImpl;
};

//! The layer that a candidate is for.
class TENON_DEPRECATED_10 IAlgorithmContext : public INoCopy {
public:
    //! Name of the layer, of a group of joined layers, or of a conversion.
    char const* getName() const noexcept { return mImpl->getName(); }

    //! Least, typical or greatest shape of an input or output; inputs come first. nbDims is -1 for an index out of
    //! range.
    Dims getDimensions(int32_t index, OptProfileSelector select) const noexcept {
        return impl::narrow(mImpl->getDimensions(index, select));
    }

    //! Number of inputs.
    int32_t getNbInputs() const noexcept { return mImpl->getNbInputs(); }

    //! Number of outputs.
    int32_t getNbOutputs() const noexcept { return mImpl->getNbOutputs(); }

protected:
    virtual ~IAlgorithmContext() noexcept = default;
    apiv::VAlgorithmContext* mImpl;
};

//! A candidate for a layer.
class TENON_DEPRECATED_10 IAlgorithm : public INoCopy {
public:
    //! Names the candidate.
    IAlgorithmVariant const& getAlgorithmVariant() const noexcept { return mImpl->getAlgorithmVariant(); }

    //! Measured time in milliseconds; 0 when it was not measured.
    float getTimingMSec() const noexcept { return mImpl->getTimingMSec(); }

    //! Bytes of scratch memory that it needs.
    std::size_t getWorkspaceSize() const noexcept { return mImpl->getWorkspaceSize(); }

    //! An input or output; inputs come first. Null for an index out of range.
    IAlgorithmIOInfo const* getAlgorithmIOInfoByIndex(int32_t index) const noexcept {
        return mImpl->getAlgorithmIOInfoByIndex(index);
    }

    //! As getAlgorithmIOInfoByIndex(), by reference (of 8.6). An index out of range gives the first tensor.
    TRT_DEPRECATED IAlgorithmIOInfo const& getAlgorithmIOInfo(int32_t index) const noexcept {
        IAlgorithmIOInfo const* info = getAlgorithmIOInfoByIndex(index);
        return info != nullptr ? *info : *getAlgorithmIOInfoByIndex(0);
    }

protected:
    virtual ~IAlgorithm() noexcept = default;
    apiv::VAlgorithm* mImpl;
};

//! What a user implements to choose among the candidates for each layer. Called by the building thread only.
class TENON_DEPRECATED_10 IAlgorithmSelector : public IVersionedInterface {
public:
    //! Name and version of this interface.
    InterfaceInfo getInterfaceInfo() const override { return InterfaceInfo{"IAlgorithmSelector", 1, 0}; }

    //! Writes to `selection` the indices of the choices that the build may use, at most nbChoices, and returns their
    //! number. With 0 the build chooses by time, or fails under BuilderFlag::kREJECT_EMPTY_ALGORITHMS.
    virtual int32_t selectAlgorithms(IAlgorithmContext const& context, IAlgorithm const* const* choices,
                                     int32_t nbChoices, int32_t* selection) = 0;

    //! Called once after the build with what it chose: entry i of both arrays belongs to one layer.
    virtual void reportAlgorithms(IAlgorithmContext const* const* algoContexts, IAlgorithm const* const* algoChoices,
                                  int32_t nbAlgorithms) = 0;

    virtual ~IAlgorithmSelector() noexcept = default;
};

namespace v_1_0 {
using nvinfer1::IAlgorithmSelector;
} // namespace v_1_0

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_ALGORITHM_H
