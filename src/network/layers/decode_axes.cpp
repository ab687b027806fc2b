// SPDX-License-Identifier: Apache-2.0
// Operators along axes, with indices, products and quantisation as layers.
#include "network/layers/decoder.h"

#include "network/layers/index.h"
#include "network/layers/matrix.h"
#include "network/layers/move.h"
#include "network/layers/quantize.h"
#include "network/layers/reduce.h"
#include "ops/concat/concat.h"
#include "ops/cumsum/cumsum.h"
#include "ops/dequantize_linear/dequantize_linear.h"
#include "ops/gather/gather.h"
#include "ops/gather_elements/gather_elements.h"
#include "ops/gather_nd/gather_nd.h"
#include "ops/layernorm/layernorm.h"
#include "ops/matmul/matmul.h"
#include "ops/onehot/onehot.h"
#include "ops/quantize_linear/quantize_linear.h"
#include "ops/reduce/reduce.h"
#include "ops/reverse_sequence/reverse_sequence.h"
#include "ops/scatter_elements/scatter_elements.h"
#include "ops/scatter_nd/scatter_nd.h"
#include "ops/softmax/softmax.h"
#include "ops/topk/topk.h"

namespace tenon::layers {

std::optional<Decoded> Decoder::concat() {
    auto const axis = positive(attrs<ops::concat::Attributes>().axis, rank(0));
    if (!axis)
        return std::nullopt;
    return made("concatenation", Concatenation{*axis}, mRecord.operands);
}

std::optional<Decoded> Decoder::softMax() {
    auto const& s = attrs<ops::softmax::Attributes>();
    auto const axes = mask({s.axis}, rank(0));
    if (s.log || s.coerced || !axes)
        return std::nullopt;
    return made("softmax", SoftMax{*axes}, mRecord.operands);
}

std::optional<Decoded> Decoder::reduce() {
    auto const& r = attrs<ops::reduce::Attributes>();
    static std::map<ops::reduce::Kind, nvinfer1::ReduceOperation> const kKinds{
        {ops::reduce::Kind::kSum, nvinfer1::ReduceOperation::kSUM},
        {ops::reduce::Kind::kProd, nvinfer1::ReduceOperation::kPROD},
        {ops::reduce::Kind::kMax, nvinfer1::ReduceOperation::kMAX},
        {ops::reduce::Kind::kMin, nvinfer1::ReduceOperation::kMIN},
        {ops::reduce::Kind::kMean, nvinfer1::ReduceOperation::kAVG}};
    auto const kind = kKinds.find(r.kind);
    if (kind == kKinds.end() || operand(1) != kNoTensor || rank(0) < 0)
        return std::nullopt;
    std::vector<int64_t> axes = r.axes;
    if (r.axes.empty() && !r.noAxesIsIdentity)
        for (int64_t i = 0; i < rank(0); ++i)
            axes.push_back(i);
    auto const bits = mask(axes, rank(0));
    if (!bits)
        return std::nullopt;
    return made("reduce", Reduce{kind->second, *bits, r.keepDims}, {operand(0)});
}

std::optional<Decoded> Decoder::topK() {
    auto const& t = attrs<ops::topk::Attributes>();
    auto const axes = mask({t.axis}, rank(0));
    if (!axes)
        return std::nullopt;
    TopK a;
    a.op = t.largest ? nvinfer1::TopKOperation::kMAX : nvinfer1::TopKOperation::kMIN;
    a.axes = *axes;
    a.indices = nvinfer1::DataType::kINT64;
    auto const k = numbers(1);
    if (k && k->size() == 1)
        a.k = (*k)[0];
    return made("topk", a, {operand(0), k ? kNoTensor : operand(1)}, !k || a.k <= 3840);
}

std::optional<Decoded> Decoder::cumsum() {
    auto const& c = attrs<ops::cumsum::Attributes>();
    return made("cumulative", Cumulative{nvinfer1::CumulativeOperation::kSUM, c.exclusive, c.reverse},
                mRecord.operands);
}

std::optional<Decoded> Decoder::layerNorm() {
    auto const& l = attrs<ops::layernorm::Attributes>();
    auto const axis = positive(l.axis, rank(0));
    if (!axis || mRecord.results.size() != 1)
        return std::nullopt;
    Normalization a;
    a.epsilon = static_cast<float>(l.epsilon);
    for (int64_t i = *axis; i < rank(0); ++i)
        a.axes |= 1U << i;
    return made("normalization", a, mRecord.operands, false);
}

std::optional<Decoded> Decoder::reverseSequence() {
    auto const& r = attrs<ops::reverse_sequence::Attributes>();
    return made("reverse_sequence", ReverseSequence{r.batch_axis, r.time_axis}, mRecord.operands);
}

std::optional<Decoded> Decoder::gatherIn(nvinfer1::GatherMode mode, int64_t axis, int64_t batch) {
    auto const at = mode == nvinfer1::GatherMode::kND ? std::optional<int64_t>(0) : positive(axis, rank(0));
    if (!at)
        return std::nullopt;
    return made("gather", Gather{mode, *at, batch}, mRecord.operands);
}
std::optional<Decoded> Decoder::gather() {
    return gatherIn(nvinfer1::GatherMode::kDEFAULT, attrs<ops::gather::Attributes>().axis, 0);
}
std::optional<Decoded> Decoder::gatherElements() {
    return gatherIn(nvinfer1::GatherMode::kELEMENT, attrs<ops::gather_elements::Attributes>().axis, 0);
}
std::optional<Decoded> Decoder::gatherNd() {
    return gatherIn(nvinfer1::GatherMode::kND, 0, attrs<ops::gather_nd::Attributes>().batch_dims);
}

std::optional<Decoded> Decoder::scatterElements() {
    auto const& s = attrs<ops::scatter_elements::Attributes>();
    auto const axis = positive(s.axis, rank(0));
    if (!axis)
        return std::nullopt;
    return made("scatter", Scatter{nvinfer1::ScatterMode::kELEMENT, *axis}, mRecord.operands,
                s.reduction == Reduction::kNone);
}
std::optional<Decoded> Decoder::scatterNd() {
    return made("scatter", Scatter{nvinfer1::ScatterMode::kND, 0}, mRecord.operands,
                attrs<ops::scatter_nd::Attributes>().reduction == Reduction::kNone);
}

std::optional<Decoded> Decoder::oneHot() {
    return made("one_hot", OneHot{attrs<ops::onehot::Attributes>().axis}, {operand(0), operand(2), operand(1)});
}

std::optional<Decoded> Decoder::nonZero() {
    return made("non_zero", NonZero{nvinfer1::DataType::kINT64}, mRecord.operands);
}

std::optional<Decoded> Decoder::matmul() {
    auto const& m = attrs<ops::matmul::Attributes>();
    using nvinfer1::MatrixOperation;
    auto operation = [&](size_t i, bool transposed) {
        return rank(i) == 1 ? MatrixOperation::kVECTOR
               : transposed ? MatrixOperation::kTRANSPOSE
                            : MatrixOperation::kNONE;
    };
    MatrixMultiply const a{operation(0, m.transA), operation(1, m.transB)};
    auto batch = [&](size_t i) { return rank(i) - (rank(i) == 1 ? 1 : 2); };
    return made("matrix_multiply", a, mRecord.operands, rank(0) > 0 && rank(1) > 0 && batch(0) == batch(1));
}

std::optional<Decoded> Decoder::quantize() {
    auto const& q = attrs<ops::quantize_linear::Attributes>();
    return made("quantize", scales(q.granularity), mRecord.operands, q.type && q.saturate && !q.precision);
}
std::optional<Decoded> Decoder::dequantize() {
    auto const& q = attrs<ops::dequantize_linear::Attributes>();
    return made("dequantize", Dequantize{scales(q.granularity)}, mRecord.operands, q.type.has_value());
}
Quantize Decoder::scales(Granularity const& g) {
    Quantize a;
    a.axis = rank(1) == 1 ? positive(g.axis, rank(0)).value_or(-1) : -1;
    a.type = static_cast<nvinfer1::DataType>(mTypeOf(mRecord.results[0]).dtype);
    a.block = g.blocks;
    return a;
}

} // namespace tenon::layers
