// SPDX-License-Identifier: Apache-2.0
// InstanceNormalization_TRT, versions 1 to 3: each channel of each sample normalised, scaled and moved; where relu is
// set, negative results are multiplied by alpha. x has rank 3 to 5.
#include "plugins/normalise.h"
#include "plugins/standard.h"

namespace tenon::plugins {
namespace {

template <int kVersion>
struct InstanceNorm : author::Op {
    float epsilon = 1e-5F;
    std::vector<float> scales{}, bias{};
    int32_t relu = 0;
    float alpha = 0;
    Normaliser kernel{};

    static char const* name() { return "InstanceNormalization_TRT"; }
    static char const* version() { return kVersion == 1 ? "1" : kVersion == 2 ? "2" : "3"; }
    template <class V>
    void fields(V& visit) {
        visit("epsilon", epsilon);
        visit("scales", scales);
        visit("bias", bias);
        visit("relu", relu);
        visit("alpha", alpha);
    }
    char const* wrong() const {
        return scales.size() == bias.size() ? nullptr : "scales and bias have different numbers of elements";
    }
    bool takes(int32_t position, nvinfer1::PluginTensorDesc const* t, int32_t nbInputs, int32_t nbOutputs) const {
        return t[0].dims.nbDims >= 3 && t[0].dims.nbDims <= 5 && Op::takes(position, t, nbInputs, nbOutputs);
    }
    size_t workspace(nvinfer1::PluginTensorDesc const* in, int32_t, nvinfer1::PluginTensorDesc const*, int32_t) const {
        return Normaliser::workspace(in[0]);
    }
    int32_t run(author::Call const& call) const {
        nvinfer1::Dims const& d = call.dims(0);
        if (d.d[1] != static_cast<int64_t>(scales.size())) {
            author::complain("InstanceNormalization_TRT: scales and bias need an element for each channel");
            return 1;
        }
        bool const good =
            kernel.run(call, {d.d[0], d.d[1], 1, author::volume(d, 2)}, {scales.data(), bias.data(), true}, epsilon,
                       relu != 0 ? std::optional<double>(alpha) : std::nullopt);
        return good ? 0 : 1;
    }
};

} // namespace

void instance_norm(List& list) {
    addV2<InstanceNorm<1>>(list);
    addV2<InstanceNorm<2>>(list);
    addV3<InstanceNorm<3>>(list);
}

} // namespace tenon::plugins
