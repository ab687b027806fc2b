// SPDX-License-Identifier: Apache-2.0
// Lines of a tensor normalised to a mean of 0 and a variance of 1, then a scale and a bias for each channel.
#pragma once

#include "ops/layernorm/layernorm.h"
#include "plugins/pointwise.h"

#include <array>

namespace tenon::plugins {

/// How a tensor is seen: samples, groups of channels that are normalised together, channels of a group, elements.
using Groups = std::array<int64_t, 4>;

struct Channels {
    void const* scale; ///< f32, one for each channel
    void const* bias;
    bool constant; ///< the plugin's own
};

class Normaliser {
public:
    /// Bytes of workspace.
    static size_t workspace(nvinfer1::PluginTensorDesc const& x) {
        bool const narrow = x.type != nvinfer1::DataType::kFLOAT;
        return narrow ? static_cast<size_t>(author::volume(x.dims)) * 2 * sizeof(float) : 0;
    }
    /// Negative results are then multiplied by `slope`, where there is one.
    bool run(author::Call const& call, Groups const& dims, Channels const& c, double epsilon,
             std::optional<double> slope) const {
        DType const type = dtypeOf(call.in[0].type);
        Tensor const x = tensorOf(call.inputs[0], type, dims), y = tensorOf(call.outputs[0], type, dims);
        Tensor wide = x, result = y; // in f32
        if (type != DType::kF32) {
            wide = tensorOf(call.workspace, DType::kF32, dims);
            result = tensorOf(static_cast<float*>(call.workspace) + x.elements(), DType::kF32, dims);
            if (!mWiden.run({{x}}, wide, [](ExpressionWriter&, std::vector<int32_t> const& v) { return v[0]; }))
                return false;
        }
        int64_t const each[] = {dims[1], dims[2], 1};
        Operand const scale{tensorOf(c.scale, DType::kF32, each), c.constant};
        Operand const bias{tensorOf(c.bias, DType::kF32, each), c.constant};
        if (!mLines.run("layernorm", Attrs(ops::layernorm::Attributes{2, epsilon}), {{wide}, scale, bias}, {result}))
            return false;
        return (type == DType::kF32 && !slope) ||
               mFinish.run({{result}}, y, [&](ExpressionWriter& w, std::vector<int32_t> const& v) {
                   return slope ? w.row("leaky_relu", {v[0], w.number(DType::kF32, *slope)}) : v[0];
               });
    }

private:
    Pointwise mWiden;
    mutable KernelOp mLines;
    Pointwise mFinish;
};

} // namespace tenon::plugins
