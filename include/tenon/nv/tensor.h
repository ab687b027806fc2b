// SPDX-License-Identifier: Apache-2.0
// The tensors of a network.
#ifndef TENON_NV_TENSOR_H
#define TENON_NV_TENSOR_H

#include "NvInferImpl.h"
#include "NvInferRuntime.h"
#include "tenon/nv/level.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! A tensor of a network: an input, or an output of a layer. The network owns it.
class ITensor : public INoCopy {
public:
    //! Names the tensor. The text is copied; null clears it. Inputs and outputs of an engine are found by name, so
    //! names must differ.
    void setName(char const* name) noexcept { mImpl->setName(name); }

    //! The name; the tensor owns the text until the next setName(). A layer's output is named by default.
    char const* getName() const noexcept { return mImpl->getName(); }

    //! Shape of a network input; -1 for an extent that is known only at run time. Of no effect on other tensors.
    void setDimensions(Dims const& dimensions) noexcept { mImpl->setDimensions(impl::widen(dimensions)); }

    //! The shape as far as it is known; -1 marks an unknown extent. After an error in the network, nbDims is -1.
    Dims getDimensions() const noexcept { return impl::narrow(mImpl->getDimensions()); }

    //! Type of a network input or output. In a strongly typed network, only inputs take it. Inputs: any type that this
    //! device computes; others fail with an error.
    TENON_DEPRECATED_10 void setType(DataType type) noexcept { mImpl->setType(type); }

    //! Type of the elements.
    DataType getType() const noexcept { return mImpl->getType(); }

    //! Range of values that an 8-bit form of the tensor has to cover. False when min exceeds max or either is not
    //! finite.
    TENON_DEPRECATED_10 bool setDynamicRange(float min, float max) noexcept { return mImpl->setDynamicRange(min, max); }

    //! Whether INetworkDefinition::addInput() made the tensor.
    bool isNetworkInput() const noexcept { return mImpl->isNetworkInput(); }

    //! Whether the tensor is marked as an output of the network.
    bool isNetworkOutput() const noexcept { return mImpl->isNetworkOutput(); }

    //! Of no effect: there is no implicit batch.
    TENON_DEPRECATED_10 void setBroadcastAcrossBatch(bool broadcastAcrossBatch) noexcept {
        mImpl->setBroadcastAcrossBatch(broadcastAcrossBatch);
    }

    //! Always false: there is no implicit batch.
    TENON_DEPRECATED_10 bool getBroadcastAcrossBatch() const noexcept { return mImpl->getBroadcastAcrossBatch(); }

    //! Where the engine expects the tensor: kHOST for shape tensors, else kDEVICE unless set.
    TensorLocation getLocation() const noexcept { return mImpl->getLocation(); }

    //! Asks for a tensor in host memory; only a shape tensor that is an input can be there.
    TENON_DEPRECATED_10 void setLocation(TensorLocation location) noexcept { mImpl->setLocation(location); }

    //! Whether setDynamicRange() was called since the last reset.
    TENON_DEPRECATED_10 bool dynamicRangeIsSet() const noexcept { return mImpl->dynamicRangeIsSet(); }

    //! Forgets the range.
    TENON_DEPRECATED_11 void resetDynamicRange() noexcept { mImpl->resetDynamicRange(); }

    //! Lower end of the range; NaN when none is set.
    TENON_DEPRECATED_11 float getDynamicRangeMin() const noexcept { return mImpl->getDynamicRangeMin(); }

    //! Upper end of the range; NaN when none is set.
    TENON_DEPRECATED_11 float getDynamicRangeMax() const noexcept { return mImpl->getDynamicRangeMax(); }

    //! Memory layouts that the builder may choose for an input or output, a mask of 1U << TensorFormat. All are allowed
    //! unless set.
    void setAllowedFormats(TensorFormats formats) noexcept { mImpl->setAllowedFormats(formats); }

    //! The mask of setAllowedFormats().
    TensorFormats getAllowedFormats() const noexcept { return mImpl->getAllowedFormats(); }

    //! Whether the values take part in the computation of shapes. Reliable once the network is complete.
    bool isShapeTensor() const noexcept { return mImpl->isShapeTensor(); }

    //! Whether the values are computed when the engine runs. A tensor can be this and a shape tensor at once.
    bool isExecutionTensor() const noexcept { return mImpl->isExecutionTensor(); }

    //! Names an extent of a network input that is known only at run time: extents of one name are equal in every run.
    //! The text is copied; null clears it.
    void setDimensionName(int32_t index, char const* name) noexcept { mImpl->setDimensionName(index, name); }

    //! The name of an extent, or null.
    char const* getDimensionName(int32_t index) const noexcept { return mImpl->getDimensionName(index); }

protected:
    apiv::VTensor* mImpl;
    virtual ~ITensor() noexcept = default;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_TENSOR_H
