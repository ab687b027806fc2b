// SPDX-License-Identifier: Apache-2.0
// CustomGeluPluginDynamic: the form of GELU with tanh, after a bias along the last of as many elements is added.
// type_id is the type that x must have: 0 for f32, 1 for f16.
#include "plugins/pointwise.h"
#include "plugins/standard.h"

namespace tenon::plugins {
namespace {

struct Gelu : author::Op {
    int32_t typeId = -1;
    std::vector<float> bias{};
    Pointwise kernel{};

    static char const* name() { return "CustomGeluPluginDynamic"; }
    template <class V>
    void fields(V& visit) {
        visit("type_id", typeId);
        visit("bias", bias);
    }
    char const* wrong() const {
        return typeId == 0 || typeId == 1 ? nullptr : "type_id is neither 0 (f32) nor 1 (f16)";
    }
    bool takes(int32_t position, nvinfer1::PluginTensorDesc const* t, int32_t, int32_t) const {
        return isLinear(t[position]) && static_cast<int32_t>(t[position].type) == typeId;
    }
    int32_t run(author::Call const& call) const {
        auto const length = static_cast<int64_t>(bias.size());
        int64_t const count = author::volume(call.dims(0));
        if (length > 0 && count % length != 0) {
            author::complain("CustomGeluPluginDynamic: the bias does not fit the input");
            return 1;
        }
        int64_t const dims[] = {length > 0 ? count / length : 1, length > 0 ? length : count};
        DType const type = dtypeOf(call.in[0].type);
        std::vector<Operand> in{{tensorOf(call.inputs[0], type, dims)}};
        if (length > 0)
            in.push_back({tensorOf(bias.data(), DType::kF32, {dims + 1, 1}), true});
        bool const good = kernel.run(in, tensorOf(call.outputs[0], type, dims),
                                     [](ExpressionWriter& w, std::vector<int32_t> const& v) {
                                         return w.row("gelu_tanh", {v.size() > 1 ? w.row("add", {v[0], v[1]}) : v[0]});
                                     });
        return good ? 0 : 1;
    }
};

} // namespace

void gelu(List& list) {
    addV2<Gelu>(list);
}

} // namespace tenon::plugins
