// SPDX-License-Identifier: Apache-2.0
#include "network/layers/decode.h"

#include "base/half.h"
#include "network/layers/fill.h"
#include "network/layers/index.h"
#include "network/layers/matrix.h"
#include "network/layers/move.h"
#include "network/layers/pointwise.h"
#include "network/layers/quantize.h"
#include "network/layers/reduce.h"
#include "network/layers/window.h"
#include "ops/concat/concat.h"
#include "ops/conv/conv.h"
#include "ops/cumsum/cumsum.h"
#include "ops/dequantize_linear/dequantize_linear.h"
#include "ops/gather/gather.h"
#include "ops/gather_elements/gather_elements.h"
#include "ops/gather_nd/gather_nd.h"
#include "ops/layernorm/layernorm.h"
#include "ops/matmul/matmul.h"
#include "ops/onehot/onehot.h"
#include "ops/pad/pad.h"
#include "ops/pool/pool.h"
#include "ops/quantize_linear/quantize_linear.h"
#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"
#include "ops/resize/resize.h"
#include "ops/reverse_sequence/reverse_sequence.h"
#include "ops/scatter_elements/scatter_elements.h"
#include "ops/scatter_nd/scatter_nd.h"
#include "ops/shape/shape.h"
#include "ops/softmax/softmax.h"
#include "ops/topk/topk.h"
#include "ops/transpose/transpose.h"

#include <algorithm>
#include <array>

namespace tenon::layers {
namespace {

using nvinfer1::ActivationType;
using nvinfer1::ElementWiseOperation;
using nvinfer1::PaddingMode;
using nvinfer1::UnaryOperation;

class Decoder {
public:
    Decoder(Network const& network, Record const& record, TypeOf const& typeOf)
        : mNetwork(network), mRecord(record), mTypeOf(typeOf) {}

    std::optional<Decoded> run() {
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

private:
    template <class A>
    A const& attrs() const {
        return mRecord.attrs.as<A>();
    }
    TensorId operand(size_t i) const { return i < mRecord.operands.size() ? mRecord.operands[i] : kNoTensor; }
    Type type(size_t i) const { return mTypeOf(operand(i)); }
    int64_t rank(size_t i) const { return type(i).rank(); }

    /// The elements of an integer operand that is a constant of the network.
    std::optional<std::vector<int64_t>> numbers(size_t i) const {
        TensorId const id = operand(i);
        if (id == kNoTensor)
            return std::nullopt;
        NetworkTensor const& t = mNetwork.tensors[static_cast<size_t>(id)];
        if (!t.constant || (t.type->dtype != DType::kI64 && t.type->dtype != DType::kI32))
            return std::nullopt;
        std::vector<int64_t> out;
        withType(t.type->dtype, [&](auto sample) {
            using T = decltype(sample);
            if constexpr (std::is_integral_v<T>)
                out.assign(t.constant->as<T>(), t.constant->as<T>() + t.constant->size() / sizeof(T));
        });
        return out;
    }

    Decoded made(std::string_view layer, Attrs attrs, std::vector<TensorId> operands, bool exact = true) const {
        Decoded out{mRecord, exact};
        out.record.op = &layers::layer("layer." + std::string(layer)).op;
        out.record.attrs = std::move(attrs);
        while (!operands.empty() && operands.back() == kNoTensor)
            operands.pop_back();
        out.record.operands = std::move(operands);
        return out;
    }

    static std::optional<int64_t> positive(int64_t axis, int64_t rank) {
        if (rank < 0 || axis < -rank || axis >= rank)
            return std::nullopt;
        return axis < 0 ? axis + rank : axis;
    }

    /// A mask of axes; nothing when the rank is not known.
    std::optional<uint32_t> mask(std::vector<int64_t> const& axes, int64_t rank) const {
        uint32_t out = 0;
        for (int64_t axis : axes) {
            auto const at = positive(axis, rank);
            if (!at)
                return std::nullopt;
            out |= 1U << *at;
        }
        return out;
    }

    static std::optional<std::vector<int64_t>> fixed(Type const& type) {
        if (!type.isStatic())
            return std::nullopt;
        std::vector<int64_t> out;
        for (DimExpr const& d : *type.dims)
            out.push_back(d.value());
        return out;
    }

    // Windows.

    static WindowShape windowOf(Window const& w, std::vector<int64_t> size) {
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

    std::optional<Decoded> conv() {
        auto const dims = fixed(type(1));
        if (!dims || dims->size() < 3)
            return std::nullopt;
        Convolution a;
        a.maps = (*dims)[0];
        a.groups = attrs<ops::conv::Attributes>().group;
        a.window = windowOf(attrs<ops::conv::Attributes>().window, {dims->begin() + 2, dims->end()});
        return made("convolution", std::move(a), mRecord.operands);
    }

    std::optional<Decoded> pool() {
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

    // Element by element.

    /// The number that an instruction's argument is; nothing for an operand or a result.
    static std::optional<float> constantArg(Expression const& e, int32_t value) {
        auto const at = static_cast<size_t>(value);
        if (value < 0 || at < e.inputs.size() || e.code[at - e.inputs.size()].row != "const")
            return std::nullopt;
        Expression::Instr const& c = e.code[at - e.inputs.size()];
        return static_cast<float>(isFloating(c.type) ? c.number : static_cast<double>(c.integer));
    }

    std::optional<Decoded> activation(Expression const& e) {
        static std::map<std::string_view, ActivationType> const kRows{
            {"relu", ActivationType::kRELU},
            {"sigmoid", ActivationType::kSIGMOID},
            {"tanh", ActivationType::kTANH},
            {"leaky_relu", ActivationType::kLEAKY_RELU},
            {"elu", ActivationType::kELU},
            {"selu", ActivationType::kSELU},
            {"softsign", ActivationType::kSOFTSIGN},
            {"softplus", ActivationType::kSOFTPLUS},
            {"clip", ActivationType::kCLIP},
            {"hard_sigmoid", ActivationType::kHARD_SIGMOID},
            {"thresholded_relu", ActivationType::kTHRESHOLDED_RELU},
            {"gelu_erf", ActivationType::kGELU_ERF},
            {"gelu_tanh", ActivationType::kGELU_TANH},
        };
        Expression::Instr const& last = e.code.back();
        auto const it = kRows.find(last.row);
        if (it == kRows.end() || e.inputs.size() != 1 || last.args[0] != 0)
            return std::nullopt;
        Activation a{it->second};
        if (it->second == ActivationType::kSOFTPLUS)
            a.alpha = a.beta = 1;
        for (size_t i = 1; i < 3; ++i) {
            if (last.args[i] < 0)
                continue;
            auto const number = constantArg(e, last.args[i]);
            if (!number)
                return std::nullopt;
            (i == 1 ? a.alpha : a.beta) = *number;
        }
        for (size_t i = 0; i + 1 < e.code.size(); ++i)
            if (e.code[i].row != "const")
                return std::nullopt;
        return made("activation", a, mRecord.operands);
    }

    std::optional<Decoded> pointwise() {
        static std::map<std::string_view, UnaryOperation> const kUnary{
            {"exp", UnaryOperation::kEXP},       {"log", UnaryOperation::kLOG},
            {"sqrt", UnaryOperation::kSQRT},     {"reciprocal", UnaryOperation::kRECIP},
            {"abs", UnaryOperation::kABS},       {"neg", UnaryOperation::kNEG},
            {"sin", UnaryOperation::kSIN},       {"cos", UnaryOperation::kCOS},
            {"tan", UnaryOperation::kTAN},       {"sinh", UnaryOperation::kSINH},
            {"cosh", UnaryOperation::kCOSH},     {"asin", UnaryOperation::kASIN},
            {"acos", UnaryOperation::kACOS},     {"atan", UnaryOperation::kATAN},
            {"asinh", UnaryOperation::kASINH},   {"acosh", UnaryOperation::kACOSH},
            {"atanh", UnaryOperation::kATANH},   {"ceil", UnaryOperation::kCEIL},
            {"floor", UnaryOperation::kFLOOR},   {"erf", UnaryOperation::kERF},
            {"logic_not", UnaryOperation::kNOT}, {"sign", UnaryOperation::kSIGN},
            {"round", UnaryOperation::kROUND},   {"isinf", UnaryOperation::kISINF},
            {"isnan", UnaryOperation::kISNAN},
        };
        static std::map<std::string_view, ElementWiseOperation> const kBinary{
            {"add", ElementWiseOperation::kSUM},     {"mul", ElementWiseOperation::kPROD},
            {"max", ElementWiseOperation::kMAX},     {"min", ElementWiseOperation::kMIN},
            {"sub", ElementWiseOperation::kSUB},     {"div", ElementWiseOperation::kDIV},
            {"pow", ElementWiseOperation::kPOW},     {"logic_and", ElementWiseOperation::kAND},
            {"logic_or", ElementWiseOperation::kOR}, {"logic_xor", ElementWiseOperation::kXOR},
            {"eq", ElementWiseOperation::kEQUAL},    {"gt", ElementWiseOperation::kGREATER},
            {"lt", ElementWiseOperation::kLESS},
        };
        Expression const& e = attrs<PointwiseAttributes>().expression;
        if (e.code.empty())
            return made("identity", Identity{}, mRecord.operands);
        std::string_view const row = e.code[0].row;
        bool inOrder = e.code.size() == 1;
        for (size_t i = 0; i < 3 && inOrder; ++i)
            inOrder = e.code[0].args[i] == (i < e.inputs.size() ? static_cast<int32_t>(i) : -1);
        bool oneRank = true;
        for (size_t i = 1; i < mRecord.operands.size(); ++i)
            oneRank = oneRank && rank(i) == rank(0);
        if (inOrder && row == "cast")
            return made("cast", Cast{static_cast<nvinfer1::DataType>(e.code[0].type)}, mRecord.operands);
        if (auto it = kUnary.find(row); inOrder && it != kUnary.end())
            return made("unary", Unary{it->second}, mRecord.operands);
        if (auto it = kBinary.find(row); inOrder && it != kBinary.end())
            return made("elementwise", ElementWise{it->second}, mRecord.operands, oneRank);
        if (inOrder && row == "select")
            return made("select", Select{}, mRecord.operands, oneRank);
        if (inOrder && row == "prelu")
            return made("parametric_relu", ParametricRelu{}, mRecord.operands, oneRank);
        return activation(e);
    }

    // Axes.

    std::optional<Decoded> concat() {
        auto const axis = positive(attrs<ops::concat::Attributes>().axis, rank(0));
        if (!axis)
            return std::nullopt;
        return made("concatenation", Concatenation{*axis}, mRecord.operands);
    }

    std::optional<Decoded> softMax() {
        auto const& s = attrs<ops::softmax::Attributes>();
        auto const axes = mask({s.axis}, rank(0));
        if (s.log || s.coerced || !axes)
            return std::nullopt;
        return made("softmax", SoftMax{*axes}, mRecord.operands);
    }

    std::optional<Decoded> reduce() {
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

    std::optional<Decoded> topK() {
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

    std::optional<Decoded> cumsum() {
        auto const& c = attrs<ops::cumsum::Attributes>();
        return made("cumulative", Cumulative{nvinfer1::CumulativeOperation::kSUM, c.exclusive, c.reverse},
                    mRecord.operands);
    }

    /// Scale and bias have fewer axes than the layer's.
    std::optional<Decoded> layerNorm() {
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

    std::optional<Decoded> reverseSequence() {
        auto const& r = attrs<ops::reverse_sequence::Attributes>();
        return made("reverse_sequence", ReverseSequence{r.batch_axis, r.time_axis}, mRecord.operands);
    }

    // Indices.

    std::optional<Decoded> gatherIn(nvinfer1::GatherMode mode, int64_t axis, int64_t batch) {
        auto const at = mode == nvinfer1::GatherMode::kND ? std::optional<int64_t>(0) : positive(axis, rank(0));
        if (!at)
            return std::nullopt;
        return made("gather", Gather{mode, *at, batch}, mRecord.operands);
    }
    std::optional<Decoded> gather() {
        return gatherIn(nvinfer1::GatherMode::kDEFAULT, attrs<ops::gather::Attributes>().axis, 0);
    }
    std::optional<Decoded> gatherElements() {
        return gatherIn(nvinfer1::GatherMode::kELEMENT, attrs<ops::gather_elements::Attributes>().axis, 0);
    }
    std::optional<Decoded> gatherNd() {
        return gatherIn(nvinfer1::GatherMode::kND, 0, attrs<ops::gather_nd::Attributes>().batch_dims);
    }

    std::optional<Decoded> scatterElements() {
        auto const& s = attrs<ops::scatter_elements::Attributes>();
        auto const axis = positive(s.axis, rank(0));
        if (!axis)
            return std::nullopt;
        return made("scatter", Scatter{nvinfer1::ScatterMode::kELEMENT, *axis}, mRecord.operands,
                    s.reduction == Reduction::kNone);
    }
    std::optional<Decoded> scatterNd() {
        return made("scatter", Scatter{nvinfer1::ScatterMode::kND, 0}, mRecord.operands,
                    attrs<ops::scatter_nd::Attributes>().reduction == Reduction::kNone);
    }

    std::optional<Decoded> oneHot() {
        return made("one_hot", OneHot{attrs<ops::onehot::Attributes>().axis}, {operand(0), operand(2), operand(1)});
    }

    std::optional<Decoded> nonZero() { return made("non_zero", NonZero{nvinfer1::DataType::kINT64}, mRecord.operands); }

    std::optional<Decoded> matmul() {
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

    std::optional<Decoded> quantize() {
        auto const& q = attrs<ops::quantize_linear::Attributes>();
        return quantized<Quantize>("quantize", q.granularity, q.type && q.saturate && !q.precision);
    }
    std::optional<Decoded> dequantize() {
        auto const& q = attrs<ops::dequantize_linear::Attributes>();
        return quantized<Dequantize>("dequantize", q.granularity, q.type.has_value());
    }
    template <class A>
    std::optional<Decoded> quantized(std::string_view layer, Granularity const& g, bool exact) {
        A a;
        a.axis = rank(1) == 1 ? positive(g.axis, rank(0)).value_or(-1) : -1;
        a.type = static_cast<nvinfer1::DataType>(mTypeOf(mRecord.results[0]).dtype);
        a.block = g.blocks;
        return made(layer, std::move(a), mRecord.operands, exact);
    }

    // Moves.

    std::optional<Decoded> reshape() {
        Shuffle a;
        a.zeroIsPlaceholder = !attrs<ops::reshape::Attributes>().allowzero;
        a.dims = numbers(1);
        return made("shuffle", a, {operand(0), a.dims ? kNoTensor : operand(1)});
    }

    std::optional<Decoded> transpose() {
        Shuffle a;
        a.first = attrs<ops::transpose::Attributes>().perm;
        if (a.first->empty()) // all axes the other way round
            for (int64_t i = rank(0); i-- > 0;)
                a.first->push_back(i);
        return made("shuffle", a, mRecord.operands);
    }

    std::optional<Decoded> flatten() {
        Shuffle a;
        a.dims = fixed(mTypeOf(mRecord.results[0]));
        if (!a.dims)
            a.dims = std::vector<int64_t>{0, -1};
        return made("shuffle", a, mRecord.operands, false);
    }

    std::optional<Decoded> shape() {
        auto const& s = attrs<ops::shape::Attributes>();
        return made("shape", Shape{}, mRecord.operands, s.start == 0 && !s.end);
    }

    std::optional<Decoded> squeeze() {
        if (operand(1) == kNoTensor)
            return std::nullopt;
        return made("squeeze", Squeeze{}, mRecord.operands);
    }
    std::optional<Decoded> unsqueeze() { return made("unsqueeze", Unsqueeze{}, mRecord.operands); }

    /// Start and size follow from the operator's bounds where all are numbers; else only the kind is shown.
    std::optional<Decoded> slice() {
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
            a.start[at] =
                std::clamp<int64_t>(start < 0 ? start + d : start, 0, step < 0 ? std::max<int64_t>(d - 1, 0) : d);
        }
        return made("slice", a, {operand(0)});
    }

    std::optional<Decoded> expand() {
        Slice a;
        if (auto const size = fixed(mTypeOf(mRecord.results[0])))
            a.size = *size;
        a.start.assign(a.size.size(), 0);
        a.stride.assign(a.size.size(), 0);
        return made("slice", a, {operand(0)}, false);
    }

    std::optional<Decoded> pad() {
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

    std::optional<Decoded> range() {
        Fill a;
        Type const type = mTypeOf(mRecord.results[0]);
        a.type = static_cast<nvinfer1::DataType>(type.dtype);
        if (auto const dims = fixed(type))
            a.dims = *dims;
        return made("fill", a, {}, false);
    }

    std::optional<Decoded> resize() {
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

    Network const& mNetwork;
    Record const& mRecord;
    TypeOf const& mTypeOf;
};

} // namespace

std::optional<Decoded> decode(Network const& network, Record const& record, TypeOf const& typeOf) {
    return Decoder(network, record, typeOf).run();
}

} // namespace tenon::layers
