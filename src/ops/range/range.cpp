// SPDX-License-Identifier: Apache-2.0
// Definition of range: start, start + delta, ... up to before limit. Integer bounds may be expressions; floating ones
// must be constants for the length to be known.
#include "base/half.h"
#include "kernel/attr_type.h"
#include "kernel/table.h"
#include "shape/content.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tenon::ops {
namespace range {
namespace {

constexpr double kMost = 0x1p62;

void refuseZero(InferContext& c) {
    c.fail(Message::kAttribute, "a range whose delta is 0", "a delta other than 0", "0");
}

/// Length of a range of floating bounds that are constants.
std::optional<DimExpr> floatingLength(InferContext& c) {
    double v[3] = {};
    for (size_t i = 0; i < 3; ++i) {
        Fact const& f = c.in(i);
        if (f.bytes == nullptr)
            return std::nullopt;
        withType(f.type.dtype, [&](auto sample) { v[i] = static_cast<double>(*f.as<decltype(sample)>()); });
    }
    if (v[2] == 0)
        refuseZero(c);
    double const count = std::max(0.0, std::ceil((v[1] - v[0]) / v[2]));
    if (!(count < kMost))
        c.fail(Message::kShapeOverflow, "a range without an end", {}, fmt::format("{} to {} by {}", v[0], v[1], v[2]));
    return DimExpr(static_cast<int64_t>(count));
}

std::optional<DimExpr> integerLength(InferContext& c) {
    Dims const *start = c.content(0), *limit = c.content(1), *delta = c.content(2);
    if (start == nullptr || limit == nullptr || delta == nullptr || !(*delta)[0].isConst())
        return std::nullopt;
    int64_t const step = (*delta)[0].value();
    if (step == 0)
        refuseZero(c);
    DimExpr const length = (*limit)[0] - (*start)[0];
    if (step < 0)
        return ceilDiv(max(0, DimExpr(-1) * length), DimExpr(-1) * DimExpr(step));
    return ceilDiv(c.isNonNegative(length) ? length : max(0, length), step);
}

void infer(Attrs const&, InferContext& c) {
    static constexpr DType kTypes[] = {DType::kF32, DType::kF64, DType::kF16, DType::kBF16,
                                       DType::kI16, DType::kI32, DType::kI64};
    for (size_t i = 0; i < 3; ++i) {
        c.requireType(i, kTypes);
        if (auto const count = lengthOf(c, i); count && *count != 1)
            c.fail(Message::kShape, fmt::format("operand {} is no scalar", i), "one element", toString(c.type(i)));
    }
    DType const type = c.type(0).dtype;
    auto const length = isInteger(type) ? integerLength(c) : floatingLength(c);
    c.setOut(0, type, Dims{length ? *length : c.newSymbol()});
    if (!isInteger(type) || !length || !keepsContent(c, 0))
        return;
    Dims content;
    for (int64_t i = 0; i < length->value(); ++i)
        content.push_back((*c.content(0))[0] + DimExpr(i) * (*c.content(2))[0]);
    setContent(c, 0, std::move(content));
}

} // namespace
} // namespace range

void range_op(KernelTable& table) {
    static OpDef const kOp{.name = "range",
                           .attrs = &attrType<NoAttrs>(),
                           .infer = range::infer,
                           .minInputs = 3,
                           .maxInputs = 3,
                           .shapeInputs = 7u};
    table.add(kOp);
}

} // namespace tenon::ops
