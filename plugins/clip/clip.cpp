// SPDX-License-Identifier: Apache-2.0
// Clip_TRT: y = x between clipMin and clipMax.
#include "plugins/pointwise.h"
#include "plugins/standard.h"

namespace tenon::plugins {
namespace {

struct Clip : author::Op {
    float clipMin = 0, clipMax = 0;
    Pointwise kernel{};

    static char const* name() { return "Clip_TRT"; }
    static uint32_t traits() { return kELEMENTWISE | kLAYOUT_AGNOSTIC | kIN_PLACE; }
    template <class V>
    void fields(V& visit) {
        visit("clipMin", clipMin);
        visit("clipMax", clipMax);
    }
    char const* wrong() const { return clipMin <= clipMax ? nullptr : "clipMin is greater than clipMax"; }
    int32_t run(author::Call const& call) const {
        auto const dims = dimsOf(call.in[0]);
        DType const type = dtypeOf(call.in[0].type);
        bool const good = kernel.run({{tensorOf(call.inputs[0], type, dims)}}, tensorOf(call.outputs[0], type, dims),
                                     [&](ExpressionWriter& w, std::vector<int32_t> const& v) {
                                         int32_t const low = w.row("max", {v[0], w.number(DType::kF32, clipMin)});
                                         return w.row("min", {low, w.number(DType::kF32, clipMax)});
                                     });
        return good ? 0 : 1;
    }
};

} // namespace

void clip(List& list) {
    addV2<Clip>(list);
}

} // namespace tenon::plugins
