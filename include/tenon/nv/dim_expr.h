// SPDX-License-Identifier: Apache-2.0
// Shapes as expressions, with which a plugin says how its outputs follow from its inputs, and shapes with their range.
// Included by NvInferRuntime.h.
#ifndef TENON_NV_DIM_EXPR_H
#define TENON_NV_DIM_EXPR_H

#include "tenon/nv/impl_runtime.h"
#include "tenon/nv/memory.h"

namespace nvinfer1 TENON_NV_VISIBILITY {

//! Operation on two dimensions. All work on 64-bit integers.
enum class DimensionOperation : int32_t {
    kSUM = 0,       //!< first + second
    kPROD = 1,      //!< first * second
    kMAX = 2,       //!< The larger one.
    kMIN = 3,       //!< The smaller one.
    kSUB = 4,       //!< first - second
    kEQUAL = 5,     //!< 1 when they are equal, else 0.
    kLESS = 6,      //!< 1 when first < second, else 0.
    kFLOOR_DIV = 7, //!< first / second, rounded down.
    kCEIL_DIV = 8,  //!< first / second, rounded up.
};

namespace impl {
template <>
struct EnumMaxImpl<DimensionOperation> {
    static constexpr int32_t kVALUE = 9;
};
} // namespace impl

//! One dimension: a constant or a formula over the dimensions of a plugin's inputs. It belongs to the expression
//! builder that made it and is valid during the call that got the builder.
class IDimensionExpr : public INoCopy {
public:
    //! Whether the value is known while the engine is built.
    bool isConstant() const noexcept { return mImpl->isConstant(); }

    //! The value when isConstant(), else INT64_MIN. At level 8 it has 32 bits and is limited to them.
#if TENON_API_LEVEL == 8
    int32_t getConstantValue() const noexcept {
        return impl::saturate(mImpl->getConstantValue());
    }
#else
    int64_t getConstantValue() const noexcept {
        return mImpl->getConstantValue();
    }
#endif

protected:
    apiv::VDimensionExpr* mImpl{nullptr};
    virtual ~IDimensionExpr() noexcept = default;

public:
    //! Whether the value is that of a size tensor, known only when the plugin has run. Since generation 10.
    bool isSizeTensor() const noexcept {
        return mImpl->isSizeTensor();
    }
};

//! Makes expressions. The library passes one to a plugin that is asked for its output shapes.
class IExprBuilder : public INoCopy {
public:
    //! An expression of that value.
    IDimensionExpr const* constant(int64_t value) noexcept { return mImpl->constant(value); }

    //! The result of an operation; constants are folded. Null for a number that is no DimensionOperation.
    IDimensionExpr const* operation(DimensionOperation op, IDimensionExpr const& first,
                                    IDimensionExpr const& second) noexcept {
        return mImpl->operation(op, first, second);
    }

protected:
    apiv::VExprBuilder* mImpl{nullptr};
    virtual ~IExprBuilder() noexcept = default;

public:
    //! Declares output `outputIndex` a size tensor: a scalar that the plugin writes when it runs, and other outputs use
    //! as a dimension. Memory is planned for `upper`, kernels are chosen for `opt`. Null when it cannot. Since
    //! generation 10.
    IDimensionExpr const* declareSizeTensor(int32_t outputIndex, IDimensionExpr const& opt,
                                            IDimensionExpr const& upper) {
        return mImpl->declareSizeTensor(outputIndex, opt, upper);
    }
};

//! A shape whose dimensions are expressions. It does not own them.
class DimsExprs {
public:
    int32_t nbDims;                          //!< Number of dimensions.
    IDimensionExpr const* d[Dims::MAX_DIMS]; //!< The dimensions, outermost first.
};

//! A tensor as a plugin sees it, with the range of shapes that the profile allows.
struct DynamicPluginTensorDesc {
    PluginTensorDesc desc; //!< The tensor; dimensions that vary are -1.
    Dims min;              //!< Smallest extents.
    Dims max;              //!< Largest extents.
    Dims opt;              //!< Extents to optimise for; since generation 10.
};

namespace impl {
#if TENON_API_LEVEL == 8
//! DynamicPluginTensorDesc as the library has it.
struct DynamicPluginTensorDesc64 {
    PluginTensorDesc64 desc;
    Dims64 min;
    Dims64 max;
    Dims64 opt;
};

inline DynamicPluginTensorDesc narrow(DynamicPluginTensorDesc64 const& desc) noexcept {
    return {narrow(desc.desc), narrow(desc.min), narrow(desc.max), narrow(desc.opt)};
}
#else
using DynamicPluginTensorDesc64 = DynamicPluginTensorDesc;
#endif
} // namespace impl

} // namespace nvinfer1

#endif // TENON_NV_DIM_EXPR_H
