// SPDX-License-Identifier: Apache-2.0
// Convolutions and pooling as layers.
#include "network/layers/decoder.h"

#include "network/layers/window.h"
#include "ops/conv/conv.h"
#include "ops/pool/pool.h"

namespace tenon::layers {

using nvinfer1::PaddingMode;

WindowShape Decoder::windowOf(Window const& w, std::vector<int64_t> size) {
    WindowShape out;
    size_t const axes = size.size();
    out.size = std::move(size);
    out.stride = w.strides;
    out.dilation = w.dilations;
    if (w.autoPad == AutoPad::kSameUpper || w.autoPad == AutoPad::kSameLower)
        out.mode = w.autoPad == AutoPad::kSameUpper ? PaddingMode::kSAME_UPPER : PaddingMode::kSAME_LOWER;
    else if (w.ceilMode)
        out.mode = PaddingMode::kCAFFE_ROUND_UP;
    if (w.autoPad == AutoPad::kExplicit && w.pads.size() == 2 * axes) {
        out.pre.assign(w.pads.begin(), w.pads.begin() + static_cast<ptrdiff_t>(axes));
        out.post.assign(w.pads.begin() + static_cast<ptrdiff_t>(axes), w.pads.end());
    }
    return out;
}

std::optional<Decoded> Decoder::conv() {
    auto const dims = fixed(type(1));
    if (!dims || dims->size() < 3)
        return std::nullopt;
    Convolution a;
    a.maps = (*dims)[0];
    a.groups = attrs<ops::conv::Attributes>().group;
    a.window = windowOf(attrs<ops::conv::Attributes>().window, {dims->begin() + 2, dims->end()});
    return made("convolution", std::move(a), mRecord.operands);
}

std::optional<Decoded> Decoder::pool() {
    auto const& p = attrs<ops::pool::Attributes>();
    if (p.kind == ops::pool::Kind::kLp || mRecord.results.size() != 1)
        return std::nullopt;
    std::vector<int64_t> size = p.window.kernel;
    if (p.global) {
        size.clear();
        for (int64_t i = 2; i < rank(0); ++i) {
            DimExpr const d = type(0).dims->at(static_cast<size_t>(i));
            if (!d.isConst())
                return std::nullopt;
            size.push_back(d.value());
        }
    }
    Pooling a;
    a.type = p.kind == ops::pool::Kind::kMax ? nvinfer1::PoolingType::kMAX : nvinfer1::PoolingType::kAVERAGE;
    a.exclusive = !p.countIncludePad;
    a.window = windowOf(p.window, std::move(size));
    return made("pooling", std::move(a), mRecord.operands);
}

} // namespace tenon::layers
