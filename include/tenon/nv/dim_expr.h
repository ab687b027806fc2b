// SPDX-License-Identifier: Apache-2.0
// (documentation follows)
// Included by NvInferRuntime.h.
#ifndef TENON_NV_DIM_EXPR_H
#define TENON_NV_DIM_EXPR_H

#include "tenon/nv/impl_runtime.h"
#include "tenon/nv/memory.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

enum class DimensionOperation : int32_t {
    kSUM = 0,
    kPROD = 1,
    kMAX = 2,
    kMIN = 3,
    kSUB = 4,
    kEQUAL = 5,
    kLESS = 6,
    kFLOOR_DIV = 7,
    kCEIL_DIV = 8
};

namespace impl {
template <>
struct EnumMaxImpl<DimensionOperation> {
    static constexpr int32_t kVALUE = 9;
};
} // namespace impl

class IDimensionExpr : public INoCopy {
public:
    bool isConstant() const noexcept { return mImpl->isConstant(); }
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
    bool isSizeTensor() const noexcept {
        return mImpl->isSizeTensor();
    }
};

class IExprBuilder : public INoCopy {
public:
    IDimensionExpr const* constant(int64_t value) noexcept { return mImpl->constant(value); }
    IDimensionExpr const* operation(DimensionOperation op, IDimensionExpr const& first,
                                    IDimensionExpr const& second) noexcept {
        return mImpl->operation(op, first, second);
    }

protected:
    apiv::VExprBuilder* mImpl{nullptr};
    virtual ~IExprBuilder() noexcept = default;

public:
    IDimensionExpr const* declareSizeTensor(int32_t outputIndex, IDimensionExpr const& opt,
                                            IDimensionExpr const& upper) {
        return mImpl->declareSizeTensor(outputIndex, opt, upper);
    }
};

class DimsExprs {
public:
    int32_t nbDims;
    IDimensionExpr const* d[Dims::MAX_DIMS];
};

struct DynamicPluginTensorDesc {
    PluginTensorDesc desc;
    Dims min;
    Dims max;
    Dims opt;
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
TENON_NV_END

#endif // TENON_NV_DIM_EXPR_H
