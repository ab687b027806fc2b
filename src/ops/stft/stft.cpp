// SPDX-License-Identifier: Apache-2.0
// Definition of stft.
#include "ops/stft/stft.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <fmt/format.h>

namespace tenon::ops {
namespace stft {
namespace {

/// The value of a scalar operand; absent where only the data tell.
std::optional<DimExpr> scalar(InferContext& c, size_t i) {
    requireIndexType(c, i);
    if (auto const count = lengthOf(c, i); count && *count != 1)
        c.fail(Message::kShape, fmt::format("operand {} is no scalar", i), "one element", toString(c.type(i)));
    Dims const* const content = c.content(i);
    if (content == nullptr)
        return std::nullopt;
    DimExpr const value = (*content)[0];
    if (value.isConst() && value.value() < 1)
        c.fail(Message::kShape, fmt::format("operand {}, a step or a length, is not positive", i), "at least 1",
               fmt::format("{}", value.value()));
    return value;
}

/// The length of a frame: the operand, else that of the window, else the signal's; absent where only the data tell.
std::optional<DimExpr> frameOf(InferContext& c, DimExpr const& signal) {
    bool const ranked = c.has(kWindow) && c.type(kWindow).ranked();
    if (!c.has(kLength)) {
        if (!c.has(kWindow))
            return signal;
        return ranked ? std::optional(c.dims(kWindow)[0]) : std::nullopt;
    }
    auto const given = scalar(c, kLength);
    if (ranked && given && given->isConst() && c.dims(kWindow)[0].isConst() && c.dims(kWindow)[0] != *given)
        c.fail(Message::kShape, "the window is not as long as a frame", toText(*given), toText(c.dims(kWindow)[0]));
    return given;
}

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16};
    c.requireType(kSignal, kTypes);
    DType const type = c.type(kSignal).dtype;
    if (c.has(kWindow)) {
        c.requireType(kWindow, {&type, 1});
        if (c.type(kWindow).ranked())
            c.requireRank(kWindow, 1, 1);
    }
    auto const step = scalar(c, kStep);
    if (!c.type(kSignal).ranked()) {
        c.setOut(0, type, newSymbols(c, 4));
        return;
    }
    c.requireRank(kSignal, 2, 3);
    Dims const& signal = c.dims(kSignal);
    bool const onesided = attrs.as<Attributes>().onesided;
    DimExpr const parts = signal.size() == 3 ? signal[2] : DimExpr(1);
    if (parts.isConst() && !parts.is(1) && (onesided || !parts.is(2)))
        c.fail(Message::kShape, "the last dim of a signal tells whether it is complex",
               onesided ? "1: a one-sided transform is one of real numbers" : "1 (real) or 2 (complex)",
               textOfDims({&parts, 1}));
    auto const frame = frameOf(c, signal[1]);
    Dims out{signal[0], 0, 0, 2};
    if (frame && step) {
        DimExpr const frames = floorDiv(signal[1] - *frame, *step) + 1;
        out[1] = c.isNonNegative(frames) ? frames : max(0, frames);
    } else {
        out[1] = c.newSymbol();
    }
    out[2] = !frame ? c.newSymbol() : (onesided ? floorDiv(*frame, 2) + 1 : *frame);
    c.setOut(0, type, std::move(out));
}

} // namespace
} // namespace stft

void stft_op(KernelTable& table) {
    static OpDef const kOp{.name = "stft",
                           .attrs = &attrType<stft::Attributes>(),
                           .infer = stft::infer,
                           .minInputs = 2,
                           .maxInputs = 4,
                           .shapeInputs = 1u << stft::kStep | 1u << stft::kLength};
    table.add(kOp);
}

} // namespace tenon::ops
