// SPDX-License-Identifier: Apache-2.0
// ROIAlign_TRT, versions 1 and 2: x [N, C, H, W], regions [R, 4] {x1, y1, x2, y2}, image of each region [R]. mode 0
// takes the greatest point of a bin, 1 the mean; coordinate_transformation_mode 1 has an element's centre half a step
// from its edge, 0 has not.
#include "ops/roi_align/roi_align.h"

#include "plugins/kernel_op.h"
#include "plugins/standard.h"

namespace tenon::plugins {
namespace {

template <int kVersion>
struct ROIAlign : author::Op {
    int32_t shift = 1, mode = 1, height = 1, width = 1, sampling = 0;
    float scale = 1;
    mutable KernelOp kernel{};

    static char const* name() { return "ROIAlign_TRT"; }
    static char const* version() { return kVersion == 1 ? "1" : "2"; }
    template <class V>
    void fields(V& visit) {
        visit("coordinate_transformation_mode", shift);
        visit("mode", mode);
        visit("output_height", height);
        visit("output_width", width);
        visit("sampling_ratio", sampling);
        visit("spatial_scale", scale);
    }
    char const* wrong() const {
        if ((mode != 0 && mode != 1) || (shift != 0 && shift != 1))
            return "mode or coordinate_transformation_mode is neither 0 nor 1";
        if (height < 1 || width < 1 || sampling < 0 || sampling > 4096)
            return "output_height or output_width is not positive, or sampling_ratio is not in 0 to 4096";
        return scale > 0 ? nullptr : "spatial_scale is not positive";
    }
    void shapes(author::Shapes& s) const { s.set(0, {s.dim(1, 0), s.dim(0, 1), s.number(height), s.number(width)}); }
    bool takes(int32_t position, nvinfer1::PluginTensorDesc const* t, int32_t nbInputs, int32_t nbOutputs) const {
        if (nbInputs != 3 || !isLinear(t[position]) || t[0].dims.nbDims != 4)
            return false;
        return position == 2 ? t[2].type == nvinfer1::DataType::kINT32 : Op::takes(position, t, nbInputs, nbOutputs);
    }
    int32_t run(author::Call const& call) const {
        auto const x = dimsOf(call.in[0]), regions = dimsOf(call.in[1]), images = dimsOf(call.in[2]),
                   y = dimsOf(call.out[0]);
        if (regions.size() != 2 || regions[1] != 4 || images != std::vector<int64_t>{regions[0]}) {
            author::complain("ROIAlign_TRT: the regions are not [R, 4], or their images not [R]");
            return 1;
        }
        namespace op = ops::roi_align;
        DType const type = dtypeOf(call.in[0].type);
        op::Attributes const attrs{
            mode == 1 ? op::Kind::kAverage : op::Kind::kMax, shift == 1, height, width, sampling, scale};
        bool const good = kernel.run("roi_align", Attrs(attrs),
                                     {{tensorOf(call.inputs[0], type, x)},
                                      {tensorOf(call.inputs[1], type, regions)},
                                      {tensorOf(call.inputs[2], DType::kI32, images)}},
                                     {tensorOf(call.outputs[0], type, y)});
        return good ? 0 : 1;
    }
};

} // namespace

void roi_align(List& list) {
    addV2<ROIAlign<1>>(list);
    addV3<ROIAlign<2>>(list);
}

} // namespace tenon::plugins
