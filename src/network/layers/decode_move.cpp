// SPDX-License-Identifier: Apache-2.0
// Operators that move elements or make new ones as layers.
#include "network/layers/decoder.h"

#include "network/layers/fill.h"
#include "network/layers/index.h"
#include "network/layers/move.h"
#include "network/layers/window.h"
#include "ops/pad/pad.h"
#include "ops/reshape/reshape.h"
#include "ops/resize/resize.h"
#include "ops/shape/shape.h"
#include "ops/transpose/transpose.h"

namespace tenon::layers {

std::optional<Decoded> Decoder::reshape() {
    Shuffle a;
    a.zeroIsPlaceholder = !attrs<ops::reshape::Attributes>().allowzero;
    a.dims = numbers(1);
    return made("shuffle", a, {operand(0), a.dims ? kNoTensor : operand(1)});
}

std::optional<Decoded> Decoder::transpose() {
    Shuffle a;
    a.first = attrs<ops::transpose::Attributes>().perm;
    if (a.first->empty()) // all axes the other way round
        for (int64_t i = rank(0); i-- > 0;)
            a.first->push_back(i);
    return made("shuffle", a, mRecord.operands);
}

std::optional<Decoded> Decoder::flatten() {
    Shuffle a;
    a.dims = fixed(mTypeOf(mRecord.results[0]));
    if (!a.dims)
        a.dims = std::vector<int64_t>{0, -1};
    return made("shuffle", a, mRecord.operands, false);
}

std::optional<Decoded> Decoder::shape() {
    auto const& s = attrs<ops::shape::Attributes>();
    return made("shape", Shape{}, mRecord.operands, s.start == 0 && !s.end);
}

std::optional<Decoded> Decoder::squeeze() {
    if (operand(1) == kNoTensor)
        return std::nullopt;
    return made("squeeze", Squeeze{}, mRecord.operands);
}
std::optional<Decoded> Decoder::unsqueeze() {
    return made("unsqueeze", Unsqueeze{}, mRecord.operands);
}

std::optional<Decoded> Decoder::slice() {
    Slice a;
    auto const dims = rank(0) >= 0 ? fixed(type(0)) : std::nullopt;
    auto const result = fixed(mTypeOf(mRecord.results[0]));
    auto const starts = numbers(1);
    auto const axes = operand(3) == kNoTensor ? std::nullopt : numbers(3);
    auto const steps = operand(4) == kNoTensor ? std::nullopt : numbers(4);
    bool const known =
        dims && result && starts && (axes || operand(3) == kNoTensor) && (steps || operand(4) == kNoTensor);
    if (!known)
        return made("slice", a, {operand(0)}, false);
    a.start.assign(dims->size(), 0);
    a.size = *result;
    a.stride.assign(dims->size(), 1);
    for (size_t i = 0; i < starts->size(); ++i) {
        auto const axis = positive(axes ? axes->at(i) : static_cast<int64_t>(i), rank(0));
        if (!axis)
            return std::nullopt;
        auto const at = static_cast<size_t>(*axis);
        int64_t const d = (*dims)[at], step = steps ? steps->at(i) : 1, start = (*starts)[i];
        a.stride[at] = step;
        a.start[at] = std::clamp<int64_t>(start < 0 ? start + d : start, 0, step < 0 ? std::max<int64_t>(d - 1, 0) : d);
    }
    return made("slice", a, {operand(0)});
}

std::optional<Decoded> Decoder::expand() {
    Slice a;
    if (auto const size = fixed(mTypeOf(mRecord.results[0])))
        a.size = *size;
    a.start.assign(a.size.size(), 0);
    a.stride.assign(a.size.size(), 0);
    return made("slice", a, {operand(0)}, false);
}

std::optional<Decoded> Decoder::pad() {
    auto const mode = attrs<ops::pad::Attributes>().mode;
    Slice a;
    a.mode = mode == ops::pad::Mode::kConstant ? nvinfer1::SampleMode::kFILL
             : mode == ops::pad::Mode::kEdge   ? nvinfer1::SampleMode::kCLAMP
             : mode == ops::pad::Mode::kWrap   ? nvinfer1::SampleMode::kWRAP
                                               : nvinfer1::SampleMode::kREFLECT;
    auto const pads = numbers(1);
    auto const size = fixed(mTypeOf(mRecord.results[0]));
    if (pads && size && pads->size() == 2 * size->size()) {
        a.size = *size;
        a.stride.assign(size->size(), 1);
        for (size_t i = 0; i < size->size(); ++i)
            a.start.push_back(-(*pads)[i]);
    }
    return made("slice", a, {operand(0)}, false);
}

std::optional<Decoded> Decoder::range() {
    Fill a;
    Type const type = mTypeOf(mRecord.results[0]);
    a.type = static_cast<nvinfer1::DataType>(type.dtype);
    if (auto const dims = fixed(type))
        a.dims = *dims;
    return made("fill", a, {}, false);
}

std::optional<Decoded> Decoder::resize() {
    using namespace ops::resizing;
    auto const& r = attrs<ops::resizing::Attributes>();
    Resize a;
    a.mode = r.mode == Mode::kNearest  ? nvinfer1::InterpolationMode::kNEAREST
             : r.mode == Mode::kLinear ? nvinfer1::InterpolationMode::kLINEAR
                                       : nvinfer1::InterpolationMode::kCUBIC;
    bool exact = r.policy == Policy::kStretch && !r.antialias && r.axes.empty();
    switch (r.coordinates) {
    case Coordinates::kAlignCorners:
        a.coordinates = nvinfer1::ResizeCoordinateTransformation::kALIGN_CORNERS;
        break;
    case Coordinates::kHalfPixel:
        a.coordinates = nvinfer1::ResizeCoordinateTransformation::kHALF_PIXEL;
        break;
    case Coordinates::kPytorchHalfPixel:
        a.coordinates = nvinfer1::ResizeCoordinateTransformation::kHALF_PIXEL;
        a.selector = nvinfer1::ResizeSelector::kUPPER;
        break;
    case Coordinates::kAsymmetric:
        break;
    default:
        exact = false;
    }
    switch (r.nearest) {
    case Nearest::kRoundPreferCeil:
        a.rounding = nvinfer1::ResizeRoundMode::kHALF_UP;
        break;
    case Nearest::kRoundPreferFloor:
        a.rounding = nvinfer1::ResizeRoundMode::kHALF_DOWN;
        break;
    case Nearest::kFloor:
        break;
    case Nearest::kCeil:
        a.rounding = nvinfer1::ResizeRoundMode::kCEIL;
        break;
    case Nearest::kSimple:
        exact = false;
    }
    a.cubicCoeff = static_cast<float>(r.cubicA);
    a.excludeOutside = r.excludeOutside;
    TensorId dims = kNoTensor;
    if (operand(3) != kNoTensor) {
        a.dims = numbers(3).value_or(std::vector<int64_t>());
        dims = a.dims.empty() ? operand(3) : kNoTensor;
    } else if (operand(2) != kNoTensor) {
        NetworkTensor const& t = mNetwork.tensors[static_cast<size_t>(operand(2))];
        if (t.constant && t.type->dtype == DType::kF32)
            a.scales.assign(t.constant->as<float>(), t.constant->as<float>() + t.constant->size() / sizeof(float));
        exact = exact && !a.scales.empty();
    }
    return made("resize", a, {operand(0), dims}, exact);
}

} // namespace tenon::layers
