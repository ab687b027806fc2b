// SPDX-License-Identifier: Apache-2.0
// AddOne by tenon/plugin_base.h: of any shape, in float32 and float16.
#include "add_one.h"

#include <tenon/plugin_base.h>

struct AddOne : tenon::author::Op {
    static char const* name() { return "AddOne"; }
    static uint32_t traits() {
        return tenon::kELEMENTWISE | tenon::kLAYOUT_AGNOSTIC | tenon::kIN_PLACE | tenon::kCAPTURE_SAFE |
               tenon::kTHREAD_PARALLEL;
    }
    int32_t run(tenon::author::Call const& call) const {
        return call.floats([&](auto kind) {
            using T = decltype(kind);
            for (int64_t i = 0, n = tenon::author::volume(call.dims(0)); i < n; ++i)
                call.output<T>(0)[i] = static_cast<float>(call.input<T>(0)[i]) + 1.0F;
        });
    }
#if defined(TENON_PLUGIN_CUDA)
    bool takes(int32_t position, nvinfer1::PluginTensorDesc const* t, int32_t, int32_t) const {
        return isLinear(t[position]) && t[position].type == nvinfer1::DataType::kFLOAT;
    }
    int32_t launch(tenon::author::Call const& call, cudaStream_t stream) const {
        int64_t const count = tenon::author::volume(call.dims(0));
        return addOneOnDevice(call.input<float>(0), call.output<float>(0), count, stream) ? 0 : 1;
    }
#endif
};
TENON_REGISTER_PLUGIN_V2(AddOne);
