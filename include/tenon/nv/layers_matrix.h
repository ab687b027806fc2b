// SPDX-License-Identifier: Apache-2.0
// Products of matrices.
#ifndef TENON_NV_LAYERS_MATRIX_H
#define TENON_NV_LAYERS_MATRIX_H

#include "tenon/nv/layer.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! What is done to an operand before a product.
enum class MatrixOperation : int32_t {
    kNONE = 0,      //!< The last two axes are a matrix.
    kTRANSPOSE = 1, //!< The last two axes are a matrix, transposed.
    kVECTOR = 2,    //!< The last axis is a vector.
};

namespace impl {
template <>
struct EnumMaxImpl<MatrixOperation> {
    static constexpr int32_t kVALUE = 3;
};
} // namespace impl

//! Product of two matrices, or of a matrix and a vector, for each index of the leading axes, where an extent of 1
//! broadcasts.
class IMatrixMultiplyLayer : public ILayer {
public:
    //! What is done to operand `index`, 0 or 1.
    void setOperation(int32_t index, MatrixOperation op) noexcept { mImpl->setOperation(index, op); }

    //! What is done to operand `index`.
    MatrixOperation getOperation(int32_t index) const noexcept { return mImpl->getOperation(index); }

protected:
    apiv::VMatrixMultiplyLayer* mImpl;
    virtual ~IMatrixMultiplyLayer() noexcept = default;
};

//! Sum of products by Einstein's notation, as "ij,jk->ik".
class IEinsumLayer : public ILayer {
public:
    //! The equation; copied. False when it cannot be read or does not fit the inputs.
    bool setEquation(char const* equation) noexcept { return mImpl->setEquation(equation); }

    //! The equation; the layer owns the text.
    char const* getEquation() const noexcept { return mImpl->getEquation(); }

protected:
    virtual ~IEinsumLayer() noexcept = default;
    apiv::VEinsumLayer* mImpl;
};

//! Flattens the last three axes and multiplies by a matrix of constant weights (of 8.6).
class TRT_DEPRECATED IFullyConnectedLayer : public ILayer {
public:
    //! Number of outputs K: the last axis of the output.
    void setNbOutputChannels(int32_t nbOutputs) noexcept { mImpl->setNbOutputChannels(nbOutputs); }

    //! The number of setNbOutputChannels().
    int32_t getNbOutputChannels() const noexcept { return mImpl->getNbOutputChannels(); }

    //! Kernel of K rows, each as long as the flattened axes. The memory must live until the engine is built.
    void setKernelWeights(Weights weights) noexcept { mImpl->setKernelWeights(weights); }

    //! The weights of setKernelWeights().
    Weights getKernelWeights() const noexcept { return mImpl->getKernelWeights(); }

    //! Bias of K numbers, or an empty Weights for none.
    void setBiasWeights(Weights weights) noexcept { mImpl->setBiasWeights(weights); }

    //! The weights of setBiasWeights().
    Weights getBiasWeights() const noexcept { return mImpl->getBiasWeights(); }

protected:
    virtual ~IFullyConnectedLayer() noexcept = default;
    apiv::VFullyConnectedLayer* mImpl;
};

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_LAYERS_MATRIX_H
