// SPDX-License-Identifier: Apache-2.0
// GroupNormalizationPlugin: x, scale and bias of each channel; the channels of a group are normalised together.
#include "plugins/normalise.h"
#include "plugins/standard.h"

namespace tenon::plugins {
namespace {

struct GroupNorm : author::Op {
    float eps = 1e-5F;
    int32_t groups = 1;
    Normaliser kernel{};

    static char const* name() { return "GroupNormalizationPlugin"; }
    template <class V>
    void fields(V& visit) {
        visit("eps", eps);
        visit("num_groups", groups);
    }
    char const* wrong() const { return groups > 0 ? nullptr : "num_groups is not positive"; }
    bool takes(int32_t position, nvinfer1::PluginTensorDesc const* t, int32_t nbInputs, int32_t) const {
        return nbInputs == 3 && t[0].dims.nbDims >= 3 && isLinear(t[position]) &&
               t[position].type == nvinfer1::DataType::kFLOAT;
    }
    int32_t run(author::Call const& call) const {
        nvinfer1::Dims const& d = call.dims(0);
        if (d.d[1] % groups != 0 || author::volume(call.dims(1)) != d.d[1] || author::volume(call.dims(2)) != d.d[1]) {
            author::complain("GroupNormalizationPlugin: the channels are no multiple of num_groups, or scale or bias "
                             "have another number of elements");
            return 1;
        }
        bool const good = kernel.run(call, {d.d[0], groups, d.d[1] / groups, author::volume(d, 2)},
                                     {call.inputs[1], call.inputs[2], false}, eps, std::nullopt);
        return good ? 0 : 1;
    }
};

} // namespace

void group_norm(List& list) {
    addV2<GroupNorm>(list);
}

} // namespace tenon::plugins
