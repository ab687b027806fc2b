// SPDX-License-Identifier: Apache-2.0
#include "network/layers/pointwise.h"

#include "network/layers/layer.h"

#include <fmt/format.h>

namespace tenon::layers {
namespace {

using nvinfer1::ActivationType;
using nvinfer1::ElementWiseOperation;
using nvinfer1::LayerType;
using nvinfer1::ScaleMode;
using nvinfer1::UnaryOperation;
using nvinfer1::WeightsRole;

void requireOneRank(Emitter& e, std::vector<ValueId> const& values) {
    for (ValueId v : values)
        if (e.rank(v) != e.rank(values[0]))
            e.fail(Message::kRank, "the inputs of the layer have different ranks", "one rank",
                   fmt::format("{} and {}", toString(e.type(values[0])), toString(e.type(v))));
}

/// Activations that are one row with alpha or beta as further operands.
void activation(Emitter& e) {
    auto const& a = e.attrs<Activation>();
    ValueId const x = e.in(0);
    DType const type = e.dtype(x);
    ExpressionWriter w({type});
    auto alpha = [&] { return w.number(type, a.alpha); };
    auto beta = [&] { return w.number(type, a.beta); };
    int32_t y = 0;
    switch (a.type) {
    case ActivationType::kRELU:
        y = w.row("relu", {0});
        break;
    case ActivationType::kSIGMOID:
        y = w.row("sigmoid", {0});
        break;
    case ActivationType::kTANH:
        y = w.row("tanh", {0});
        break;
    case ActivationType::kLEAKY_RELU:
        y = w.row("leaky_relu", {0, alpha()});
        break;
    case ActivationType::kELU:
        y = w.row("elu", {0, alpha()});
        break;
    case ActivationType::kSELU:
        y = w.row("selu", {0, alpha(), beta()});
        break;
    case ActivationType::kSOFTSIGN:
        y = w.row("softsign", {0});
        break;
    case ActivationType::kSOFTPLUS:
        y = w.row("mul", {alpha(), w.row("softplus", {w.row("mul", {beta(), 0})})});
        break;
    case ActivationType::kCLIP:
        y = w.row("clip", {0, alpha(), beta()});
        break;
    case ActivationType::kHARD_SIGMOID:
        y = w.row("hard_sigmoid", {0, alpha(), beta()});
        break;
    case ActivationType::kSCALED_TANH:
        y = w.row("mul", {alpha(), w.row("tanh", {w.row("mul", {beta(), 0})})});
        break;
    case ActivationType::kTHRESHOLDED_RELU:
        y = w.row("thresholded_relu", {0, alpha()});
        break;
    case ActivationType::kGELU_ERF:
        y = w.row("gelu_erf", {0});
        break;
    case ActivationType::kGELU_TANH:
        y = w.row("gelu_tanh", {0});
        break;
    }
    e.out(0, e.pointwise(w.take(y), {x}));
}

std::string_view rowOf(UnaryOperation op) {
    switch (op) {
    case UnaryOperation::kEXP:
        return "exp";
    case UnaryOperation::kLOG:
        return "log";
    case UnaryOperation::kSQRT:
        return "sqrt";
    case UnaryOperation::kRECIP:
        return "reciprocal";
    case UnaryOperation::kABS:
        return "abs";
    case UnaryOperation::kNEG:
        return "neg";
    case UnaryOperation::kSIN:
        return "sin";
    case UnaryOperation::kCOS:
        return "cos";
    case UnaryOperation::kTAN:
        return "tan";
    case UnaryOperation::kSINH:
        return "sinh";
    case UnaryOperation::kCOSH:
        return "cosh";
    case UnaryOperation::kASIN:
        return "asin";
    case UnaryOperation::kACOS:
        return "acos";
    case UnaryOperation::kATAN:
        return "atan";
    case UnaryOperation::kASINH:
        return "asinh";
    case UnaryOperation::kACOSH:
        return "acosh";
    case UnaryOperation::kATANH:
        return "atanh";
    case UnaryOperation::kCEIL:
        return "ceil";
    case UnaryOperation::kFLOOR:
        return "floor";
    case UnaryOperation::kERF:
        return "erf";
    case UnaryOperation::kNOT:
        return "logic_not";
    case UnaryOperation::kSIGN:
        return "sign";
    case UnaryOperation::kROUND:
        return "round";
    case UnaryOperation::kISINF:
        return "isinf";
    case UnaryOperation::kISNAN:
        return "isnan";
    }
    return "";
}

void unary(Emitter& e) {
    e.out(0, e.row(rowOf(e.attrs<Unary>().op), {e.in(0)}));
}

/// Rounded down, also for integers, whose quotient otherwise rounds toward zero.
ValueId floorDivide(Emitter& e, ValueId a, ValueId b) {
    DType const type = e.dtype(a);
    ExpressionWriter w({type, type});
    int32_t const y = isFloating(type) ? w.row("floor", {w.row("div", {0, 1})})
                                       : w.row("div", {w.row("sub", {0, w.row("mod", {0, 1})}), 1});
    return e.pointwise(w.take(y), {a, b});
}

void elementWise(Emitter& e) {
    ValueId a = e.in(0), b = e.in(1);
    requireOneRank(e, {a, b});
    e.unify({&a, &b});
    auto row = [&](std::string_view name) { e.out(0, e.row(name, {a, b})); };
    switch (e.attrs<ElementWise>().op) {
    case ElementWiseOperation::kSUM:
        return row("add");
    case ElementWiseOperation::kPROD:
        return row("mul");
    case ElementWiseOperation::kMAX:
        return row("max");
    case ElementWiseOperation::kMIN:
        return row("min");
    case ElementWiseOperation::kSUB:
        return row("sub");
    case ElementWiseOperation::kDIV:
        return row("div");
    case ElementWiseOperation::kPOW:
        return row("pow");
    case ElementWiseOperation::kFLOOR_DIV:
        return e.out(0, floorDivide(e, a, b));
    case ElementWiseOperation::kAND:
        return row("logic_and");
    case ElementWiseOperation::kOR:
        return row("logic_or");
    case ElementWiseOperation::kXOR:
        return row("logic_xor");
    case ElementWiseOperation::kEQUAL:
        return row("eq");
    case ElementWiseOperation::kGREATER:
        return row("gt");
    case ElementWiseOperation::kLESS:
        return row("lt");
    }
}

void select(Emitter& e) {
    ValueId const condition = e.in(0);
    ValueId a = e.in(1), b = e.in(2);
    requireOneRank(e, {condition, a, b});
    e.unify({&a, &b});
    e.out(0, e.row("select", {condition, a, b}));
}

void castLayer(Emitter& e) {
    e.out(0, e.cast(e.in(0), static_cast<DType>(e.attrs<Cast>().to)));
}

void identity(Emitter& e) {
    e.out(0, e.copy(e.in(0)));
}

void parametricRelu(Emitter& e) {
    ValueId x = e.in(0), slope = e.in(1);
    requireOneRank(e, {x, slope});
    e.unify({&x, &slope});
    e.out(0, e.row("prelu", {x, slope}));
}

void scale(Emitter& e) {
    auto const& a = e.attrs<Scale>();
    ValueId const x = e.in(0);
    Dims const dims = e.dims(x);
    auto const rank = static_cast<int64_t>(dims.size());
    // Weights broadcast from the right, so axes before the channel are left out and axes after it are 1.
    std::vector<int64_t> wanted;
    if (a.mode != ScaleMode::kUNIFORM) {
        int64_t const axis = e.axis(a.channelAxis, rank);
        for (int64_t i = axis; i < rank; ++i) {
            bool const counts = i == axis || a.mode == ScaleMode::kELEMENTWISE;
            DimExpr const& d = dims[static_cast<size_t>(i)];
            if (counts && !d.isConst())
                e.fail(Message::kShape,
                       fmt::format("axis {} of the input must be known, since weights belong to it", i), "a number",
                       toText(d));
            wanted.push_back(counts ? d.value() : 1);
        }
    }
    DType const type = e.dtype(x);
    ValueId y = x;
    if (e.has(2))
        y = e.row("mul", {y, e.weights(2, WeightsRole::kSCALE, wanted, type)});
    if (e.has(1))
        y = e.row("add", {y, e.weights(1, WeightsRole::kSHIFT, wanted, type)});
    if (e.has(3))
        y = e.row("pow", {y, e.weights(3, WeightsRole::kANY, wanted, type)});
    e.out(0, y);
}

} // namespace

void addPointwiseLayers(LayerList& list) {
    static LayerDef const kActivation{opOf<Activation>("layer.activation"), LayerType::kACTIVATION, activation};
    static LayerDef const kUnary{opOf<Unary>("layer.unary"), LayerType::kUNARY, unary};
    static LayerDef const kElementWise{opOf<ElementWise>("layer.elementwise"), LayerType::kELEMENTWISE, elementWise};
    static LayerDef const kSelect{opOf<Select>("layer.select"), LayerType::kSELECT, select};
    static LayerDef const kCast{opOf<Cast>("layer.cast"), LayerType::kCAST, castLayer};
    static LayerDef const kIdentity{opOf<Identity>("layer.identity"), LayerType::kIDENTITY, identity};
    static LayerDef const kPrelu{opOf<ParametricRelu>("layer.parametric_relu"), LayerType::kPARAMETRIC_RELU,
                                 parametricRelu};
    static LayerDef const kScale{opOf<Scale>("layer.scale"), LayerType::kSCALE, scale};
    list.insert(list.end(), {&kActivation, &kUnary, &kElementWise, &kSelect, &kCast, &kIdentity, &kPrelu, &kScale});
}

} // namespace tenon::layers
