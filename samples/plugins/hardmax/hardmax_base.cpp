// SPDX-License-Identifier: Apache-2.0
// CustomHardmax by tenon/plugin_base.h.
#include "hardmax_host.h"

#include <tenon/plugin_base.h>

struct Hardmax : tenon::author::Op {
    int32_t axis = -1;

    static char const* name() { return "CustomHardmax"; }
    static uint32_t traits() { return tenon::kCAPTURE_SAFE; }
    template <class V>
    void fields(V& visit) {
        visit("axis", axis);
    }
    bool takes(int32_t position, nvinfer1::PluginTensorDesc const* t, int32_t nbInputs, int32_t nbOutputs) const {
        return axis >= -t[0].dims.nbDims && axis < t[0].dims.nbDims && Op::takes(position, t, nbInputs, nbOutputs);
    }
    int32_t run(tenon::author::Call const& call) const {
        return compute(call, [](auto... a) { return hardmax::run(a...), true; });
    }
#if defined(TENON_PLUGIN_CUDA)
    int32_t launch(tenon::author::Call const& call, cudaStream_t stream) const {
        return compute(call, [=](auto... a) { return hardmax::launch(a..., stream); });
    }
#endif
    template <class F>
    int32_t compute(tenon::author::Call const& call, F const& f) const {
        nvinfer1::Dims const& d = call.dims(0);
        int32_t const at = axis < 0 ? axis + d.nbDims : axis;
        auto with = [&](auto kind) {
            using T = decltype(kind);
            int64_t const outer = tenon::author::volume(d, 0, at), inner = tenon::author::volume(d, at + 1);
            return f(call.input<T>(0), call.output<T>(0), outer, int64_t{d.d[at]}, inner) ? 0 : 1;
        };
        return call.in[0].type == nvinfer1::DataType::kFLOAT ? with(float{}) : with(hardmax::Half{});
    }
};
TENON_REGISTER_PLUGIN_V3(Hardmax);
