// SPDX-License-Identifier: Apache-2.0
#include "network/layers/fill.h"

#include "network/layers/layer.h"
#include "ops/assert/assert.h"
#include "ops/grid_sample/grid_sample.h"
#include "ops/random/random.h"
#include "ops/resize/resize.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::layers {
namespace {

using nvinfer1::FillOperation;
using nvinfer1::LayerType;

/// Numbers between alpha and beta, or of mean alpha and deviation beta. Without a seed in the interface, each run draws
/// others. What the layer gives is alpha + (beta - alpha) * u, or alpha + beta * g, so that both may be tensors.
void randomFill(Emitter& e, Fill const& a, Dims dims) {
    auto const type = static_cast<DType>(a.type);
    if (!isFloating(type))
        e.fail(Message::kNotThereYet, "random numbers are floating", "kFLOAT, kHALF or kBF16",
               std::string(nameOf(type)));
    bool const normal = a.op == FillOperation::kRANDOM_NORMAL;
    ops::draws::Attributes attrs{.kind = normal ? ops::draws::Kind::kNormal : ops::draws::Kind::kUniform,
                                 .dtype = type};
    ValueId const like = e.emit("expand", NoAttrs{}, {e.scalar(type, 0), e.shape(std::move(dims))});
    ValueId const drawn = e.emit("random", attrs, {like});
    auto number = [&](size_t operand, double value, int64_t integer) {
        if (!e.has(operand))
            return e.scalar(type, a.integers ? static_cast<double>(integer) : value);
        return e.reshape(e.cast(e.in(operand), type), {});
    };
    ValueId const alpha = number(1, a.alpha, a.alphaInt), beta = number(2, a.beta, a.betaInt);
    ValueId const spread = normal ? beta : e.row("sub", {beta, alpha});
    e.out(0, e.row("add", {e.row("mul", {drawn, spread}), alpha}));
}

/// alpha + sum over the axes of beta[axis] * index: one line along each axis, added with broadcasting.
void fill(Emitter& e) {
    auto const& a = e.attrs<Fill>();
    auto const type = static_cast<DType>(a.type);
    Dims dims(a.dims.begin(), a.dims.end());
    if (e.has(0)) {
        auto const content = e.content(e.shapeIn(0));
        if (!content)
            e.fail(Message::kRank, "the number of dims of a fill must be known", "a shape tensor of known length",
                   toString(e.type(e.in(0))));
        dims = *content;
    }
    if (e.has(1) != e.has(2))
        e.fail(Message::kLayerIncomplete, "alpha and beta of a fill are both tensors or both numbers");
    auto const rank = static_cast<int64_t>(dims.size());
    if (a.op != FillOperation::kLINSPACE)
        return randomFill(e, a, std::move(dims));
    ValueId const alpha = e.has(1)     ? e.cast(e.in(1), type)
                          : a.integers ? e.scalar(type, static_cast<double>(a.alphaInt))
                                       : e.scalar(type, a.alpha);
    ValueId beta = e.has(2)     ? e.cast(e.in(2), type)
                   : a.integers ? e.scalar(type, static_cast<double>(a.betaInt))
                                : e.scalar(type, a.beta);
    bool const perAxis = e.rank(beta) == 1;
    if (rank == 0)
        return e.out(0, e.reshape(alpha, {}));
    if (perAxis ? !e.dims(beta)[0].is(rank) : rank != 1)
        e.fail(Message::kShape, "beta of a fill has a number for each axis", fmt::format("{} numbers", rank),
               toString(e.type(beta)));
    beta = e.reshape(beta, {DimExpr(rank)});
    ValueId y = e.reshape(alpha, {});
    for (int64_t axis = 0; axis < rank; ++axis) {
        ValueId const step = rank == 1 ? beta : e.emit("slice", NoAttrs{}, {beta, e.ints({axis}), e.ints({axis + 1})});
        ValueId line = e.row("mul", {e.cast(e.iota(dims[static_cast<size_t>(axis)]), type), step});
        std::vector<int64_t> after;
        for (int64_t i = axis + 1; i < rank; ++i)
            after.push_back(i - axis);
        y = e.row("add", {e.unsqueeze(line, after), y});
    }
    e.out(0, y);
}

ops::resizing::Attributes attributesOf(Resize const& a) {
    using namespace ops::resizing;
    Attributes out;
    out.mode = a.mode == nvinfer1::InterpolationMode::kNEAREST  ? Mode::kNearest
               : a.mode == nvinfer1::InterpolationMode::kLINEAR ? Mode::kLinear
                                                                : Mode::kCubic;
    switch (a.coordinates) {
    case nvinfer1::ResizeCoordinateTransformation::kALIGN_CORNERS:
        out.coordinates = Coordinates::kAlignCorners;
        break;
    case nvinfer1::ResizeCoordinateTransformation::kASYMMETRIC:
        out.coordinates = Coordinates::kAsymmetric;
        break;
    case nvinfer1::ResizeCoordinateTransformation::kHALF_PIXEL: // an output of one element reads place 0 with kUPPER
        out.coordinates =
            a.selector == nvinfer1::ResizeSelector::kUPPER ? Coordinates::kPytorchHalfPixel : Coordinates::kHalfPixel;
        break;
    }
    constexpr Nearest kRounding[] = {Nearest::kRoundPreferCeil, Nearest::kRoundPreferFloor, Nearest::kFloor,
                                     Nearest::kCeil};
    out.nearest = kRounding[static_cast<size_t>(a.rounding)];
    out.cubicA = a.cubicCoeff;
    out.excludeOutside = a.excludeOutside;
    return out;
}

void resize(Emitter& e) {
    auto const& a = e.attrs<Resize>();
    ValueId const x = e.in(0);
    auto const rank = static_cast<size_t>(e.rank(x));
    ops::resizing::Attributes const attrs = attributesOf(a);
    auto require = [&](size_t count) {
        if (count != rank)
            e.fail(Message::kShape, "a resize needs a number for each axis", fmt::format("{} numbers", rank),
                   fmt::format("{}", count));
    };
    if (e.has(1))
        return e.out(0, e.emit("resize", attrs, {x, ir::kNone, ir::kNone, e.shapeIn(1)}));
    if (!a.dims.empty()) {
        require(a.dims.size());
        return e.out(0, e.emit("resize", attrs, {x, ir::kNone, ir::kNone, e.ints(a.dims)}));
    }
    if (a.scales.empty())
        e.fail(Message::kLayerIncomplete, "the resize was given neither dims nor scales",
               "setOutputDimensions(), setScales() or setInput(1, ...)");
    require(a.scales.size());
    std::vector<double> const scales(a.scales.begin(), a.scales.end());
    e.out(0, e.emit("resize", attrs, {x, ir::kNone, e.numbersOf(DType::kF32, scales)}));
}

void gridSample(Emitter& e) {
    using ops::grid_sample::Mode;
    using Outside = ops::grid_sample::Padding;
    auto const& a = e.attrs<GridSample>();
    ops::grid_sample::Attributes attrs;
    attrs.mode = a.mode == nvinfer1::InterpolationMode::kNEAREST  ? Mode::kNearest
                 : a.mode == nvinfer1::InterpolationMode::kLINEAR ? Mode::kLinear
                                                                  : Mode::kCubic;
    attrs.padding = a.outside == nvinfer1::SampleMode::kFILL    ? Outside::kZeros
                    : a.outside == nvinfer1::SampleMode::kCLAMP ? Outside::kBorder
                                                                : Outside::kReflection;
    attrs.alignCorners = a.alignCorners;
    e.out(0, e.emit("grid_sample", attrs, {e.in(0), e.in(1)}));
}

/// What is known at build time is checked now.
void assertion(Emitter& e) {
    auto const& message = e.attrs<Assertion>().message;
    ValueId const condition = e.in(0);
    if (e.dtype(condition) != DType::kBool)
        e.fail(Message::kOperandType, "the condition of an assertion is no boolean", "bool",
               toString(e.type(condition)));
    auto const known = e.numbers(condition);
    if (!known)
        e.emit("assert", ops::assertion::Attributes{message}, {condition});
    else if (std::find(known->begin(), known->end(), 0) != known->end())
        e.fail(Message::kAssertion, fmt::format("assertion: {}", message));
}

/// The lowering gives the result its value: it is a constant of the network.
void constant(Emitter&) {}

} // namespace

void addFillLayers(LayerList& list) {
    static LayerDef const kConstant{opOf<ConstantLayer>("layer.constant"), LayerType::kCONSTANT, constant};
    static LayerDef const kFill{opOf<Fill>("layer.fill"), LayerType::kFILL, fill};
    static LayerDef const kResize{opOf<Resize>("layer.resize"), LayerType::kRESIZE, resize};
    static LayerDef const kAssertion{opOf<Assertion>("layer.assertion", Effect::kAssert), LayerType::kASSERTION,
                                     assertion};
    static LayerDef const kGridSample{opOf<GridSample>("layer.grid_sample"), LayerType::kGRID_SAMPLE, gridSample};
    list.insert(list.end(), {&kConstant, &kFill, &kResize, &kAssertion, &kGridSample});
}

} // namespace tenon::layers
