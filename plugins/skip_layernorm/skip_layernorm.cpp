// SPDX-License-Identifier: Apache-2.0
// CustomSkipLayerNormPluginDynamic: the sum of two tensors [S, B, E, 1, 1], and of a bias where there is one,
// normalised over E, times gamma plus beta. Versions 1 and 2 as IPluginV2DynamicExt, 5 and 6 as IPluginV3; 2 and 6
// take E from beta. type_id is the type of the tensors: 0 for f32, 1 for f16. Versions 3, 4 (IPluginV2DynamicExt), 7
// and 8 (IPluginV3) have INT8 tensors [1, E, S, 1] with scales, in kCHW32 where E allows; 4 and 8 give the sum, too.
#include "kernel/parallel.h"
#include "ops/layernorm/layernorm.h"
#include "plugins/pointwise.h"
#include "plugins/standard.h"

#include <algorithm>
#include <cmath>
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

template <int kVersion>
struct SkipLayerNormInt8 : author::Op {
    static constexpr bool kSum = kVersion == 4 || kVersion == 8;
    std::vector<float> beta{}, gamma{};
    mutable KernelOp lines{};

    static char const* name() { return "CustomSkipLayerNormPluginDynamic"; }
    static char const* version() { return kVersion == 3 ? "3" : kVersion == 4 ? "4" : kVersion == 7 ? "7" : "8"; }
    template <class V>
    void fields(V& visit) {
        visit("beta", beta);
        visit("gamma", gamma);
    }
    char const* wrong() const {
        return !beta.empty() && beta.size() == gamma.size() ? nullptr
                                                            : "beta and gamma need an element for each of a row's";
    }
    int32_t outputs() const { return kSum ? 2 : 1; }
    bool takes(int32_t position, nvinfer1::PluginTensorDesc const* t, int32_t nbInputs, int32_t) const {
        auto const format = isInterleaved() ? nvinfer1::TensorFormat::kCHW32 : nvinfer1::TensorFormat::kLINEAR;
        return nbInputs == 2 && t[0].dims.nbDims == 4 && t[position].type == nvinfer1::DataType::kINT8 &&
               t[position].format == format;
    }
    /// The sums, then what they are normalised to.
    size_t workspace(nvinfer1::PluginTensorDesc const* in, int32_t, nvinfer1::PluginTensorDesc const*, int32_t) const {
        return static_cast<size_t>(author::volume(in[0].dims)) * 2 * sizeof(float);
    }
    int32_t run(author::Call const& call) const {
        nvinfer1::Dims const &x = call.dims(0), &skip = call.dims(1);
        auto const width = static_cast<int64_t>(beta.size());
        bool const fits = x.nbDims == 4 && x.d[0] == 1 && x.d[1] == width && x.d[3] == 1 &&
                          std::equal(x.d, x.d + 4, skip.d, skip.d + std::max(skip.nbDims, 0));
        if (!fits) {
            author::complain("CustomSkipLayerNormPluginDynamic: the inputs are not [1, E, S, 1] with the E of beta");
            return 1;
        }
        int64_t const dims[] = {x.d[2], width};
        std::span<int64_t const> const one{dims + 1, 1};
        auto* const sums = static_cast<float*>(call.workspace);
        Tensor const sum = tensorOf(sums, DType::kF32, dims), y = tensorOf(sums + x.d[2] * width, DType::kF32, dims);
        add(call, sum);
        Attrs const attrs(ops::layernorm::Attributes{1, std::numeric_limits<float>::epsilon()});
        if (!lines.run("layernorm", attrs,
                       {{sum},
                        {tensorOf(gamma.data(), DType::kF32, one), true},
                        {tensorOf(beta.data(), DType::kF32, one), true}},
                       {y}))
            return 1;
        for (int32_t i = 0; i < outputs(); ++i)
            quantise(i == 0 ? y : sum, call.out[i].scale, call.output<int8_t>(i));
        return 0;
    }

private:
    static constexpr int64_t kBlock = 32; ///< of kCHW32
    static constexpr int64_t kGrain = 16 * 1024;

    bool isInterleaved() const { return beta.size() % kBlock == 0; }
    /// Calls fn(place in a plugin's tensor, place in [S, E]) for each element of some tokens.
    template <class F>
    void each(Tensor const& rows, F&& fn) const {
        int64_t const tokens = rows.dims[0], width = rows.dims[1];
        bool const interleaved = isInterleaved();
        parallelFor(tokens, kGrain / width + 1, [&](int64_t begin, int64_t end) {
            for (int64_t s = begin; s < end; ++s)
                for (int64_t c = 0; c < width; ++c)
                    fn(interleaved ? (c / kBlock * tokens + s) * kBlock + c % kBlock : c * tokens + s, s * width + c);
        });
    }
    void add(author::Call const& call, Tensor const& sum) const {
        auto const *x = call.input<int8_t>(0), *skip = call.input<int8_t>(1);
        float const scale = call.in[0].scale, scaleOfSkip = call.in[1].scale;
        auto* const to = sum.as<float>();
        each(sum, [=](int64_t from, int64_t at) {
            to[at] = static_cast<float>(x[from]) * scale + static_cast<float>(skip[from]) * scaleOfSkip;
        });
    }
    void quantise(Tensor const& rows, float scale, int8_t* to) const {
        auto const* const from = rows.as<float const>();
        each(rows, [=, inverse = 1 / scale](int64_t at, int64_t i) {
            to[at] = static_cast<int8_t>(std::lrint(std::clamp(from[i] * inverse, -128.0F, 127.0F)));
        });
    }
};

} // namespace

void skip_layernorm(List& list) {
    addV2<SkipLayerNorm<1>>(list);
    addV2<SkipLayerNorm<2>>(list);
    addV2<SkipLayerNormInt8<3>>(list);
    addV2<SkipLayerNormInt8<4>>(list);
    addV3<SkipLayerNorm<5>>(list);
    addV3<SkipLayerNorm<6>>(list);
    addV3<SkipLayerNormInt8<7>>(list);
    addV3<SkipLayerNormInt8<8>>(list);
}

} // namespace tenon::plugins
