// SPDX-License-Identifier: Apache-2.0
// L2Norm by tenon/plugin_base.h.
#include "l2norm_host.h"

#include <tenon/plugin_base.h>

struct L2Norm : tenon::author::Op {
    float eps = 1e-12F;

    static char const* name() { return "L2Norm"; }
    static uint32_t traits() { return tenon::kCAPTURE_SAFE | tenon::kTHREAD_PARALLEL; }
    template <class V>
    void fields(V& visit) {
        visit("eps", eps);
    }
    bool takes(int32_t position, nvinfer1::PluginTensorDesc const* t, int32_t nbInputs, int32_t nbOutputs) const {
        return nbInputs == 1 && t[0].dims.nbDims >= 2 && t[0].dims.nbDims <= 5 &&
               Op::takes(position, t, nbInputs, nbOutputs);
    }
    int32_t run(tenon::author::Call const& call) const {
        auto const& d = call.dims(0);
        return call.floats([&](auto kind) {
            using T = decltype(kind);
            l2norm::run(call.input<T>(0), call.output<T>(0), d.d[0], d.d[1], tenon::author::volume(d, 2), eps);
        });
    }
#if defined(TENON_PLUGIN_CUDA)
    int32_t launch(tenon::author::Call const& call, cudaStream_t stream) const {
        auto const& d = call.dims(0);
        bool const half = call.in[0].type == nvinfer1::DataType::kHALF;
        bool const good = l2norm::launch(call.inputs[0], call.outputs[0], half, d.d[0], d.d[1],
                                         tenon::author::volume(d, 2), eps, stream);
        return good ? 0 : 1;
    }
#endif
};
TENON_REGISTER_PLUGIN_V2(L2Norm);
