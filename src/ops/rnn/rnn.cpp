// SPDX-License-Identifier: Apache-2.0
// Definition of rnn: every operand is held to the sizes that x and r give.
#include "ops/rnn/rnn.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

#include <fmt/format.h>
#include <iterator>

namespace tenon::ops {
namespace rnn {
namespace {

constexpr std::string_view kCells[] = {"rnn", "gru", "lstm"};
constexpr std::string_view kDirections[] = {"forward", "reverse", "bidirectional"};
constexpr std::string_view kFunctions[] = {"sigmoid",         "tanh",       "relu",        "affine", "leakyrelu",
                                           "thresholdedrelu", "scaledtanh", "hardsigmoid", "elu",    "softsign",
                                           "softplus"};

template <class E, size_t N>
std::string_view nameIn(std::string_view const (&names)[N], E value) noexcept {
    auto const i = static_cast<size_t>(value);
    return i < N ? names[i] : std::string_view();
}

/// Operand i has the type, and dims that may differ from the wanted ones only where one of them is not known.
void requireLike(InferContext& c, size_t i, char const* what, DType type, Dims const& wanted) {
    if (!c.has(i))
        return;
    c.requireType(i, {&type, 1});
    if (!c.type(i).ranked())
        return;
    c.requireRank(i, static_cast<int64_t>(wanted.size()), static_cast<int64_t>(wanted.size()));
    Dims const& given = c.dims(i);
    for (size_t k = 0; k < wanted.size(); ++k)
        if (wanted[k].isConst() && given[k].isConst() && wanted[k] != given[k])
            c.fail(Message::kShape, fmt::format("{} of a recurrent layer does not fit the other operands", what),
                   textOfDims(wanted), textOfDims(given));
}

void requireAttributes(Attributes const& a, InferContext const& c) {
    size_t const wanted = functionsOf(a.cell) * static_cast<size_t>(a.directions());
    if (!a.activations.empty() && a.activations.size() != wanted)
        c.fail(Message::kAttribute, "a recurrent layer has a fixed number of activations",
               fmt::format("{} activations", wanted), fmt::format("{}", a.activations.size()));
    if (a.clip && !(*a.clip > 0))
        c.fail(Message::kAttribute, "the bound on arguments of activations is not above 0", "clip above 0",
               fmt::format("{}", *a.clip));
}

/// w or r: of x's type, or of 8 bits with a scale and perhaps a zero point.
void requireWeights(InferContext& c, size_t i, char const* what, DType type, Dims const& wanted) {
    static constexpr DType kBytes[] = {DType::kI8, DType::kU8};
    size_t const scale = scaleOf(i);
    c.in(i); // not optional
    if (!c.has(scale))
        return requireLike(c, i, what, type, wanted);
    c.requireType(i, kBytes);
    DType const own = c.type(i).dtype;
    requireLike(c, i, what, own, wanted);
    for (size_t k : {scale, scale + 1}) {
        Dims dims{wanted[0]};
        if (c.has(k) && c.type(k).rank() == 2)
            dims.push_back(wanted[1]);
        requireLike(c, k, "a list of scales or zero points", k == scale ? DType::kF32 : own, dims);
    }
    if (c.has(scale + 1) && c.type(scale).rank() != c.type(scale + 1).rank())
        c.fail(Message::kShape, "zero points have other dims than the scales", toString(c.type(scale)),
               toString(c.type(scale + 1)));
}

/// H: what is a number among the attribute and the dims of r and w; else the dim of r.
DimExpr hiddenOf(Attributes const& a, InferContext& c) {
    if (a.hiddenSize)
        return *a.hiddenSize;
    if (c.type(kR).ranked() && c.type(kR).rank() == 3)
        return c.dims(kR)[2];
    return c.newSymbol();
}

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    auto const& a = attrs.as<Attributes>();
    requireAttributes(a, c);
    c.requireType(kX, kTypes);
    DType const type = c.type(kX).dtype;
    if (c.type(kX).ranked())
        c.requireRank(kX, 3, 3);
    auto dimOfX = [&](size_t i) { return c.type(kX).ranked() ? c.dims(kX)[i] : c.newSymbol(); };
    DimExpr const steps = dimOfX(0), batch = dimOfX(1), hidden = hiddenOf(a, c);
    int64_t const d = a.directions(), g = gatesOf(a.cell);
    requireWeights(c, kW, "w", type, {d, hidden * g, dimOfX(2)});
    requireWeights(c, kR, "r", type, {d, hidden * g, hidden});
    requireLike(c, kBias, "the bias", type, {d, hidden * (2 * g)});
    requireLike(c, kLengths, "the list of lengths", DType::kI32, {batch});
    requireLike(c, kInitialH, "the initial h", type, {d, batch, hidden});
    if (a.cell == Cell::kLSTM) {
        requireLike(c, kInitialC, "the initial c", type, {d, batch, hidden});
        requireLike(c, kPeepholes, "the list of peepholes", type, {d, hidden * 3});
    } else if (c.has(kInitialC) || c.has(kPeepholes)) {
        c.fail(Message::kOperand, "only an LSTM has an initial c and peepholes", "at most 6 operands",
               fmt::format("{}", c.inputs()));
    }
    c.setOut(0, type, Dims{steps, d, batch, hidden});
    for (size_t i = 1; i < c.outputs(); ++i)
        c.setOut(i, type, Dims{d, batch, hidden});
}

} // namespace

std::string_view nameOf(Cell cell) noexcept {
    return nameIn(kCells, cell);
}
std::string_view nameOf(Direction direction) noexcept {
    return nameIn(kDirections, direction);
}
std::string_view nameOf(Function function) noexcept {
    return nameIn(kFunctions, function);
}

} // namespace rnn

void rnn_op(KernelTable& table) {
    static OpDef const kOp{.name = "rnn",
                           .attrs = &attrType<rnn::Attributes>(),
                           .infer = rnn::infer,
                           .minInputs = 3,
                           .maxInputs = 12,
                           .outputs = -1};
    table.add(kOp);
}

} // namespace tenon::ops
