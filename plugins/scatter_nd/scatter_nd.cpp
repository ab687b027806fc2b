// SPDX-License-Identifier: Apache-2.0
// ScatterND: the data with slices replaced by updates; the last axis of the indices (int32) holds positions in the
// data.
#include "ops/scatter_nd/scatter_nd.h"

#include "plugins/kernel_op.h"
#include "plugins/standard.h"

namespace tenon::plugins {
namespace {

struct ScatterND : author::Op {
    mutable KernelOp kernel{};

    static char const* name() { return "ScatterND"; }
    bool takes(int32_t position, nvinfer1::PluginTensorDesc const* t, int32_t nbInputs, int32_t) const {
        if (nbInputs != 3 || !isLinear(t[position]))
            return false;
        if (position == 1)
            return t[1].type == nvinfer1::DataType::kINT32;
        return t[position].type == t[0].type &&
               (t[0].type == nvinfer1::DataType::kFLOAT || t[0].type == nvinfer1::DataType::kINT32);
    }
    int32_t run(author::Call const& call) const {
        auto const data = dimsOf(call.in[0]), indices = dimsOf(call.in[1]), updates = dimsOf(call.in[2]);
        if (indices.empty() || indices.back() > static_cast<int64_t>(data.size())) {
            author::complain("ScatterND: the positions have more numbers than the data have dims");
            return 1;
        }
        DType const type = dtypeOf(call.in[0].type);
        bool const good = kernel.run("scatter_nd", Attrs(ops::scatter_nd::Attributes{}),
                                     {{tensorOf(call.inputs[0], type, data)},
                                      {tensorOf(call.inputs[1], DType::kI32, indices)},
                                      {tensorOf(call.inputs[2], type, updates)}},
                                     {tensorOf(call.outputs[0], type, data)});
        return good ? 0 : 1;
    }
};

} // namespace

void scatter_nd(List& list) {
    addV2<ScatterND>(list);
}

} // namespace tenon::plugins
