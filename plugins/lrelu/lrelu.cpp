// SPDX-License-Identifier: Apache-2.0
// LReLU_TRT: y = x where x is not negative, else negSlope * x.
#include "plugins/pointwise.h"
#include "plugins/standard.h"

namespace tenon::plugins {
namespace {

struct LReLU : author::Op {
    float negSlope = 0;
    Pointwise kernel{};

    static char const* name() { return "LReLU_TRT"; }
    static uint32_t traits() { return kELEMENTWISE | kLAYOUT_AGNOSTIC | kIN_PLACE; }
    template <class V>
    void fields(V& visit) {
        visit("negSlope", negSlope);
    }
    char const* wrong() const { return negSlope >= 0 ? nullptr : "negSlope is negative"; }
    int32_t run(author::Call const& call) const {
        auto const dims = dimsOf(call.in[0]);
        DType const type = dtypeOf(call.in[0].type);
        bool const good = kernel.run({{tensorOf(call.inputs[0], type, dims)}}, tensorOf(call.outputs[0], type, dims),
                                     [&](ExpressionWriter& w, std::vector<int32_t> const& v) {
                                         return w.row("leaky_relu", {v[0], w.number(DType::kF32, negSlope)});
                                     });
        return good ? 0 : 1;
    }
};

} // namespace

void lrelu(List& list) {
    addV2<LReLU>(list);
}

} // namespace tenon::plugins
