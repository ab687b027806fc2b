// SPDX-License-Identifier: Apache-2.0
// Definition of quantize_linear.
#include "ops/quantize_linear/quantize_linear.h"

#include "kernel/attr_type.h"
#include "kernel/table.h"

#include <algorithm>
#include <fmt/format.h>

namespace tenon::ops {
namespace quantize_linear {
namespace {

constexpr DType kQuantised[] = {DType::kI8,     DType::kU8,         DType::kI16,   DType::kU16,    DType::kI4,
                                DType::kU4,     DType::kI2,         DType::kU2,    DType::kF8E4M3, DType::kF8E4M3Fnuz,
                                DType::kF8E5M2, DType::kF8E5M2Fnuz, DType::kF4E2M1};
constexpr DType kPrecisions[] = {DType::kF32, DType::kF16, DType::kBF16};

void requireOneOf(InferContext const& c, char const* what, DType given, std::span<DType const> allowed) {
    if (std::find(allowed.begin(), allowed.end(), given) != allowed.end())
        return;
    std::string wanted;
    for (DType d : allowed)
        wanted += fmt::format("{}{}", wanted.empty() ? "" : ", ", nameOf(d));
    c.fail(Message::kAttribute, what, std::move(wanted), std::string(nameOf(given)));
}

void infer(Attrs const& attrs, InferContext& c) {
    static constexpr DType kReal[] = {DType::kF32, DType::kF16, DType::kBF16, DType::kI32};
    static constexpr DType kScales[] = {DType::kF32, DType::kF16, DType::kBF16, DType::kI32, DType::kE8M0};
    auto const& a = attrs.as<Attributes>();
    c.requireType(0, kReal);
    c.requireType(1, kScales);
    DType type = a.type.value_or(DType::kU8);
    requireOneOf(c, "the result is of no quantised type", type, kQuantised);
    if (a.precision)
        requireOneOf(c, "the precision is no type that a quotient is computed in", *a.precision, kPrecisions);
    if (c.has(2)) {
        if (a.type)
            c.requireType(2, {&type, 1});
        else
            c.requireType(2, kQuantised);
        type = c.type(2).dtype;
    }
    a.granularity.check(c, 1, 2);
    c.setOut(0, type, c.type(0).dims);
}

} // namespace
} // namespace quantize_linear

void quantize_linear_op(KernelTable& table) {
    static OpDef const kOp{.name = "quantize_linear",
                           .attrs = &attrType<quantize_linear::Attributes>(),
                           .infer = quantize_linear::infer,
                           .minInputs = 2,
                           .maxInputs = 3};
    table.add(kOp);
}

} // namespace tenon::ops
