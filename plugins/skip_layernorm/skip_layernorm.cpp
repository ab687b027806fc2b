// SPDX-License-Identifier: Apache-2.0
// CustomSkipLayerNormPluginDynamic: the sum of two tensors [S, B, E, 1, 1], and of a bias where there is one,
// normalised over E, times gamma plus beta. Versions 1 and 2 as IPluginV2DynamicExt, 5 and 6 as IPluginV3; 2 and 6
// take E from beta. type_id is the type of the tensors: 0 for f32, 1 for f16. The versions for INT8 are not there.
#include "ops/layernorm/layernorm.h"
#include "plugins/pointwise.h"
#include "plugins/standard.h"

#include <limits>

namespace tenon::plugins {
namespace {

template <int kVersion>
struct SkipLayerNorm : author::Op {
    static constexpr bool kTold = kVersion == 1 || kVersion == 5; // E is an attribute
    int32_t typeId = -1, ld = 0;
    std::vector<float> beta{}, gamma{}, bias{};
    Pointwise sum{}, affine{};
    mutable KernelOp lines{};

    static char const* name() { return "CustomSkipLayerNormPluginDynamic"; }
    static char const* version() { return kVersion == 1 ? "1" : kVersion == 2 ? "2" : kVersion == 5 ? "5" : "6"; }
    template <class V>
    void fields(V& visit) {
        visit("type_id", typeId);
        if (kTold)
            visit("ld", ld);
        visit("beta", beta);
        visit("gamma", gamma);
        visit("bias", bias);
    }
    size_t width() const { return kTold ? static_cast<size_t>(ld) : beta.size(); }
    char const* wrong() const {
        if (typeId != 0 && typeId != 1)
            return "type_id is neither 0 (f32) nor 1 (f16)";
        if (ld < 0 || width() == 0 || beta.size() != width() || gamma.size() != width())
            return "beta and gamma need an element for each of a row's";
        return bias.empty() || bias.size() == width() ? nullptr : "bias has another number of elements than beta";
    }
    bool takes(int32_t position, nvinfer1::PluginTensorDesc const* t, int32_t nbInputs, int32_t) const {
        return nbInputs == 2 && isLinear(t[position]) && static_cast<int32_t>(t[position].type) == typeId;
    }
    size_t workspace(nvinfer1::PluginTensorDesc const* in, int32_t, nvinfer1::PluginTensorDesc const*, int32_t) const {
        return static_cast<size_t>(author::volume(in[0].dims)) * sizeof(float);
    }
    int32_t run(author::Call const& call) const {
        auto const row = static_cast<int64_t>(width());
        int64_t const count = author::volume(call.dims(0));
        if (count % row != 0 || author::volume(call.dims(1)) != count) {
            author::complain("CustomSkipLayerNormPluginDynamic: an input does not fit beta, or the other one");
            return 1;
        }
        int64_t const dims[] = {count / row, row};
        std::span<int64_t const> const one{dims + 1, 1};
        DType const type = dtypeOf(call.in[0].type);
        Tensor const wide = tensorOf(call.workspace, DType::kF32, dims);
        std::vector<Operand> in{{tensorOf(call.inputs[0], type, dims)}, {tensorOf(call.inputs[1], type, dims)}};
        if (!bias.empty())
            in.push_back({tensorOf(bias.data(), DType::kF32, one), true});
        auto add = [](ExpressionWriter& w, std::vector<int32_t> const& v) {
            int32_t const both = w.row("add", {v[0], v[1]});
            return v.size() > 2 ? w.row("add", {both, v[2]}) : both;
        };
        if (!sum.run(in, wide, add))
            return 1;
        double const epsilon = std::numeric_limits<float>::epsilon();
        Tensor const to = type == DType::kF32 ? tensorOf(call.outputs[0], type, dims) : wide;
        if (!lines.run("layernorm", Attrs(ops::layernorm::Attributes{1, epsilon}),
                       {{wide},
                        {tensorOf(gamma.data(), DType::kF32, one), true},
                        {tensorOf(beta.data(), DType::kF32, one), true}},
                       {to}))
            return 1;
        bool const good =
            type == DType::kF32 || affine.run({{wide}}, tensorOf(call.outputs[0], type, dims),
                                              [](ExpressionWriter&, std::vector<int32_t> const& v) { return v[0]; });
        return good ? 0 : 1;
    }
};

} // namespace

void skip_layernorm(List& list) {
    addV2<SkipLayerNorm<1>>(list);
    addV2<SkipLayerNorm<2>>(list);
    addV3<SkipLayerNorm<5>>(list);
    addV3<SkipLayerNorm<6>>(list);
}

} // namespace tenon::plugins
