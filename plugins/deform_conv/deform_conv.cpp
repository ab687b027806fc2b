// SPDX-License-Identifier: Apache-2.0
// ModulatedDeformConv2d, versions 1 and 2: x [N, C, H, W], offsets [N, 2 * deformable groups * taps, out...], mask
// [N, deformable groups * taps, out...], weights, and optionally a bias.
#include "ops/deform_conv/deform_conv.h"

#include "plugins/kernel_op.h"
#include "plugins/standard.h"

namespace tenon::plugins {
namespace {

template <int kVersion>
struct DeformConv : author::Op {
    std::array<int32_t, 2> stride{{1, 1}}, padding{{0, 0}}, dilation{{1, 1}};
    int32_t group = 1, deformableGroup = 1;
    mutable KernelOp kernel{};

    static char const* name() { return "ModulatedDeformConv2d"; }
    static char const* version() { return kVersion == 1 ? "1" : "2"; }
    template <class V>
    void fields(V& visit) {
        visit("stride", stride);
        visit("padding", padding);
        visit("dilation", dilation);
        visit("group", group);
        visit("deformable_group", deformableGroup);
    }
    char const* wrong() const {
        for (size_t i : {0U, 1U})
            if (stride[i] < 1 || dilation[i] < 1 || padding[i] < 0)
                return "stride or dilation is not positive, or padding is negative";
        return group > 0 && deformableGroup > 0 ? nullptr : "group or deformable_group is not positive";
    }
    /// The offsets have a place for each of the output's.
    void shapes(author::Shapes& s) const { s.set(0, {s.dim(0, 0), s.dim(3, 0), s.dim(1, 2), s.dim(1, 3)}); }
    bool takes(int32_t position, nvinfer1::PluginTensorDesc const* t, int32_t nbInputs, int32_t nbOutputs) const {
        return (nbInputs == 4 || nbInputs == 5) && t[0].dims.nbDims == 4 && Op::takes(position, t, nbInputs, nbOutputs);
    }
    int32_t run(author::Call const& call) const {
        DType const type = dtypeOf(call.in[0].type);
        std::vector<std::vector<int64_t>> dims;
        for (int32_t i = 0; i < call.nbInputs; ++i)
            dims.push_back(dimsOf(call.in[i]));
        auto const y = dimsOf(call.out[0]);
        ops::deform_conv::Attributes attrs{{}, group, deformableGroup};
        attrs.window.strides = {stride[0], stride[1]};
        attrs.window.dilations = {dilation[0], dilation[1]};
        attrs.window.pads = {padding[0], padding[1], padding[0], padding[1]};
        if (dims[1].size() != 4 || dims[3].size() != 4 || !fits(attrs.window, dims[0], dims[3], y)) {
            author::complain("ModulatedDeformConv2d: the offsets are not those of a window with these attributes");
            return 1;
        }
        auto at = [&](int32_t i) { return Operand{tensorOf(call.inputs[i], type, dims[static_cast<size_t>(i)])}; };
        bool const good = kernel.run("deform_conv", Attrs(attrs),
                                     {at(0), at(3), at(1), call.nbInputs == 5 ? at(4) : Operand{}, at(2)},
                                     {tensorOf(call.outputs[0], type, y)});
        return good ? 0 : 1;
    }

private:
    static bool fits(Window const& window, std::vector<int64_t> const& x, std::vector<int64_t> const& weights,
                     std::vector<int64_t> const& y) {
        return window.resolve(0, 2, weights[2], x[2]).out == y[2] && window.resolve(1, 2, weights[3], x[3]).out == y[3];
    }
};

} // namespace

void deform_conv(List& list) {
    addV2<DeformConv<1>>(list);
    addV3<DeformConv<2>>(list);
}

} // namespace tenon::plugins
