// SPDX-License-Identifier: Apache-2.0
// An expression over a plugin's tensors, computed in f32 whatever their type, for plugins that are pointwise or end so.
#pragma once

#include "kernel/expression.h"
#include "plugins/kernel_op.h"

namespace tenon::plugins {

class Pointwise {
public:
    /// `code` writes the expression: it is given the writer and the number of each operand, all f32 there, and returns
    /// the number of the result. The result has the type of `out`.
    template <class F>
    bool run(std::vector<Operand> const& in, Tensor const& out, F&& code) const {
        std::vector<DType> types;
        for (Operand const& o : in)
            types.push_back(o.tensor.dtype);
        if (types != mTypes || mExpression.code.empty()) {
            ExpressionWriter writer(types);
            std::vector<int32_t> values;
            for (size_t i = 0; i < in.size(); ++i)
                values.push_back(writer.cast(static_cast<int32_t>(i), DType::kF32));
            mExpression = writer.take(writer.cast(code(writer, values), out.dtype));
            mTypes = std::move(types);
        }
        return mKernel.run("pointwise", Attrs(PointwiseAttributes{mExpression}), in, {out});
    }

private:
    mutable KernelOp mKernel;
    mutable Expression mExpression;
    mutable std::vector<DType> mTypes;
};

} // namespace tenon::plugins
