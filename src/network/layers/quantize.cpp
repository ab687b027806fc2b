// SPDX-License-Identifier: Apache-2.0
#include "network/layers/quantize.h"

#include "network/layers/layer.h"
#include "ops/dequantize_linear/dequantize_linear.h"
#include "ops/quantize_linear/quantize_linear.h"

#include <fmt/format.h>

namespace tenon::layers {
namespace {

using nvinfer1::LayerType;

/// Without an axis a scale has one element.
Granularity granularityOf(Emitter& e, Quantize const& a) {
    ValueId const x = e.in(0), scale = e.in(1);
    Granularity out;
    out.blocks = a.block;
    if (a.axis >= 0)
        out.axis = e.axis(a.axis, e.rank(x));
    Dims const dims = e.dims(scale);
    if (dims.size() == 1 && !dims[0].is(1) && a.axis < 0)
        e.fail(Message::kLayerIncomplete, "the scale has several numbers, and no axis is set that they lie along",
               "setAxis()", toString(e.type(scale)));
    return out;
}

std::vector<ValueId> operandsOf(Emitter& e) {
    std::vector<ValueId> out{e.in(0), e.in(1)};
    if (e.has(2))
        out.push_back(e.in(2));
    return out;
}

void quantize(Emitter& e) {
    auto const& a = e.attrs<Quantize>();
    ops::quantize_linear::Attributes attrs;
    attrs.granularity = granularityOf(e, a);
    attrs.type = static_cast<DType>(a.type);
    e.out(0, e.emit("quantize_linear", attrs, operandsOf(e)));
}

void dequantize(Emitter& e) {
    auto const& a = e.attrs<Dequantize>();
    ops::dequantize_linear::Attributes attrs;
    attrs.granularity = granularityOf(e, a);
    attrs.type = static_cast<DType>(a.type);
    e.out(0, e.emit("dequantize_linear", attrs, operandsOf(e)));
}

} // namespace

void addQuantizeLayers(LayerList& list) {
    static LayerDef const kQuantize{opOf<Quantize>("layer.quantize"), LayerType::kQUANTIZE, quantize};
    static LayerDef const kDequantize{opOf<Dequantize>("layer.dequantize"), LayerType::kDEQUANTIZE, dequantize};
    list.insert(list.end(), {&kQuantize, &kDequantize});
}

} // namespace tenon::layers
