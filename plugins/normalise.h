// SPDX-License-Identifier: Apache-2.0
// Lines of a tensor normalised to a mean of 0 and a variance of 1, then a scale and a bias for each channel.
#pragma once

#include "base/half.h"
#include "ops/layernorm/layernorm.h"
#include "plugins/pointwise.h"

namespace tenon::plugins {

struct Channels {
    std::span<int64_t const> dims; ///< [N, channels, rest]
    void const* scale;             ///< f32, one for each channel
    void const* bias;
    bool constant; ///< the plugin's own
};

class Normaliser {
public:
    /// `x` is [samples, lines, length]. Negative results are then multiplied by `slope`, where there is one.
    bool run(Tensor const& x, Tensor y, Channels const& c, double epsilon, std::optional<double> slope) const {
        static constexpr float kOne = 1;
        Operand const one{tensorOf(&kOne, DType::kF32, {}), true};
        Half const half(1.0F);
        Operand const narrow{tensorOf(&half, DType::kF16, {}), true};
        if (!mLines.run("layernorm", Attrs(ops::layernorm::Attributes{2, epsilon}),
                        {{x}, x.dtype == DType::kF16 ? narrow : one}, {y}))
            return false;
        y.dims = c.dims.data();
        y.rank = static_cast<int32_t>(c.dims.size());
        int64_t const column[] = {c.dims[1], 1};
        return mChannels.run({{y},
                              {tensorOf(c.scale, DType::kF32, column), c.constant},
                              {tensorOf(c.bias, DType::kF32, column), c.constant}},
                             y, [&](ExpressionWriter& w, std::vector<int32_t> const& v) {
                                 int32_t const out = w.row("add", {w.row("mul", {v[0], v[1]}), v[2]});
                                 return slope ? w.row("leaky_relu", {out, w.number(DType::kF32, *slope)}) : out;
                             });
    }

private:
    mutable KernelOp mLines;
    Pointwise mChannels;
};

} // namespace tenon::plugins
