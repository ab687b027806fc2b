// SPDX-License-Identifier: Apache-2.0
#include "network/layers/decode.h"

#include "network/layers/decoder.h"

namespace tenon::layers {

std::optional<Decoded> Decoder::run() {
    using Function = std::optional<Decoded> (Decoder::*)();
    static std::map<std::string_view, Function> const kTable{
        {"concat", &Decoder::concat},
        {"conv", &Decoder::conv},
        {"cumsum", &Decoder::cumsum},
        {"dequantize_linear", &Decoder::dequantize},
        {"quantize_linear", &Decoder::quantize},
        {"expand", &Decoder::expand},
        {"flatten", &Decoder::flatten},
        {"gather", &Decoder::gather},
        {"gather_elements", &Decoder::gatherElements},
        {"gather_nd", &Decoder::gatherNd},
        {"layernorm", &Decoder::layerNorm},
        {"matmul", &Decoder::matmul},
        {"nonzero", &Decoder::nonZero},
        {"onehot", &Decoder::oneHot},
        {"pad", &Decoder::pad},
        {"pointwise", &Decoder::pointwise},
        {"pool", &Decoder::pool},
        {"range", &Decoder::range},
        {"constant_of_shape", &Decoder::range},
        {"reduce", &Decoder::reduce},
        {"reshape", &Decoder::reshape},
        {"resize", &Decoder::resize},
        {"reverse_sequence", &Decoder::reverseSequence},
        {"scatter_elements", &Decoder::scatterElements},
        {"scatter_nd", &Decoder::scatterNd},
        {"shape", &Decoder::shape},
        {"slice", &Decoder::slice},
        {"softmax", &Decoder::softMax},
        {"squeeze", &Decoder::squeeze},
        {"topk", &Decoder::topK},
        {"transpose", &Decoder::transpose},
        {"unsqueeze", &Decoder::unsqueeze},
    };
    auto const it = kTable.find(mRecord.op->name);
    return it == kTable.end() ? std::nullopt : (this->*it->second)();
}

std::optional<Decoded> decode(Network const& network, Record const& record, TypeOf const& typeOf) {
    return Decoder(network, record, typeOf).run();
}

} // namespace tenon::layers
